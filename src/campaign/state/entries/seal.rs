//! What the entries hold of plans as they are bound and opened.

use super::base::SeatId;
use serde::{Deserialize, Serialize};

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
