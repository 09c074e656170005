//! Signed receipts: what a campaign says that it received and read, in a form that it cannot deny later.
//!
//! A campaign has one Ed25519 key for all its receipts. The public half is in the first entry of its ledger; the statement,
//! the signature and the public key travel as a file with each receipt (docs/protocol.md, "Signed receipts").

use super::canonical::{Hash256, canonical, parse_strict};
use chrono::{DateTime, Utc};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// The bytes before the statement in what is signed, so that no signature counts for anything else.
const DOMAIN: &[u8] = b"ravenpost/1 receipt\n";
/// The most bytes of a file that is read as a signed receipt; the longest that we write has a tenth of it.
const MOST: usize = 64 << 10;

/// A public key for receipts: 32 bytes, written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReceiptKey([u8; 32]);

impl fmt::Display for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a public key for receipts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is not a key for receipts, which has 64 hex digits")]
pub struct NotAReceiptKey;

impl FromStr for ReceiptKey {
    type Err = NotAReceiptKey;
    fn from_str(text: &str) -> Result<Self, NotAReceiptKey> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).map_err(|_| NotAReceiptKey)?;
        bytes.try_into().map(ReceiptKey).map_err(|_| NotAReceiptKey)
    }
}

impl Serialize for ReceiptKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ReceiptKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Signs the receipts of one campaign. `Debug` does not print the secret.
pub struct ReceiptSigner {
    seed: [u8; 32],
    /// Made of the seed when something is signed, which takes nearly as long as to sign it.
    pair: OnceLock<Result<Ed25519KeyPair, Unsigned>>,
}

impl fmt::Debug for ReceiptSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReceiptSigner(****)")
    }
}

/// A receipt that could not be signed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a receipt cannot be signed: {0}")]
pub struct Unsigned(String);

impl ReceiptSigner {
    /// Makes a signer of the seed of an Ed25519 key (RFC 8032).
    pub fn new(seed: [u8; 32]) -> Self {
        ReceiptSigner { seed, pair: OnceLock::new() }
    }

    fn pair(&self) -> Result<&Ed25519KeyPair, Unsigned> {
        let make =
            || Ed25519KeyPair::from_seed_unchecked(&self.seed).map_err(|why| Unsigned(why.to_string()));
        self.pair.get_or_init(make).as_ref().map_err(Unsigned::clone)
    }

    /// Returns the public key.
    ///
    /// # Errors
    /// If the library refuses the seed; it takes every seed of 32 bytes.
    pub fn key(&self) -> Result<ReceiptKey, Unsigned> {
        public_key(self.pair()?)
    }

    /// Signs a statement. The same statement always has the same signature.
    ///
    /// # Errors
    /// If the statement has no canonical form or the library refuses the seed.
    pub fn sign(&self, statement: Statement) -> Result<SignedReceipt, Unsigned> {
        let pair = self.pair()?;
        let signature = pair.sign(&signed_bytes(&statement)?);
        Ok(SignedReceipt {
            key: public_key(pair)?,
            signature: HEXLOWER.encode(signature.as_ref()),
            statement,
        })
    }
}

fn public_key(pair: &Ed25519KeyPair) -> Result<ReceiptKey, Unsigned> {
    let bytes = pair.public_key().as_ref().try_into();
    bytes.map(ReceiptKey).map_err(|_| Unsigned("the key has no 32 bytes".to_owned()))
}

/// An entry of the ledger, by its number and hash, that our messages name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedHead {
    /// The number of the entry, from 1.
    pub seq: u64,
    pub hash: Hash256,
}

/// What a campaign states in a receipt. All members are always there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Statement {
    /// When the entry `received` was written, in whole seconds.
    pub at: DateTime<Utc>,
    pub campaign: String,
    /// `ravenpost/1`.
    pub format: String,
    /// The seat for which the message spoke, or `gm`.
    pub seat: String,
    /// The receipt's number, from 1 for each seat.
    pub number: u64,
    /// `used`, `refused` or `kept`.
    pub fate: String,
    /// SHA-256 of the message as we received it.
    pub mail: Hash256,
    /// The hash of its Message-ID, as in the entry.
    pub message: Hash256,
    /// The Message-ID itself, without angle brackets; `None` if the message has none.
    pub message_id: Option<String>,
    /// The window that the message is about; `None` if no window was open.
    pub window: Option<String>,
    /// The seal that the message made or sent, `sha256:…`; `None` if it did neither.
    pub seal: Option<String>,
    /// The chain of receipts up to this one.
    pub chain: Hash256,
    /// The hash of the entry `received` that the message made.
    pub entry: Hash256,
    /// The head that the receipt names.
    pub head: NamedHead,
    /// The [`text_digest`] of the text in which the receipt came.
    pub text: Hash256,
}

/// A statement with its signature and the key that made it: the content of a file `receipt-N.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedReceipt {
    pub key: ReceiptKey,
    /// 128 hex digits.
    pub signature: String,
    pub statement: Statement,
}

impl SignedReceipt {
    /// Returns the name of the file that travels with receipt `number`.
    pub fn file_name(number: u64) -> String {
        format!("receipt-{number}.json")
    }

    /// Returns the content of the file: canonical JSON.
    ///
    /// # Errors
    /// If a text in it has no canonical form.
    pub fn to_file(&self) -> Result<String, Unsigned> {
        let value = serde_json::to_value(self).map_err(|why| Unsigned(why.to_string()))?;
        canonical(&value).map_err(|why| Unsigned(why.to_string()))
    }

