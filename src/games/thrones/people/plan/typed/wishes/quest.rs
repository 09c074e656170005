//! The shapes of what is said of quests, and of abilities of tactic cards one behind the other.

use super::{AbilitySaid, QuestUnits, Wish};
use crate::games::thrones::data::{Heading, Letter, Unit, Word};
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::northern::card_and_letter;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Count, Grammar, Parsed, Run, Tokens, attempt};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// What parts units of a quest, and abilities.
const PARTING: &[Sign] = &[Sign::Comma, Sign::Semicolon, Sign::And, Sign::Plus];

impl Grammar<'_> {
    /// Reads units for the quest under its heading: `2 footmen from the Fist`, `a knight and a footman from the Wall (centre)`, `nobody`.
    pub(in super::super) fn quest_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let from = self.at(input);
        if self.words(&[Word::None, Word::No], input).is_ok() {
            // "Nobody goes".
            let run = self.run(from, input);
            let _ = attempt(input, |input| {
                self.words(&[Word::March, Word::Give], input)?;
                if input.eof_offset() == 0 { Ok(()) } else { Err(EmptyError) }
            });
            return Ok(Wish::Nothing(Section::Quest, run));
        }
        let _ = self.word(Word::With, input);
        self.units_listed(input)
    }

    /// Reads units for the quest, all of them: `2 footmen from the Fist`, `storrolds 2 footmen + skirling footman`, `1 footman from the
    /// Fist and 1 from Milkwater`.
    fn units_listed(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let mut all = vec![self.units_for_quest(None, input)?];
        while let Ok(next) = attempt(input, |input| {
            let mut is_parted = false;
            while self.signs(PARTING, input).is_ok() || self.word(Word::And, input).is_ok() {
                is_parted = true;
            }
            let before = all.last().map(|one| one.unit);
            if is_parted { self.units_for_quest(before, input) } else { Err(EmptyError) }
        }) {
            all.push(next);
        }
        // "A knight and a footman from the Wall (centre)" leave one area.
        for at in (1..all.len()).rev() {
            if all[at - 1].at.is_none() {
                all[at - 1].at = all[at].at;
            }
        }
        Ok(match all.as_slice() {
            [one] => Wish::Quest(*one),
            _ => Wish::QuestList(all),
        })
    }

    /// Reads `2 footmen from the Fist`, `Skirling Pass: a knight`, `1 from the Fist` behind a unit that it speaks of.
    fn units_for_quest(&self, before: Option<Unit>, input: &mut Tokens<'_>) -> Parsed<QuestUnits> {
        let from = self.at(input);
        let first = attempt(input, |input| {
            let place = self.place(input)?;
            let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
            self.first_kind(&mut input.clone()).map(|_| place)
        });
        let kind = attempt(input, |input| self.first_kind(input)).or_else(|_| {
            let count = self.number(input)?;
            self.words(&[Word::At, Word::From], &mut input.clone())?;
            Ok((before.ok_or(EmptyError)?, Count::Number(count)))
        });
        let (unit, count) = kind?;
        let run = self.run(from, input);
        if let Ok(place) = first {
            return Ok(QuestUnits { unit, count, run, at: Some(place) });
        }
        // "1 footman Storrolds" says as much as "from Storrolds".
        let at = attempt(input, |input| {
            let _ = self.words(&[Word::At, Word::From], input);
            self.place(input)
        });
        Ok(QuestUnits { unit, count, run, at: at.ok() })
    }

    /// Reads `nobody goes on the quest`, `no quest this turn`.
    pub(in super::super) fn no_quest(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let heading = self.lexicon.sections.get(&Heading::Quest).ok_or(EmptyError)?;
        let verb = self.words(&[Word::March, Word::Give], input).is_ok();
        let from = self.at(input);
        self.words(&[Word::None, Word::No], input)?;
        let run = self.run(from, input);
        let _ = self.words(&[Word::March, Word::Give], input);
        let to = self.words(&[Word::At, Word::To, Word::For], input).is_ok();
        self.article(input);
        self.form(heading, input)?;
        // "Send no quest" says nothing.
        if verb && !to {
            return Err(EmptyError);
        }
        Ok(Wish::Nothing(Section::Quest, run))
    }

    /// Reads `send 2 footmen from the Fist on the quest`, `a giant goes on the quest from Milkwater`, `Milkwater: 1 footman to the quest`.
    pub(in super::super) fn quest_sent(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let heading = self.lexicon.sections.get(&Heading::Quest).ok_or(EmptyError)?;
        let mut verb = self.words(&[Word::March, Word::Give], input).is_ok();
        let place = if verb { None } else { attempt(input, |input| self.place(input)).ok() };
        if place.is_some() {
            let _ = self.signs(&[Sign::Colon, Sign::Dash], input);
            verb |= self.words(&[Word::March, Word::Give], input).is_ok();
        }
        let mut units = self.units_for_quest(None, input)?;
        verb |= self.words(&[Word::March], input).is_ok();
        if self.form(heading, input).is_err() {
            self.words(&[Word::At, Word::To, Word::For], input)?;
            self.article(input);
            self.form(heading, input)?;
        }
        let behind = attempt(input, |input| {
            self.words(&[Word::From], input)?;
            self.place(input)
        });
        // Where they are must be said once, and that they go.
        let named = [place, units.at, behind.as_ref().ok().copied()].into_iter().flatten().count();
        if named > 1 || !verb && named == 0 {
            return Err(EmptyError);
        }
        units.at = units.at.or(place).or(behind.ok());
        Ok(Wish::Quest(units))
    }

    /// Reads abilities from a token to the end of the line, each with what it is used on: `5a yes, 5b no`, `16a Milkwater, b no`. `None`
    /// if they are not two or more.
    pub(in super::super) fn abilities_in_a_row(&self, from: usize, end: usize) -> Option<Vec<AbilitySaid>> {
        let parts = |at: usize| {
            let sign = self.token(at).and_then(|token| token.sign);
            sign.is_some_and(|sign| PARTING.contains(&sign) || sign == Sign::Stop)
                || self.token(at).is_some_and(|token| token.is_word())
                    && self.word_is(Word::And, Run { from: at, to: at + 1 })
        };
        let starts: Vec<usize> =
            (from..end).filter(|at| *at == from || parts(at - 1) && !parts(*at)).collect();
        let mut row: Vec<AbilitySaid> = Vec::new();
        let mut card = None;
        for start in starts {
            let Some((key, names_card)) = self.ability_key(start, end) else { continue };
            if let Some(last) = row.last_mut() {
                let gap = (last.value.from..start).rev().take_while(|at| parts(*at)).count();
                last.value.to = start - gap;
            } else if start != from {
                return None;
            }
            if names_card {
                card = Some(key);
            }
            let mut behind: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(key.to, &mut behind);
            let _ = self.signs(&[Sign::Colon, Sign::Dash, Sign::Arrow], &mut behind);
            let _ = self.words(&[Word::At, Word::For, Word::To, Word::With], &mut behind);
            let value = Run { from: self.at(&behind).min(end), to: end };
            row.push(AbilitySaid { key, card: card.filter(|_| !names_card), value });
        }
        if let Some(last) = row.last_mut() {
            *last = AbilitySaid { value: self.without_marks(last.value), ..*last };
        }
        let known = row.iter().all(|one| {
            one.card.is_some() || self.ability_key(one.key.from, end).is_some_and(|(_, names)| names)
        });
        (known && row.len() > 1).then_some(row)
    }

    /// Returns the name of an ability that stands here, and whether it names its card: `16a`, `7 b`, or `b` alone.
    fn ability_key(&self, at: usize, end: usize) -> Option<(Run, bool)> {
        let said = |to: usize| self.line.text(at, to);
        let names = |to: usize| {
            let text = said(to);
            let (card, letter) = card_and_letter(&text);
            letter.is_some()
                && !card.is_empty()
                && card.chars().all(|c| c.is_ascii_digit())
                && self.tactics.known(card).is_some()
        };
        if let Some(to) = (at + 1..=(at + 2).min(end)).find(|to| names(*to)) {
            return Some((Run { from: at, to }, true));
        }
        let letter = self.token(at)?;
        let is_letter = Letter::ALL.iter().any(|known| known.id() == letter.folded);
        // "And a knight" is no ability: something that answers must follow.
        let answers = [Word::Yes, Word::No, Word::Always, Word::Never, Word::Ask];
        let mut behind: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(at + 1, &mut behind);
        let colon = self.signs(&[Sign::Colon, Sign::Dash], &mut behind).is_ok();
        let answered = behind.eof_offset() == 0 || self.words(&answers, &mut behind).is_ok();
        (is_letter && (colon || answered)).then_some((Run { from: at, to: at + 1 }, false))
    }
}
