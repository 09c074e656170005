//! What has happened and was decided, until everybody was told of it.

use crate::campaign::state::entries::{From, SeatId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A stage that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PastStage {
    /// Its number, from 1; 0 is the set-up.
    pub number: u64,
    /// Its turn.
    pub turn: u32,
    /// Its name.
    pub stage: String,
    /// When it was resolved.
    pub at: DateTime<Utc>,
    /// By which entry.
    pub seq: u64,
}

/// A turn that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Watched {
    /// Which.
    pub turn: u32,
    /// The entry that ended it.
    pub seq: u64,
    /// When that was written.
    pub at: DateTime<Utc>,
}

/// Something that has happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// In which stage.
    pub stage: u64,
    /// Its place among the stage's events, from 0.
    pub index: u64,
    /// What.
    pub event: Value,
}

/// Something that was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decided {
    /// In which stage.
    pub stage: u64,
    /// By which entry.
    pub seq: u64,
    /// Whose.
    pub seat: SeatId,
    /// The question's key.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// The answer.
    pub answer: Value,
    /// Where it came from.
    pub source: From,
}
