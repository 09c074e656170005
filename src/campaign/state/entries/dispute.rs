//! What the entries of disputes hold. All of it is for everybody to read.
//!
//! May use: nothing else. Is used by: entries.

use super::base::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// `dispute`: a seat disputes something, somebody says a word, it is settled, or the clock goes on after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum DisputeStep {
    /// It is opened.
    Opened {
        /// Its number in the campaign, from 1.
        number: u64,
        /// Who opens it.
        seat: SeatId,
        /// The turn it is about, from 1.
        turn: u32,
        /// What it is about, in the player's words; keys are masked.
        about: String,
        /// Whether no deadline closes before it is settled, as the settings said when it was opened.
        #[serde(default, skip_serializing_if = "super::base::is_false")]
        waits: bool,
    },
    /// Somebody adds a word.
    Said {
        /// Which.
        number: u64,
        /// Who: a seat, or `gm`.
        by: String,
        /// The word; keys are masked.
        says: String,
    },
    /// Who opened it takes it back.
    Withdrawn {
        /// Which.
        number: u64,
        /// Who opened it.
        seat: SeatId,
    },
    /// The game master settles it with a word. One that a ruling settles is closed by the `ruling` entry.
    Closed {
        /// Which.
        number: u64,
        /// The word.
        says: String,
    },
    /// The clock goes on: no dispute that it waits for is open any more.
    Clock {
        /// Since when it stood.
        from: DateTime<Utc>,
        /// Until when.
        to: DateTime<Utc>,
        /// The window whose deadline moved, and where to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<(String, DateTime<Utc>)>,
    },
}
