//! Entries about resolved stages and the end of the game.

use super::base::is_false;
use super::mail::Counts;
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The body of `resolved`: a stage is over. Secret: [`Digest`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resolved {
    /// The number of the stage, from 1; 0 is the set-up.
    pub number: u64,
    /// The turn that the game is in afterwards.
    pub turn: u32,
    /// The stage that the game is in afterwards.
    pub stage: String,
    /// The shuffles, in order; their results are secret until the end of the game.
    pub shuffles: Vec<Shuffled>,
    /// `true` if the game is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub over: bool,
}

/// A shuffle without its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shuffled {
    /// The label of the draw, from which with the seed its result follows.
    pub label: String,
    /// How many things were shuffled.
    pub count: u64,
}

impl std::convert::From<&Order> for Shuffled {
    fn from(order: &Order) -> Self {
        Shuffled { label: order.label.clone(), count: order.length }
    }
}

/// A shuffle with its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The label of the draw, from which with the seed its result follows.
    pub label: String,
    /// How many things were shuffled.
    pub length: u64,
    /// For each new place the old place, both from 0: the first thing is now what was at `order[0]`.
    pub order: Vec<u64>,
}

impl Order {
    /// Notes a shuffle by the old places in their new order.
    pub fn of(label: String, order: &[usize]) -> Self {
        let order: Vec<u64> = order.iter().map(|place| *place as u64).collect();
        Order { label, length: order.len() as u64, order }
    }
}

/// The secret of [`Resolved`], for the game master. The digest is secret, because a position with few unknowns could be
/// guessed from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// The SHA-256 of the position in canonical form.
    pub position: Hash256,
    /// The shuffles, in order.
    pub draws: Vec<Order>,
}

/// The body of `ended`: the outcome, and the secrets of all shuffles, so that everybody can check them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// The outcome in the form of the game.
    pub outcome: Value,
    /// The secret of the shuffles, 64 hex digits.
    #[serde(rename = "shuffle-secret")]
    pub secret: String,
    /// All shuffles of the game, in order.
    pub draws: Vec<Order>,
    /// The messages that the ledger has before this entry.
    pub counts: Counts,
}
