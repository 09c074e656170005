//! What the entries hold of mail that came in and went out.

use super::base::{SeatId, is_false};
use super::keys::Warned;
use crate::seal::Hash256;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a mail came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It had an effect.
    Used,
    /// It could not be used.
    Refused,
    /// It speaks for nobody.
    Stranger,
}

/// `received`: a mail came that speaks for a seat, or one of a stranger that is answered. Secret: the receipt's
/// model, or the stranger's address.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Received {
    /// The seat; none for a stranger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// The receipt's number, from 1 for each seat; 0 for a stranger.
    #[serde(default)]
    pub number: u64,
    /// SHA-256 of the mail as it came.
    pub mail: Hash256,
    /// SHA-256 of its Message-ID, by which it is known again.
    pub message: Hash256,
    /// When it was received.
    pub received: DateTime<Utc>,
    /// What it came to.
    pub fate: Fate,
    /// The receipts' chain: SHA-256 of the canonical `{"fate", "mail", "number", "prev", "seat"}`, where `prev` is
    /// the chain of the receipt before (64 zeros for the first).
    #[serde(default)]
    pub chain: Hash256,
    /// The window it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// Whether its sender said that nothing more will come.
    #[serde(default, skip_serializing_if = "is_false", rename = "final")]
    pub is_final: bool,
    /// Whether it held a plan that could not be used.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unusable: bool,
    /// Whether nothing was in it that could be acted on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub empty: bool,
    /// Words of chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Whether by it the seat has passed the rehearsal.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rehearsed: bool,
    /// Whether somebody wrote it who stands in for the seat's player.
    #[serde(default, skip_serializing_if = "is_false", rename = "stand-in")]
    pub stand_in: bool,
    /// Who a stranger is, as a keyed hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stranger: Option<Hash256>,
    /// The seat that a stranger has the key of, in campaigns from before [`warned`](Received::warned).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<SeatId>,
    /// What was signed in it, as a keyed hash: a signed text counts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Hash256>,
    /// Who is warned of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warned: Option<Warned>,
    /// The number of the key that comes into force by it.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "new-key")]
    pub new_key: Option<u32>,
    /// What it wanted to be told, in ledgers of old: that is nobody's business, and stands in the secret now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask: Vec<String>,
}

/// `mailed`: a mail was handed over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mailed {
    /// To whom: a seat, `gm`, or `stranger`.
    pub to: String,
    /// What it was: `report-12`, unique for each recipient.
    pub what: String,
    /// What went along with it, and is told by it: `notice-13`, `press-14`. None in entries from before mails took anything
    /// along but reports press and votes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Vec<String>>,
    /// For a report: how far its story goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
    /// Whether it was not, and nobody tries any more: an answer to a stranger whose address takes no mail.
    #[serde(default, skip_serializing_if = "is_false", rename = "given-up")]
    pub given_up: bool,
}

/// How far a story has been told: all before the event `events` of stage `stage`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// The number of the stage.
    pub stage: u64,
    /// Events of that stage.
    pub events: u64,
    /// The last entry it tells of.
    pub seq: u64,
    /// Whether it tells how the votes stand.
    #[serde(default, skip_serializing_if = "is_false")]
    pub votes: bool,
}

/// `unreachable`: mail to a seat came back, or it is heard of again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unreachable {
    /// Which.
    pub seat: SeatId,
    /// Whether it is unreachable.
    pub unreachable: bool,
    /// What the mail server says, in digits: `550 5.1.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
