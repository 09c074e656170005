//! A window and what the seats have sent in it.

use crate::campaign::state::entries::{How, In, Instead, Question, SeatId, Standing};
use crate::campaign::state::settings::Secrecy;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How long after a reminder that the game waits beyond a deadline the next one is sent.
const NUDGE: TimeDelta = TimeDelta::days(3);

/// A round of a turn: the part of it that one message of a seat can answer (see [`Game::round`](crate::table::Game::round)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    pub turn: u32,
    /// The game's id of the round, such as `westeros`.
    pub name: String,
}

/// A window: the time in which we accept plans, seals or openings for one step of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// The window's id: `3-planning`, `3-marches-2`.
    pub id: String,
    pub turn: u32,
    pub stage: String,
    /// The round of the turn that its questions belong to, such as `westeros`.
    pub round: String,
    /// `true` if plans stay sealed until all are in.
    pub sealed: bool,
    pub secrecy: Secrecy,
    /// The questions, by seat.
    pub asked: BTreeMap<SeatId, Vec<Question>>,
    /// The seats that it asks for the first time in its round: one message of theirs may answer the whole round, whatever they are
    /// asked.
    #[serde(default)]
    pub begins: BTreeSet<SeatId>,
    pub opened: DateTime<Utc>,
    /// When its openings were asked for, the last time; `None` before.
    #[serde(default)]
    pub opening_since: Option<DateTime<Utc>>,
    /// When the present phase ends; `None` if it has no deadline.
    pub deadline: Option<DateTime<Utc>>,
    /// The grace period: seconds after the deadline in which messages still count.
    pub grace: i64,
    pub phase: Phase,
    /// What the seats have sent; a seat that sent nothing is missing.
    pub seats: BTreeMap<SeatId, In>,
    /// `true` if its seats were reminded of the present deadline.
    pub reminded: bool,
    /// `true` if the game master was told that it waits although the deadline has passed.
    pub waiting: bool,
    /// When the seats for which it waits beyond its deadline were last told so; `None` before.
    #[serde(default)]
    pub nudged: Option<DateTime<Utc>>,
    /// How each seat stood when the window closed; empty while it is open.
    pub standings: BTreeMap<SeatId, Standing>,
    /// The window that this one opens again after a ruling; `None` for a new window.
    #[serde(default)]
    pub again: Option<String>,
    /// The seats whose plans were sealed for that window and which it asked less.
    #[serde(default)]
    pub less: BTreeSet<SeatId>,
    /// The seals as they were published, by seat; empty before.
    #[serde(default)]
    pub published: BTreeMap<SeatId, String>,
    /// The seat that the game master plays, if it was asked to open before all others.
    #[serde(default)]
    pub first: Option<SeatId>,
    /// What plays for that seat, if it has let the others be asked without opening; its seal can no longer be opened.
    #[serde(default)]
    pub instead: Option<Instead>,
}

/// The phases of a window, in order. Only sealed windows open seals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// We accept plans and seals.
    Collecting,
    /// Sealing is over; the seat that the game master plays opens before the others are asked.
    OpeningFirst,
    /// Sealing is over; we accept openings.
    Opening,
    Closed,
}

impl Window {
    /// Returns until when messages count in the present phase, with the grace period; `None` if there is no deadline.
    pub fn last_call(&self) -> Option<DateTime<Utc>> {
        self.deadline.map(|deadline| deadline + self.grace_period())
    }

    /// Returns how long after its deadline messages still count, and a plan with slips can be mended.
    pub fn grace_period(&self) -> TimeDelta {
        TimeDelta::seconds(self.grace)
    }

