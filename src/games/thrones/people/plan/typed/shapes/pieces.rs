//! Marches told by their pieces, in whatever order these stand: `the ship goes to the Narrow Sea, +0`, `March +1: army to Karhold, from
//! Winterfell`. Every word must be a piece, each piece can be there once, and together they must make one march of one area.

use super::Shape;
use super::steps::{MarchMore, StepSaid};
use crate::games::thrones::data::{OrderKind, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{
    Grammar, OrderSaid, Parsed, Run, Tokens, Units, attempt,
};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// What was found of a march so far.
#[derive(Default)]
struct Pieces {
    from: Option<Run>,
    /// Where units go, or stay.
    steps: Vec<StepSaid>,
    /// Units that were named before where they go.
    units: Option<Units>,
    order: Option<OrderSaid>,
    bonus: Option<(i16, Run)>,
    star: bool,
    verb: bool,
    leave_power: Option<Run>,
}

impl Grammar<'_> {
    /// Reads all the line as the pieces of one march.
    pub(in super::super) fn pieces(&self) -> Option<Shape> {
        let mut pieces = Pieces::default();
        let mut tokens: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        while tokens.eof_offset() > 0 {
            attempt(&mut tokens, |input| self.piece(&mut pieces, input)).ok()?;
        }
        pieces.march(self)
    }

    /// Reads the next piece.
    fn piece(&self, pieces: &mut Pieces, input: &mut Tokens<'_>) -> Parsed<()> {
        const BETWEEN: &[Sign] =
            &[Sign::Comma, Sign::Colon, Sign::And, Sign::Open, Sign::Close, Sign::Stop, Sign::Semicolon];
        if self.signs(BETWEEN, input).is_ok() || self.form(&self.lexicon.between, input).is_ok() {
            return Ok(());
        }
        if let Ok(run) = self.word(Word::LeavePower, input) {
            return once(&mut pieces.leave_power, run);
        }
        if let Ok(units) = attempt(input, |input| {
            self.word(Word::KeepBack, input)?;
            let units = self.units(input)?;
            let _ = self.word(Word::Behind, input);
            Ok(units)
        }) {
            pieces.steps.push(StepSaid { units: Some(units), to: None, staying: None });
            return Ok(());
        }
        if let Ok(from) = attempt(input, |input| {
            self.words(&[Word::From, Word::At], input)?;
            if self.is_own(&mut input.clone()) { self.place(input) } else { Err(EmptyError) }
        }) {
            return once(&mut pieces.from, from);
        }
        if let Ok(to) =
            attempt(input, |input| if self.arrow(input) { self.place(input) } else { Err(EmptyError) })
        {
            self.via(input);
            pieces.steps.push(StepSaid::going(pieces.units.take(), to));
            return Ok(());
        }
        let with = self.words(&[Word::With, Word::At], input).is_ok();
        self.article(input);
        if let Ok(order) = attempt(input, |input| self.order(false, input)) {
            return if order.kind == OrderKind::March {
                once(&mut pieces.order, order)
            } else {
                Err(EmptyError)
            };
        }
        let start = self.at(input);
        if let Ok(bonus) = attempt(input, |input| self.bonus(false, input)) {
            return once(&mut pieces.bonus, (bonus, self.run(start, input)));
        }
        if !pieces.star && self.word(Word::Star, input).is_ok() {
            pieces.star = true;
            return Ok(());
        }
        if let Ok(units) = attempt(input, |input| self.army(input)) {
            return self.told(pieces, units, with, input);
        }
        if with {
            return Err(EmptyError);
        }
        if self.words(&[Word::Shall, Word::And, Word::Both, Word::But], input).is_ok() {
            return Ok(());
        }
        if self.word(Word::March, input).is_ok() {
            pieces.verb = true;
            // "Attack Karhold with the knight".
            if let Ok(to) = attempt(input, |input| {
                if self.is_own(&mut input.clone()) { Err(EmptyError) } else { self.place(input) }
            }) {
                pieces.steps.push(StepSaid::going(pieces.units.take(), to));
            }
            return Ok(());
        }
        if pieces.from.is_none() && self.is_own(&mut input.clone()) {
            return once(&mut pieces.from, self.place(input)?);
        }
        Err(EmptyError)
    }

    /// Reads units, or an army.
    fn army(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        attempt(input, |input| self.units(input)).or_else(|_| {
            let run = self.word(Word::Army, input)?;
            Ok(Units { run, kinds: None, number: None })
        })
    }

    /// Takes units that stay, that go where was said before, or that go where will be said.
    fn told(&self, pieces: &mut Pieces, units: Units, with: bool, input: &mut Tokens<'_>) -> Parsed<()> {
        if self.stays(input).is_ok() {
            pieces.steps.push(StepSaid { units: Some(units), to: None, staying: None });
            return Ok(());
        }
        match pieces.steps.last_mut() {
            Some(step) if with && step.to.is_some() => once(&mut step.units, units),
            _ => once(&mut pieces.units, units),
        }
    }
}

impl Pieces {
    /// Returns the march that the pieces make.
    fn march(mut self, grammar: &Grammar<'_>) -> Option<Shape> {
        let goes = |step: &&mut StepSaid| step.to.is_some();
        let goals = self.steps.iter().filter(|step| step.to.is_some()).count();
        if let Some(units) = self.units.take() {
            let step = self.steps.iter_mut().find(goes).filter(|step| goals == 1 && step.units.is_none())?;
            step.units = Some(units);
        }
        let named = |step: &StepSaid| step.to.is_none() || step.units.is_some();
        let all_named = self.steps.iter().all(named);
        let is_march = self.verb || self.order.is_some() || all_named;
        if goals == 0 || !is_march || goals > 1 && !all_named {
            return None;
        }
        let order = match (self.order, self.bonus) {
            (Some(order), None) => Some(order),
            (Some(order), Some((bonus, _))) if order.bonus.is_none() => {
                Some(OrderSaid { bonus: Some(bonus), ..order })
            }
            (None, Some((bonus, run))) => Some(OrderSaid {
                run,
                kind: OrderKind::March,
                star: false,
                bonus: Some(bonus),
                guessed: false,
            }),
            (None, None) => None,
            _ => return None,
        };
        let order = order.map(|order| OrderSaid { star: order.star || self.star, ..order });
        if self.star && order.is_none() {
            return None;
        }
        // Without its area, the units that go say from where.
        let from = match self.from {
            Some(from) => from,
            None => {
                let units = self.steps.iter().find_map(|step| step.to.and(step.units.as_ref()))?;
                grammar.unit_spelt(units)?
            }
        };
        let more = MarchMore { leave_power: self.leave_power, ..MarchMore::default() };
        Some(Shape::March { from, steps: self.steps, more, order })
    }
}

/// Puts what is said where nothing was said yet.
fn once<T>(place: &mut Option<T>, said: T) -> Parsed<()> {
    if place.replace(said).is_some() { Err(EmptyError) } else { Ok(()) }
}
