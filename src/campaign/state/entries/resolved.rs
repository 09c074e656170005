//! What the entries hold of stages that are over, and of the end.

use super::base::is_false;
use crate::seal::Hash256;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `resolved`: a stage is over. Secret: the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resolved {
    /// The number of the stage, from 1; 0 is the set-up.
    pub number: u64,
    /// The turn after it.
    pub turn: u32,
    /// The stage after it.
    pub stage: String,
    /// What was shuffled, in this order; the results are secret until the end.
    pub shuffles: Vec<Shuffled>,
    /// Whether the game is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub over: bool,
}

/// Something shuffled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shuffled {
    /// The draw's label.
    pub label: String,
    /// How many things.
    pub count: u64,
}

impl std::convert::From<&Order> for Shuffled {
    fn from(order: &Order) -> Self {
        Shuffled { label: order.label.clone(), count: order.length }
    }
}

/// Something shuffled, with the order it came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The draw's label.
    pub label: String,
    /// How many things.
    pub length: u64,
    /// The new first is what was at `order[0]`, and so on; places count from 0.
    pub order: Vec<u64>,
}

/// The secret of [`Resolved`]: a position with few unknowns could be guessed from its bare digest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// SHA-256 of the canonical position.
    pub position: Hash256,
    /// What was shuffled.
    pub draws: Vec<Order>,
}

/// `ended`: the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// How, as the game says.
    pub outcome: Value,
    /// The secret of the shuffles, in hex.
    #[serde(rename = "shuffle-secret")]
    pub secret: String,
    /// All that was ever shuffled.
    pub draws: Vec<Order>,
}
