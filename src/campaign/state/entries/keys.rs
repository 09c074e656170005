//! What the entries hold that come of keys.
//!
//! May use: seal. Is used by: entries.

use crate::seal::StoredKey;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `settings`: what everybody may know of the settings has changed, or a key is made; one of both.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Changed {
    /// The settings as they are now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Value>,
    /// A key that is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<NewKey>,
}

/// A key that is made for a seat or the game master.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewKey {
    /// Whose: a seat's id, or `gm`.
    pub of: String,
    /// Which of its holder's keys it is: 1 is the first.
    pub number: u32,
    /// Its hash.
    pub hash: StoredKey,
    /// Whether it takes the place of the one before at once; else that holds good until this one is used.
    #[serde(default, skip_serializing_if = "super::base::is_false")]
    pub now: bool,
}

/// What somebody is warned of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warning {
    /// A mail speaks for them, but comes from another address.
    OtherAddress,
    /// A mail from their address has a wrong key, or answers a mail from before their key was changed.
    WrongKey,
}

impl Warning {
    /// Its word, by which its words stand in `mail/notice.md`.
    pub fn word(self) -> &'static str {
        match self {
            Warning::OtherAddress => "other-address",
            Warning::WrongKey => "wrong-key",
        }
    }
}

/// Who is warned, and of what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Warned {
    /// A seat's id, or `gm`.
    pub of: String,
    /// What.
    pub what: Warning,
}

impl Warned {
    /// What the record remembers it by.
    pub fn name(&self) -> String {
        format!("{}/{}", self.of, self.what.word())
    }
}
