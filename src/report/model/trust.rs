//! The evidence that a message is a seat's own.

pub use crate::post::Dkim;
use serde::{Deserialize, Serialize};

/// The evidence that a message is a seat's own, from the strongest to the weakest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trust {
    /// The fingerprint of the key that signed it (`SHA256:…`); `None` without a signature.
    #[serde(default)]
    pub signature: Option<String>,
    /// `true` if it contains the seat's key.
    pub key: bool,
    /// `true` if it answers a message that we sent to the seat alone.
    pub answers: bool,
    /// `true` if it claims to be from an address of the seat's.
    pub known: bool,
    /// Our mail server's verdict on DKIM; `None` if the campaign does not ask for it.
    #[serde(default)]
    pub dkim: Option<Dkim>,
    /// The name of our mail server; empty if the campaign does not ask it.
    #[serde(default)]
    pub server: String,
}
