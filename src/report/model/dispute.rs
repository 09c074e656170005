//! Disputes, as reports, status and history list them. All of it is for everybody.

use super::{Instant, Named};
use serde::Serialize;

/// A dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dispute {
    /// Its number, from 1.
    pub number: u64,
    /// Who opened it.
    pub seat: Named,
    /// The turn it is about.
    pub turn: u32,
    /// What it is about, in the player's words.
    pub about: String,
    /// When it was opened.
    pub at: Instant,
    /// Whether it is open.
    pub open: bool,
    /// Whether the clock waits for it.
    pub waits: bool,
    /// What was said to it, oldest first.
    pub said: Vec<DisputeWord>,
    /// How it was settled; none while it is open.
    pub end: Option<DisputeEnd>,
}

/// A word in a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DisputeWord {
    /// Whose; none for the game master's.
    pub from: Option<Named>,
    /// When.
    pub at: Instant,
    /// What.
    pub says: String,
}

/// How a dispute was settled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DisputeEnd {
    /// How: `withdrawn`, `word` or `ruling`.
    pub how: String,
    /// When.
    pub at: Instant,
    /// The game master's word, if that settled it.
    pub says: Option<String>,
    /// The ruling's number, if one settled it.
    pub ruling: Option<u64>,
}
