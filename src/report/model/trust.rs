//! By what a mail was known.

pub use crate::post::Dkim;
use serde::{Deserialize, Serialize};

/// By what a mail of a seat was known to be its own, from the strongest to the weakest.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trust {
    /// The fingerprint of the key that has signed it (`SHA256:…`); none if it was not signed.
    #[serde(default)]
    pub signature: Option<String>,
    /// Whether the seat's key stands in it.
    pub key: bool,
    /// Whether it answers a mail that went to the seat alone.
    pub answers: bool,
    /// Whether it says that it comes from an address of the seat's.
    pub known: bool,
    /// What our mail server says of the signature of the sender's own server; none if that is not asked for.
    #[serde(default)]
    pub dkim: Option<Dkim>,
    /// The name of our mail server; empty if it is not asked.
    #[serde(default)]
    pub server: String,
}
