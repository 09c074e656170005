//! The entry `dispute`. Everybody may read it; words that must not reach a partner are in its secret.

use super::base::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The body of `dispute`: a dispute is opened, discussed or settled, or the clock restarts after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum DisputeStep {
    Opened {
        /// Its number in the campaign, from 1.
        number: u64,
        seat: SeatId,
        /// The turn it is about, from 1.
        turn: u32,
        /// What it is about, in the player's words; keys are masked. Empty if the words are in the secret.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        about: String,
        /// `true` if the clock waits until the dispute is settled, as the settings said when it was opened.
        #[serde(default, skip_serializing_if = "super::base::is_false")]
        waits: bool,
    },
    /// A seat or the game master adds a text.
    Said {
        number: u64,
        /// A seat's id, or `gm`.
        by: String,
        /// The text; keys are masked. Empty if it is in the secret.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        says: String,
    },
    /// The seat that opened the dispute takes it back.
    Withdrawn { number: u64, seat: SeatId },
    /// The game master settles the dispute with a final word. If a ruling settles it, the entry `ruling` closes it.
    Closed { number: u64, says: String },
    /// The clock restarts, because it no longer waits for an open dispute.
    Clock {
        /// When the clock stopped.
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        /// The window whose deadline moved, and its new deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<(String, DateTime<Utc>)>,
    },
}

/// The secret of a dispute that a player opens or comments on whose partner must not read it while the game is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DisputeWords {
    /// The text; keys are masked.
    pub words: String,
}

impl DisputeStep {
    /// Returns `true` if the words of an opening or a comment are in the entry's secret.
    pub(crate) fn has_private_words(&self) -> bool {
        match self {
            DisputeStep::Opened { about: words, .. } | DisputeStep::Said { says: words, .. } => {
                words.is_empty()
            }
            _ => false,
        }
    }

    /// Takes the player's own words out of an opening or a comment; `None` for other steps.
    pub(crate) fn take_words(&mut self) -> Option<DisputeWords> {
        match self {
            DisputeStep::Opened { about: words, .. } | DisputeStep::Said { says: words, .. } => {
                Some(DisputeWords { words: std::mem::take(words) })
            }
            _ => None,
        }
    }
}
