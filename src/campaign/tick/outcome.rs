//! What a tick has done.

use crate::campaign::state::error::Exit;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// What a tick has done, for one line in a log.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Ticked {
    /// Mails that had an effect.
    pub used: usize,
    /// Mails of seats that could not be used.
    pub refused: usize,
    /// Mails that had been taken in before, delivered again as they were.
    pub copies: usize,
    /// Other mails: strangers, bounces, automatic ones.
    pub other: usize,
    /// Entries written, those of mails sent not counted.
    pub entries: usize,
    /// Stages resolved.
    pub stages: usize,
    /// Mails sent.
    pub sent: usize,
    /// Mails that could not be sent and wait.
    pub waiting: usize,
    /// Whether the game is over.
    pub over: bool,
    /// When what was ordered had been done already, by the same command, which was broken off before it could say so: then
    /// nothing of it is done twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<DateTime<Utc>>,
    /// What the game master should look at.
    pub attention: Vec<String>,
}

impl Ticked {
    /// Whether there is nothing to tell.
    pub fn is_idle(&self) -> bool {
        *self == Ticked { over: self.over, ..Ticked::default() }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.attention.is_empty() { Exit::Done } else { Exit::Attention }
    }
}
