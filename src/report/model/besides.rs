//! What a mail tells besides what it is about: notices and press that would else be mails of their own.

use super::{Instant, Note, Notice};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What goes along with a mail.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Besides {
    /// Notices, oldest first.
    pub notices: Vec<Also>,
    /// Press to the reader, likewise.
    pub notes: Vec<Note>,
}

impl Besides {
    /// Whether nothing goes along.
    pub fn is_empty(&self) -> bool {
        self.notices.is_empty() && self.notes.is_empty()
    }
}

/// A notice that goes along with another mail; as [`Notice`] without its head.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Also {
    /// What it is of.
    pub what: String,
    /// What its words speak of.
    pub details: Value,
    /// The deadline as it now stands, if it has moved.
    pub deadline: Option<Instant>,
}

impl From<Notice> for Also {
    fn from(Notice { head: _, what, details, deadline }: Notice) -> Self {
        Also { what, details, deadline }
    }
}
