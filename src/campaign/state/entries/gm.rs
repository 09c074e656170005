//! Entries about what a game master does to a running campaign, and about outages.

use super::base::SeatId;
use crate::seal::StoredKey;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The body of `clock` without `what`: an outage, a time in which no tick ran.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// When the last tick before the outage ran.
    pub from: DateTime<Utc>,
    /// When the first tick after it ran.
    pub to: DateTime<Utc>,
    /// The window whose deadline moved, and its new deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<(String, DateTime<Utc>)>,
    /// The new end of the objection period; `None` if no ruling was proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protest: Option<DateTime<Utc>>,
}

/// The body of `peeked`: the game master read a plan before its window closed. Everybody is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Peeked {
    pub window: String,
    /// The seat whose plan was read.
    pub seat: SeatId,
}

/// The body of `clock` with `what`: the clock stops or restarts, the rehearsal ends, or the public number is known. Without `what` it is a [`Gap`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClockStep {
    /// The clock stops: no window closes from now on.
    Paused {
        /// Who ordered it: `gm`.
        by: String,
    },
    /// The clock restarts.
    Resumed {
        /// Who ordered it: `gm`.
        by: String,
        /// When the clock was stopped.
        since: DateTime<Utc>,
        /// The window (or `chance`) whose deadline moves, and its new deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<(String, DateTime<Utc>)>,
    },
    /// The public number is known, or corrected.
    Public {
        /// Who entered it: `gm`.
        by: String,
        /// The number as it will be hashed.
        value: String,
        /// Until when everybody can check it; the game begins then.
        until: DateTime<Utc>,
        /// The value that it corrects; `None` if it is the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        corrects: Option<String>,
    },
    /// The rehearsal ends, even if seats have not passed it.
    Rehearsed {
        /// Who ordered it: `gm`.
        by: String,
    },
}

/// A part of `founded`: the rehearsal, a test of the players' mail before the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rehearsal {
    pub from: DateTime<Utc>,
    /// When it ends; `None` if it ends only when all seats have passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
}

/// A part of `absence`: a seat gets another player, or its own again. Secret: [`Successor`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replaced {
    /// The number of the new key.
    pub number: u32,
    /// The hash of the new key; older keys no longer count.
    pub key: StoredKey,
    /// The player's name; `None` if the campaign is anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// `true` if it is the player that the seat had before.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub again: bool,
}

/// The secret of [`Replaced`], for the seat's new player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Successor {
    pub player: String,
    pub address: String,
    /// The address of the player before, for the last message; `None` if it is the same player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// Player and addresses in `campaign.yaml`; as long as it names them, the new player takes their place.
    pub was: (String, Vec<String>),
    /// The public keys of the player before, which no longer sign for the seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ssh: Vec<String>,
}