    /// Reads a file; `None` if it is not a signed receipt. The signature is not checked: see [`holds`](Self::holds).
    pub fn read(file: &str) -> Option<Self> {
        if file.len() > MOST {
            return None;
        }
        serde_json::from_value(parse_strict(file.trim()).ok()?).ok()
    }

    /// Returns `true` if the signature is that of the key in the file over the statement.
    pub fn holds(&self) -> bool {
        let signature = HEXLOWER_PERMISSIVE.decode(self.signature.as_bytes());
        let (Ok(signature), Ok(bytes)) = (signature, signed_bytes(&self.statement)) else { return false };
        UnparsedPublicKey::new(&ED25519, &self.key.0).verify(&bytes, &signature).is_ok()
    }
}

fn signed_bytes(statement: &Statement) -> Result<Vec<u8>, Unsigned> {
    let value = serde_json::to_value(statement).map_err(|why| Unsigned(why.to_string()))?;
    let text = canonical(&value).map_err(|why| Unsigned(why.to_string()))?;
    Ok([DOMAIN, text.as_bytes()].concat())
}

/// Returns the SHA-256 of a message's plain text without what mail servers and mailboxes change: line ends, blanks at the end
/// of a line, empty lines at the end, and the `>` that an mbox puts before a line that begins with `From `.
pub fn text_digest(text: &str) -> Hash256 {
    let mut all = String::with_capacity(text.len());
    for line in text.replace("\r\n", "\n").replace('\r', "\n").split('\n') {
        let bare = line.trim_start_matches('>');
        let line = if bare.starts_with("From ") { bare } else { line };
        all.push_str(line.trim_end_matches([' ', '\t']));
        all.push('\n');
    }
    let end = all.trim_end_matches('\n').len();
    all.truncate(end);
    all.push('\n');
    Hash256::of(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn statement() -> Statement {
        Statement {
            at: "2026-11-20T10:00:00Z".parse().unwrap(),
            campaign: "westeros-7".into(),
            format: "ravenpost/1".into(),
            seat: "stark".into(),
            number: 3,
            fate: "used".into(),
            mail: Hash256::of("mail"),
            message: Hash256::of("message-id a@b"),
            message_id: Some("a@b".into()),
            window: None,
            seal: None,
            chain: Hash256::of("chain"),
            entry: Hash256::of("entry"),
            head: NamedHead { seq: 7, hash: Hash256::of("head") },
            text: text_digest("Receipt 3\n"),
        }
    }

    #[test]
    fn a_receipt_holds_until_one_byte_is_another() {
        let signer = ReceiptSigner::new([7; 32]);
        let signed = signer.sign(statement()).unwrap();
        assert_eq!(signed, signer.sign(statement()).unwrap(), "the same signature again");
        let file = signed.to_file().unwrap();
        let read = SignedReceipt::read(&format!("{file}\r\n")).unwrap();
        assert!(read == signed && read.holds());
        let value: Value = serde_json::from_str(&file).unwrap();
        for (member, other) in [
            ("campaign", Value::from("westeros-8")),
            ("number", 4.into()),
            ("fate", "refused".into()),
            ("message-id", Value::Null),
            ("window", "3-planning".into()),
            ("seal", "sha256:00".into()),
            ("entry", Hash256::ZERO.to_string().into()),
        ] {
            let mut forged = value.clone();
            forged["statement"][member] = other;
            let forged = SignedReceipt::read(&forged.to_string()).unwrap();
            assert!(!forged.holds(), "{member}");
        }
        let other_key = SignedReceipt { key: ReceiptSigner::new([8; 32]).key().unwrap(), ..signed.clone() };
        assert!(!other_key.holds());
        assert!(!SignedReceipt { signature: "00".repeat(64), ..signed.clone() }.holds());
        assert!(!SignedReceipt { signature: "hello".into(), ..signed }.holds());
    }

    #[test]
    fn what_is_signed_begins_with_what_it_is() {
        let signed = ReceiptSigner::new([7; 32]).sign(statement()).unwrap();
        let signature = HEXLOWER.decode(signed.signature.as_bytes()).unwrap();
        let text = canonical(&serde_json::to_value(statement()).unwrap()).unwrap();
        let key = UnparsedPublicKey::new(&ED25519, &signed.key.0);
        assert!(key.verify(format!("ravenpost/1 receipt\n{text}").as_bytes(), &signature).is_ok());
        assert!(key.verify(text.as_bytes(), &signature).is_err());
    }

    #[test]
    fn other_files_are_no_receipts() {
        let file = ReceiptSigner::new([7; 32]).sign(statement()).unwrap().to_file().unwrap();
        let more = file.replacen('{', "{\"more\":1,", 1);
        let less = file.replace("\"fate\":\"used\",", "");
        assert!(file != less);
        for other in ["", "{}", "[1]", &more, &less, &" ".repeat(MOST + 1)] {
            assert_eq!(SignedReceipt::read(other), None);
        }
    }

    #[test]
    fn transport_does_not_change_the_digest_of_a_text_and_words_do() {
        let text = "Receipt 3\n\nFrom anna@example.org\n  a sum   3\n";
        let digest = text_digest(text);
        for same in [
            text.replace('\n', "\r\n"),
            text.replace('\n', " \t\r\n"),
            text.replace("From", ">From"),
            text.replace("From", ">>From"),
            text.trim_end().to_owned(),
            format!("{text}\n\r\n"),
        ] {
            assert_eq!(text_digest(&same), digest, "{same:?}");
        }
        for other in [text.replace("  a", " a"), text.replace('3', "4"), text.replace("\n\n", "\n")] {
            assert_ne!(text_digest(&other), digest, "{other:?}");
        }
    }
}
