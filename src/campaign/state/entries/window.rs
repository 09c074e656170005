//! The entry `window`, and what a seat has sent in a window.

use super::base::{SeatId, is_false};
use super::mail::Counts;
use super::seal::How;
use crate::campaign::state::settings::Secrecy;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question that a window asks, without its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    pub key: String,
    pub kind: String,
    /// `true` if a plan answers it beforehand: it may come up in this round, or not at all.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ahead: bool,
}

/// The body of `window`: a window (the time in which we accept orders for one step) opens, moves or closes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WindowStep {
    Opened {
        /// The window's id: `3-planning`, `3-marches-2`.
        window: String,
        turn: u32,
        stage: String,
        /// The round of the turn that the questions belong to, as the game names it: `westeros`, `orders`.
        round: String,
        /// `true` if plans stay sealed until all are in: the questions are asked together, or several seats are asked.
        sealed: bool,
        secrecy: Secrecy,
        /// The questions, by seat.
        asked: BTreeMap<SeatId, Vec<Question>>,
        /// `None` if the window never closes by itself.
        deadline: Option<DateTime<Utc>>,
        /// The grace period: seconds after the deadline in which messages still count.
        grace: i64,
        /// The window that a ruling has closed and this one opens again: its seals count here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<String>,
        /// The messages that the ledger has before this entry.
        counts: Counts,
    },
    /// A seat that has a player again is asked too, while the window collects sealed plans.
    Joined { window: String, seat: SeatId, asked: Vec<Question> },
    /// The deadline of the window, or of its openings, moves.
    Moved {
        window: String,
        deadline: DateTime<Utc>,
        /// `vote` or `gm`.
        why: String,
    },
    /// Seats are reminded.
    Reminded {
        window: String,
        seats: Vec<SeatId>,
        /// `gm` if the game master ordered it; `None` if the clock did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The deadline has passed, and the game still waits for these seats.
    Waiting {
        window: String,
        seats: Vec<SeatId>,
        /// `true` if everybody is told, because one of the seats has asked the others to wait.
        #[serde(default, skip_serializing_if = "is_false")]
        told: bool,
    },
    /// Sealing is over; we ask for the openings of these seals.
    Published {
        window: String,
        /// Why no more plans are accepted: `all-in`, `deadline` or `gm`.
        why: String,
        /// All seals, `sha256:…`.
        seals: BTreeMap<SeatId, String>,
        /// The deadline of the openings that are asked for now; `None` if there is none.
        deadline: Option<DateTime<Utc>>,
        /// The seat that the game master plays, if it and another seat have sealed: it alone is asked to open now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<SeatId>,
    },
    /// The seat that opens first has opened or can no longer; now the others are asked for their openings.
    Openings {
        window: String,
        first: SeatId,
        why: FirstIs,
        /// What plays for the first seat if it has not opened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Instead>,
        /// The deadline of the others; `None` if there is none.
        deadline: Option<DateTime<Utc>>,
    },
    Closed {
        window: String,
        /// One of `answered`, `all-in`, `deadline`, `openings`, `gm`, or `vote` if a vote has ended the game.
        why: String,
        /// What each asked seat has sent.
        seats: BTreeMap<SeatId, Standing>,
        /// Why the open questions of a seat take the default: `missed`, `absent`, `resigned`, `unusable`, `not-opened`,
        /// `steward`, or `hold` if its plan does not mention what was asked together.
        silent: BTreeMap<SeatId, String>,
    },
}

/// Whether and what a seat has sent in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    NothingCame,
    /// Something came, but nothing usable.
    Unusable,
    /// A plan or seal is in, and more may come.
    In,
    /// A plan or seal is in, and the seat has said `final`.
    Final,
    /// A seal is in; its opening is still to come.
    Sealed,
    /// The seat sealed a plan and did not open it in time.
    NotOpened,
}

/// Why nobody waits any longer for the seat that opens first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstIs {
    Opened,
    /// Its deadline has passed.
    Deadline,
    /// The game master has ended the wait by an order.
    Gm,
}

/// What plays for a seat whose plan is missing or cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instead {
    /// The defaults of the rules.
    Default,
    /// The steward.
    Steward,
}

impl Instead {
    /// Returns it in one word: `default` or `steward`.
    pub fn word(self) -> &'static str {
        match self {
            Instead::Default => "default",
            Instead::Steward => "steward",
        }
    }
}

/// The last plan or seal of a seat in a window.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct In {
    /// The seal, `sha256:…`; `None` if nothing usable came.
    pub seal: Option<String>,
    pub how: Option<How>,
    /// The revision that the sender gave; 0 without one.
    pub revision: u64,
    pub at: Option<DateTime<Utc>>,
    /// The number of its receipt, from 1; 0 if none was sent.
    pub receipt: u64,
    /// `true` if the seat has said `final`.
    pub is_final: bool,
    /// `true` if a plan came that could not be used.
    pub unusable: bool,
    /// `true` if a part of the plan that came last could not be read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slips: bool,
    /// `true` if nothing of that plan is missing all the same.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// `true` if the plan that came last says nothing of what the window asks.
    #[serde(default, skip_serializing_if = "is_false")]
    pub beside: bool,
    /// `true` if the plan has been opened.
    pub opened: bool,
    /// `true` if the opened document is not a plan.
    pub is_void: bool,
    /// The window that the seal names, if this window opens it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
}
