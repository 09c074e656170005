//! The plan of a seat that is open to us.

use super::why::Why;
use serde::Serialize;

/// A plan that is on file, as its owner may read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlanOnFile {
    /// The window that it was sent in.
    pub window: String,
    /// The plan as a player would type it.
    pub text: String,
    /// The number of lines that are done; `None` in games whose plans have no order.
    pub done: Option<usize>,
    /// `true` if what it was for is over, so that it answers nothing more.
    pub past: bool,
    /// `true` if a rewind has taken it back, so that it counts only if its owner sends nothing.
    pub standby: bool,
    /// Why its owner is asked all the same, as far as the plan speaks of it.
    pub why_asked: Vec<Why>,
}
