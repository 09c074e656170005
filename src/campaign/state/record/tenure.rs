//! Players who came later than the start.

use serde::{Deserialize, Serialize};

/// Who holds a seat that its first player does not hold any more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tenure {
    /// The entry that it began with.
    pub seq: u64,
    /// The player's name; empty where this copy does not say.
    pub player: String,
    /// Where mail goes; empty likewise.
    pub address: String,
    /// Player and addresses as campaign.yaml had them.
    pub was: (String, Vec<String>),
    /// The public keys of the player before.
    pub ssh: Vec<String>,
}
