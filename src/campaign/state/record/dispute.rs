//! Disputes and how they are settled.

use crate::campaign::state::entries::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A dispute, open or settled. Everybody may read it, but for private words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dispute {
    /// Its number, from 1.
    pub number: u64,
    /// The seat that opened it.
    pub seat: SeatId,
    /// The turn that it is about, from 1.
    pub turn: u32,
    /// What it is about, in the player's words; keys are masked.
    pub about: String,
    /// `true` if only the game master and the writer may read `about` before the game is over.
    #[serde(default)]
    pub private: bool,
    /// When it was opened.
    pub at: DateTime<Utc>,
    /// The entry that opened it.
    pub seq: u64,
    /// `true` if the clock waits for it.
    pub waits: bool,
    /// What was said since, oldest first.
    pub said: Vec<Said>,
    /// How it was settled; `None` while it is open.
    pub end: Option<Settled>,
}

/// A text that a seat or the game master added to a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// The author: a seat's id, or `gm`.
    pub by: String,
    pub at: DateTime<Utc>,
    pub says: String,
    /// `true` if only the game master and the writer may read it before the game is over.
    #[serde(default)]
    pub private: bool,
}

/// How and when a dispute was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    #[serde(flatten)]
    pub how: Closing,
    pub at: DateTime<Utc>,
}

/// The ways to settle a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Closing {
    /// The seat that opened it has taken it back.
    Withdrawn,
    /// The game master has said a final word.
    Word { says: String },
    /// A ruling settles it.
    Ruling {
        /// The ruling's number.
        ruling: u64,
    },
}
