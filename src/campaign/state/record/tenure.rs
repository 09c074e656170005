//! Players who took over a seat after the start.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The player who holds a seat that was handed over after the start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tenure {
    /// The entry with which the tenure began.
    pub seq: u64,
    /// When it began; `None` in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// The player's name; empty if this copy of the ledger leaves it out.
    pub player: String,
    /// The player's address; empty if this copy of the ledger leaves it out.
    pub address: String,
    /// Player and addresses as `campaign.yaml` had them then.
    pub was: (String, Vec<String>),
    /// The public keys of the player before, which must not sign for this one.
    pub ssh: Vec<String>,
}

/// A player who has held a seat before the one who holds it now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Former {
    pub player: String,
    /// The turn in which another player took over.
    pub until: u32,
}
