//! The answer to `ask: history`.

use super::dispute::Dispute;
use super::head::{Head, Mail, mail};
use super::instant::Instant;
use super::turn::Ruling;
use serde::Serialize;
use serde_json::Value;

/// A turn or stage of a campaign's history.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistoryLine {
    /// From 1.
    pub turn: u32,
    /// Empty for a whole turn.
    pub stage: String,
    /// When it was resolved.
    pub at: Instant,
    /// All events; the template shows those that changed the game.
    pub events: Vec<Value>,
    pub rulings: Vec<Ruling>,
}

/// The campaign's history so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct History {
    pub head: Head,
    /// Oldest first.
    pub lines: Vec<HistoryLine>,
    /// All disputes, settled or open.
    pub disputes: Vec<Dispute>,
    pub names: Value,
}

mail! {
    History => "history", names;
}
