//! What is asked of the same words again and again while the texts of a message are tried: each is answered once.

use super::thing::Thing;
use crate::games::king_is_dead::data::language::Key;
use crate::games::king_is_dead::people::plan::language::Problem;
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
    pub(super) conditions: Answers<bool>,
    pub(super) lengths: Answers<Result<Option<Until>, Problem>>,
    pub(super) joints: Answers<bool>,
    pub(super) keys: Answers<Option<(Key, usize)>>,
    pub(super) things: Answers<Option<Option<Thing>>>,
    pub(super) names: Answers<bool>,
    pub(super) idle: Answers<bool>,
    pub(super) spelt: Answers<Option<String>>,
}
