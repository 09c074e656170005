//! What the entries hold that a campaign begins with.

use super::base::SeatId;
use super::gm::Rehearsal;
use crate::seal::{Hash256, StoredKey};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// `founded`: the campaign begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Founded {
    /// The campaign's id.
    pub campaign: String,
    /// The version of this protocol.
    pub format: String,
    /// The version of the program.
    pub version: String,
    /// The version of the game's rules that are played.
    #[serde(default = "first_rules", skip_serializing_if = "is_first_rules")]
    pub rules: u32,
    /// What everybody may know of the settings.
    pub settings: Value,
    /// The seats in the game's order.
    pub seats: Vec<FoundedSeat>,
    /// SHA-256 of each file of the game's data, by name.
    pub data: BTreeMap<String, Hash256>,
    /// SHA-256 of the secret of the shuffles.
    #[serde(rename = "shuffle-commitment")]
    pub commitment: Hash256,
    /// The hash of the game master's key; none in campaigns from when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm: Option<StoredKey>,
    /// Until when words of chance are taken; none: the game begins at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words_until: Option<DateTime<Utc>>,
    /// The rehearsal, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<Rehearsal>,
}

/// A ledger that does not say by which rules it is played is played by the first.
fn first_rules() -> u32 {
    1
}

fn is_first_rules(rules: &u32) -> bool {
    *rules == first_rules()
}

/// A seat as founded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundedSeat {
    /// Its id.
    pub seat: SeatId,
    /// Its name for people.
    pub name: String,
    /// The hash of its key.
    pub key: StoredKey,
}

/// `chance`: the words of chance, from which with the secret all draws follow. The game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// Words by seat, of those who sent any.
    pub words: BTreeMap<SeatId, String>,
}
