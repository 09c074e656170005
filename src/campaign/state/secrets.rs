//! The secrets of a campaign: `secrets.yaml`, mode 0600. The caller gives the random bytes.
//!
//! All other secrets (nonces of deposited plans, salts, the steward's dice) are derived from these, so that a tick that is
//! repeated after a crash makes the same ones.

use crate::campaign::state::entries::SeatId;
use crate::ledger::Kind;
use crate::seal::{Hash256, ReceiptSigner, SeatKey, canonical};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;
use std::collections::BTreeMap;
use std::fmt;

/// The secrets of a campaign, which nobody but the program may know. `Debug` does not print them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secrets {
    /// The first key of each seat.
    pub keys: BTreeMap<SeatId, SeatKey>,
    /// The secret of the shuffles, published when the game ends.
    pub chance: [u8; 32],
    /// The secret of Message-IDs and of all derived secrets; never published.
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
    /// Creates secrets for these seats; `random` fills its argument with random bytes.
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

    /// Returns the text of `secrets.yaml`.
    ///
    /// # Errors
    /// If the text cannot be made; never for what [`draw`](Secrets::draw) made.
    pub fn write(&self) -> Result<String, String> {
        let hex = |bytes: &[u8]| data_encoding::HEXLOWER.encode(bytes);
        let keys = self.keys.iter().map(|(seat, key)| (seat.clone(), key.text())).collect();
        let written = Written { keys, chance: hex(&self.chance), mail: hex(&self.mail) };
        Ok(format!("{HEAD}{}", serde_yaml::to_string(&written).map_err(|why| why.to_string())?))
    }

    /// Reads the text of `secrets.yaml`.
    ///
    /// # Errors
    /// If the text is not as [`write`](Secrets::write) made it. Returns a description without any part of the text.
    pub fn read(text: &str) -> Result<Self, String> {
        // The reader's own words may quote what it read.
        let written: Written = serde_yaml::from_str(text).map_err(|why| {
            format!(
                "the file is not as `ravenpost start` wrote it{}",
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

    /// Returns the SHA-256 of the secret of the shuffles, which is published at the founding.
    pub fn commitment(&self) -> Hash256 {
        Hash256::of(self.chance)
    }

    /// Returns the signer of the campaign's receipts. Its seed is derived from the secret of the mails, so that `secrets.yaml`
    /// has nothing more to lose.
    pub fn receipt_signer(&self) -> ReceiptSigner {
        ReceiptSigner::new(self.derive(&json!("signed receipts")))
    }

    /// Returns a proof of having these secrets that does not tell them.
    pub fn proof(&self) -> Hash256 {
        Hash256::of(self.derive(&json!({"proof of the secrets": self.commitment().to_string()})))
    }

    /// Returns the secret for a purpose: the HMAC-SHA256 of the purpose in canonical form.
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
    /// Returns a key of a seat or of `gm` by its number, from 1. The first keys of seats are in the file; all others
    /// are derived.
    pub fn key(&self, of: &str, number: u32) -> SeatKey {
        let drawn = self.keys.get(of).filter(|_| number == 1).cloned();
        drawn.unwrap_or_else(|| {
            let purpose = json!({"key": of, "number": number});
            SeatKey::new(first(self.derive(&purpose)))
        })
    }
}

/// Returns the salt of an entry's secret.
pub(crate) fn salt(secrets: &Secrets, seq: u64, kind: Kind) -> [u8; 16] {
    first(secrets.derive(&json!({"salt": seq, "kind": kind.name()})))
}

/// Returns the first half of a derived secret: 128 bits.
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
        let other = Secrets { mail: [7; 32], ..secrets.clone() };
        assert_ne!(secrets.derive(&"a".into()), other.derive(&"a".into()), "they are made of the secret");
    }
}
