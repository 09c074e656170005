//! The plan of a house: read from what a player wrote, checked against the position, consulted when the rules
//! ask, and written as a player would.
//!
//! A plan belongs to a turn, stamped when it is read: its orders, raids, marches and battles answer questions of that
//! turn, its bids, musters and losses those of one Westeros phase (see [`Plan::westeros`]). For any other turn it is
//! silent.
//!
//! May use: `board`, `armies`, `data`, `question`, `realm` (planning's own check), `sheet`, `table`. Is used by: `thrones`, `suggest`.

mod consult;
mod guard;
mod model;
mod reach;
mod read;
mod words;
mod write;

pub use consult::consult;
pub use model::{
    All, Amount, Battle, Blade, Build, Compare, Condition, Favour, Force, Guard, Loss, March, Otherwise,
    Plan, Raid, Replacement, Side, Step, Support, Tactics, Wish,
};
pub(super) use reach::{next_door, reach};
pub use read::read;
pub use write::to_yaml;

/// Codes of the faults found in plans; their words stand in templates/thrones/refusals/plan.yaml.
pub const REFUSALS: &[&str] = read::REFUSALS;

#[cfg(test)]
mod tests;
