//! Notices that travel with another message instead of separately.

use super::instant::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The notices that travel with a message.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Besides {
    /// Oldest first.
    pub notices: Vec<BundledNotice>,
}

impl Besides {
    /// Returns `true` if nothing travels with the message.
    pub fn is_empty(&self) -> bool {
        self.notices.is_empty()
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
