//! What the entries of a window hold.
//!
//! May use: nothing else. Is used by: entries.

use super::base::{SeatId, is_false};
use super::seal::How;
use crate::campaign::state::settings::Secrecy;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a question that waits is, for the record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// Its key.
    pub key: String,
    /// Its kind.
    pub kind: String,
}

/// `window`: a window opens, moves, or closes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum WindowStep {
    /// It opens.
    Opened {
        /// Its id: `3-planning`, `3-marches-2`.
        window: String,
        /// The turn.
        turn: u32,
        /// The stage of the turn.
        stage: String,
        /// Whether its questions are asked together, so that plans stay sealed until all are in.
        sealed: bool,
        /// How plans are handed in.
        secrecy: Secrecy,
        /// What is asked, by seat.
        asked: BTreeMap<SeatId, Vec<Question>>,
        /// When it closes; none: never by itself.
        deadline: Option<DateTime<Utc>>,
        /// Seconds after the deadline in which mails still count.
        grace: i64,
        /// The window that a ruling has closed and this one opens again: what is sealed in it counts here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<String>,
    },
    /// Its deadline (or that of its openings) is another.
    Moved {
        /// Which.
        window: String,
        /// The new deadline.
        deadline: DateTime<Utc>,
        /// Why: `outage`, `vote`, `gm`.
        why: String,
    },
    /// Its seats are reminded.
    Reminded {
        /// Which.
        window: String,
        /// Who is.
        seats: Vec<SeatId>,
        /// By whose order, if not by the clock: `gm`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// Its deadline has passed, and the game waits for these seats all the same.
    Waiting {
        /// Which.
        window: String,
        /// For whom.
        seats: Vec<SeatId>,
        /// Whether everybody is told, for one of them has asked the others to wait.
        #[serde(default, skip_serializing_if = "is_false")]
        told: bool,
    },
    /// Nothing more can be sealed; the openings of these seals are asked for.
    Published {
        /// Which.
        window: String,
        /// All seals.
        seals: BTreeMap<SeatId, String>,
        /// Until when; none: without end.
        deadline: Option<DateTime<Utc>>,
    },
    /// It closes.
    Closed {
        /// Which.
        window: String,
        /// Why: `answered`, `all-in`, `deadline`, `openings`, `gm`, or `vote` where one has ended the game.
        why: String,
        /// How each asked seat stood.
        seats: BTreeMap<SeatId, Standing>,
        /// Why what is still unanswered by then takes the default: `missed`, `absent`, `resigned`, `unusable`,
        /// `not-opened`, `steward`, or `hold` where a plan came that says nothing of it.
        silent: BTreeMap<SeatId, String>,
    },
}

/// How a seat stands in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing came.
    NothingCame,
    /// Something came, but nothing usable.
    Unusable,
    /// A plan or seal is in, and more may come.
    In,
    /// The same, and nothing more will come.
    Final,
    /// It sealed, and the opening is still to come.
    Sealed,
    /// It sealed and did not open in time.
    NotOpened,
}

/// What a seat has sent in a window.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct In {
    /// The seal that binds it.
    pub seal: Option<String>,
    /// How it came.
    pub how: Option<How>,
    /// The revision.
    pub revision: u64,
    /// When it came.
    pub at: Option<DateTime<Utc>>,
    /// The number of its receipt.
    pub receipt: u64,
    /// Whether nothing more will come.
    pub is_final: bool,
    /// Whether something unusable came.
    pub unusable: bool,
    /// Whether the plan is open.
    pub opened: bool,
    /// Whether it turned out to be no plan at all.
    pub is_void: bool,
    /// The window that the seal names, if that is another, which this one opens again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
}
