//! Disputes, as reports, status and history list them. Each reader gets the words that he or she may read.

use super::instant::Instant;
use super::name::Named;
use serde::Serialize;

/// A dispute about a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Dispute {
    /// From 1.
    pub number: u64,
    /// The seat that opened it.
    pub seat: Named,
    /// The turn in question.
    pub turn: u32,
    /// The subject, in the player's words; `None` if the reader may not have them yet.
    pub about: Option<String>,
    /// When it was opened.
    pub at: Instant,
    pub open: bool,
    /// `true` if the clock waits for it.
    pub waits: bool,
    /// Oldest first.
    pub said: Vec<DisputeWord>,
    /// `None` while it is open.
    pub end: Option<DisputeEnd>,
}

/// A contribution to a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DisputeWord {
    /// `None` for the game master.
    pub from: Option<Named>,
    pub at: Instant,
    /// `None` if the reader may not have it yet.
    pub says: Option<String>,
}

/// The settlement of a dispute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DisputeEnd {
    /// `withdrawn`, `word` or `ruling`.
    pub how: String,
    pub at: Instant,
    /// The game master's answer, if that settled it.
    pub says: Option<String>,
    /// The number of the ruling that settled it.
    pub ruling: Option<u64>,
}
