//! Answers to `ask: status` and `ask: help`.

use super::dispute::Dispute;
use super::head::{Head, Mail, mail};
use super::name::Named;
use super::opening::Rehearsal;
use super::turn::Vote;
use super::window::{SealLine, SeatState, Window};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// A row of a table with two columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub value: String,
}

/// The state of the game, and whose move it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    pub head: Head,
    /// From 1; 0 before the game has begun.
    pub turn: u32,
    pub stage: String,
    pub window: Option<Window>,
    /// The rehearsal while it goes on.
    pub rehearsal: Option<Rehearsal>,
    /// What each asked seat has sent in the window, or who is ready in a rehearsal.
    pub seats: Vec<SeatState>,
    /// Seals received for the open window.
    pub seals: Vec<SealLine>,
    /// Players who are away now or will be; empty for readers who may not know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<AwayTold>,
    /// The result of a game that is over; null before.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub outcome: Value,
    /// Open disputes only.
    pub disputes: Vec<Dispute>,
    /// The position as the reader may know it; null if it was not asked for.
    pub view: Value,
    pub votes: Vec<Vote>,
    /// Further rows, such as what is stuck and why.
    pub more: Vec<Row>,
}

/// A booked absence of a seat's player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AwayTold {
    pub seat: Named,
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    /// `true` if it has begun.
    pub begun: bool,
}

/// Instructions on how to write to us.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Help {
    pub head: Head,
    /// The address of the rules; may be empty.
    pub rules: String,
    /// Whom the reader may write to: `all`, `some` of the players or none of them but the `gm`.
    pub confers: String,
}

mail! {
    Status => "status", view;
    Help => "help";
}
