//! The entries that begin a campaign: `founded` and `chance`.

use super::base::SeatId;
use super::gm::Rehearsal;
use crate::campaign::state::settings::{PublicNumber, Words};
use crate::seal::{Hash256, ReceiptKey, StoredKey};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The body of `founded`, the first entry: what the campaign is, and the hashes it is bound to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Founded {
    pub campaign: String,
    /// The version of the ledger's format (docs/protocol.md).
    pub format: String,
    /// The version of the program that founded the campaign.
    pub version: String,
    /// The version of the game's rules; 1 in ledgers that do not say.
    #[serde(default = "first_rules", skip_serializing_if = "is_first_rules")]
    pub rules: u32,
    /// The settings that everybody may read, as [`Settings::public`](crate::campaign::Settings::public) returns them.
    pub settings: Value,
    /// The seats in the game's order.
    pub seats: Vec<FoundedSeat>,
    /// SHA-256 of each file of the game's data, by name.
    pub data: BTreeMap<String, Hash256>,
    /// The files of the data that are the campaign's own and not the program's, such as those of another board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_data: Vec<String>,
    /// SHA-256 of the secret of the shuffles.
    #[serde(rename = "shuffle-commitment")]
    pub commitment: Hash256,
    /// The public key that all receipts of the campaign are signed with.
    pub receipt_key: ReceiptKey,
    /// The hash of the game master's key; `None` in campaigns that are older than that key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm: Option<StoredKey>,
    /// What is mixed into the shuffles besides the secret.
    #[serde(default)]
    pub chance: FoundedChance,
    /// The words of chance of a seat that the game master plays, which are fixed here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gm_words: BTreeMap<SeatId, String>,
    /// The test of the players' mail before the game; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<Rehearsal>,
}

/// The version of the rules in a ledger that names none.
fn first_rules() -> u32 {
    1
}

fn is_first_rules(rules: &u32) -> bool {
    *rules == first_rules()
}

/// A seat at the founding, with the hash of its first key.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundedSeat {
    pub seat: SeatId,
    pub name: String,
    pub key: StoredKey,
}

/// A part of `founded`: what is mixed into the shuffles besides the secret.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct FoundedChance {
    pub words: Words,
    /// Until when words are accepted; `None` if none are asked for, or if they end with the rehearsal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// The number that the game waits for; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<PublicNumber>,
}

/// The body of `chance`: with the secret it determines all draws, and the game begins.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chance {
    /// The words of each seat that sent some, or sealed and opened some.
    pub words: BTreeMap<SeatId, String>,
    /// The words that [`Founded::gm_words`] has fixed.
    #[serde(default)]
    pub gm_words: BTreeMap<SeatId, String>,
    /// The public number; `None` if none was named at the founding.
    #[serde(default)]
    pub public: Option<String>,
}
