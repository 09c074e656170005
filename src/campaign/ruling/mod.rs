//! Rulings: back to a point of the past, and on from there otherwise. Nothing is erased; the ledger goes on in one line,
//! and each ruling says after which entry its way of the game begins.
//!
//! - `way`: which entries the game as it is now has come by;
//! - `said`: what rulings say that is not used yet;
//! - `carried`: what the way that was left still gives: its answers and its opened plans;
//! - `request`, `mail`, `data`: what a game master asks for, made into a ruling;
//! - `trial`: a ruling on a copy of the campaign, the difference it makes, and taking it over;
//! - `difference`, `undone`, `told`: what people see changed.
//!
//! May use: entries, rules, record, engine, folder, letters. Is used by: fold, run, verify, explain, cli.

pub mod corrections;
pub mod mail;
pub mod request;
pub mod trial;
pub mod undone;

pub use crate::campaign::outgoing::difference::{Difference, difference};
pub use crate::campaign::state::timeline::{overruled_by, timeline};
pub use request::{Decision, Request, StageDecided, When, Worked};
pub use trial::{Trial, adopt, propose, withdraw};

use crate::campaign::state::entries::{Ruling, RulingSecret, SeatId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// What a ruling says in place of a question's or the rules' answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruled {
    /// The ruling's number.
    pub number: u64,
    /// What it says.
    pub value: Value,
}

/// A ruling that was given.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Given {
    /// Its entry.
    pub seq: u64,
    /// When.
    pub at: DateTime<Utc>,
    /// What.
    pub ruling: Ruling,
    /// Windows of the way that it left: what was reported of them counts no more.
    pub windows: Vec<String>,
    /// The window that was open when it was given.
    pub shut: Option<String>,
    /// How it stands.
    pub standing: Standing,
}

/// How a ruling stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It was done.
    Adopted,
    /// It is proposed.
    Proposed,
    /// It was proposed and is not done.
    Dropped,
}

/// A ruling that is proposed, and everybody may object to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// What.
    pub ruling: Ruling,
    /// Its secret, where it is here.
    pub secret: Option<RulingSecret>,
    /// Until when.
    pub until: DateTime<Utc>,
    /// Who objects.
    pub against: BTreeSet<SeatId>,
}
