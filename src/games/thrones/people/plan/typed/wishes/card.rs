//! The shapes of choices on cards, of the Raven and the look at the wildling card, of ports and of mustering by an order.

use super::{Battles, Member, Mustered, Wish};
use crate::games::thrones::data::{OrderKind, Unit, Word};
use crate::games::thrones::people::plan::language::{BattleField, Section};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, OrderSaid, Parsed, Run, Tokens, attempt};
use crate::sheet::fold;
use winnow::error::EmptyError;
use winnow::stream::Stream;

impl Grammar<'_> {
    /// Reads where a wildling card goes that was looked at.
    pub(in super::super) fn look_then(&self, input: &mut Tokens<'_>) -> Option<(Word, Run)> {
        attempt(input, |input| {
            let _ = self.signs(&[Sign::Comma, Sign::Colon, Sign::And, Sign::Dash, Sign::Semicolon], input);
            let _ = self.word(Word::And, input);
            self.spoken(&[Word::Under, Word::Top, Word::Ask], input)
        })
        .ok()
    }

    /// Reads under its heading what the Raven does.
    pub(in super::super) fn raven_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok((_, run)) = self.spoken(&[Word::None, Word::No], input) {
            return Ok(Wish::Nothing(Section::Raven, run));
        }
        if let Ok(run) = self.word(Word::Look, input) {
            return Ok(Wish::Look { run, then: self.look_then(input) });
        }
        if self.word(Word::Replace, input).is_ok() {
            // "Replace the order in Lannisport", "change my march at Lannisport".
            let _ = attempt(input, |input| {
                self.article(input);
                let order = self.order(false, input).is_ok();
                let token = self.word(Word::Bonus, input).is_ok();
                let at = self.words(&[Word::At, Word::From, Word::For], &mut input.clone()).is_ok();
                if (order || token) && at { Ok(()) } else { Err(EmptyError) }
            });
            let _ = self.words(&[Word::From, Word::For], input);
        }
        let _ = self.word(Word::At, input);
        let place = self.place(input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow], input);
        let _ = self.words(&[Word::To, Word::With], input);
        self.article(input);
        Ok(Wish::Raven { place, order: self.order(true, input)? })
    }

    /// Reads `raven: Karhold defense`, `replace Karhold with defense`.
    pub(in super::super) fn raven(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        // "With the raven change White Harbor to support".
        if self.word(Word::IfRaven, input).is_ok() || self.word(Word::Raven, input).is_ok() {
            self.colon(input);
            let _ = self.sign(Sign::Comma, input);
            let _ = self.word(Word::To, input);
        } else if let Ok(run) = self.word(Word::Look, input) {
            // "Look" alone is no order.
            if run.to - run.from < 2 {
                return Err(EmptyError);
            }
            let _ = attempt(input, |input| {
                self.word(Word::With, input)?;
                self.article(input);
                self.word(Word::Raven, input)
            });
            return Ok(Wish::Look { run, then: self.look_then(input) });
        } else {
            self.word(Word::Replace, &mut input.clone())?;
        }
        self.raven_alone(input)
    }

    /// Reads all that is left up to a semicolon.
    pub(in super::super) fn value(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let from = self.at(input);
        while self.at(input) < self.line.tokens.len()
            && self.sign(Sign::Semicolon, &mut input.clone()).is_err()
        {
            self.skip(1, input);
        }
        let mut run = self.run(from, input);
        // "Mustering please".
        let closes =
            |at: usize| self.form_at(&self.lexicon.closings, at).is_some_and(|length| at + length == run.to);
        if let Some(at) = (run.from + 1..run.to).find(|at| closes(*at)) {
            run.to = at;
        }
        if run.from == run.to { Err(EmptyError) } else { Ok(run) }
    }

    /// Reads `A Throne of Blades: mustering`.
    pub(in super::super) fn choice_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        while self.signs(&[Sign::Colon, Sign::Arrow], &mut input.clone()).is_err() {
            if self.at(input) == self.line.tokens.len() {
                return Err(EmptyError);
            }
            self.skip(1, input);
        }
        let card = self.run(from, input);
        let name = self.name_of(card).join(" ");
        self.signs(&[Sign::Colon, Sign::Arrow], input)?;
        let value = self.value(input)?;
        // "Blades: mustering" says by its choice that it is no sword.
        let chosen = fold(&self.line.text(value.from, value.to));
        let is_among = |among: &[&str]| among.iter().any(|id| id.replace('-', " ") == chosen);
        let is_named = match name.split(' ').count() {
            0 | 1 => self.choices.find(&name).is_ok_and(|choice| is_among(choice.among)),
            _ => self.choices.known(&name).is_some(),
        };
        if !is_named {
            return Err(EmptyError);
        }
        // "Throne of Blades: muster please".
        let polite =
            |from: usize| self.form_at(&self.lexicon.closings, from).is_some_and(|n| from + n == value.to);
        let to = (value.from + 1..value.to).find(|from| polite(*from)).unwrap_or(value.to);
        Ok(Wish::Choice { card, value: Run { to, ..value } })
    }

    /// Reads `For A Throne of Blades I choose Mustering`, `with A Throne of Blades I choose that nothing happens`.
    pub(in super::super) fn choice_said(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let _ = self.words(&[Word::For, Word::With, Word::At], input);
        let _ = self.form(&self.lexicon.openings, input);
        let runs = self.name_run(self.at(input));
        let from = self.at(input);
        let (length, _) = runs
            .iter()
            .rev()
            .find(|(_, words)| words.len() > 2 && self.choices.known(&words.join(" ")).is_some())
            .ok_or(EmptyError)?;
        self.skip(*length, input);
        let card = self.run(from, input);
        let _ = self.signs(&[Sign::Comma, Sign::Dash], input);
        if self.form(&self.lexicon.chosen, input).is_err() {
            self.form(&self.lexicon.wanting, input)?;
        }
        let _ = self.words(&[Word::That, Word::Relative], input);
        let value = self.value(input)?;
        // Other sentences behind it are read by themselves.
        let ends = |at: usize| self.token(at).is_some_and(|token| token.sign == Some(Sign::Stop));
        if (value.from..value.to).any(ends) { Err(EmptyError) } else { Ok(Wish::Choice { card, value }) }
    }

    /// Reads `all`, `Port of Lannisport: 2` under its heading.
    pub(in super::super) fn ports_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let number = |input: &mut Tokens<'_>| {
            let from = self.at(input);
            let said = self.number(input).is_ok() || self.words(&[Word::All, Word::None], input).is_ok();
            let run = self.run(from, input);
            let _ = attempt(input, |input| self.first_kind(input));
            if said { Ok(run) } else { Err(EmptyError) }
        };
        if let Ok(value) = attempt(input, number) {
            return Ok(Wish::Ports { place: None, value });
        }
        let place = self.place(input)?;
        self.colon(input);
        Ok(Wish::Ports { place: Some(place), value: number(input)? })
    }

    pub(in super::super) fn redraw_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let members = vec![Member::Raw(self.redraw(input)?)];
        Ok(Wish::Tactic { battles: Battles::All, field: BattleField::Redraw, members })
    }

    /// Reads when another card of the Tides of Battle is drawn: `yes`, `if 0`.
    pub(in super::super) fn redraw(&self, input: &mut Tokens<'_>) -> Parsed<Run> {
        let from = self.at(input);
        let words = [Word::Yes, Word::No, Word::Always, Word::Never, Word::Ask, Word::None];
        if self.words(&words, input).is_err() {
            let _ = self.word(Word::If, input);
            if self.number(input)? != 0 {
                return Err(EmptyError);
            }
        }
        Ok(self.run(from, input))
    }

    /// Reads a Consolidate Power order; what stands in brackets behind it is not part of it.
    fn consolidating(&self, input: &mut Tokens<'_>) -> Parsed<OrderSaid> {
        let from = self.at(input);
        let before = self.word(Word::Star, input).is_ok();
        let (kind, guessed) = self.kind(false, input)?;
        if kind != OrderKind::Consolidate {
            return Err(EmptyError);
        }
        let behind = self.sign(Sign::Star, input).is_ok() || self.word(Word::Star, input).is_ok();
        let _ = self.word(Word::Bonus, input);
        Ok(OrderSaid { run: self.run(from, input), kind, star: before || behind, bonus: None, guessed })
    }

    /// Reads `Winterfell CP*: muster a knight`, `White Harbor consolidate*: ship in port`.
    pub(in super::super) fn consolidated(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let place = self.place(input)?;
        let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow, Sign::Comma], input);
        let order = self.consolidating(input)?;
        let sign = self.signs(&[Sign::Colon, Sign::Dash, Sign::Open, Sign::Arrow, Sign::Comma], input).ok();
        let for_units = matches!(self.words(&[Word::To, Word::And, Word::For], input), Ok(Word::For));
        let said = self.words(&[Word::Muster, Word::Raise], input).is_ok();
        self.colon(input);
        let items = self.many_mustered(false, input)?;
        // Behind a comma, or nothing, units alone may be those of the next march, unless the entry ends with them; an upgrade can
        // be nothing else.
        let rises = items.iter().all(|item| matches!(item, Mustered::Upgrade { .. }));
        // The Others recruit by a plain order too, where others would march.
        let raises =
            |item: &Mustered| matches!(item, Mustered::Units { unit: Unit::Zombie | Unit::Other, .. });
        let all_raise = items.iter().all(raises);
        let musters = order.star || all_raise;
        let ends = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And, Sign::Close];
        let alone = input.eof_offset() == 0 || self.signs(&ends, &mut input.clone()).is_ok();
        // "CP* knight" has an end; behind a comma only the end of the line shows that no march follows.
        let ends_with_them = match sign {
            None => alone,
            _ => input.eof_offset() == 0,
        };
        let parted = for_units
            || !matches!(sign, None | Some(Sign::Comma))
            || order.star && ends_with_them
            || all_raise && alone;
        if !(said || rises || musters && parted) {
            return Err(EmptyError);
        }
        self.sign_or_nothing(Sign::Close, input);
        if self.arrow(&mut input.clone()) {
            return Err(EmptyError);
        }
        Ok(Wish::Consolidate { place, order: Some(order), items })
    }
}
