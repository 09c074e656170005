//! The shapes of what is said of tactic cards and quests.

use super::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use super::tokens::Sign;
use super::wish::Wish;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::language::Section;
use crate::games::thrones::people::plan::northern::{DECK, OBJECTIVE, card_and_letter};
use crate::sheet::fold;
use winnow::error::EmptyError;

impl Grammar<'_> {
    /// Reads the tactic card of the round under its heading, or several, best first: each by its name, a part of it, or its
    /// number.
    pub(super) fn tactic_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let value = self.value(input)?;
        let said = self.line.text(value.from, value.to);
        let known = |part: &str| {
            let part = part.trim_matches(|c: char| !c.is_alphanumeric());
            self.tactics.known(part).is_some() || self.tactics.meant(part, |_| true).is_some()
        };
        if !said.split(',').all(known) {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactic, key: None, value })
    }

    /// Reads units for the quest under its heading: `2 footmen from the Fist`.
    pub(super) fn quest_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        if let Ok(run) = self.words(&[Word::None, Word::No], input).map(|_| self.run(self.at(input), input)) {
            return Ok(Wish::Nothing(Section::Quest, run));
        }
        let from = self.at(input);
        let (unit, count) = self.first_kind(input)?;
        let run = self.run(from, input);
        let at = attempt(input, |input| {
            self.words(&[Word::At, Word::From], input)?;
            self.place(input)
        });
        Ok(Wish::Quest { unit, count, run, at: at.ok() })
    }

    /// Reads `encircle a: always` under its heading, or the cards of the deck.
    pub(super) fn tactics_alone(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let key = self.before_colon(input);
        let said = key.map_or_else(String::new, |key| self.line.text(key.from, key.to));
        let (card, _) = card_and_letter(&said);
        let known =
            |name: &str| self.tactics.known(name).is_some() || self.tactics.meant(name, |_| true).is_some();
        let value = self.value(input)?;
        let fits = match key {
            Some(_) => known(card) || [DECK, OBJECTIVE].contains(&fold(&said).as_str()),
            // Without a colon it can only be the deck.
            None => self
                .line
                .text(value.from, value.to)
                .split(',')
                .all(|name| known(name.trim_matches(['[', ']', ' ']))),
        };
        if !fits {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactics, key, value })
    }

    /// Reads `Pillage a: Wildlings` without a heading.
    pub(super) fn tactic_ability(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        let key = self.before_colon(input).ok_or(EmptyError)?;
        let said = self.line.text(key.from, key.to);
        let (card, letter) = card_and_letter(&said);
        // A number with a letter may be anything; the name of a card says what is meant.
        if letter.is_none() || !card.contains(char::is_alphabetic) || self.tactics.known(card).is_none() {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactics, key: Some(key), value: self.value(input)? })
    }

    /// Reads `play Ambush`, where no House card has that name.
    pub(super) fn play_tactic(&self, input: &mut Tokens<'_>) -> Parsed<Wish> {
        self.word(Word::Card, input)?;
        self.colon(input);
        self.article(input);
        let from = self.at(input);
        while self.at(input) < self.line.tokens.len()
            && self.signs(&[Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And], &mut input.clone()).is_err()
        {
            self.skip(1, input);
        }
        let value = self.run(from, input);
        let name = self.name_of(value).join(" ");
        if name.is_empty() || self.cards.known(&name).is_some() || self.tactics.known(&name).is_none() {
            return Err(EmptyError);
        }
        Ok(Wish::North { section: Section::Tactic, key: None, value })
    }

    /// Reads what is written before a colon on the line; `None`, with nothing read, if there is none.
    fn before_colon(&self, input: &mut Tokens<'_>) -> Option<Run> {
        let from = self.at(input);
        let mut behind = input.clone();
        while self.sign(Sign::Colon, &mut behind.clone()).is_err() {
            if self.at(&behind) == self.line.tokens.len() {
                return None;
            }
            self.skip(1, &mut behind);
        }
        let key = self.run(from, &behind);
        self.skip(1, &mut behind);
        *input = behind;
        (key.from < key.to).then_some(key)
    }
}
