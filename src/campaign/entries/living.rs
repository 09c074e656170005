//! What the entries hold that a game master does to a running campaign.
//!
//! May use: nothing else. Is used by: entries.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// `clock` with `what` in its body: the clock stops or goes on. Without it is a [`Gap`](super::Gap).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClockStep {
    /// Nothing closes from now on.
    Paused {
        /// By whose order: `gm`.
        by: String,
    },
    /// It goes on.
    Resumed {
        /// By whose order: `gm`.
        by: String,
        /// Since when it stood.
        since: DateTime<Utc>,
        /// The window (or `chance`) whose deadline moves, and where to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<(String, DateTime<Utc>)>,
    },
}
