//! Entries about keys, and about the settings, which share an entry with them.

use crate::seal::StoredKey;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The body of `settings`: either the public settings have changed, or a key was made.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Changed {
    /// The new settings that everybody may read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<NewKey>,
}

/// A new key of a seat or of the game master; only its hash is recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewKey {
    /// The holder: a seat's id, or `gm`.
    pub of: String,
    /// The number among its holder's keys, from 1.
    pub number: u32,
    pub hash: StoredKey,
    /// `true` if the key before is void at once; otherwise that key counts until this one is first used.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub now: bool,
}

/// A reason to warn a seat or the game master about a message in their name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// A message has their key, but comes from another address.
    OtherAddress,
    /// A message from their address has a wrong key, or answers one that we sent before their key changed.
    WrongKey,
}

impl Warning {
    /// Returns the name under which `mail/notice.md` has the text of the warning.
    pub fn word(self) -> &'static str {
        match self {
            Warning::OtherAddress => "other-address",
            Warning::WrongKey => "wrong-key",
        }
    }
}

/// A warning about a message, with its recipient.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warned {
    /// A seat's id, or `gm`.
    pub of: String,
    pub what: Warning,
}

impl Warned {
    /// Returns the name `seat/what` under which the record remembers the warning.
    pub fn name(&self) -> String {
        format!("{}/{}", self.of, self.what.word())
    }
}
