//! The seal itself: the fingerprint of a sealed document, and how people type it.

use super::canonical::Hash256;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A seal: the SHA-256 of a sealed document's canonical form; as text `sha256:` and 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seal(pub Hash256);

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.0)
    }
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A text that is not a seal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// Another number of digits than a SHA-256 has.
    #[error("a seal is “sha256:” and 64 hex digits, but this one has {found}; copy the whole line")]
    Length {
        /// The number of characters after `sha256:`.
        found: usize,
    },
    /// A character that is not a hex digit.
    #[error("a seal is “sha256:” and 64 hex digits, and “{found}” is not one; copy the line again")]
    Symbol { found: char },
}

impl FromStr for Seal {
    type Err = SealError;
    /// Reads a seal; case, spaces and a missing `sha256:` do not matter.
    fn from_str(text: &str) -> Result<Self, SealError> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        let digits = bare.strip_prefix("sha256:").unwrap_or(&bare);
        if let Some(found) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
            return Err(SealError::Symbol { found });
        }
        digits.parse().map(Seal).map_err(|_| SealError::Length { found: digits.len() })
    }
}
