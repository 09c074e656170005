//! Entries about plans that are sealed and opened.

use super::base::SeatId;
use serde::{Deserialize, Serialize};

/// How a plan was handed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// The player mailed the plan, and we sealed it.
    Deposit,
    /// The player mailed only the seal; the plan follows later.
    Seal,
    /// The steward made the plan for an absent seat.
    Steward,
}

/// The body of `sealed`: a seat has sealed a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sealed {
    pub window: String,
    pub seat: SeatId,
    /// The seal, `sha256:…`.
    pub seal: String,
    pub how: How,
    /// The revision that the sender gave; 0 without one.
    pub revision: u64,
}

/// The body of `opened`: a plan is opened and used from now on. Secret: the sealed document, for its seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OpenedPlan {
    pub window: String,
    pub seat: SeatId,
    /// The seal of the plan, `sha256:…`.
    pub seal: String,
    pub how: How,
}