    /// Returns `true` if its deadline has passed, with or without a grace period.
    pub fn is_late(&self, now: DateTime<Utc>) -> bool {
        self.is_open() && self.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Returns `true` if the window accepts plans, seals or openings.
    pub fn is_open(&self) -> bool {
        self.phase != Phase::Closed
    }

    /// Returns whether and what a seat has sent.
    pub fn standing(&self, seat: &str) -> Standing {
        let Some(part) = self.seats.get(seat) else { return Standing::NothingCame };
        if self.has_forfeited(seat) {
            return Standing::NotOpened;
        }
        match (part.how, part.opened) {
            (None, _) if part.unusable => Standing::Unusable,
            (None, _) => Standing::NothingCame,
            _ if part.is_void => Standing::Unusable,
            (Some(How::Seal), false) if self.phase == Phase::Closed => Standing::NotOpened,
            (Some(How::Seal), false) if self.phase != Phase::Collecting => Standing::Sealed,
            _ if part.is_final => Standing::Final,
            _ => Standing::In,
        }
    }

    /// Returns until when a seat can mend a plan with slips, which closes the window otherwise; `None` without slips, or
    /// if the seat has said `final`.
    pub fn mends_until(&self, seat: &str) -> Option<DateTime<Utc>> {
        let part = self.seats.get(seat).filter(|_| self.has_slips(seat))?;
        Some(part.at? + self.grace_period())
    }

    /// Returns `true` if a part of the plan that a seat sent last could not be read, and the seat can still mend it and has not said
    /// `final`.
    pub fn has_slips(&self, seat: &str) -> bool {
        let part = self.seats.get(seat).filter(|part| part.slips && !part.is_final && part.how.is_some());
        self.phase == Phase::Collecting && part.is_some()
    }

    /// Returns `true` if such a plan lacks a part, which is more than a slip beside it.
    pub fn lacks_something(&self, seat: &str) -> bool {
        self.has_slips(seat) && self.seats.get(seat).is_some_and(|part| !part.whole)
    }

    /// Returns until when seats can mend plans that came when no more counted but those of seats that are waited for.
    pub fn mends_late(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let last = self.last_call().filter(|last| *last <= now)?;
        let came_late = |until: &DateTime<Utc>| last <= *until - self.grace_period() && now < *until;
        self.asked.keys().filter_map(|seat| self.mends_until(seat)).filter(came_late).max()
    }

    /// Returns the id of the window that a seat's seal names: this window, or the one that it opens again.
    pub fn bound(&self, seat: &str) -> &str {
        self.seats.get(seat).and_then(|part| part.bound.as_deref()).unwrap_or(&self.id)
    }

    /// Returns `true` if messages for the window `id` are for this window: it is this one, or this one opens it again.
    pub fn answers_to(&self, id: &str) -> bool {
        self.id == id || self.again.as_deref() == Some(id)
    }

    /// Returns the round that its questions belong to.
    pub fn round(&self) -> Round {
        Round { turn: self.turn, name: self.round.clone() }
    }

    /// Returns `true` if it asks the question `key`.
    pub fn asks(&self, key: &str) -> bool {
        self.asked.values().flatten().any(|question| question.key == key)
    }
}

impl Window {
    /// Returns the asked seats that have sent neither a seal nor a plan that answers something asked.
    pub fn missing(&self) -> impl Iterator<Item = &SeatId> {
        self.asked.keys().filter(|seat| {
            matches!(self.standing(seat), Standing::NothingCame | Standing::Unusable) || self.is_beside(seat)
        })
    }

    /// Returns `true` if what a seat has sent says nothing of what the window asks it, or was sealed when it was asked less.
    pub fn is_beside(&self, seat: &str) -> bool {
        self.seats.get(seat).is_some_and(|part| part.beside) || self.is_less(seat)
    }

    /// Returns `true` if what a seat has sent was sealed for a window that asked it less, on a timeline that a ruling has replaced.
    pub fn is_less(&self, seat: &str) -> bool {
        self.less.contains(seat) && self.seats.get(seat).is_some_and(|part| part.bound.is_some())
    }

    /// Returns the seats whose seals have not been opened.
    pub fn unopened(&self) -> impl Iterator<Item = &SeatId> {
        let sealed = |part: &crate::campaign::state::entries::In| part.how == Some(How::Seal) && !part.opened;
        let sealed = self.seats.iter().filter(move |(_, part)| sealed(part)).map(|(seat, _)| seat);
        sealed.filter(|seat| !self.has_forfeited(seat))
    }

    /// Returns the seats that are asked for their openings now: all that have not opened, or only the one that opens
    /// first.
    pub fn asked_to_open(&self) -> impl Iterator<Item = &SeatId> {
        let now = |seat: &&SeatId| match self.phase {
            Phase::OpeningFirst => self.first.as_ref() == Some(seat),
            phase => phase == Phase::Opening,
        };
        self.unopened().filter(now)
    }

    /// Returns `true` if the seat has opened the plan that it sealed at home.
    pub fn has_opened(&self, seat: &str) -> bool {
        self.seats.get(seat).is_some_and(|part| part.how == Some(How::Seal) && part.opened)
    }

    /// Returns `true` if the seat was to open first and did not do so in time.
    pub fn has_forfeited(&self, seat: &str) -> bool {
        self.instead.is_some() && self.first.as_deref() == Some(seat)
    }

    /// Returns the seat that has to open before the others are asked: that of a game master who plays (`plays`), if it
    /// has a seal to open and another seat has one too.
    pub(crate) fn opens_first(&self, plays: Option<&str>) -> Option<SeatId> {
        let first = self.unopened().find(|seat| plays == Some(seat.as_str()))?;
        self.unopened().any(|seat| seat != first).then(|| first.clone())
    }

    /// Returns when to remind the seats: `before` the deadline, but never in the first half of the time since the
    /// window opened or asked for openings. `None` if it is
    /// closed, has no deadline, or they were reminded already.
    pub fn remind_at(&self, before: TimeDelta) -> Option<DateTime<Utc>> {
        let deadline = self.deadline.filter(|_| !self.reminded && self.is_open())?;
        let since = self.opening_since.unwrap_or(self.opened);
        let half = since + (deadline - since) / 2;
        Some((deadline - before).max(half))
    }

    /// Returns when to remind again the seats for which it waits beyond its deadline; `None` if it does not wait so.
    pub fn nudge_at(&self) -> Option<DateTime<Utc>> {
        let is_waiting = self.waiting && self.phase == Phase::Collecting;
        self.nudged.filter(|_| is_waiting).map(|last| last + NUDGE)
    }
}
