//! The shapes of entries that begin with a verb, an order or units.

use super::steps::StepSaid;
use super::{Among, Shape, Under, Whom};
use crate::games::thrones::data::{OrderKind, Spellings, Unit, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Grammar, OrderSaid, Parsed, Run, Tokens, Units, attempt,
};
use winnow::error::EmptyError;
use winnow::stream::Stream;

/// The fewest letters of a unit that stands for its area; shorter ones are abbreviations of anything.
const SPELT: usize = 4;

impl Grammar<'_> {
    /// Reads `raid Ironman's Bay from Lannisport`, `raid from Lannisport at Ironman's Bay`.
    pub(in super::super) fn raid_first(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        self.words(&[Word::Raid], input)?;
        let _ = self.sign(Sign::Colon, input);
        if self.word(Word::From, input).is_ok() {
            let _ = self.sign(Sign::Colon, input);
            let from = self.place(input)?;
            let _ = self.sign(Sign::Comma, input);
            return Ok(Shape::Raid { from, at: self.targets(input)?, order: None });
        }
        let at = self.targets(input)?;
        if self.word(Word::From, input).is_ok() {
            let from = self.place(input)?;
            return Ok(Shape::Raid { from, at, order: None });
        }
        // "raid Lannisport -> Seagard".
        if let [from] = at.as_slice()
            && self.arrow(input)
        {
            return Ok(Shape::Raid { from: *from, at: self.targets(input)?, order: None });
        }
        Err(EmptyError)
    }

    /// Reads `march +1 in Winterfell`, `Defense: Karhold, Winterfell`. "Raid Winterfell" and "support Winterfell" may
    /// name a target as well, and are left alone but under a heading.
    pub(in super::super) fn order_first(&self, under: Under, input: &mut Tokens<'_>) -> Parsed<Shape> {
        if let Ok(shape) = attempt(input, |input| {
            let none = self.word(Word::None, input)?;
            self.words(&[Word::At, Word::For], input)?;
            let places = self.list(input, |input| {
                let place = self.place(input)?;
                // "None at west, east raid".
                let ordered = |input: &mut Tokens<'_>| self.ordered(place, under, input);
                if attempt(&mut input.clone(), ordered).is_ok() { Err(EmptyError) } else { Ok(place) }
            })?;
            Ok(Shape::Nothing { places, none })
        }) {
            return Ok(shape);
        }
        // "No marches from Winterfell".
        if let Ok(shape) = attempt(input, |input| {
            let from = self.at(input);
            self.word(Word::No, input)?;
            let order = self.order(false, input).ok().filter(|order| order.kind == OrderKind::March);
            order.filter(OrderSaid::is_bare).ok_or(EmptyError)?;
            let stay = self.run(from, input);
            self.words(&[Word::From, Word::For], input)?;
            Ok(Shape::Stay { place: self.place(input)?, stay })
        }) {
            return Ok(shape);
        }
        // "Use the special march on Winterfell".
        let _ = attempt(input, |input| {
            self.word(Word::Card, input)?;
            self.article(input);
            self.order(false, &mut input.clone())
        });
        self.article(input);
        let mut order = self.order(false, input)?;
        // "Support Riverrun from Ironman's Bay, star too".
        if order.kind == OrderKind::Support
            && let Ok((whom, from)) = attempt(input, |input| {
                let whom = self.place(input)?;
                self.word(Word::From, input)?;
                let from = if self.is_own(&mut input.clone()) {
                    self.place(input)?
                } else {
                    return Err(EmptyError);
                };
                Ok((whom, from))
            })
        {
            order.star |= self.is_starred_behind(input);
            return Ok(Shape::Support { places: vec![from], order, whom: Whom::Place(whom) });
        }
        if order.kind == OrderKind::Support
            && let Ok(shape) = attempt(input, |input| self.support_for(order, input))
        {
            return Ok(shape);
        }
        let colon = self.sign(Sign::Colon, input).is_ok();
        let word = self.words(&[Word::At], input).is_ok();
        let from = self.word(Word::From, input).is_ok();
        // "Raid with the Shivering Sea", "march +1 for Winterfell"; "support for Winterfell" says whom it helps.
        let with = match order.kind {
            OrderKind::Support => false,
            OrderKind::Raid => self.word(Word::With, input).is_ok(),
            _ => self.words(&[Word::With, Word::For], input).is_ok(),
        };
        let _ = self.word(Word::Both, input);
        let clear = match order.kind {
            // Nobody raids an area of one's own.
            OrderKind::Raid if self.is_own(&mut input.clone()) => true,
            OrderKind::Defense | OrderKind::Consolidate => true,
            OrderKind::March => !order.is_bare(),
            OrderKind::Raid | OrderKind::Support => {
                !order.is_bare() && colon || word || from || with || under == Under::Orders && colon
            }
        };
        if !clear {
            return Err(EmptyError);
        }
        let places = self.list(input, |input| self.place(input))?;
        // "March +1 on Winterfell (to Karhold)".
        if let ([from], OrderKind::March) = (places.as_slice(), order.kind)
            && let Ok(shape) = attempt(input, |input| self.march_tail(*from, order, input))
        {
            return Ok(shape);
        }
        // "Defend Riverrun with the star".
        if places.len() == 1 {
            order.star |= self.is_starred_behind(input);
        }
        Ok(Shape::Order { places, order })
    }

    /// Reads that an order is starred, behind all else that is said of it.
    pub(in super::super) fn is_starred_behind(&self, input: &mut Tokens<'_>) -> bool {
        let star =
            self.word(Word::Star, input).is_ok() || attempt(input, |input| self.star_behind(input)).is_ok();
        if star {
            let _ = self.word(Word::Too, input);
        }
        star
    }

    /// Reads `support for Karhold from Winterfell`, behind its first word.
    fn support_for(&self, order: OrderSaid, input: &mut Tokens<'_>) -> Parsed<Shape> {
        self.word(Word::For, input)?;
        let whom = match attempt(input, |input| self.house(input)) {
            Ok((seat, run)) => Whom::House(seat, run),
            Err(_) => Whom::Place(self.place(input)?),
        };
        self.words(&[Word::From, Word::At], input)?;
        if !self.is_own(&mut input.clone()) {
            return Err(EmptyError);
        }
        Ok(Shape::Support { places: vec![self.place(input)?], order, whom })
    }

    /// Reads `leave power in the Fist`, `the Fist: leave power`, and `leave a token` by itself; and of an area that none is left.
    pub(in super::super) fn leaving_power(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        const SAID: &[Word] = &[Word::LeavePower, Word::NoToken];
        let says = |at: usize| SAID.iter().any(|word| self.form_at(self.forms_of(*word), at).is_some());
        if !(self.at(input)..self.line.tokens.len()).any(says) {
            return Err(EmptyError);
        }
        let shape = |word, place: Option<Run>, said| match (word, place) {
            (Word::LeavePower, place) => Ok(Shape::LeavePower { places: place.into_iter().collect(), said }),
            (_, Some(place)) => Ok(Shape::NoToken { place, said }),
            (_, None) => Err(EmptyError),
        };
        let before = attempt(input, |input| {
            let place = Some(self.place(input)?);
            // "The Reach march: leave a token there".
            let _ = self.word(Word::March, input);
            self.colon(input);
            let _ = self.word(Word::Shall, input);
            let (word, said) = self.spoken(SAID, input)?;
            let _ = self.word(Word::WhenMarching, input);
            shape(word, place, said)
        });
        if before.is_ok() {
            return before;
        }
        let (word, said) = self.spoken(SAID, input)?;
        let place = attempt(input, |input| {
            self.words(&[Word::At, Word::From], input)?;
            self.place(input)
        });
        let _ = self.word(Word::WhenMarching, input);
        let mut made = shape(word, place.ok(), said)?;
        // "Leave a token in White Harbor and one in The Twins".
        if let Shape::LeavePower { places, .. } = &mut made
            && !places.is_empty()
        {
            while let Ok(place) = attempt(input, |input| {
                let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Plus], input).is_ok();
                let word = self.word(Word::And, input).is_ok();
                let one = self.number(input) == Ok(1);
                self.article(input);
                let one = self.word(Word::Token, input).is_ok() || one;
                if !sign && !word || self.words(&[Word::At, Word::From], input).is_err() && one {
                    return Err(EmptyError);
                }
                let place = if self.is_own(&mut input.clone()) {
                    self.place(input)?
                } else {
                    return Err(EmptyError);
                };
                let ends = [Sign::Comma, Sign::And, Sign::Plus, Sign::Semicolon, Sign::Stop];
                let ends = input.eof_offset() == 0
                    || self.signs(&ends, &mut input.clone()).is_ok()
                    || self.word(Word::And, &mut input.clone()).is_ok();
                if ends { Ok(place) } else { Err(EmptyError) }
            }) {
                places.push(place);
            }
        }
        Ok(made)
    }

    /// Reads `all defense`, `everyone defends`, `defend everything`, `rest: support`. Which of the March orders goes where cannot be said of all.
    pub(in super::super) fn all_ordered(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        const ALL: &[Word] = &[Word::All, Word::Each, Word::EachPlace, Word::Rest];
        let from = self.at(input);
        self.article(input);
        let before = self.words(ALL, input);
        // "All areas: defense", "the others defend".
        let _ = self.word(Word::EachPlace, input);
        let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
        let _ = self.word(Word::Shall, input);
        self.article(input);
        let order = self.order(false, input)?;
        let rest = before == Ok(Word::Rest);
        let own = matches!(order.kind, OrderKind::Defense | OrderKind::Consolidate);
        if before.is_err() {
            let _ = self.word(Word::At, input);
            self.words(&[Word::Each, Word::EachPlace, if own { Word::All } else { Word::EachPlace }], input)?;
        }
        let run = self.run(from, input);
        // "Everything defends except Kingswood, which marches …": what is left out has an order of its own right behind.
        let excepts = attempt(input, |input| {
            let _ = self.sign(Sign::Comma, input);
            self.word(Word::But, input)?;
            let shape = self.shape(Under::Nothing, &mut input.clone())?;
            let orders = match shape {
                Shape::Order { places, .. } => places.len() == 1,
                Shape::March { order, .. } => order.is_some_and(|order| !order.is_bare()),
                Shape::Raid { order, .. } => order.is_some(),
                Shape::Support { .. } => true,
                _ => false,
            };
            if orders { Ok(()) } else { Err(EmptyError) }
        });
        // "Support everyone" helps people, "everyone raids" is about them.
        if before == Ok(Word::All) && !own && excepts.is_err() {
            return Err(EmptyError);
        }
        let rest = rest || excepts.is_ok();
        let ends = excepts.is_ok()
            || self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok()
            || self.form(&self.lexicon.closings, &mut input.clone()).is_ok()
            || input.eof_offset() == 0;
        // "D all" is a letter of anything.
        let is_spelt = self.token(order.run.from).is_some_and(|word| word.folded.chars().count() > 1);
        if ends && is_spelt && order.kind != OrderKind::March {
            Ok(Shape::All { run, order, of: if rest { Among::Rest } else { Among::All } })
        } else {
            Err(EmptyError)
        }
    }

    /// Reads `both fleets support`, `all ships defend`, `both seas support`.
    pub(in super::super) fn fleets_ordered(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let from = self.at(input);
        let both = self.words(&[Word::All, Word::Both], input)? == Word::Both;
        let _ = self.form(&self.lexicon.between, input);
        self.article(input);
        let unit = match self.word(Word::Seas, input) {
            Ok(_) => Unit::Ship,
            Err(_) => self.unit(false, input)?,
        };
        let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
        let _ = self.word(Word::Shall, input);
        let order = self.order(false, input)?;
        let run = self.run(from, input);
        let ends = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop], &mut input.clone()).is_ok()
            || input.eof_offset() == 0;
        let stays = matches!(order.kind, OrderKind::Support | OrderKind::Defense | OrderKind::Raid);
        if ends && stays && unit == Unit::Ship {
            Ok(Shape::All { run, order, of: Among::With(unit, both) })
        } else {
            Err(EmptyError)
        }
    }

    /// Reads `ships support`, `the knight defends`, `the fleet raids the Narrow Sea`: units that are in one area alone stand for it. What goes
    /// somewhere must name its area.
    pub(in super::super) fn unit_first(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let _ = self.word(Word::All, input);
        self.article(input);
        let from = self.at(input);
        self.unit(false, input)?;
        let place = self.run(from, input);
        // "The ships same as last turn".
        let same = attempt(input, |input| {
            let _ = self.sign(Sign::Colon, input);
            self.form(&self.lexicon.vague, input).or_else(|_| self.form(&self.lexicon.unchanged, input))
        });
        if let Ok(said) = same {
            return Ok(Shape::Vague { place, said });
        }
        let is_short = |word: &&str| word.chars().count() < SPELT;
        // "Ship: sup".
        let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
        let _ = self.words(&[Word::Shall, Word::All, Word::Both], input);
        let order = self.order(false, input)?;
        if self.name_of(place).iter().any(is_short)
            || !matches!(order.kind, OrderKind::Support | OrderKind::Defense | OrderKind::Raid)
        {
            return Err(EmptyError);
        }
        // "Ships raid" names no target.
        if order.kind == OrderKind::Raid
            && let Ok(at) = attempt(input, |input| self.targets(input).or_else(|_| self.anything(input)))
        {
            return Ok(Shape::Raid { from: place, at, order: Some(order) });
        }
        // "My ships support Lannisport".
        if order.kind == OrderKind::Support
            && let Ok(shape) = attempt(input, |input| self.support_tail(&[place], order, input))
        {
            return Ok(shape);
        }
        Ok(Shape::Order { places: vec![place], order })
    }

    /// Reads a kind of unit, spelt out, that stands for its area.
    pub(in super::super) fn unit_alone(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        self.article(input);
        let from = self.at(input);
        self.unit(false, input)?;
        let run = self.run(from, input);
        if self.name_of(run).iter().any(|word| word.chars().count() < SPELT) {
            Err(EmptyError)
        } else {
            Ok(run)
        }
    }

    /// Returns where the first kind of some units is named, spelt out.
    pub(in super::super) fn unit_spelt(&self, units: &Units) -> Option<Run> {
        let is_spelt = |run: &Run| self.name_of(*run).iter().all(|word| word.chars().count() >= SPELT);
        let named = |from: usize| {
            let fits = |forms: &Spellings| self.form_at(forms, from);
            let length = self.lexicon.units.values().filter_map(fits).max()?;
            Some(Run { from, to: from + length })
        };
        (units.run.from..units.run.to).find_map(named).filter(is_spelt)
    }

    /// Returns the kind of unit that a run names, if it is one.
    pub(in super::super) fn unit_named(&self, run: Run) -> Option<Unit> {
        let is = |forms: &Spellings| {
            self.form_at(forms, run.from).is_some_and(|length| run.from + length == run.to)
        };
        self.lexicon.units.iter().find(|(_, forms)| is(forms)).map(|(unit, _)| *unit)
    }

    /// Reads `march 2 footmen and the knight from Winterfell to Moat Cailin`, `attack Seagard from Riverrun`.
    pub(in super::super) fn sent(&self, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let march = |input: &mut Tokens<'_>| {
            let order = self.order(false, input)?;
            if order.kind == OrderKind::March { Ok(order) } else { Err(EmptyError) }
        };
        let mut order = attempt(input, march);
        let mut verb = order.is_ok() || self.word(Word::March, input).is_ok();
        let _ = self.sign(Sign::Colon, input);
        let (mut units, mut from, mut to, mut bare) = (None, None, None, None);
        loop {
            // "One footman marches (+0) from Karhold", "with Winterfell I march".
            if !verb && (units.is_some() || from.is_some()) {
                let behind = attempt(input, |input| {
                    let _ = self.form(&self.lexicon.openings, input);
                    let order = attempt(input, march);
                    if order.is_err() {
                        self.word(Word::March, input)?;
                    }
                    Ok(order)
                });
                verb = behind.is_ok();
                order = behind.unwrap_or(order);
            }
            let found = attempt(input, |input| {
                if from.is_none() && self.word(Word::From, input).is_ok() {
                    from = Some(self.place(input)?);
                    // "From Lannisport, the knight marches to Riverrun".
                    let _ = self.sign(Sign::Comma, input);
                } else if from.is_none() && self.goes_with_area(input) {
                    from = Some(self.place(input)?);
                } else if to.is_none() && self.arrow(input) {
                    to = Some(self.place(input)?);
                    self.via(input);
                } else if units.is_none() {
                    let with = self.word(Word::With, input).is_ok();
                    match if to.is_some() { self.units_there(input) } else { self.units(input) } {
                        Ok(found) => units = Some(found),
                        Err(_) if bare.is_none() && verb && !with && (to.is_none() || from.is_none()) => {
                            bare = Some(self.place(input)?)
                        }
                        Err(why) => return Err(why),
                    }
                } else if bare.is_none() && (verb || to.is_none()) {
                    bare = Some(self.place(input)?);
                } else {
                    return Err(EmptyError);
                }
                Ok(())
            });
            if found.is_err() {
                break;
            }
        }
        if !verb && units.is_none() && from.is_none() {
            return Err(EmptyError);
        }
        let (from, to) = match (from, to, bare) {
            (Some(from), Some(to), None) | (Some(from), None, Some(to)) => (from, to),
            (None, Some(to), Some(from)) if verb || units.is_some() => (from, to),
            _ => return Err(EmptyError),
        };
        // "March Winterfell to Moat Cailin, all".
        let units = units.or_else(|| {
            let last = attempt(input, |input| {
                self.sign(Sign::Comma, input)?;
                let units = self.units_there(input)?;
                if input.eof_offset() == 0 { Ok(units) } else { Err(EmptyError) }
            });
            last.ok()
        });
        let mut steps = vec![StepSaid::going(units, to)];
        while let Ok(next) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Semicolon], input).is_ok();
            let word = self.word(Word::And, input).is_ok();
            let step = self.step(false, input)?;
            let other = self.word(Word::From, &mut input.clone()).is_ok();
            if (sign || word) && step.units.is_some() && !other { Ok(step) } else { Err(EmptyError) }
        }) {
            steps.push(next);
        }
        let more = self.more(input);
        // "attack Seagard from Riverrun (march +1)", "… with march +1".
        let numbered = order.ok().filter(|order| !order.is_bare()).ok_or(EmptyError);
        let numbered = numbered.or_else(|_| attempt(input, |input| self.order_behind(input)));
        let order = numbered.or_else(|_| {
            attempt(input, |input| {
                // "to Karhold, strength plus one".
                if let Ok(order) = attempt(input, |input| {
                    let _ = self.sign(Sign::Comma, input);
                    self.strength(input)
                }) {
                    return Ok(order);
                }
                let open = self.sign(Sign::Open, input).is_ok();
                let with = self.words(&[Word::With, Word::At], input).is_ok();
                self.article(input);
                // "With a +0" is the number of the march.
                let from = self.at(input);
                let order = attempt(input, |input| self.order(false, input)).or_else(|_| {
                    let bonus = Some(self.bonus(false, input)?);
                    let run = self.run(from, input);
                    Ok(OrderSaid { run, kind: OrderKind::March, star: false, bonus, guessed: false })
                })?;
                if open {
                    self.sign(Sign::Close, input)?;
                }
                let is_march = order.kind == OrderKind::March && !order.is_bare();
                if is_march && (open || with) { Ok(order) } else { Err(EmptyError) }
            })
        });
        self.stays_behind(&mut steps, input);
        Ok(Shape::March { from, steps, more, order: order.ok() })
    }

    /// Passes over `with` before an area of one's own that marches: `I march with Winterfell to Karhold`.
    fn goes_with_area(&self, input: &mut Tokens<'_>) -> bool {
        attempt(input, |input| {
            self.word(Word::With, input)?;
            // "With knights" are units, whatever area is called so.
            let is_area = self.units(&mut input.clone()).is_err() && self.is_own(&mut input.clone());
            if is_area { Ok(()) } else { Err(EmptyError) }
        })
        .is_ok()
    }
}
