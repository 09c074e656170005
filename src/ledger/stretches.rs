//! Where in the file of a ledger those lines lie that somebody reads again, so that a walk need not pass the others.

use super::entry::Entry;
use serde::{Deserialize, Serialize};

/// Lines that follow each other: the number of the first entry, and the bytes of the file from the first line to the end of
/// the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "(u64, u64, u64)", from = "(u64, u64, u64)")]
pub(super) struct Stretch {
    pub(super) first: u64,
    pub(super) from: u64,
    pub(super) to: u64,
}

impl From<Stretch> for (u64, u64, u64) {
    fn from(stretch: Stretch) -> Self {
        (stretch.first, stretch.from, stretch.to)
    }
}

impl From<(u64, u64, u64)> for Stretch {
    fn from((first, from, to): (u64, u64, u64)) -> Self {
        Stretch { first, from, to }
    }
}

/// The lines up to some entry that a walk comes to, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stretches(pub(super) Vec<Stretch>);

impl Stretches {
    /// Adds the line of an entry, which lies in the file at these bytes.
    pub(super) fn add(&mut self, entry: &Entry, from: u64, to: u64) {
        match self.0.last_mut() {
            Some(last) if last.to == from => last.to = to,
            _ => self.0.push(Stretch { first: entry.seq, from, to }),
        }
    }
}
