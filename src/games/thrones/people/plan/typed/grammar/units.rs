//! Units as people write them: kinds with their numbers, all of them, letters, men of no kind.

use super::tokens::{Sign, Token, number};
use super::{Count, Grammar, Parsed, Run, Tokens, Units, attempt};
use crate::games::thrones::data::{Form, Unit, Word};
use crate::games::thrones::people::plan::language::unit_word;
use crate::sheet::fold;
use winnow::Parser;
use winnow::combinator::opt;
use winnow::error::EmptyError;
use winnow::token::any;

impl Grammar<'_> {
    /// Reads a kind of unit; a single letter only behind a number.
    pub(in super::super) fn unit(&self, counted: bool, input: &mut Tokens<'_>) -> Parsed<Unit> {
        let at = self.at(input);
        let letters = self.token(at).map_or(0, |token| token.folded.chars().count());
        let found =
            self.lexicon.units.iter().filter_map(|(unit, forms)| Some((self.form_at(forms, at)?, *unit)));
        let (length, unit) = found.max_by_key(|(length, _)| *length).ok_or(EmptyError)?;
        // "Others to Thenn" may be the rest; "2 others" are two of the Others.
        if !counted && self.word_is(Word::Rest, Run { from: at, to: at + length }) {
            return Err(EmptyError);
        }
        // "Thenn -> Giant's Stairs" names an area; "2 giants" are units, whatever follows.
        if !counted && letters > 2 && self.begins_area(at, length) {
            return Err(EmptyError);
        }
        if letters == 1 && !counted {
            // "K -> MC", "Winterfell: K".
            let next = self.token(at + 1);
            let mut behind = input.clone();
            self.skip(1, &mut behind);
            let ends = next.is_none_or(|token| {
                matches!(
                    token.sign,
                    Some(Sign::Comma | Sign::Semicolon | Sign::Close | Sign::Arrow | Sign::And | Sign::Plus)
                )
            });
            // "K+F (+0)".
            let numbered = next.is_some_and(|token| token.sign == Some(Sign::Open))
                && self
                    .token(at + 2)
                    .is_some_and(|token| matches!(token.sign, Some(Sign::Plus | Sign::Dash)));
            // "K MC": a letter that is no order's, right before an area.
            let goes =
                self.kind(false, &mut input.clone()).is_err() && self.place(&mut behind.clone()).is_ok();
            if !ends && !numbered && !goes && self.words(&[Word::To, Word::Stay], &mut behind).is_err() {
                return Err(EmptyError);
            }
        }
        self.skip(length, input);
        Ok(unit)
    }

    /// Reads a number and a kind of unit: `2 footmen`, `the knight`, `all ships`, `2F`, `ship x2`.
    pub(in super::super) fn first_kind(&self, input: &mut Tokens<'_>) -> Parsed<(Unit, Count)> {
        let all = opt(|i: &mut Tokens<'_>| self.words(&[Word::All], i)).parse_next(input)?;
        if all.is_none() && self.both_are_two_kinds(input) {
            let _ = self.word(Word::Both, input);
        }
        self.article(input);
        let number = opt(|i: &mut Tokens<'_>| self.number(i)).parse_next(input)?;
        if number.is_some() {
            self.times(input);
            // "Two more footmen", "one of the footmen".
            let _ = self.word(Word::More, input);
            let _ = self.form(&self.lexicon.between, input);
            self.article(input);
        }
        let unit = self.unit(number.is_some(), input)?;
        let behind = attempt(input, |input| {
            self.times(input);
            self.sign_or_nothing(Sign::Open, input);
            let number = any.verify_map(|token: &Token| token.number).parse_next(input)?;
            self.sign_or_nothing(Sign::Close, input);
            // The number of the next kind: "knight 2 footmen".
            if self.unit(true, &mut input.clone()).is_ok() { Err(EmptyError) } else { Ok(number) }
        });
        let count = match (all, number, behind) {
            (Some(_), None, Err(_)) => Count::All,
            // "All 3 ships".
            (_, Some(number), Err(_)) | (None, None, Ok(number)) => Count::Number(number),
            (None, None, Err(_)) => Count::Number(1),
            _ => return Err(EmptyError),
        };
        Ok((unit, count))
    }

    /// Returns `true` for `both the footman and the knight`, which are one of each kind; `both footmen` are two.
    fn both_are_two_kinds(&self, input: &Tokens<'_>) -> bool {
        let one = |input: &mut Tokens<'_>| {
            self.article(input);
            let said = self.token(self.at(input)).map(|token| token.folded.as_str());
            let unit = self.unit(false, input)?;
            if said == Some(&fold(unit_word(unit, 1))) { Ok(()) } else { Err(EmptyError) }
        };
        attempt(&mut input.clone(), |input| {
            self.word(Word::Both, input)?;
            one(input)?;
            if self.signs(&[Sign::And, Sign::Plus], input).is_err() {
                self.word(Word::And, input)?;
            }
            self.article(input);
            self.unit(false, input)
        })
        .is_ok()
    }

    pub(in super::super) fn times(&self, input: &mut Tokens<'_>) {
        let _: Parsed<Option<&Token>> =
            opt(any.verify(|token: &Token| matches!(token.folded.as_str(), "x" | "×"))).parse_next(input);
    }

    /// Reads units: all, the rest, or numbers of kinds with commas, "and", plus or nothing between them.
    pub(in super::super) fn units(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        self.units_unless(input, |_| false)
    }

    /// Reads units behind their destination: what has a destination of its own goes there. "Karhold with the knight, footman
    /// to White Harbor".
    pub(in super::super) fn units_there(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        self.units_unless(input, |behind| {
            self.signs(&[Sign::Arrow, Sign::Dash], behind).is_ok()
                || self.words(&[Word::To, Word::Stay], behind).is_ok()
        })
    }

    /// Reads units up to those behind which something says that they are not of the list.
    fn units_unless(&self, input: &mut Tokens<'_>, ends: impl Fn(&mut Tokens<'_>) -> bool) -> Parsed<Units> {
        attempt(input, |input| {
            let from = self.at(input);
            if let Ok(kinds) = attempt(input, |input| self.unit_letters(input)) {
                return Ok(Units { run: self.run(from, input), kinds: Some(kinds), number: None });
            }
            self.sign_or_nothing(Sign::Open, input);
            // "Just the knight", "knight only".
            let _ = self.word(Word::Only, input);
            let mut number = None;
            let mut kinds: Vec<(Unit, Count)> = Vec::new();
            while let Ok(found) = attempt(input, |input| {
                if !kinds.is_empty() {
                    let _ = self.signs(&[Sign::Comma, Sign::And, Sign::Plus], input);
                    let _ = self.word(Word::And, input);
                }
                let is_first = kinds.is_empty();
                let at = self.at(input);
                let mut found = self.first_kind(input)?;
                // "Knights to Greywater Watch" are all of them.
                if self.are_many(self.run(at, input)) {
                    found.1 = Count::All;
                }
                if !is_first && ends(&mut input.clone()) { Err(EmptyError) } else { Ok(found) }
            }) {
                kinds.push(found);
            }
            let kinds = if kinds.is_empty() {
                // "Both men", "both my units", "2 units".
                number = attempt(input, |input| {
                    self.number(input).and_then(|number| self.soldiers(input).map(|()| number))
                })
                .ok();
                if number.is_none() {
                    self.words(&[Word::All, Word::Both, Word::Rest], input)?;
                    let _ = attempt(input, |input| self.soldiers(input));
                }
                None
            } else {
                let _ = self.word(Word::Only, input);
                Some(kinds)
            };
            self.sign_or_nothing(Sign::Close, input);
            Ok(Units { run: self.run(from, input), kinds, number })
        })
    }

    /// Returns `true` for units in the plural without a number: `ships`, `the knights`.
    pub(in super::super) fn are_many(&self, run: Run) -> bool {
        let mut said = (run.from..run.to).filter_map(|at| self.token(at));
        let is_counted = said.any(|token| number(self.lexicon, token).is_some());
        !is_counted && (run.from..run.to).any(|from| self.word_is(Word::Many, Run { from, to: run.to }))
    }

    /// Reads units of no kind: `men`, `my units`.
    pub(in super::super) fn soldiers(&self, input: &mut Tokens<'_>) -> Parsed<()> {
        self.article(input);
        self.word(Word::Army, input).map(|_| ())
    }

    /// Reads several letters of units in brackets: `(K F)`, `(K, F)`, `(KFF)`.
    pub(in super::super) fn unit_letters(&self, input: &mut Tokens<'_>) -> Parsed<Vec<(Unit, Count)>> {
        const MOST: usize = 4;
        self.sign(Sign::Open, input)?;
        let mut kinds: Vec<(Unit, Count)> = Vec::new();
        while self.sign(Sign::Close, input).is_err() {
            let _ = self.signs(&[Sign::Comma, Sign::And, Sign::Plus, Sign::Slash], input);
            let word = self.token(self.at(input)).filter(|token| token.is_word()).ok_or(EmptyError)?;
            // "(SS)" may be the Shivering Sea.
            if word.folded.chars().count() > MOST || self.areas.is_code(&word.raw) {
                return Err(EmptyError);
            }
            for letter in word.folded.chars() {
                let is = |form: &Form| matches!(form.as_slice(), [only] if only.chars().eq([letter]));
                let mut units = self.lexicon.units.iter().filter(|(_, forms)| forms.iter().any(is));
                let (unit, _) = units.next().ok_or(EmptyError)?;
                match kinds.iter_mut().find(|(known, _)| known == unit) {
                    Some((_, Count::Number(number))) => *number += 1,
                    _ => kinds.push((*unit, Count::Number(1))),
                }
            }
            self.skip(1, input);
        }
        if kinds.is_empty() { Err(EmptyError) } else { Ok(kinds) }
    }

    /// Reads the units of an area before its name: `the ships in Shipbreaker Bay`, `army in Winterfell`.
    pub(in super::super) fn crowd(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        let from = self.at(input);
        let units = self.troops(input).or_else(|_| {
            self.word(Word::Army, input)?;
            Ok(Units { run: self.run(from, input), kinds: None, number: None })
        })?;
        self.word(Word::At, input).map(|_| units)
    }

    /// Reads units; a plural without a number is all there are.
    pub(in super::super) fn troops(&self, input: &mut Tokens<'_>) -> Parsed<Units> {
        let mut units = self.units(input)?;
        let said = self.line.tokens.get(units.run.from..units.run.to).unwrap_or_default();
        let is_counted = said.iter().any(|token| number(self.lexicon, token).is_some());
        for (unit, count) in units.kinds.iter_mut().flatten().filter(|_| !is_counted) {
            if !said.iter().any(|token| token.folded == fold(unit_word(*unit, 1))) {
                *count = Count::All;
            }
        }
        Ok(units)
    }
}
