//! What is asked of the same words again and again while the texts of a message are tried: each is answered once.

use super::dictated::Thing;
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, Word};
use crate::games::king_is_dead::people::plan::language::{self, Problem};
use crate::games::king_is_dead::people::plan::model::Until;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Answers by the text that they are about.
pub(super) struct Answers<T>(RefCell<BTreeMap<String, T>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Answers(RefCell::default())
    }
}

impl<T: Clone> Answers<T> {
    /// Returns what is known of a text, or else finds it out.
    pub(super) fn of(&self, text: &str, find: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.borrow().get(text) {
            return known.clone();
        }
        let found = find();
        self.0.borrow_mut().insert(text.to_owned(), found.clone());
        found
    }
}

/// All that is known of texts.
#[derive(Default)]
pub(super) struct Known {
    conditions: Answers<bool>,
    lengths: Answers<Result<Option<Until>, Problem>>,
    joints: Answers<bool>,
    pub(super) keys: Answers<Option<(Key, usize)>>,
    pub(super) things: Answers<Option<Option<Thing>>>,
    pub(super) names: Answers<bool>,
    pub(super) idle: Answers<bool>,
    pub(super) spelt: Answers<Option<String>>,
}

impl Reader<'_> {
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
