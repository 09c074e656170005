//! What the entries of the ledger hold: one type for each kind. docs/protocol.md describes them for strangers.
//!
//! A secret belongs to the seat that the body names; where it names none, to the game master. That of press belongs to
//! its writer and those it is to.
//!
//! May use: ledger, seal. Is used by: all of campaign.

pub mod answered;
pub mod dispute;
pub mod gm;
pub mod keys;
pub mod players;
pub mod ruling;
pub mod window;

pub use answered::*;
pub use dispute::*;
pub use gm::*;
pub use keys::*;
pub use players::*;
pub use ruling::*;
pub use window::*;

use crate::ledger::{Entry, Kind};
use crate::seal::{Hash256, StoredKey};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A seat's id, such as `stark`.
pub type SeatId = String;

/// `founded`: the campaign begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Founded {
    /// The campaign's id.
    pub campaign: String,
    /// The version of this protocol.
    pub format: String,
    /// The version of the program.
    pub version: String,
    /// The version of the game's rules that are played.
    #[serde(default = "first_rules", skip_serializing_if = "is_first_rules")]
    pub rules: u32,
    /// What everybody may know of the settings.
    pub settings: Value,
    /// The seats in the game's order.
    pub seats: Vec<FoundedSeat>,
    /// SHA-256 of each file of the game's data, by name.
    pub data: BTreeMap<String, Hash256>,
    /// SHA-256 of the secret of the shuffles.
    #[serde(rename = "shuffle-commitment")]
    pub commitment: Hash256,
    /// The hash of the game master's key; none in campaigns from when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gm: Option<StoredKey>,
    /// Until when words of chance are taken; none: the game begins at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words_until: Option<DateTime<Utc>>,
    /// The rehearsal, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rehearsal: Option<Rehearsal>,
}

/// A ledger that does not say by which rules it is played is played by the first.
fn first_rules() -> u32 {
    1
}

fn is_first_rules(rules: &u32) -> bool {
    *rules == first_rules()
}

/// A seat as founded.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundedSeat {
    /// Its id.
    pub seat: SeatId,
    /// Its name for people.
    pub name: String,
    /// The hash of its key.
    pub key: StoredKey,
}

/// `chance`: the words of chance, from which with the secret all draws follow. The game begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chance {
    /// Words by seat, of those who sent any.
    pub words: BTreeMap<SeatId, String>,
}

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

fn is_false(value: &bool) -> bool {
    !value
}

/// How a plan came to be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The plan was mailed and sealed here.
    Deposit,
    /// The seal alone was mailed; the plan follows.
    Seal,
    /// The steward made it for an absent seat.
    Steward,
}

/// `sealed`: a seat is bound.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sealed {
    /// The window.
    pub window: String,
    /// The seat.
    pub seat: SeatId,
    /// The seal, `sha256:…`.
    pub seal: String,
    /// How it came.
    pub how: How,
    /// The revision its sender gave, else 0.
    pub revision: u64,
}

/// `opened`: a plan may be looked at and is used from now on. Secret: the sealed document.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenedPlan {
    /// The window.
    pub window: String,
    /// The seat.
    pub seat: SeatId,
    /// The seal that bound it.
    pub seal: String,
    /// How it came.
    pub how: How,
}

/// Where an answer came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "kebab-case")]
pub enum From {
    /// The seat's plan.
    Plan {
        /// The window it was sent in.
        window: String,
        /// Where in the plan; empty where it is not known.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        path: String,
    },
    /// The steward's plan for an absent seat.
    Steward,
    /// The rules' default.
    Default {
        /// `pace`, `guess`, or as in [`WindowStep::Closed`].
        why: String,
    },
    /// The game master.
    Gm,
    /// A ruling of the game master.
    Ruling {
        /// Its number.
        number: u64,
    },
}

/// `resolved`: a stage is over. Secret: the position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resolved {
    /// The number of the stage, from 1; 0 is the set-up.
    pub number: u64,
    /// The turn after it.
    pub turn: u32,
    /// The stage after it.
    pub stage: String,
    /// What was shuffled, in this order; the results are secret until the end.
    pub shuffles: Vec<Shuffled>,
    /// Whether the game is over.
    #[serde(default, skip_serializing_if = "is_false")]
    pub over: bool,
}

/// Something shuffled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shuffled {
    /// The draw's label.
    pub label: String,
    /// How many things.
    pub count: u64,
}

impl std::convert::From<&Order> for Shuffled {
    fn from(order: &Order) -> Self {
        Shuffled { label: order.label.clone(), count: order.length }
    }
}

/// Something shuffled, with the order it came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// The draw's label.
    pub label: String,
    /// How many things.
    pub length: u64,
    /// The new first is what was at `order[0]`, and so on; places count from 0.
    pub order: Vec<u64>,
}

/// The secret of [`Resolved`]: a position with few unknowns could be guessed from its bare digest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Digest {
    /// SHA-256 of the canonical position.
    pub position: Hash256,
    /// What was shuffled.
    pub draws: Vec<Order>,
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

/// `ended`: the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// How, as the game says.
    pub outcome: Value,
    /// The secret of the shuffles, in hex.
    #[serde(rename = "shuffle-secret")]
    pub secret: String,
    /// All that was ever shuffled.
    pub draws: Vec<Order>,
}

/// An entry on its way into the record: of the ledger, or not yet written.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number.
    pub seq: u64,
    /// When.
    pub at: DateTime<Utc>,
    /// What sort.
    pub kind: Kind,
    /// What everybody may know.
    pub body: &'a Value,
    /// Its secret, where it is here.
    pub secret: Option<&'a Value>,
}

impl<'a> std::convert::From<&'a Entry> for Line<'a> {
    fn from(entry: &'a Entry) -> Self {
        let secret = entry.secret.as_ref().and_then(|secret| secret.body());
        Line { seq: entry.seq, at: entry.at, kind: entry.kind, body: &entry.body, secret }
    }
}

impl Line<'_> {
    /// The body as what its kind should hold.
    ///
    /// # Errors
    /// In words, what it lacks.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, String> {
        T::deserialize(self.body)
            .map_err(|why| format!("“{}” does not hold what it should: {why}", self.kind.name()))
    }

    /// The secret as what its kind should hold; none if it is left out of this copy.
    ///
    /// # Errors
    /// In words, what it lacks.
    pub fn secret<T: DeserializeOwned>(&self) -> Result<Option<T>, String> {
        let read = |value: &Value| T::deserialize(value);
        self.secret.map(read).transpose().map_err(|why| {
            format!("the secret of “{}” does not hold what it should: {why}", self.kind.name())
        })
    }
}
