//! Disputes, as the record keeps them.

use crate::campaign::state::entries::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dispute {
    /// Its number, from 1.
    pub number: u64,
    /// Who opened it.
    pub seat: SeatId,
    /// The turn it is about.
    pub turn: u32,
    /// What it is about.
    pub about: String,
    /// When it was opened.
    pub at: DateTime<Utc>,
    /// By which entry.
    pub seq: u64,
    /// Whether the clock waits for it.
    pub waits: bool,
    /// Words, oldest first.
    pub said: Vec<Said>,
    /// How it was settled; none while it is open.
    pub end: Option<Settled>,
}

/// A word in a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Whose: a seat's, or `gm`.
    pub by: String,
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    pub says: String,
}

/// How and when a dispute was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settled {
    /// How.
    #[serde(flatten)]
    pub how: Closing,
    /// When.
    pub at: DateTime<Utc>,
}

/// How a dispute is settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Closing {
    /// Who opened it has taken it back.
    Withdrawn,
    /// The game master has said a last word.
    Word {
        /// The word.
        says: String,
    },
    /// A ruling settles it.
    Ruling {
        /// The ruling's number.
        ruling: u64,
    },
}
