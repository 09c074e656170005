//! Tactic cards in whole sentences: `I choose Pillage, and I take one power from each`, `Call to Arms, recruit a footman in Thenn`,
//! `Advanced Planning, gain 3 power`.

use super::Wish;
use crate::games::thrones::data::{OrderKind, Word};
use crate::games::thrones::people::plan::language;
use crate::games::thrones::people::plan::northern::{CHOSEN, TACTIC_FILLERS};
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// The most words of a title.
const LONGEST_TITLE: usize = 4;

impl Grammar<'_> {
    /// Reads a card under its heading that words of choice stand before, or with what it is used on behind it.
    pub(in super::super) fn tactic_chosen(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let start = self.at(input);
        while self.form(&self.lexicon.chosen, input).is_ok()
            || self.form(&self.lexicon.wanting, input).is_ok()
            || self.word(Word::Card, input).is_ok()
        {}
        let from = self.at(input);
        let titles = (from + 1..=from + LONGEST_TITLE).rev().map(|to| Run { from, to });
        let card = titles
            .filter(|card| card.to <= self.line.tokens.len())
            .find(|card| self.tactics.known(&self.line.text(card.from, card.to)).is_some())
            .ok_or(EmptyError)?;
        self.skip(card.to - card.from, input);
        if let Ok(wish) = attempt(input, |input| self.first_used(card, input)) {
            return Ok(wish);
        }
        if from == start {
            return Err(EmptyError);
        }
        if let Ok(on) = attempt(input, |input| self.used_on(card, input)) {
            return Ok(on);
        }
        while self.form(&self.lexicon.closings, input).is_ok() {}
        let is_all = input.eof_offset() == 0;
        if is_all {
            Ok(Wish::TacticOn { card, target: Run { from: card.to, to: card.to } })
        } else {
            Err(EmptyError)
        }
    }

    /// Reads what a card that is played is used on, behind it: `play Pillage, take 1 power off the Others`.
    pub(in super::super) fn used_on(&self, card: Run, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(wish) = attempt(input, |input| self.first_used(card, input)) {
            return Ok(wish);
        }
        attempt(input, |input| {
            let signs = [Sign::Comma, Sign::Colon, Sign::Dash, Sign::Arrow, Sign::And];
            let _ = self.signs(&signs, input);
            let _ = self.word(Word::And, input);
            let target = Run { from: self.at(input), to: self.line.tokens.len() };
            // "Encircle, use both abilities" is on nobody.
            if !self.says_on_whom(target) || self.used(card, target.to).is_some() {
                return Err(EmptyError);
            }
            self.skip(target.to - target.from, input);
            // "I take one power from each of the others" is each of them.
            let is_chosen = |at: &usize| {
                self.token(*at)
                    .is_some_and(|token| language::names(CHOSEN).known(&token.folded) == Some("both"))
            };
            let each = (target.from..target.to).find(is_chosen).map(|at| Run { from: at, to: at + 1 });
            Ok(Wish::TacticOn { card, target: each.unwrap_or(target) })
        })
    }

    /// Reads behind a card whom it recruits, or the power that it gains: its first ability.
    pub(in super::super) fn first_used(&self, card: Run, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let signs = [Sign::Comma, Sign::Colon, Sign::Dash, Sign::Semicolon, Sign::And];
        let _ = self.signs(&signs, input);
        let _ = self.words(&[Word::And, Word::To], input);
        let _ = self.form(&self.lexicon.wanting, input);
        let target = Run { from: self.at(input), to: self.line.tokens.len() };
        let gains = self.gains_power(target);
        if !gains && !self.recruits(&mut input.clone()) {
            return Err(EmptyError);
        }
        self.skip(target.to - target.from, input);
        Ok(Wish::TacticFirst { card, target, gains })
    }

    /// Returns `true` if the rest of a line says that units are recruited in a place.
    fn recruits(&self, input: &mut Tokens<'_>) -> bool {
        let _ = self.words(&[Word::Muster, Word::Raise], input);
        let is_it = attempt(input, |input| {
            self.first_kind(input)?;
            self.word(Word::At, input)?;
            self.place(input)
        });
        while self.form(&self.lexicon.closings, input).is_ok() {}
        is_it.is_ok() && input.eof_offset() == 0
    }

    /// Returns `true` if a run says that so much power is gained: `take the 3 power`.
    fn gains_power(&self, run: Run) -> bool {
        let (mut number, mut power, mut verb) = (false, false, false);
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(run.from, &mut input);
        while self.at(&input) < run.to {
            let Some(token) = self.token(self.at(&input)) else { return false };
            // "Take one power from each of the others" is of Pillage.
            let whom = [Word::Both, Word::Each, Word::Others, Word::From];
            if self.words(&whom, &mut input.clone()).is_ok() || self.house(&mut input.clone()).is_ok() {
                return false;
            }
            let filler = language::is_one_of(TACTIC_FILLERS, &token.folded);
            let gain = language::names(CHOSEN).known(&token.folded).is_some();
            if self.number(&mut input.clone()).is_ok() {
                number = true;
            } else if self
                .kind(false, &mut input.clone())
                .is_ok_and(|(kind, _)| kind == OrderKind::Consolidate)
                || self.word(Word::Coin, &mut input.clone()).is_ok()
            {
                power = true;
            } else if gain || self.words(&[Word::Pay, Word::Raise], &mut input.clone()).is_ok() {
                verb = true;
            } else if !filler {
                return false;
            }
            self.skip(1, &mut input);
        }
        number && power && verb
    }

    /// Passes over what stands before the letters of abilities: `, use ability a`, `use b`.
    pub(in super::super) fn before_letters(&self, input: &mut Tokens<'_>) {
        let _ = self.signs(&[Sign::Comma, Sign::Dash, Sign::Colon], input);
        let _ = self.words(&[Word::Card, Word::With], input);
        let _ = self.word(Word::Ability, input);
    }
}
