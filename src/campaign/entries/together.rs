//! What the entries hold that come of living together: press, votes, absences.
//!
//! May use: nothing else. Is used by: entries.

use super::SeatId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// `press`: mail between players. Its body is empty: who writes to whom is nobody's business. Secret: [`Letter`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pressed {}

/// The secret of [`Pressed`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Letter {
    /// Who wrote it.
    pub from: SeatId,
    /// Who gets it: seats, and `gm`.
    pub to: Vec<String>,
    /// Whether it is to everybody.
    pub all: bool,
    /// Whether its readers are not told who wrote it.
    pub grey: bool,
    /// What it says; keys are masked.
    pub text: String,
    /// Whether the game master gets a copy, as the settings said when it was written.
    pub gm_reads: bool,
}

/// `vote`: a seat votes, in place of what it said on the same before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Voted {
    /// Which.
    pub seat: SeatId,
    /// On what, and how.
    #[serde(flatten)]
    pub ballot: Ballot,
}

/// A vote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Ballot {
    /// On a draw among all who play.
    Draw {
        /// For it, or not any more.
        yes: bool,
    },
    /// On the ruling that is proposed.
    Ruling {
        /// For it; or against.
        yes: bool,
    },
    /// On more time.
    Extend {
        /// How many minutes; 0 for none.
        minutes: u32,
    },
    /// On conceding the game.
    Concede {
        /// To whom; none: not.
        to: Option<SeatId>,
    },
}

/// How a seat stands on everything that is voted on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ballots {
    /// For a draw.
    pub draw: bool,
    /// For so many minutes more.
    pub extend: u32,
    /// For conceding to this seat.
    pub concede: Option<SeatId>,
}

impl Ballots {
    /// The same after a vote.
    pub fn with(&self, ballot: &Ballot) -> Ballots {
        let mut after = self.clone();
        match ballot {
            Ballot::Draw { yes } => after.draw = *yes,
            Ballot::Extend { minutes } => after.extend = *minutes,
            Ballot::Concede { to } => after.concede.clone_from(to),
            // Who objects stands with the proposal.
            Ballot::Ruling { .. } => {}
        }
        after
    }
}

/// `absence`: a seat will be away, or is given up. Secret, if it will be away: [`Days`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Absent {
    /// Which.
    pub seat: SeatId,
    /// Whether it is given up.
    #[serde(default, skip_serializing_if = "super::is_false")]
    pub resigned: bool,
}

/// The secret of [`Absent`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Days {
    /// From when.
    pub from: DateTime<Utc>,
    /// Until when.
    pub to: DateTime<Utc>,
}
