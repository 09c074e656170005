//! The shapes of entries about areas: orders, marches, raids. A shape says which tokens name what; it fits whole or not at all.

pub(super) mod first;
pub(super) mod goals;
pub(super) mod march;
pub(super) mod pieces;
pub(super) mod steps;
pub(super) mod support;

use crate::games::thrones::data::{OrderKind, Unit, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Grammar, OrderSaid, Parsed, Run, Tokens, Units, attempt,
};
use crate::table::Seat;
use steps::{MarchMore, StepSaid};
use winnow::error::EmptyError;
use winnow::stream::Stream;

/// Whom somebody supports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Whom {
    House(Seat, Run),
    /// A house in one area, which stands behind.
    HouseAt(Seat, Run, Run),
    Place(Run),
    /// The area where a unit of one's own is, by its kind.
    Unit(Unit, Run),
    /// Oneself; `true` if nobody else.
    Own(bool, Run),
}

/// An entry about areas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Order {
        places: Vec<Run>,
        order: OrderSaid,
    },
    March {
        from: Run,
        steps: Vec<StepSaid>,
        more: MarchMore,
        order: Option<OrderSaid>,
    },
    /// Without targets, it raids whatever there is.
    Raid {
        from: Run,
        at: Vec<Run>,
        order: Option<OrderSaid>,
    },
    Support {
        places: Vec<Run>,
        order: OrderSaid,
        whom: Whom,
    },
    /// No order, on purpose.
    Nothing {
        places: Vec<Run>,
        none: Run,
    },
    /// The units stay.
    Stay {
        place: Run,
        stay: Run,
    },
    /// A power token stays in each area, or without one in that of the march written just before.
    LeavePower {
        places: Vec<Run>,
        said: Run,
    },
    /// No power token stays in an area.
    NoToken {
        place: Run,
        said: Run,
    },
    /// The order is that of the entry before.
    Too {
        place: Run,
    },
    /// The order before it has the star in this area, of several.
    Star {
        place: Run,
    },
    /// The order stays as it was sent before.
    Unchanged {
        place: Run,
        said: Run,
    },
    /// The order of last turn is meant, which gives none.
    Vague {
        place: Run,
        said: Run,
    },
    /// One order for all areas, or for some.
    All {
        run: Run,
        order: OrderSaid,
        of: Among,
    },
}

impl Shape {
    /// Returns the areas that it gives an order, or none.
    pub(super) fn places(&self) -> Vec<Run> {
        match self {
            Shape::Order { places, .. } | Shape::Nothing { places, .. } | Shape::Support { places, .. } => {
                places.clone()
            }
            Shape::March { from, .. } | Shape::Raid { from, .. } => vec![*from],
            _ => Vec::new(),
        }
    }
}

/// Of which areas an order is said, if not by their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Among {
    All,
    /// Those without an order in the same message.
    Rest,
    /// Those with units of a kind; `true` if these are two.
    With(Unit, bool),
}

/// The section that lines stand under, as far as these shapes depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Under {
    Nothing,
    Orders,
    Marches,
    Raids,
}

/// Returns a shape whose march takes the units named before its area, unless it names its own.
fn sending(mut shape: Shape, crowd: Option<Units>) -> Shape {
    if let Shape::March { steps, .. } = &mut shape
        && let [step] = steps.as_mut_slice()
        && step.units.is_none()
        && step.to.is_some()
    {
        step.units = crowd;
    }
    shape
}

