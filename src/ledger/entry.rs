//! The entries of a ledger: each is one line of the file.

use super::head::Head;
use crate::seal::{CanonicalError, Hash256, canonical};
use chrono::{DateTime, SecondsFormat, SubsecRound, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The kinds of entry. Their names in the file are in kebab case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The campaign begins: settings, seats, digests of the game's data, the commitment to the shuffles.
    Founded,
    /// The players' words of chance, before anything is drawn.
    Chance,
    /// A window opens, closes, or its deadline moves.
    Window,
    /// A message for a seat arrived: its receipt, and what else it contained.
    Received,
    /// A seat has sealed a plan.
    Sealed,
    /// A sealed plan is open.
    Opened,
    /// A question is answered, with the answer's source.
    Answered,
    /// A stage is resolved: the digest of the position after it.
    Resolved,
    /// A message between players.
    Press,
    /// A player's vote.
    Vote,
    /// A seat has booked an absence, or come back.
    Absence,
    /// The settings that everybody may know have changed.
    Settings,
    /// Mail to a seat bounced, or arrives again.
    Unreachable,
    /// A gap in the clock, or a clock that was set back.
    Clock,
    /// A step of a dispute: opened, continued, withdrawn or settled.
    Dispute,
    /// The game master rules.
    Ruling,
    /// One of our messages was handed over for delivery.
    Mailed,
    /// The game master looked at a plan before its window closed.
    Peeked,
    /// The game is over; the secret of the shuffles is published.
    Ended,
}

impl Kind {
    /// Every kind, in the order of the enum.
    pub const ALL: [Kind; 19] = [
        Kind::Founded,
        Kind::Chance,
        Kind::Window,
        Kind::Received,
        Kind::Sealed,
        Kind::Opened,
        Kind::Answered,
        Kind::Resolved,
        Kind::Press,
        Kind::Vote,
        Kind::Absence,
        Kind::Settings,
        Kind::Unreachable,
        Kind::Clock,
        Kind::Dispute,
        Kind::Ruling,
        Kind::Mailed,
        Kind::Peeked,
        Kind::Ended,
    ];

