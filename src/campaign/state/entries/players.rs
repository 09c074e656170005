//! What the entries hold that come of living together: press, votes, absences.
//!
//! May use: nothing else. Is used by: entries.

use super::base::SeatId;
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
    /// On another player for a seat.
    Replace {
        /// Which; none: not.
        whom: Option<SeatId>,
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
    /// For another player of this seat.
    #[serde(default)]
    pub replace: Option<SeatId>,
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
            Ballot::Replace { whom } => after.replace.clone_from(whom),
        }
        after
    }
}

/// `absence`: a seat will be away, is given up, or gets another player. Secret, if it will be away: [`Days`]; if it gets
/// another player: [`Successor`](super::Successor).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Absent {
    /// Which.
    pub seat: SeatId,
    /// Whether it is given up.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub resigned: bool,
    /// By whose will it is given up, if not its player's: `vote`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether one who writes for it begins to do so now.
    #[serde(default, skip_serializing_if = "super::base::is_false", rename = "stand-in")]
    pub stand_in: bool,
    /// Its next player, if it gets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<super::gm::Replaced>,
}

/// The secret of [`Absent`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Days {
    /// From when.
    pub from: DateTime<Utc>,
    /// Until when.
    pub to: DateTime<Utc>,
    /// What becomes of the seat meanwhile.
    #[serde(default, skip_serializing_if = "Meanwhile::is_plan")]
    pub play: Meanwhile,
    /// The address of who writes for the seat meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
}

/// What becomes of an absent seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meanwhile {
    /// The plan that is here plays, then the rules' defaults, or the steward where the campaign has one.
    #[default]
    Plan,
    /// The steward plays.
    Steward,
    /// The game waits.
    Wait,
}

impl Meanwhile {
    fn is_plan(&self) -> bool {
        *self == Meanwhile::Plan
    }
}