impl Grammar<'_> {
    /// Reads one entry about areas.
    pub(super) fn shape(&self, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let mut found = attempt(input, |input| self.leaving_power(input));
        // "…, and so does the Golden Sound".
        if found.is_err() && self.word(Word::SoDoes, &mut input.clone()).is_ok() {
            found = attempt(input, |input| {
                self.word(Word::SoDoes, input)?;
                Ok(Shape::Too { place: self.place(input)? })
            });
        }
        if found.is_err() {
            found = attempt(input, |input| self.star_given(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.area_first(under, input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.sent(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.raid_first(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.order_first(under, input));
        }
        if found.is_err() && matches!(under, Under::Nothing | Under::Orders) {
            found = attempt(input, |input| self.fleets_ordered(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.unit_first(input));
        }
        if found.is_err() && matches!(under, Under::Nothing | Under::Orders) {
            found = attempt(input, |input| self.all_ordered(input));
        }
        found
    }

    /// Reads what may stand between an area and its order.
    fn between(&self, input: &mut Tokens<'_>) -> Option<Sign> {
        let found = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow, Sign::Comma, Sign::Open], input).ok();
        if matches!(found, Some(Sign::Comma | Sign::Dash)) {
            let _ = self.word(Word::Relative, input);
        }
        // "… except Winterfell which defends".
        if found.is_none() {
            let _ = attempt(input, |input| {
                self.word(Word::Relative, input)?;
                self.order(false, &mut input.clone())
            });
        }
        let _ = self.word(Word::Shall, input);
        self.article(input);
        found
    }

    /// Reads an area, or several, with what is said of them.
    fn area_first(&self, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let crowd = attempt(input, |input| self.crowd(input)).ok();
        let open = crowd.is_none() && self.sign(Sign::Open, input).is_ok();
        let first = self.place(input)?;
        if open {
            self.sign(Sign::Close, input)?;
        }
        // "White Harbor first: footman to Karhold".
        let _ = attempt(input, |input| {
            self.word(Word::First, input)?;
            self.sign(Sign::Colon, &mut input.clone())
        });
        // "Winterfell (1 footman, 1 knight): march".
        let _ = attempt(input, |input| {
            self.sign(Sign::Open, &mut input.clone())?;
            self.units(input)?;
            self.signs(&[Sign::Colon, Sign::Dash], &mut input.clone())
        });
        if let Ok(shape) = attempt(input, |input| self.ordered(first, under, input)) {
            return Ok(sending(shape, crowd));
        }
        if crowd.is_none()
            && let Ok(shape) = attempt(input, |input| self.too(first, input))
        {
            return Ok(shape);
        }
        // "Blackwater Bay ship supports", "Winterfell with the knight: march +1 to Karhold".
        if let Ok(shape) = attempt(input, |input| {
            let with = self.word(Word::With, input).is_ok();
            let there = self.troops(input)?;
            let shape = attempt(input, |input| self.ordered(first, under, input))
                .or_else(|_| attempt(input, |input| self.verbal(first, input)))
                .or_else(|_| if with { self.marching(first, under, input) } else { Err(EmptyError) })?;
            // Who goes with a march matters only if it says where to.
            if with && matches!(&shape, Shape::Order { order, .. } if order.kind == OrderKind::March) {
                return Err(EmptyError);
            }
            Ok(sending(shape, Some(there)))
        }) {
            return Ok(shape);
        }
        if let Ok(shape) = attempt(input, |input| self.verbal(first, input)) {
            return Ok(sending(shape, crowd));
        }
        if crowd.is_none()
            && let Ok(shape) = attempt(input, |input| self.marching(first, under, input))
        {
            return Ok(shape);
        }
        // "The White Harbor men and the ship in its port support".
        let goes_on = |input: &Tokens<'_>| {
            self.signs(&[Sign::Comma, Sign::And], &mut input.clone()).is_ok()
                || self.word(Word::And, &mut input.clone()).is_ok()
        };
        let men = attempt(input, |input| {
            self.troops(input)?;
            if goes_on(input) { Ok(()) } else { Err(EmptyError) }
        });
        let men = men.or_else(|_| {
            attempt(input, |input| {
                if self.word(Word::Army, input).is_err() {
                    self.unit(false, input)?;
                }
                if goes_on(input) { Ok(()) } else { Err(EmptyError) }
            })
        });
        let mut has_troops = crowd.is_some() || men.is_ok();
        // "Winterfell, Karhold and White Harbor: support".
        let mut places = vec![first];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Slash, Sign::Plus], input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            if !sign && !word {
                return Err(EmptyError);
            }
            // "White Harbor and the ship in its port support".
            let within = attempt(input, |input| {
                self.crowd(input)?;
                self.place(input)
            });
            has_troops |= within.is_ok();
            // "White Harbor and the fleet support".
            within.or_else(|_| attempt(input, |input| self.place(input))).or_else(|_| self.unit_alone(input))
        }) {
            places.push(next);
        }
        if places.len() < 2 {
            return Err(EmptyError);
        }
        // "Karhold and Winterfell both support".
        let is_parted = self.signs(&[Sign::Colon, Sign::Dash], input).is_ok()
            || self.words(&[Word::Both, Word::All, Word::Each], input).is_ok();
        // "West and east: none".
        let start = self.at(input);
        if self.word(Word::None, input).is_ok() {
            return Ok(Shape::Nothing { places, none: self.run(start, input) });
        }
        let _ = self.word(Word::Shall, input);
        let order = self.order(is_parted, input)?;
        // Who goes with a march matters.
        if has_troops && order.kind == OrderKind::March {
            return Err(EmptyError);
        }
        if order.kind == OrderKind::Support
            && let Ok(shape) = attempt(input, |input| self.support_tail(&places, order, input))
        {
            return Ok(shape);
        }
        // "West, east, centre support": whom they support would stand behind it.
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok()
            || input.eof_offset() == 0;
        let is_clear = ends && (order.kind != OrderKind::March || !order.is_bare());
        if is_parted || is_clear { Ok(Shape::Order { places, order }) } else { Err(EmptyError) }
    }

    /// Reads `Seagard too`, where nothing follows.
    fn too(&self, place: Run, input: &mut Tokens<'_>) -> Parsed<Shape> {
        self.word(Word::Too, input)?;
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok()
            || input.eof_offset() == 0;
        // A line that begins so says nothing of what it is like.
        if ends && place.from > 0 { Ok(Shape::Too { place }) } else { Err(EmptyError) }
    }

    /// Reads which area of several has the star: `Dragonstone gets the star`, `the star one for Harrenhal`.
    fn star_given(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let behind = attempt(input, |input| {
            self.word(Word::Star, input)?;
            self.words(&[Word::For, Word::At, Word::To], input)?;
            self.place(input)
        });
        let place = behind.or_else(|_| {
            let place = self.place(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
            let _ = self.word(Word::Shall, input);
            let _ = self.word(Word::With, input);
            self.article(input);
            self.word(Word::Star, input).or_else(|_| {
                let from = self.at(input);
                self.sign(Sign::Star, input).map(|()| self.run(from, input))
            })?;
            Ok(place)
        })?;
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::Close], &mut input.clone());
        if ends.is_ok() || input.eof_offset() == 0 { Ok(Shape::Star { place }) } else { Err(EmptyError) }
    }

    /// Reads an order behind its area, and where it leads.
    pub(super) fn ordered(&self, from: Run, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let sign = self.between(input);
        let start = self.at(input);
        if self.word(Word::None, input).is_ok()
            || sign == Some(Sign::Colon) && input.eof_offset() == 1 && self.sign(Sign::Dash, input).is_ok()
        {
            let none = self.run(start, input);
            // "Nothing, nobody there".
            let _ = attempt(input, |input| {
                let _ = self.sign(Sign::Comma, input);
                self.word(Word::None, input)
            });
            return Ok(Shape::Nothing { places: vec![from], none });
        }
        // "Stoney Sept: no march".
        let no_march = attempt(input, |input| {
            self.word(Word::No, input)?;
            let order = self.order(false, input).ok().filter(|order| order.kind == OrderKind::March);
            order.filter(OrderSaid::is_bare).map(|_| ()).ok_or(EmptyError)
        });
        if no_march.is_ok() {
            return Ok(Shape::Stay { place: from, stay: self.run(start, input) });
        }
        // "Stoney Sept: he consolidates".
        if sign == Some(Sign::Colon) {
            let _ = self.word(Word::He, input);
        }
        if self.stays(input).is_ok() {
            // "Stays and defends", "stay put (defend)".
            if let Ok(order) = attempt(input, |input| self.order_there(input)) {
                return Ok(Shape::Order { places: vec![from], order });
            }
            return Ok(Shape::Stay { place: from, stay: self.run(start, input) });
        }
        // "Same as last turn" is more than "same".
        if let Ok(said) = self.form(&self.lexicon.vague, input) {
            // "Same as last turn (defense +2)".
            if let Ok(order) = attempt(input, |input| self.order_there(input)) {
                return Ok(Shape::Order { places: vec![from], order });
            }
            return Ok(Shape::Vague { place: from, said });
        }
        if let Ok(said) = self.form(&self.lexicon.unchanged, input) {
            return Ok(Shape::Unchanged { place: from, said });
        }
        let order = attempt(input, |input| self.order(true, input));
        let mut order = order.or_else(|_| attempt(input, |input| self.numbered(sign, input)))?;
        if sign == Some(Sign::Open) {
            // "(raid, special)".
            order.star |= attempt(input, |input| {
                self.sign(Sign::Comma, input)?;
                self.word(Word::Star, input)
            })
            .is_ok();
            self.sign_or_nothing(Sign::Close, input);
        }
        if under == Under::Raids && order.kind != OrderKind::Raid {
            return Err(EmptyError);
        }
        let tail = match order.kind {
            OrderKind::March => attempt(input, |input| self.march_tail(from, order, input)),
            OrderKind::Raid => attempt(input, |input| {
                let at = match attempt(input, |input| self.targets(input)) {
                    Ok(at) => at,
                    Err(_) => self.anything(input)?,
                };
                // "Raids the Sunset Sea this time, not Ironman's Bay".
                let _ = attempt(input, |input| {
                    while self.form(&self.lexicon.closings, input).is_ok() {}
                    let _ = self.sign(Sign::Comma, input);
                    self.word(Word::NotTo, input)?;
                    self.place(input)
                });
                Ok(Shape::Raid { from, at, order: Some(order) })
            }),
            OrderKind::Support => attempt(input, |input| {
                let mut shape = self.support_tail(&[from], order, input)?;
                // "Supports The Reach with the star", "supports Riverrun as well, with the special token".
                if let Shape::Support { order, .. } = &mut shape {
                    order.star |= self.word(Word::Star, input).is_ok()
                        || attempt(input, |input| {
                            while self.form(&self.lexicon.closings, input).is_ok() {}
                            self.star_behind(input)
                        })
                        .is_ok();
                }
                Ok(shape)
            }),
            OrderKind::Defense | OrderKind::Consolidate => Err(EmptyError),
        };
        Ok(tail.unwrap_or(Shape::Order { places: vec![from], order }))
    }

    /// Reads the order of those who stay, behind that they do.
    fn order_there(&self, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        let is_open = self.sign(Sign::Open, input).is_ok();
        let _ = self.signs(&[Sign::Comma, Sign::Colon, Sign::Dash, Sign::And], input);
        let _ = self.words(&[Word::And, Word::With, Word::He], input);
        let _ = self.word(Word::He, input);
        self.article(input);
        let order = self.order(false, input)?;
        if is_open {
            self.sign(Sign::Close, input)?;
        }
        while self.form(&self.lexicon.closings, input).is_ok() {}
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok();
        let stays = !matches!(order.kind, OrderKind::March | OrderKind::Raid);
        if stays && (ends || input.eof_offset() == 0) { Ok(order) } else { Err(EmptyError) }
    }

    /// Reads an arrow, or a word such as `to` or `at`, between an order and where it leads.
    pub(super) fn joint(&self, input: &mut Tokens<'_>) -> bool {
        let sign = self.signs(&[Sign::Arrow, Sign::Dash, Sign::Colon], input).is_ok();
        let word = self.words(&[Word::To, Word::At], input).is_ok();
        let target = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.word(Word::Target, input)?;
            let _ = self.sign(Sign::Colon, input);
            Ok(())
        });
        sign || word || target.is_ok()
    }

    /// Reads `anything`, which is no list of areas.
    pub(super) fn anything(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        self.joint(input);
        self.words(&[Word::Anything, Word::All], input).map(|_| Vec::new())
    }
}
