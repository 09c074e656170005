//! The plan of a seat: what it will do over several turns, in order, with conditions; read from what a player wrote,
//! consulted when the rules ask, and written as a player would (K-13).
//!
//! A plan is stamped with the moment it is read at. What of it is done follows from the position alone: from the cards the
//! seat has played since, and from how far the game has come.
//!
//! May use: `board`, `cards`, `data`, `turn` (to check), `sheet`, `table`. Is used by: `king_is_dead`, `suggest`.

mod condition;
mod consult;
mod model;
mod progress;
mod read;
mod wish;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub use consult::consult;
pub use model::{
    Condition, Entry, Exchange, Guard, Otherwise, Place, Plan, Since, Summon, Swap, Until, What, Wish,
};
pub use read::read;
pub use write::{entry_lines, to_yaml};

/// Codes of the faults found in plans; their words stand in templates/king-is-dead/refusals/plan.yaml.
pub const REFUSALS: &[&str] = read::REFUSALS;
