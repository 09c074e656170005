//! Entries about messages that came in and went out.

use super::base::{SeatId, is_false};
use super::keys::Warned;
use crate::seal::{Hash256, NamedHead};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// What a message did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It had an effect.
    Used,
    /// It could not be used.
    Refused,
    /// It has an opening for which its seat was not asked yet. It is read again when that is so, and then has a second
    /// entry.
    Kept,
    /// It belongs to no seat.
    Stranger,
}

/// The body of `received`: a message of a seat, or one of a stranger that we answer. Secret: the receipt's model, or the
/// stranger's address.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Received {
    /// `None` for a stranger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
    /// The receipt's number, from 1 for each seat; 0 for a stranger.
    pub number: u64,
    /// The SHA-256 of the message as it came.
    pub mail: Hash256,
    /// The SHA-256 of its Message-ID, by which we recognise it if it comes again.
    pub message: Hash256,
    /// When our server received it, in UTC.
    pub received: DateTime<Utc>,
    pub fate: Fate,
    /// The receipts' chain: SHA-256 of the canonical `{"fate", "mail", "number", "prev", "seal", "seat"}`, where `prev`
    /// is the chain of the receipt before (64 zeros for the first), and `seal` is null if the receipt names none.
    pub chain: Hash256,
    /// The seal that binds the seat by this message, `sha256:…`: of the plan it handed in, or the seal itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The window that the message is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// `true` if the sender wrote `final: yes`.
    #[serde(default, skip_serializing_if = "is_false", rename = "final")]
    pub is_final: bool,
    /// `true` if it seems to change something that could not be read, so that the `final: yes` of an earlier message no longer holds.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lifts: bool,
    /// `true` if it contained a plan that could not be used.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unusable: bool,
    /// `true` if it contained a plan that counts, of which a part could not be read. Where the window would close with it, the
    /// seat has the grace period once more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slips: bool,
    /// `true` if nothing of that plan is missing: a word was guessed, or something beside it went wrong. Its seat has that time all the
    /// same, and need not be reminded of anything.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
    /// `true` if it contained a plan that counts, but says nothing of what the open window asks of its seat: it is kept for later,
    /// and the window waits for the seat as for one that has sent nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub beside: bool,
    /// `true` if it contained nothing that we could act on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub empty: bool,
    /// The seat's words of chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// `true` if the seat passed the rehearsal with it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rehearsed: bool,
    /// `true` if a stand-in wrote it for the seat's player.
    #[serde(default, skip_serializing_if = "is_false", rename = "stand-in")]
    pub stand_in: bool,
    /// A keyed hash of a stranger's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stranger: Option<Hash256>,
    /// A keyed hash of the signed text in it: a signed text counts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Hash256>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warned: Option<Warned>,
    /// The number of the new key that counts from now on, because this message uses it.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "new-key")]
    pub new_key: Option<u32>,
}

/// How many messages a ledger has before an entry, so that none can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The entries `received`.
    pub received: u64,
    /// The entries `mailed`.
    pub mailed: u64,
}

/// The body of `mailed`: a message was handed to the mail server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mailed {
    /// The recipient: a seat's id, `gm`, `stranger`, or another of the names in [`record`](crate::campaign::record).
    pub to: String,
    /// The name of the message, unique for its recipient: `report-12`.
    pub what: String,
    /// Its number among the messages that were mailed to this recipient, from 1.
    pub number: u64,
    /// Other messages that it contained: `notice-13`, `press-14`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// For a report: the last event that it reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Told>,
    /// The entry that the message named as the ledger's head; `None` for an answer to a stranger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<NamedHead>,
    /// `true` if it could not be sent and will not be tried again: the answer to a stranger whose address accepts no mail.
    #[serde(default, skip_serializing_if = "is_false", rename = "given-up")]
    pub given_up: bool,
}

/// How much has been reported: all events before the event `events` of the stage `stage`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// The number of the stage, from 1; 0 is the set-up.
    pub stage: u64,
    /// How many events of that stage have been reported.
    pub events: u64,
    /// The last entry that has been reported.
    pub seq: u64,
}

/// The body of `unreachable`: mail to a seat came back, or the seat has written again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unreachable {
    pub seat: SeatId,
    /// `false` if the seat can be reached again.
    pub unreachable: bool,
    /// The status codes of the mail server: `550 5.1.1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `true` if the game master has everything sent to the seat once more; it then counts as reachable.
    #[serde(default, skip_serializing_if = "is_false")]
    pub again: bool,
}
