//! Rulings, proposals, and the instructions that rulings leave.

use crate::campaign::state::entries::{Ruling, RulingSecret, SeatId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// A value that a ruling puts in place of a seat's answer or of a result of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ruled {
    pub number: u64,
    pub value: Value,
}

/// A ruling that was proposed or adopted, with what it replaced.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Given {
    /// The number of its entry.
    pub seq: u64,
    /// When it was proposed, adopted or dropped, whichever came last.
    pub at: DateTime<Utc>,
    pub ruling: Ruling,
    /// The windows of the replaced timeline: reports on them no longer apply.
    pub windows: Vec<String>,
    /// The window that was open then; `None` if none was.
    pub shut: Option<String>,
    pub standing: Standing,
    /// Why it was dropped: `objections` or `withdrawn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The seats that objected when it was dropped.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub against: BTreeSet<SeatId>,
}

/// The state of a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It took effect.
    Adopted,
    Proposed,
    /// It was proposed and did not take effect.
    Dropped,
}

/// A proposed ruling, to which everybody may object.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    pub ruling: Ruling,
    /// The secret of its entry; `None` if this copy of the ledger leaves it out.
    pub secret: Option<RulingSecret>,
    /// The end of the objection period.
    pub until: DateTime<Utc>,
    /// The seats that object.
    pub against: BTreeSet<SeatId>,
}
