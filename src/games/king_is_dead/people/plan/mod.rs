//! The plan of a seat: its next turns in order, with conditions; read from a player's text, consulted when the rules
//! ask, and written as a player would (K-13).
//!
//! A plan is stamped with the moment at which it is read. How much of it is done follows from the position alone: from
//! the cards that the seat has played since, and from how far the game has come.

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

/// Codes of the problems found in plans; templates/king-is-dead/refusals/plan.yaml has their words.
pub const REFUSALS: &[&str] = read::REFUSALS;
