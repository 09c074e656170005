//! What reading a line changes, so that a line that cannot be read leaves no trace.

use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::Key;
use crate::sheet::{Fault, Node};
use crate::table::{LineFate, TypedLine};

/// The most texts that are read of one message before no more is tried.
const MOST_TRIES: usize = 1000;

/// What a line may change.
#[derive(Clone)]
pub(super) struct Saved {
    pub(super) turns: Vec<Turn>,
    pub(super) faults: Vec<Fault>,
    otherwise: Option<Node>,
    open: Option<Key>,
    ahead: Vec<(Key, Node)>,
    heading: Option<Node>,
    broken: bool,
}

impl Reader<'_> {
    pub(super) fn saved(&self) -> Saved {
        Saved {
            turns: self.turns.clone(),
            faults: self.faults.clone(),
            otherwise: self.otherwise.clone(),
            open: self.open,
            ahead: self.ahead.clone(),
            heading: self.heading.clone(),
            broken: self.broken,
        }
    }

    pub(super) fn restore(&mut self, saved: Saved) {
        (self.turns, self.faults, self.otherwise) = (saved.turns, saved.faults, saved.otherwise);
        (self.open, self.ahead, self.heading) = (saved.open, saved.ahead, saved.heading);
        (self.broken, self.tried) = (saved.broken, None);
    }

    /// Returns `true` once so much of a message has been tried that the rest of it is read only as it stands. A paragraph that cannot be
    /// read takes some hundred texts.
    pub(super) fn is_tired(&self) -> bool {
        self.tries > MOST_TRIES
    }

    /// Reads a text in place of a line. Unless it counts, nothing of it stays.
    pub(super) fn line_if(
        &mut self,
        text: &str,
        line: usize,
        counts: impl Fn(&Self, &Saved, LineFate) -> bool,
    ) -> Option<LineFate> {
        let before = self.saved();
        let fate = self.line(TypedLine { text, line });
        if counts(self, &before, fate) {
            return Some(fate);
        }
        self.restore(before);
        None
    }
}
