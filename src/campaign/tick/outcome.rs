//! The result of a tick, for logs and the exit code.

use crate::campaign::state::error::Exit;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::BTreeSet;

/// The work of one tick, in numbers.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Ticked {
    /// Messages that had an effect.
    pub used: usize,
    /// Messages of seats that could not be used.
    pub refused: usize,
    /// Copies of messages that came before.
    pub copies: usize,
    /// Messages of seats that had sent too many to be answered.
    pub over_limit: usize,
    /// Other messages: from strangers, bounces, automatic ones.
    pub other: usize,
    /// Entries written, without those that record a sent message.
    pub entries: usize,
    pub stages: usize,
    /// Messages sent.
    pub sent: usize,
    /// The seats that were sent something else than the receipt of their own message.
    #[serde(skip)]
    pub told: BTreeSet<String>,
    /// Messages that could not be sent and wait.
    pub waiting: usize,
    /// `true` if the game is over.
    pub over: bool,
    /// When the same command did its work already, if it was killed before it could say so. It is not done twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<DateTime<Utc>>,
    /// What needs the game master's attention, one sentence each.
    pub attention: Vec<String>,
}

impl Ticked {
    /// Returns `true` if the tick did nothing worth a line in a log.
    pub fn is_idle(&self) -> bool {
        *self == Ticked { over: self.over, ..Ticked::default() }
    }

    /// Returns the exit code: `Attention` if the game master should look at something.
    pub fn exit(&self) -> Exit {
        if self.attention.is_empty() { Exit::Done } else { Exit::Attention }
    }
}
