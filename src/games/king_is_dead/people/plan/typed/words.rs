//! The words at the beginning and at the end of a part: those that say nothing, and the key of what it says.

use super::part::{Part, before, ends_of_words, past};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};

impl<'a> Reader<'a> {
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
