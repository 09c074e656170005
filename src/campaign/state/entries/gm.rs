//! What the entries hold that a game master does to a running campaign.
//!
//! May use: seal. Is used by: entries.

use super::base::SeatId;
use crate::seal::StoredKey;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// `clock`: a gap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The last tick before.
    pub from: DateTime<Utc>,
    /// The first after.
    pub to: DateTime<Utc>,
    /// The window whose deadline moved, and where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<(String, DateTime<Utc>)>,
    /// Until when the ruling that is proposed may be objected to now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protest: Option<DateTime<Utc>>,
}

/// `peeked`: the game master looked at a plan before its window closed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Peeked {
    /// The window.
    pub window: String,
    /// Whose plan.
    pub seat: SeatId,
}

/// `clock` with `what` in its body: the clock stops or goes on. Without it is a [`Gap`](super::Gap).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClockStep {
    /// Nothing closes from now on.
    Paused {
        /// By whose order: `gm`.
        by: String,
    },
    /// It goes on.
    Resumed {
        /// By whose order: `gm`.
        by: String,
        /// Since when it stood.
        since: DateTime<Utc>,
        /// The window (or `chance`) whose deadline moves, and where to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moved: Option<(String, DateTime<Utc>)>,
    },
    /// The rehearsal is over, whoever has not passed it.
    Rehearsed {
        /// By whose order: `gm`.
        by: String,
    },
}

/// In the body of `founded`: there is a rehearsal before the game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rehearsal {
    /// Since when.
    pub from: DateTime<Utc>,
    /// Until when; none: until all have passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
}

/// In the body of an `absence`: a seat has another player, or its own again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replaced {
    /// The number of the new key.
    pub number: u32,
    /// Its hash; no older one speaks for the seat from now on.
    pub key: StoredKey,
    /// The player's name; none where seats are anonymous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Whether it is the player that the seat had.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub again: bool,
}

/// The secret beside [`Replaced`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Successor {
    /// The player's name.
    pub player: String,
    /// Where mail goes.
    pub address: String,
    /// Where the player before is told; none if it is the same player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// Player and addresses as campaign.yaml had them; while it does, the new player stands in their place.
    pub was: (String, Vec<String>),
    /// The public keys of the player before, which the seat's mails are not signed with any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ssh: Vec<String>,
}
