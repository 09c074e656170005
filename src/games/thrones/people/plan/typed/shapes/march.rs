//! The shapes of marches that begin with their area: the number of the order, where it leads, and what stands behind that.

use super::steps::StepSaid;
use super::{Shape, Under};
use crate::games::thrones::data::{OrderKind, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, OrderSaid, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;
use winnow::stream::Stream;

impl Grammar<'_> {
    /// Reads the number of a march before where it goes: `Milkwater -1 to Thenn`, `Milkwater (+0) -> Thenn`.
    pub(in super::super) fn numbered(&self, sign: Option<Sign>, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        let from = self.at(input);
        let bonus = match sign {
            Some(Sign::Dash) => -i16::try_from(self.number(input)?).unwrap_or(99).min(99),
            _ => self.bonus(false, input)?,
        };
        let run = self.run(from, input);
        let mut behind = input.clone();
        self.sign_or_nothing(Sign::Close, &mut behind);
        self.goes_somewhere(&mut behind)?;
        Ok(OrderSaid { run, kind: OrderKind::March, star: false, bonus: Some(bonus), guessed: false })
    }

    /// Reads what says of a number that it is a march's: an arrow and where it leads, `(go to Thenn)`, `: 1 footman to Thenn`.
    fn goes_somewhere(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        let signs = [Sign::Colon, Sign::Comma, Sign::Open, Sign::Dash];
        let parted = self.signs(&signs, input).is_ok();
        let verb = self.word(Word::March, input).is_ok();
        let arrow = self.arrow(input) || !parted && self.words(&[Word::At], input).is_ok();
        if !verb && !arrow {
            return self.steps(false, input).map(|_| ());
        }
        self.place(input).map(|_| ())
    }

    pub(in super::super) fn march_tail(
        &self,
        from: Run,
        order: OrderSaid,
        input: &mut Tokens<'_>,
    ) -> Parsed<Shape> {
        let signs = [Sign::Colon, Sign::Comma, Sign::Open, Sign::Dash, Sign::Stop, Sign::Arrow];
        let sign = self.signs(&signs, input).ok();
        // Behind a comma a bare area may be that of the next order, unless nothing follows.
        // "march +1 and attacks Moat Cailin".
        let verb = attempt(input, |input| {
            let _ = self.word(Word::And, input);
            self.word(Word::March, input)
        });
        // "march +1 (target Karhold)", "march +1 (Winterfell -> Karhold)".
        let again = attempt(input, |input| {
            if self.word(Word::Target, input).is_ok() {
                let _ = self.sign(Sign::Colon, input);
                return Ok(());
            }
            let same = self.place(input).is_ok_and(|place| self.name_of(place) == self.name_of(from));
            if same && self.arrow(input) { Ok(()) } else { Err(EmptyError) }
        });
        let is_last = sign == Some(Sign::Comma) && {
            let behind = &mut input.clone();
            self.place(behind).is_ok() && behind.eof_offset() == 0
        };
        let joined =
            verb.is_ok() || again.is_ok() || is_last || !matches!(sign, Some(Sign::Comma | Sign::Stop));
        if joined
            && attempt(&mut input.clone(), |input| {
                let place = self.place(input)?;
                self.ordered(place, Under::Nothing, input)
            })
            .is_ok()
        {
            return Err(EmptyError);
        }
        // "march +0 at Wall east".
        let _ = attempt(input, |input| {
            self.word(Word::At, input)?;
            self.place(&mut input.clone())
        });
        let mut steps = self.steps(joined, input)?;
        self.sign_or_nothing(Sign::Close, input);
        // "Winterfell marches to Karhold with march +1".
        let behind =
            if order.is_bare() { attempt(input, |input| self.order_behind(input)).ok() } else { None };
        self.stays_behind(&mut steps, input);
        let more = self.more(input);
        Ok(Shape::March { from, steps, more, order: behind.or(Some(order)) })
    }

    /// Reads `Winterfell attacks Moat Cailin`, `Winterfell: move to Moat Cailin`, `Riverrun raids Seagard`.
    pub(in super::super) fn verbal(&self, from: Run, input: &mut Tokens<'_>) -> Parsed<Shape> {
        let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
        match self.words(&[Word::March, Word::Raid], input)? {
            Word::Raid => Ok(Shape::Raid { from, at: self.targets(input)?, order: None }),
            _ => {
                let mut steps = self.steps(true, input)?;
                let order = attempt(input, |input| self.order_behind(input)).ok();
                self.units_behind(&mut steps, input);
                self.stays_behind(&mut steps, input);
                let more = self.more(input);
                Ok(Shape::March { from, steps, more, order })
            }
        }
    }

    /// Reads `Riverrun -> Stoney Sept`, `Winterfell: knight to Karhold, rest to White Harbor`.
    pub(in super::super) fn marching(
        &self,
        from: Run,
        under: Under,
        input: &mut Tokens<'_>,
    ) -> Parsed<Shape> {
        let start = input.checkpoint();
        let sign = self.signs(&[Sign::Arrow, Sign::Dash, Sign::Colon], input).ok();
        if under == Under::Raids {
            if sign.is_none() && self.words(&[Word::To, Word::At], input).is_err() {
                return Err(EmptyError);
            }
            return Ok(Shape::Raid { from, at: self.targets(input)?, order: None });
        }
        let mut steps = match sign {
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
        // "Lannisport: leave the footman, knight marches": who goes could not be read.
        let goes_on = self.signs(&[Sign::Comma, Sign::And], &mut input.clone()).is_ok()
            || self.word(Word::And, &mut input.clone()).is_ok();
        if goes_on && steps.iter().all(|step| step.to.is_none()) {
            return Err(EmptyError);
        }
        let order = attempt(input, |input| self.order_behind(input)).ok();
        self.units_behind(&mut steps, input);
        self.stays_behind(&mut steps, input);
        let more = self.more(input);
        Ok(Shape::March { from, steps, more, order })
    }

    /// Reads who goes, behind the order of a march with one goal: `-> Karhold (march -1), both units`.
    fn units_behind(&self, steps: &mut [StepSaid], input: &mut Tokens<'_>) {
        let [step] = steps else { return };
        if step.units.is_some() || step.to.is_none() {
            return;
        }
        step.units = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::And, Sign::Plus], input).is_ok();
            if !sign {
                self.words(&[Word::And, Word::With], input)?;
            }
            let _ = self.word(Word::With, input);
            let units = self.units(input)?;
            let _ = self.form(&self.lexicon.closings, input);
            let ends = [Sign::Comma, Sign::Semicolon, Sign::Stop];
            let alone = input.eof_offset() == 0 || self.signs(&ends, &mut input.clone()).is_ok();
            if alone { Ok(units) } else { Err(EmptyError) }
        })
        .ok();
    }

    /// Reads who stays, behind the order of a march: `with +1, footman stays`.
    pub(in super::super) fn stays_behind(&self, steps: &mut Vec<StepSaid>, input: &mut Tokens<'_>) {
        while let Ok(step) = attempt(input, |input| {
            let sign = self.signs(&[Sign::Comma, Sign::Semicolon, Sign::And, Sign::Stop], input).is_ok();
            let word = self.words(&[Word::And, Word::But], input).is_ok();
            // "…, while the footman stays behind".
            let _ = self.form(&self.lexicon.between, input);
            let step = self.step(false, input)?;
            if (sign || word) && step.to.is_none() { Ok(step) } else { Err(EmptyError) }
        }) {
            steps.push(step);
        }
    }

    /// Reads the number of a march by itself: `strength plus one`.
    pub(in super::super) fn strength(&self, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        attempt(input, |input| {
            let from = self.at(input);
            self.word(Word::Strength, input)?;
            let _ = self.sign(Sign::Colon, input);
            let bonus = Some(self.bonus(true, input)?);
            let run = self.run(from, input);
            Ok(OrderSaid { run, kind: OrderKind::March, star: false, bonus, guessed: false })
        })
    }

    /// Reads the order of a march behind where it goes: `, m-1`, `with march +1`, `(march +1)`, `(-1)`, `. That's a +0`.
    pub(in super::super) fn order_behind(&self, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        let told = attempt(input, |input| {
            let _ = self.signs(&[Sign::Comma, Sign::Stop, Sign::Semicolon, Sign::Dash], input);
            let _ = self.word(Word::And, input);
            self.word(Word::ThatIs, input)
        });
        if told.is_err() {
            self.sign_or_nothing(Sign::Comma, input);
        }
        // "To The Reach together on the plus one".
        let _ = self.form(&self.lexicon.between, input);
        let is_open = self.sign(Sign::Open, input).is_ok();
        let order = self.strength(input).or_else(|_| {
            let _ = self.words(&[Word::With, Word::At], input);
            self.article(input);
            attempt(input, |input| self.order(false, input)).or_else(|_| {
                let from = self.at(input);
                let bonus = Some(attempt(input, |input| self.bonus(false, input))?);
                let run = self.run(from, input);
                Ok(OrderSaid { run, kind: OrderKind::March, star: false, bonus, guessed: false })
            })
        })?;
        // "(march +1, both)": who goes stands behind the comma.
        let names = is_open
            && attempt(&mut input.clone(), |input| {
                self.sign(Sign::Comma, input)?;
                self.units(input)
            })
            .is_ok();
        if is_open && !names {
            self.sign(Sign::Close, input)?;
        }
        // "(knight, +1)": the bracket was opened before the units.
        if !is_open {
            self.sign_or_nothing(Sign::Close, input);
        }
        let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And, Sign::Plus];
        let ends = self.signs(&signs, &mut input.clone()).is_ok()
            || self.words(&[Word::If, Word::Unless, Word::And, Word::With], &mut input.clone()).is_ok()
            || self.form(&self.lexicon.closings, &mut input.clone()).is_ok();
        // "That's a +0 order".
        let _ = self.word(Word::Bonus, input);
        let clear = order.kind == OrderKind::March && !order.is_bare() && (ends || input.eof_offset() == 0);
        if clear { Ok(order) } else { Err(EmptyError) }
    }
}
