//! Messages that go out together, so that the disk is waited for once and not for each of them.

use crate::campaign::state::record::{Due, Record};
use crate::ledger::Draft;

/// Messages and bytes after which no more are gathered.
const MOST: usize = 100;
const MOST_BYTES: u64 = 8 << 20;

/// Messages that are handed over and not out yet, and the entries that say that they are: these must not be written before.
#[derive(Default)]
pub(super) struct Gathered {
    /// The record before the first of the messages.
    pub(super) before: Option<Record>,
    /// Each message with those bundled into it, and whether there is a mail of it: one that is no longer needed has none.
    pub(super) messages: Vec<(Due, Vec<Due>, bool)>,
    pub(super) drafts: Vec<Draft>,
    bytes: u64,
}

impl Gathered {
    /// Adds a message with its entry and, if there is a mail of it, its bytes.
    pub(super) fn add(&mut self, due: Due, bundled: Vec<Due>, draft: Draft, bytes: Option<u64>) {
        self.bytes += bytes.unwrap_or_default();
        self.messages.push((due, bundled, bytes.is_some()));
        self.drafts.push(draft);
    }

    /// Returns `true` if it is time to send them.
    pub(super) fn is_full(&self) -> bool {
        self.messages.len() >= MOST || self.bytes >= MOST_BYTES
    }
}
