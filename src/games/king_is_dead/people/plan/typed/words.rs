//! The words at the beginning and at the end of a part: those that say nothing, and the key of what it says.

use super::part::{Part, cut};
use super::tree::Reader;
use crate::games::king_is_dead::data::WordForms;
use crate::games::king_is_dead::data::language::{Instead, Key, TypedWord, Word};
use crate::games::king_is_dead::people::plan::language::{self, Problem};
use crate::games::king_is_dead::people::plan::model::Until;
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
        self.list(list).is_some_and(|forms| forms.has(word))
    }

    /// Returns `true` if a text says a form of a list.
    pub(super) fn says(&self, list: TypedWord, text: &str) -> bool {
        let words: Vec<String> = text.split(|c: char| !c.is_alphanumeric() && c != '\'').map(fold).collect();
        self.list(list).is_some_and(|forms| forms.are_said(&words))
    }

    pub(super) fn forms(&self, word: TypedWord) -> &'a [String] {
        self.list(word).map_or(&[], WordForms::written)
    }

    pub(super) fn list(&self, word: TypedWord) -> Option<&'a WordForms> {
        self.lexicon.language().typed.get(&word)
    }

    /// Returns the part behind a word that it begins with.
    pub(super) fn past<'t>(&self, word: TypedWord, part: Part<'t>) -> Option<Part<'t>> {
        let end = self.list(word)?.begins(part.text)?;
        Some(part.after(end))
    }

    /// Returns the part before a word that it ends with.
    pub(super) fn before<'t>(&self, word: TypedWord, part: Part<'t>) -> Option<Part<'t>> {
        let end = self.list(word)?.ends(part.text)?;
        Some(cut(part, 0, end))
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
        while let Some(rest) = self.before(TypedWord::Closings, part) {
            part = rest;
        }
        part
    }

    /// Returns the key that a part begins with, and what follows.
    pub(super) fn key<'t>(&self, part: Part<'t>) -> Option<(Key, Part<'t>)> {
        let keys = &self.lexicon.keys;
        let ends: Vec<usize> = keys.ends(part.text).collect();
        let head = part.text.get(..*ends.last()?)?;
        let (key, end) = self
            .known
            .keys
            .of(head, || ends.iter().rev().find_map(|end| Some((keys.known(head.get(..*end)?)?, *end))))?;
        Some((key, part.after(end)))
    }

    /// Returns `true` for a condition that a play may hang on.
    pub(super) fn is_condition(&self, text: &str) -> bool {
        self.known.conditions.of(text, || language::conditions(&self.lexicon, text, true).is_ok())
    }

    /// Reads how long to pass or to wait.
    pub(super) fn length(&self, text: &str) -> Result<Option<Until>, Problem> {
        self.known.lengths.of(text, || language::length(&self.lexicon, text))
    }

    /// Returns `true` for a word such as "and".
    pub(super) fn is_and(&self, word: &str) -> bool {
        self.known.joints.of(word, || language::is(&self.lexicon, Word::And, word))
    }
}
