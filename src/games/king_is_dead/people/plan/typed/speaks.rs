//! Whether words are about turns, though they cannot be read as one.

use super::part::{Part, bullet};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};

impl Reader<'_> {
    /// Returns `true` for a line with a card and a word for playing or passing in it, or one that begins with either and goes on with
    /// a name or a number of the game: `garrison: 2 scots from …`, `pass 2x`.
    pub(super) fn speaks_of_turns(&self, text: &str) -> bool {
        let words = || text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
        let does = |word: &str| matches!(self.lexicon.keys.known(word), Some(Key::Play | Key::Pass));
        let is_card = |word: &str| self.lexicon.cards.known(word).is_some();
        let whole = Part { text, line: 1, column: 1 }.after(0);
        let start = self.opened(bullet(whole));
        let mut rest = start.text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty());
        let first = rest.next().unwrap_or_default();
        // "Passing through Bath" is no turn: of a pass only its length is told.
        let goes_on = match self.lexicon.keys.known(first) {
            Some(Key::Pass) => rest.any(|word| self.is_of_a_length(word)),
            Some(Key::Play) => rest.any(|word| self.is_of_the_game(word)),
            _ => is_card(first) && rest.any(|word| self.is_of_the_game(word)),
        };
        words().any(does) && words().any(is_card) || goes_on
    }

    /// Returns `true` for a number, or what a length is counted in.
    fn is_of_a_length(&self, word: &str) -> bool {
        word.starts_with(|c: char| c.is_ascii_digit()) || self.is(TypedWord::Lengths, word)
    }

    /// Returns `true` for a number, or a word that names something of the game or of a plan.
    fn is_of_the_game(&self, word: &str) -> bool {
        self.is_of_a_length(word) || self.is_name(word)
    }

    /// Returns `true` for words that name a card, a faction or a region.
    pub(super) fn names_game(&self, text: &str) -> bool {
        text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| self.is_name(word))
    }
}
