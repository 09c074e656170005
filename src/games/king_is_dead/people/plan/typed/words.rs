//! The words at the beginning and at the end of a part: those that say nothing, and the key of what it says.

use super::part::{Part, before, ends_of_words, past};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord};
use crate::sheet::fold;

impl<'a> Reader<'a> {
    /// Returns the word that is written for a key.
    pub(super) fn key_word(&self, key: Key) -> &'a str {
        let forms = self.lexicon.language().keys.get(&key);
        forms.and_then(|forms| forms.first()).map_or("", String::as_str)
    }

    /// Returns the word that is written for what is done instead.
    pub(super) fn instead_word(&self, instead: Instead) -> &'a str {
        let forms = self.lexicon.language().instead.get(&instead);
        forms.and_then(|forms| forms.first()).map_or("", String::as_str)
    }

    /// Returns `true` for the name of a region, a faction or a card.
    pub(super) fn is_name(&self, word: &str) -> bool {
        self.lexicon.regions.known(word).is_some()
            || self.lexicon.factions.known(word).is_some()
            || self.lexicon.cards.known(word).is_some()
    }

    /// Returns `true` for a form of a list.
    pub(super) fn is(&self, list: TypedWord, word: &str) -> bool {
        self.forms(list).iter().any(|form| fold(form) == fold(word))
    }

    /// Returns `true` if a text says a form of a list.
    pub(super) fn says(&self, list: TypedWord, text: &str) -> bool {
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(fold).collect();
        self.forms(list).iter().any(|form| {
            let form: Vec<String> = form.split(' ').map(fold).collect();
            words.windows(form.len()).any(|run| run == form.as_slice())
        })
    }

    pub(super) fn forms(&self, word: TypedWord) -> &'a [String] {
        self.lexicon.language().typed.get(&word).map_or(&[], Vec::as_slice)
    }

    /// Returns the part behind a word that it begins with.
    pub(super) fn past<'t>(&self, word: TypedWord, part: Part<'t>) -> Option<Part<'t>> {
        self.forms(word).iter().find_map(|form| past(form, part))
    }

    /// Returns `true` for a part that begins as only a turn does.
    pub(super) fn begins(&self, part: Part<'_>) -> bool {
        matches!(self.key(self.opened(part)), Some((Key::Play | Key::Pass, _)))
    }

    pub(super) fn opened<'t>(&self, mut part: Part<'t>) -> Part<'t> {
        while let Some(rest) = self.past(TypedWord::Openings, part) {
            part = rest;
        }
        part
    }

    pub(super) fn closed<'t>(&self, mut part: Part<'t>) -> Part<'t> {
        let shorter = |part| self.forms(TypedWord::Closings).iter().find_map(|form| before(form, part));
        while let Some(rest) = shorter(part) {
            part = rest;
        }
        part
    }

    /// Returns the key that a part begins with, and what follows.
    pub(super) fn key<'t>(&self, part: Part<'t>) -> Option<(Key, Part<'t>)> {
        let ends: Vec<usize> = ends_of_words(part.text);
        ends.iter().rev().find_map(|end| {
            let key = self.lexicon.keys.known(part.text.get(..*end)?)?;
            Some((key, part.after(*end)))
        })
    }
}
