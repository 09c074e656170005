//! Settings about windows: when they open and close, how plans are handed in, and what happens if none comes.

use crate::campaign::state::clock::Rule;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

/// What happens to questions that a plan leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// The game stops and asks the seat by mail.
    Ask,
    /// Each seat is asked once a turn; what its plan leaves open takes the rules' default.
    Batch,
}

/// How a seat is played if no usable plan of it came in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Absence {
    /// The game waits for the seat, and the game master is notified.
    Wait,
    /// The rules' defaults are played.
    Default,
    /// The steward plays a sensible turn.
    Steward,
}

/// How the plans of a window are handed in, from the most lenient to the strictest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secrecy {
    /// The plan is mailed; the program seals and keeps it.
    Deposit,
    /// Each player chooses between the two others.
    Either,
    /// Only the seal is mailed; the plan follows when all seats are bound.
    Sealed,
}

/// When a window of several seats closes before its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseEarly {
    /// When all are in and have said `final`.
    Final,
    /// When all are in.
    AllIn,
    No,
}

/// The setting `clock`: deadlines, the grace period, reminders and outages.
#[derive(Clone, PartialEq, Debug)]
pub struct Clock {
    /// When windows close that ask several questions.
    pub deadline: Rule,
    /// When windows with a single question close.
    pub question: Rule,
    /// How long seats have to open their seals.
    pub opening: Rule,
    /// How long after the deadline messages still count.
    pub grace: TimeDelta,
    /// How long before a deadline a reminder is sent; `None` for never.
    pub reminder: Option<TimeDelta>,
    /// How long a gap between two ticks must be to count as an outage; then deadlines move.
    pub outage: TimeDelta,
    /// The name under which our mail server writes `Received` lines, whose time then counts.
    pub trusted_host: Option<String>,
}
