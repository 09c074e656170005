//! The shapes of entries about areas: orders, marches, raids. A shape says which tokens name what; it fits whole or not
//! at all.

use super::grammar::{Grammar, OrderSaid, Parsed, Run, Tokens, Units, attempt};
use super::tokens::Sign;
use crate::games::thrones::data::{OrderKind, Word};
use crate::table::Seat;
use winnow::error::EmptyError;
use winnow::stream::Stream;

/// A part of a march: who goes where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StepSaid {
    /// `None` if it names no units.
    pub(super) units: Option<Units>,
    /// `None` for those who stay.
    pub(super) to: Option<Run>,
    /// How many stay, if not which.
    pub(super) staying: Option<u16>,
}

impl StepSaid {
    pub(super) fn going(units: Option<Units>, to: Run) -> Self {
        StepSaid { units, to: Some(to), staying: None }
    }

    fn stay(units: Units) -> Self {
        StepSaid { units: Some(units), to: None, staying: None }
    }
}

/// What else is said of a march.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MarchMore {
    pub(super) leave_power: Option<Run>,
    pub(super) when: Option<Run>,
    pub(super) unless: Option<Run>,
}

/// Whom somebody supports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Whom {
    House(Seat, Run),
    Place(Run),
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
    Raid {
        from: Run,
        /// None of them for whatever there is.
        at: Vec<Run>,
        order: Option<OrderSaid>,
    },
    Support {
        from: Run,
        order: OrderSaid,
        whom: Whom,
    },
    /// No order, on purpose.
    Nothing {
        place: Run,
        none: Run,
    },
    /// The units stay.
    Stay {
        place: Run,
        stay: Run,
    },
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
        let mut found = attempt(input, |input| self.area_first(under, input));
        if found.is_err() {
            found = attempt(input, |input| self.sent(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.raid_first(input));
        }
        if found.is_err() {
            found = attempt(input, |input| self.order_first(under, input));
        }
        found
    }

    /// Reads what may stand between an area and its order.
    fn between(&self, input: &mut Tokens<'_>) -> Option<Sign> {
        let found = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow, Sign::Comma, Sign::Open], input).ok();
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
        // "Winterfell (1 footman, 1 knight): march".
        let _ = attempt(input, |input| {
            self.sign(Sign::Open, &mut input.clone())?;
            self.units(input)?;
            self.signs(&[Sign::Colon, Sign::Dash], &mut input.clone())
        });
        if let Ok(shape) = attempt(input, |input| self.ordered(first, under, input)) {
            return Ok(sending(shape, crowd));
        }
        // "Blackwater Bay ship supports".
        if let Ok(shape) = attempt(input, |input| {
            let there = self.troops(input)?;
            let shape = self.ordered(first, under, input).or_else(|_| self.verbal(first, input))?;
            Ok(sending(shape, Some(there)))
        }) {
            return Ok(shape);
        }
        if let Ok(shape) = attempt(input, |input| self.verbal(first, input)) {
            return Ok(sending(shape, crowd));
        }
        if crowd.is_some() {
            return Err(EmptyError);
        }
        if let Ok(shape) = attempt(input, |input| self.marching(first, under, input)) {
            return Ok(shape);
        }
        // "Winterfell, Karhold and White Harbor: support".
        let mut places = vec![first];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Slash], input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            if sign || word { self.place(input) } else { Err(EmptyError) }
        }) {
            places.push(next);
        }
        if places.len() < 2 {
            return Err(EmptyError);
        }
        self.signs(&[Sign::Colon, Sign::Dash], input)?;
        let order = self.order(true, input)?;
        Ok(Shape::Order { places, order })
    }

    /// Reads an order behind its area, and where it leads.
    fn ordered(&self, from: Run, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let sign = self.between(input);
        let start = self.at(input);
        if self.word(Word::None, input).is_ok()
            || sign == Some(Sign::Colon) && input.eof_offset() == 1 && self.sign(Sign::Dash, input).is_ok()
        {
            return Ok(Shape::Nothing { place: from, none: self.run(start, input) });
        }
        if self.word(Word::Stay, input).is_ok() {
            return Ok(Shape::Stay { place: from, stay: self.run(start, input) });
        }
        let mut order = self.order(true, input)?;
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
                Ok(Shape::Raid { from, at, order: Some(order) })
            }),
            OrderKind::Support => attempt(input, |input| self.support_tail(from, order, input)),
            OrderKind::Defense | OrderKind::Consolidate => Err(EmptyError),
        };
        Ok(tail.unwrap_or(Shape::Order { places: vec![from], order }))
    }

    fn march_tail(&self, from: Run, order: OrderSaid, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let sign = self.signs(&[Sign::Colon, Sign::Comma, Sign::Open, Sign::Dash, Sign::Stop], input).ok();
        // Behind a comma a bare area may be that of the next order.
        // "march +1 and attacks Moat Cailin".
        let verb = attempt(input, |input| {
            let _ = self.word(Word::And, input);
            self.word(Word::March, input)
        });
        let joined = verb.is_ok() || !matches!(sign, Some(Sign::Comma | Sign::Stop));
        if joined
            && attempt(&mut input.clone(), |input| {
                let place = self.place(input)?;
                self.ordered(place, Under::Nothing, input)
            })
            .is_ok()
        {
            return Err(EmptyError);
        }
        let steps = self.steps(joined, input)?;
        self.sign_or_nothing(Sign::Close, input);
        let more = self.more(input);
        Ok(Shape::March { from, steps, more, order: Some(order) })
    }

    fn support_tail(&self, from: Run, order: OrderSaid, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let _ = self.joint(input) || self.words(&[Word::For], input).is_ok();
        if self.word(Word::That, input).is_ok() {
            return Ok(Shape::Order { places: vec![from], order });
        }
        if let Ok((seat, run)) = attempt(input, |input| self.house(input)) {
            return Ok(Shape::Support { from, order, whom: Whom::House(seat, run) });
        }
        let place = self.place(input)?;
        // "Karhold support, Winterfell march": the next entry has an order of its own.
        if attempt(&mut input.clone(), |input| self.ordered(place, Under::Nothing, input)).is_ok() {
            return Err(EmptyError);
        }
        // "Shivering Sea S Winterfell - Karhold": the battle is where they go.
        let place = if self.arrow(input) { self.place(input)? } else { place };
        Ok(Shape::Support { from, order, whom: Whom::Place(place) })
    }

    /// Reads an arrow, or a word such as `to` or `at`, between an order and where it leads.
    fn joint(&self, input: &mut Tokens<'_>) -> bool {
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
    fn anything(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        self.joint(input);
        self.word(Word::Anything, input).map(|_| Vec::new())
    }

    /// Reads the areas that a raid is against, or the word for none of them, which is then the only member.
    pub(super) fn targets(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        attempt(input, |input| self.goals(input)).or_else(|_| {
            self.joint(input);
            self.word(Word::None, input).map(|none| vec![none])
        })
    }

    /// Reads the areas that an order is against.
    pub(super) fn goals(&self, input: &mut Tokens<'_>) -> Parsed<Vec<Run>> {
        self.joint(input);
        self.list(input, |input| {
            let place = self.place(input)?;
            // An area with an order of its own begins the next entry.
            let next = attempt(&mut input.clone(), |input| self.ordered(place, Under::Nothing, input))
                .is_ok()
                || self.sign(Sign::Colon, &mut input.clone()).is_ok();
            if next { Err(EmptyError) } else { Ok(place) }
        })
    }

    /// Reads `Winterfell attacks Moat Cailin`, `Riverrun raids Seagard`.
    fn verbal(&self, from: Run, input: &mut Tokens<'_>) -> Parsed<Shape> {
        match self.words(&[Word::March, Word::Raid], input)? {
            Word::Raid => Ok(Shape::Raid { from, at: self.targets(input)?, order: None }),
            _ => {
                let steps = self.steps(true, input)?;
                let order = attempt(input, |input| self.order_behind(input)).ok();
                let more = self.more(input);
                Ok(Shape::March { from, steps, more, order })
            }
        }
    }

    /// Reads `Riverrun -> Stoney Sept`, `Winterfell: knight to Karhold, rest to White Harbor`.
    fn marching(&self, from: Run, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let start = input.checkpoint();
        let sign = self.signs(&[Sign::Arrow, Sign::Dash, Sign::Colon], input).ok();
        if under == Under::Raids {
            if sign.is_none() && self.words(&[Word::To, Word::At], input).is_err() {
                return Err(EmptyError);
            }
            return Ok(Shape::Raid { from, at: self.targets(input)?, order: None });
        }
        let steps = match sign {
            // "Winterfell: Moat Cailin" says what is meant only under its heading.
            Some(Sign::Colon) if under != Under::Marches => self.steps(false, input)?,
            Some(_) => self.steps(true, input)?,
            None => {
                input.reset(&start);
                self.steps(false, input)?
            }
        };
        if sign == Some(Sign::Dash)
            && steps.iter().any(|step| step.units.is_some())
            && under != Under::Marches
        {
            // "Winterfell - knight to Karhold" is as good as with a colon.
            if steps.iter().any(|step| step.units.is_none()) {
                return Err(EmptyError);
            }
        }
        let order = attempt(input, |input| self.order_behind(input)).ok();
        let more = self.more(input);
        Ok(Shape::March { from, steps, more, order })
    }

    /// Reads the order of a march behind where it goes: `, m-1`, `with march +1`.
    fn order_behind(&self, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        self.sign_or_nothing(Sign::Comma, input);
        let _ = self.words(&[Word::With], input);
        self.article(input);
        let order = self.order(false, input)?;
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok();
        let clear = order.kind == OrderKind::March && !order.is_bare() && (ends || input.eof_offset() == 0);
        if clear { Ok(order) } else { Err(EmptyError) }
    }

    /// Reads who goes where. The first destination needs a word or arrow before it, unless one was read already.
    pub(super) fn steps(&self, joined: bool, input: &mut Tokens<'_>) -> Parsed<Vec<StepSaid>> {
        self.sign_or_nothing(Sign::Open, input);
        let mut steps = vec![attempt(input, |input| self.step(joined, input))?];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Semicolon, Sign::Plus], input).is_ok();
            let stop = !sign && self.sign(Sign::Stop, input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            if !sign && !stop && !word {
                return Err(EmptyError);
            }
            let step = self.step(false, input)?;
            // "knight to Karhold. Footman stays".
            if stop && step.to.is_some() {
                return Err(EmptyError);
            }
            // What has an area before its own arrow is the next march.
            if step.units.is_none() && step.to.is_some() { Err(EmptyError) } else { Ok(step) }
        }) {
            steps.push(next);
        }
        self.sign_or_nothing(Sign::Close, input);
        Ok(steps)
    }

    /// Reads `knight to Karhold`, `to Karhold with the knight`, `Karhold: knight`, `rest stays`.
    pub(super) fn step(&self, joined: bool, input: &mut Tokens<'_>) -> Parsed<StepSaid> {
        // "leave a footman".
        if let Ok(units) = attempt(input, |input| {
            self.word(Word::KeepBack, input)?;
            let units = self.units(input)?;
            let _ = self.words(&[Word::Behind], input);
            Ok(units)
        }) {
            return Ok(StepSaid::stay(units));
        }
        // "one stays": of the kind that is left.
        if let Ok(staying) = attempt(input, |input| {
            self.article(input);
            let number = self.number(input)?;
            self.word(Word::Stay, input).map(|_| number)
        }) {
            return Ok(StepSaid { units: None, to: None, staying: Some(staying) });
        }
        let with = self.word(Word::With, input).is_ok();
        if let Ok(units) = self.units(input) {
            if self.word(Word::Stay, input).is_ok() {
                return Ok(StepSaid::stay(units));
            }
            let _ = self.word(Word::March, input);
            let _ = self.word(Word::ByShip, input);
            self.arrow(input);
            let to = self.place(input)?;
            self.via(input);
            return Ok(StepSaid::going(Some(units), to));
        }
        if with {
            return Err(EmptyError);
        }
        let ship = self.word(Word::ByShip, input).is_ok();
        let arrow = self.arrow(input) || joined && !ship;
        let to = self.place(input)?;
        self.via(input);
        let units = attempt(input, |input| {
            let sign = self.signs(&[Sign::Colon, Sign::Open, Sign::Comma], input).ok();
            let word = self.word(Word::With, input).is_ok();
            let units = self.units_there(input)?;
            // "to Harrenhal footman", but not "; Golden Sound S".
            let spelt = || self.name_of(units.run).iter().all(|word| word.chars().count() > 1);
            if sign.is_none() && !word && !(arrow && input.eof_offset() == 0 && spelt()) {
                return Err(EmptyError);
            }
            // "-> Karhold, footman": only at the end, since more may follow a comma.
            if sign == Some(Sign::Comma) && !word && input.eof_offset() > 0 {
                return Err(EmptyError);
            }
            if sign == Some(Sign::Open) {
                self.sign_or_nothing(Sign::Close, input);
            }
            // "MC: knight to WH" is the next march, not who goes to MC.
            if self.arrow(&mut input.clone()) { Err(EmptyError) } else { Ok(units) }
        });
        match units {
            Ok(units) => Ok(StepSaid::going(Some(units), to)),
            Err(_) if arrow => Ok(StepSaid::going(None, to)),
            Err(_) => Err(EmptyError),
        }
    }

    /// Reads by which sea a march goes, which the rules find themselves.
    fn via(&self, input: &mut Tokens<'_>) {
        let _ = attempt(input, |input| {
            self.word(Word::Via, input)?;
            self.place(input)
        });
        let _ = self.word(Word::ByShip, input);
    }

    pub(super) fn arrow(&self, input: &mut Tokens<'_>) -> bool {
        let sign = self.signs(&[Sign::Arrow, Sign::Dash], input).is_ok();
        let word = self.words(&[Word::To], input).is_ok();
        sign || word
    }

    /// Reads what else is said of a march: a power token left behind, conditions.
    pub(super) fn more(&self, input: &mut Tokens<'_>) -> MarchMore {
        let mut more = MarchMore::default();
        loop {
            let found = attempt(input, |input| {
                let _ = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::And, Sign::Open], input);
                let _ = self.words(&[Word::And, Word::With], input);
                if let Ok(run) = self.word(Word::LeavePower, input) {
                    let _ = self.sign(Sign::Colon, input);
                    if self.word(Word::No, input).is_err() {
                        more.leave_power = Some(run);
                        let _ = self.word(Word::Yes, input);
                    }
                    self.sign_or_nothing(Sign::Close, input);
                    return Ok(());
                }
                let word = self.words(&[Word::If, Word::Unless], input)?;
                let from = self.at(input);
                while self.signs(&[Sign::Comma, Sign::Semicolon], &mut input.clone()).is_err()
                    && input.eof_offset() > 0
                {
                    self.skip(1, input);
                }
                let run = self.without_marks(self.run(from, input));
                if run.from == run.to {
                    return Err(EmptyError);
                }
                *(if word == Word::If { &mut more.when } else { &mut more.unless }) = Some(run);
                Ok(())
            });
            if found.is_err() {
                return more;
            }
        }
    }
}
