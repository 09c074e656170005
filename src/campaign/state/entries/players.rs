//! Entries about players: press, votes and absences.

use super::base::SeatId;
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The body of `press`, a message between players. It is empty, because nobody else may know who writes to whom. Secret:
/// [`Letter`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pressed {}

/// The secret of [`Pressed`], for its writer and its recipients.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Letter {
    pub from: SeatId,
    /// The recipients: ids of seats, and `gm`.
    pub to: Vec<String>,
    /// `true` if it is to everybody.
    pub all: bool,
    /// `true` if it is unsigned: its recipients do not learn who wrote it.
    pub grey: bool,
    /// The text; keys are masked.
    pub text: String,
    /// `true` if the game master gets a copy, as the settings said when it was written.
    pub gm_reads: bool,
}

impl Letter {
    /// Returns the name of the conversation that it belongs to: that of its writer and recipients, whoever of them writes.
    /// An unsigned one, written `at` an instant, is a conversation of its own, or others of the same people would tell its writer; its
    /// place in the ledger would tell how much others have sent.
    pub(crate) fn talk(&self, at: DateTime<Utc>) -> String {
        let of = match (self.grey, self.all) {
            (true, _) => format!("unsigned {} {}", at.timestamp(), self.text),
            (false, true) => "all".to_owned(),
            (false, false) => {
                let people: BTreeSet<&String> = self.to.iter().chain([&self.from]).collect();
                format!("{people:?}")
            }
        };
        let digest = Hash256::of(of).to_string();
        format!("talk-{}", digest.get(..24).unwrap_or_default())
    }
}

/// The body of `vote`: a seat's vote, which replaces its earlier vote on the same question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Voted {
    pub seat: SeatId,
    #[serde(flatten)]
    pub ballot: Ballot,
}

/// A vote on one question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Ballot {
    /// On a draw among all players still in the game.
    Draw {
        /// `false` if the seat takes back its vote for a draw.
        yes: bool,
    },
    /// On the proposed ruling.
    Ruling {
        /// `false` if the seat objects.
        yes: bool,
    },
    Extend {
        /// 0 for no more time.
        minutes: u32,
    },
    /// On replacing the player of a seat.
    Replace {
        /// The seat; `None` if the vote is taken back.
        whom: Option<SeatId>,
    },
    /// On conceding the game to a seat.
    Concede {
        /// The winner; `None` if the vote is taken back.
        to: Option<SeatId>,
    },
}

/// The present votes of a seat on all questions; objections to a ruling are with its proposal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ballots {
    pub draw: bool,
    /// Minutes of more time; 0 for none.
    pub extend: u32,
    /// The seat to concede to.
    pub concede: Option<SeatId>,
    /// The seat whose player is to be replaced.
    #[serde(default)]
    pub replace: Option<SeatId>,
    /// `true` if the seat has said that it is against a draw.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub no_draw: bool,
    /// `true` if it has said that it is against more time.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub no_extend: bool,
}

impl Ballots {
    /// Returns the votes after another vote.
    pub fn with(&self, ballot: &Ballot) -> Ballots {
        let mut after = self.clone();
        match ballot {
            Ballot::Draw { yes } => (after.draw, after.no_draw) = (*yes, !yes),
            Ballot::Extend { minutes } => (after.extend, after.no_extend) = (*minutes, *minutes == 0),
            Ballot::Concede { to } => after.concede.clone_from(to),
            // Objections are with the proposal.
            Ballot::Ruling { .. } => {}
            Ballot::Replace { whom } => after.replace.clone_from(whom),
        }
        after
    }

    /// Returns `true` if the seat is for anything that is voted on.
    pub fn is_for_anything(&self) -> bool {
        self.draw || self.extend > 0 || self.concede.is_some() || self.replace.is_some()
    }

    /// Forgets what was said of more time.
    pub(crate) fn forget_time(&mut self) {
        (self.extend, self.no_extend) = (0, false);
    }
}

/// The body of `absence`: a seat's player will be away, resigns, or is replaced. Secret: [`Away`] for an absence or a
/// step of a resignation, [`Successor`](super::Successor) for another player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Absent {
    pub seat: SeatId,
    /// `true` if the seat is given up.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub resigned: bool,
    /// `vote` if the other players voted for it; `None` if the player resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// `true` if the stand-in of a booked absence begins now.
    #[serde(default, skip_serializing_if = "super::base::is_false", rename = "stand-in")]
    pub stand_in: bool,
    /// The seat's next player; `None` if it does not get one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<super::gm::Replaced>,
}

/// The secret of [`Absent`], for its seat. To others a resignation that is not in effect yet looks like a booked
/// absence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Away {
    Leaving(Leaving),
    Back(Back),
    Days(Days),
}

/// A step of a player who resigns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaving {
    pub resign: LeavingStep,
    /// The number of the receipt that asks for a confirmation, or that confirms one.
    pub receipt: u64,
    /// When we asked for it, or took it in.
    pub at: DateTime<Utc>,
    /// The window at whose end the resignation takes effect; `None` if it is not confirmed, or if none was open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
}

impl Leaving {
    /// Stands for the window that opens next, after a ruling has shut the one that was to end.
    pub(crate) const NEXT: &str = "next";
}

/// How far a player has got in resigning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeavingStep {
    /// We have asked for a confirmation.
    Asked,
    Confirmed,
    /// The player has taken it back.
    Withdrawn,
}

/// The player takes back the absences that are booked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    /// Always `true`; the entry's time says when.
    pub back: bool,
}

/// A booked absence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Days {
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
    /// How the seat is played meanwhile.
    #[serde(default, skip_serializing_if = "Meanwhile::is_plan")]
    pub play: Meanwhile,
    /// The address of the stand-in; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
}

/// How a seat is played while its player is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meanwhile {
    /// By the plan that we have, then by the rules' defaults, or by the steward if the campaign has one.
    #[default]
    Plan,
    /// By the steward.
    Steward,
    /// Not at all: the game waits.
    Wait,
}

impl Meanwhile {
    fn is_plan(&self) -> bool {
        *self == Meanwhile::Plan
    }
}
