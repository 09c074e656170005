//! A window, and what has come in for it.
//!
//! May use: entries. Is used by: record.

use crate::campaign::state::entries::{How, In, Question, SeatId, Standing};
use crate::campaign::state::settings::Secrecy;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A window.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Its id.
    pub id: String,
    /// Its turn.
    pub turn: u32,
    /// Its stage.
    pub stage: String,
    /// Whether plans stay sealed until all are in.
    pub sealed: bool,
    /// How plans are handed in.
    pub secrecy: Secrecy,
    /// What is asked.
    pub asked: BTreeMap<SeatId, Vec<Question>>,
    /// When it opened.
    pub opened: DateTime<Utc>,
    /// When it (or the opening of seals) closes.
    pub deadline: Option<DateTime<Utc>>,
    /// Seconds after the deadline in which mails still count.
    pub grace: i64,
    /// Where it stands.
    pub phase: Phase,
    /// What came in.
    pub seats: BTreeMap<SeatId, In>,
    /// Whether its seats were reminded of the present deadline.
    pub reminded: bool,
    /// Whether the game master was told that it waits beyond its deadline.
    pub waiting: bool,
    /// The seats that it waits for beyond its deadline.
    pub standings: BTreeMap<SeatId, Standing>,
    /// The window that this one opens again, after a ruling.
    #[serde(default)]
    pub again: Option<String>,
}

/// Where a window stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Plans and seals are taken.
    Collecting,
    /// All are bound; openings are taken.
    Opening,
    /// It is over.
    Closed,
}

impl Window {
    /// Until when mails count in its present phase; none: without end.
    pub fn last_call(&self) -> Option<DateTime<Utc>> {
        self.deadline.map(|deadline| deadline + TimeDelta::seconds(self.grace))
    }

    /// Whether plans, seals or openings are taken.
    pub fn is_open(&self) -> bool {
        self.phase != Phase::Closed
    }

    /// How a seat stands in it.
    pub fn standing(&self, seat: &str) -> Standing {
        let Some(part) = self.seats.get(seat) else { return Standing::NothingCame };
        match (part.how, part.opened) {
            (None, _) if part.unusable => Standing::Unusable,
            (None, _) => Standing::NothingCame,
            _ if part.is_void => Standing::Unusable,
            (Some(How::Seal), false) if self.phase == Phase::Closed => Standing::NotOpened,
            (Some(How::Seal), false) if self.phase == Phase::Opening => Standing::Sealed,
            _ if part.is_final => Standing::Final,
            _ => Standing::In,
        }
    }

    /// The window that the seal of a seat names: this one, or the one that it opens again.
    pub fn bound(&self, seat: &str) -> &str {
        self.seats.get(seat).and_then(|part| part.bound.as_deref()).unwrap_or(&self.id)
    }

    /// Whether mails for a window of this id are for this one.
    pub fn answers_to(&self, id: &str) -> bool {
        self.id == id || self.again.as_deref() == Some(id)
    }

    /// Whether this question is one of its own.
    pub fn asks(&self, key: &str) -> bool {
        self.asked.values().flatten().any(|question| question.key == key)
    }
}

impl Window {
    /// Asked seats of which neither plan nor seal is in.
    pub fn missing(&self) -> impl Iterator<Item = &SeatId> {
        self.asked
            .keys()
            .filter(|seat| matches!(self.standing(seat), Standing::NothingCame | Standing::Unusable))
    }

    /// Seats whose opening is awaited.
    pub fn unopened(&self) -> impl Iterator<Item = &SeatId> {
        let sealed = |part: &crate::campaign::state::entries::In| part.how == Some(How::Seal) && !part.opened;
        self.seats.iter().filter(move |(_, part)| sealed(part)).map(|(seat, _)| seat)
    }

    /// When its seats are to be reminded: so long before the deadline, but not in its first half.
    pub fn remind_at(&self, before: TimeDelta) -> Option<DateTime<Utc>> {
        let deadline = self.deadline.filter(|_| !self.reminded && self.is_open())?;
        let half = self.opened + (deadline - self.opened) / 2;
        Some((deadline - before).max(half))
    }
}
