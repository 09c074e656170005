//! Rulings, as the record keeps them.

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
