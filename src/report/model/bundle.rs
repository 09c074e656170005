//! Notices and press that travel with another message instead of separately.

use super::instant::Instant;
use super::note::Note;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The notices and press that travel with a message.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Besides {
    /// Oldest first.
    pub notices: Vec<BundledNotice>,
    /// Press to the reader, oldest first.
    pub notes: Vec<Note>,
}

impl Besides {
    /// Returns `true` if nothing travels with the message.
    pub fn is_empty(&self) -> bool {
        self.notices.is_empty() && self.notes.is_empty()
    }
}

/// A [`Notice`](super::Notice) without its head, as part of another message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BundledNotice {
    /// Its kind; see [`Notice`](super::Notice).
    pub what: String,
    /// The values that its text mentions.
    pub details: Value,
    /// The deadline, if it has moved.
    pub deadline: Option<Instant>,
}
