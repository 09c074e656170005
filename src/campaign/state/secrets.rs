//! What nobody but the program may know: `secrets.yaml`, mode 0600. Randomness comes in as bytes.
//!
//! All further secrets (nonces of deposited plans, salts, the steward's dice) are derived from it, so that a tick
//! that is done again after a crash makes the same ones.
//!
//! May use: seal. Is used by: all of campaign.

use crate::campaign::state::entries::SeatId;
use crate::ledger::Kind;
use crate::seal::{Hash256, SeatKey, canonical};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fmt;

/// A campaign's secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    /// The key of each seat.
    pub keys: BTreeMap<SeatId, SeatKey>,
    /// The secret of the shuffles, published when the game ends.
    pub chance: [u8; 32],
    /// The secret of Message-IDs and of all that is derived; never published.
    pub mail: [u8; 32],
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(****)")
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    keys: BTreeMap<SeatId, String>,
    #[serde(rename = "secret of the shuffles")]
    chance: String,
    #[serde(rename = "secret of the mails")]
    mail: String,
}

const HEAD: &str = "# Secrets of this campaign. Whoever reads this can speak for every seat and knows every shuffle.\n\
                    # Keep the mode at 0600, and keep a copy somewhere safe: without it the game cannot go on.\n";

impl Secrets {
    /// New secrets for these seats from random bytes.
    pub fn draw<'a>(seats: impl IntoIterator<Item = &'a str>, random: &mut dyn FnMut(&mut [u8])) -> Self {
        let mut bytes = || {
            let mut bytes = [0; 32];
            random(&mut bytes);
            bytes
        };
        let (chance, mail) = (bytes(), bytes());
        let mut key = || {
            let mut short = [0; 16];
            short.copy_from_slice(&bytes()[..16]);
            SeatKey::new(short)
        };
        let keys = seats.into_iter().map(|seat| (seat.to_owned(), key())).collect();
        Secrets { keys, chance, mail }
    }

    /// As the file holds them.
    ///
    /// # Errors
    /// Never for what [`draw`](Secrets::draw) made.
    pub fn write(&self) -> Result<String, String> {
        let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(bytes);
        let keys = self.keys.iter().map(|(seat, key)| (seat.clone(), key.text())).collect();
        let written = Written { keys, chance: hex(&self.chance), mail: hex(&self.mail) };
        Ok(format!("{HEAD}{}", serde_yaml::to_string(&written).map_err(|why| why.to_string())?))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// In words, never with what was read.
    pub fn read(text: &str) -> Result<Self, String> {
        // The reader's own words may quote what it read.
        let written: Written = serde_yaml::from_str(text).map_err(|why| {
            format!(
                "it is not as `start` wrote it{}",
                why.location().map(|at| format!(" (line {})", at.line())).unwrap_or_default()
            )
        })?;
        let secret = |hex: &str| {
            let bytes = data_encoding::HEXLOWER.decode(hex.trim().as_bytes()).ok();
            bytes.and_then(|bytes| bytes.try_into().ok()).ok_or("a secret is not 64 hex digits".to_owned())
        };
        let key = |(seat, text): (SeatId, String)| {
            SeatKey::parse(&text)
                .map(|key| (seat.clone(), key))
                .map_err(|why| format!("the key of {seat}: {why}"))
        };
        Ok(Secrets {
            keys: written.keys.into_iter().map(key).collect::<Result<_, _>>()?,
            chance: secret(&written.chance)?,
            mail: secret(&written.mail)?,
        })
    }

    /// What is published of the secret of the shuffles at founding: its SHA-256.
    pub fn commitment(&self) -> Hash256 {
        Hash256::of(self.chance)
    }

    /// A secret for a purpose: HMAC-SHA256 over the canonical form of its name.
    pub fn derive(&self, purpose: &Value) -> [u8; 32] {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.mail);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(b"ravenpost/1 derive ");
        mac.update(canonical(purpose).unwrap_or_default().as_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl Secrets {
    /// A key of a seat or of `gm`. The first ones of seats stand in the file, all others follow from it.
    pub fn key(&self, of: &str, number: u32) -> SeatKey {
        let drawn = self.keys.get(of).filter(|_| number == 1).cloned();
        drawn.unwrap_or_else(|| {
            let purpose = json!({"key": of, "number": number});
            SeatKey::new(first(self.derive(&purpose)))
        })
    }
}

/// The salt of an entry's secret.
pub(crate) fn salt(secrets: &Secrets, seq: u64, kind: Kind) -> [u8; 16] {
    first(secrets.derive(&json!({"salt": seq, "kind": kind.name()})))
}

/// The first half of a derived secret: 128 bits.
pub(crate) fn first(bytes: [u8; 32]) -> [u8; 16] {
    std::array::from_fn(|place| bytes[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_come_back_from_their_file_and_never_print_themselves() {
        let mut next = 0;
        let secrets = Secrets::draw(["stark", "lannister"], &mut |bytes| {
            for byte in bytes {
                next += 1;
                *byte = next;
            }
        });
        assert_ne!(secrets.keys["stark"], secrets.keys["lannister"]);
        let text = secrets.write().unwrap();
        assert_eq!(Secrets::read(&text).unwrap(), secrets);
        assert_eq!(format!("{secrets:?}"), "Secrets(****)");
        let key = secrets.keys["stark"].text();
        let damaged = text.replace("keys:", "kays:");
        assert!(!Secrets::read(&damaged).unwrap_err().contains(&key));
        assert_ne!(secrets.derive(&"a".into()), secrets.derive(&"b".into()));
    }
}