    /// Returns the name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Founded => "founded",
            Kind::Chance => "chance",
            Kind::Window => "window",
            Kind::Received => "received",
            Kind::Sealed => "sealed",
            Kind::Opened => "opened",
            Kind::Answered => "answered",
            Kind::Resolved => "resolved",
            Kind::Press => "press",
            Kind::Vote => "vote",
            Kind::Absence => "absence",
            Kind::Settings => "settings",
            Kind::Unreachable => "unreachable",
            Kind::Clock => "clock",
            Kind::Dispute => "dispute",
            Kind::Ruling => "ruling",
            Kind::Mailed => "mailed",
            Kind::Peeked => "peeked",
            Kind::Ended => "ended",
        }
    }

    /// Returns the kind with a name, or `None` if this version does not know it.
    pub fn named(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The part of an entry that not everybody may know yet. The entry's hash covers only its digest, so the chain holds
/// without it.
#[derive(Clone, PartialEq, Debug)]
pub enum Secret {
    /// The secret in full.
    Kept {
        /// Random hex, so that nobody can guess the body from the digest.
        salt: String,
        body: Value,
    },
    /// The secret left out of this copy.
    Redacted {
        /// SHA-256 of the canonical `{"body", "salt"}`.
        digest: Hash256,
    },
}

impl Secret {
    /// Makes a secret, with 16 random bytes as its salt.
    pub fn new(salt: [u8; 16], body: Value) -> Self {
        Secret::Kept { salt: data_encoding::HEXLOWER.encode(&salt), body }
    }

    /// Returns the body, or `None` if it is left out of this copy.
    pub fn body(&self) -> Option<&Value> {
        match self {
            Secret::Kept { body, .. } => Some(body),
            Secret::Redacted { .. } => None,
        }
    }

    /// Returns the digest, and the text of the secret as it is in a line.
    pub(super) fn digest_and_text(&self) -> Result<(Hash256, String), CanonicalError> {
        Ok(match self {
            Secret::Kept { salt, body } => {
                let salt = canonical(&Value::String(salt.clone()))?;
                let text = format!(r#"{{"body":{},"salt":{salt}}}"#, canonical(body)?);
                (Hash256::of(&text), text)
            }
            Secret::Redacted { digest } => (*digest, redacted_text(digest)),
        })
    }
}

fn redacted_text(digest: &Hash256) -> String {
    format!(r#"{{"digest":"{digest}"}}"#)
}

/// An entry that is not written yet: the ledger gives it its number and its place in the chain.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// UTC; fractions of a second are dropped.
    pub at: DateTime<Utc>,
    pub kind: Kind,
    /// Readable by everybody. No floats; at most [`crate::seal::MOST_DEPTH`] levels deep.
    pub body: Value,
    pub secret: Option<Secret>,
}

impl Draft {
    /// Makes an entry without a secret.
    pub fn new(at: DateTime<Utc>, kind: Kind, body: Value) -> Self {
        Draft { at, kind, body, secret: None }
    }

    /// Adds a secret.
    pub fn with(self, secret: Secret) -> Self {
        Draft { secret: Some(secret), ..self }
    }
}

/// An entry as it is in the ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The number of the line, from 1.
    pub seq: u64,
    /// UTC, in whole seconds.
    pub at: DateTime<Utc>,
    pub kind: Kind,
    /// Readable by everybody.
    pub body: Value,
    pub secret: Option<Secret>,
    /// The hash of the entry before; all zeros in the first.
    pub prev: Hash256,
    /// SHA-256 of the canonical entry without this member and with the secret's digest in its place.
    pub hash: Hash256,
}

impl Entry {
    /// Makes the entry that follows `head`, and its line without the line end.
    pub(super) fn follow(head: Head, draft: Draft) -> Result<(Self, String), CanonicalError> {
        let at = draft.at.trunc_subsecs(0);
        let secret = draft.secret.as_ref().map(Secret::digest_and_text).transpose()?;
        let parts = Parts {
            at: &at_text(at),
            body: &canonical(&draft.body)?,
            kind: draft.kind.name(),
            prev: head.hash,
            secret: secret.as_ref().map(|(digest, text)| (*digest, text.as_str())),
            seq: head.seq + 1,
        };
        let hash = parts.hash();
        let line = parts.line(&hash);
        let Draft { kind, body, secret, .. } = draft;
        Ok((Entry { seq: head.seq + 1, at, kind, body, secret, prev: head.hash, hash }, line))
    }

    /// Returns a copy for readers who may not know the secret yet. The chain holds with it.
    pub fn redacted(&self) -> Result<Self, CanonicalError> {
        let secret = self.secret.as_ref().map(|secret| secret.digest_and_text()).transpose()?;
        let secret = secret.map(|(digest, _)| Secret::Redacted { digest });
        Ok(Entry { secret, ..self.clone() })
    }

    /// Returns the line in the file, without the line end: canonical JSON.
    ///
    /// # Errors
    /// If the entry has been changed into something without a canonical form; entries that were read or written have
    /// one.
    pub fn line(&self) -> Result<String, CanonicalError> {
        let secret = self.secret.as_ref().map(Secret::digest_and_text).transpose()?;
        let parts = Parts {
            at: &at_text(self.at),
            body: &canonical(&self.body)?,
            kind: self.kind.name(),
            prev: self.prev,
            secret: secret.as_ref().map(|(digest, text)| (*digest, text.as_str())),
            seq: self.seq,
        };
        Ok(parts.line(&self.hash))
    }
}

pub(super) fn at_text(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// The members of an entry as text in canonical form, so that each is converted once. `at` and `kind` contain no
/// character that JSON escapes.
pub(super) struct Parts<'a> {
    pub(super) at: &'a str,
    pub(super) body: &'a str,
    pub(super) kind: &'a str,
    pub(super) prev: Hash256,
    pub(super) secret: Option<(Hash256, &'a str)>,
    pub(super) seq: u64,
}

impl Parts<'_> {
    /// Returns the hash of the entry.
    pub(super) fn hash(&self) -> Hash256 {
        let secret = self.secret.map(|(digest, _)| redacted_text(&digest));
        Hash256::of(self.assemble(None, secret.as_deref()))
    }

    /// Returns the line in the file.
    pub(super) fn line(&self, hash: &Hash256) -> String {
        self.assemble(Some(hash), self.secret.map(|(_, text)| text))
    }

    /// Joins the members in the order of their names, as the canonical form has them.
    fn assemble(&self, hash: Option<&Hash256>, secret: Option<&str>) -> String {
        let Parts { at, body, kind, prev, seq, .. } = self;
        let hash = hash.map(|hash| format!(r#""hash":"{hash}","#)).unwrap_or_default();
        let secret = secret.map(|secret| format!(r#""secret":{secret},"#)).unwrap_or_default();
        format!(r#"{{"at":"{at}","body":{body},{hash}"kind":"{kind}","prev":"{prev}",{secret}"seq":{seq}}}"#)
    }
}
