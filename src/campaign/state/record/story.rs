//! Events and decisions, kept until they have been reported to everybody.

use crate::campaign::state::entries::{From, SeatId, Unmet};
use crate::table::Event;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A stage that is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PastStage {
    /// The number of the stage, from 1; 0 is the set-up.
    pub number: u64,
    pub turn: u32,
    pub stage: String,
    /// When it was resolved.
    pub at: DateTime<Utc>,
    /// The entry that resolved it.
    pub seq: u64,
}

/// A turn that is over, for the reports to observers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Watched {
    pub turn: u32,
    /// The entry that ended it.
    pub seq: u64,
    /// When that entry was written.
    pub at: DateTime<Utc>,
}

/// An event of a resolved stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// The number of the stage.
    pub stage: u64,
    /// The event's place in the stage, from 0.
    pub index: u64,
    /// The event in the form of the game; it may be secret.
    pub event: Event,
}

/// An answer that was used in a stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decided {
    /// The number of the stage.
    pub stage: u64,
    /// The entry that gave the answer.
    pub seq: u64,
    pub seat: SeatId,
    pub key: String,
    pub kind: String,
    pub answer: Value,
    pub source: From,
    /// What the seat's plan says to the question and could not have, or what was skipped as illegal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<Unmet>,
}
