//! The plan of a seat: its next turns in order, with conditions; read from a player's text, consulted when the rules
//! ask, and written as a player would (K-13).
//!
//! A plan is stamped with the moment at which it is read. How much of it is done follows from the position alone: from
//! the cards that the seat has played since, and from how far the game has come.

mod condition;
mod consult;
mod judge;
mod language;
mod model;
mod progress;
mod read;
mod typed;
mod unmet;
mod wish;
mod write;

#[cfg(test)]
mod judged_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unmet_tests;

pub use condition::{Amount, Condition, Others, Period, Spot, Test, Where, Who};
pub use consult::{consult, done};
pub(super) use language::{length_words, summon_words, words as condition_words};
pub use model::{Entry, Exchange, Otherwise, Place, Plan, Since, Summon, Swap, Until, What, Wish};
pub use progress::dropped;
pub use read::read;
pub use typed::{name_seats, read_changes, read_typed};
pub use unmet::{UNMET, unmet, why_asked};
pub use write::{entry_lines, to_yaml};
pub(super) use write::{key, otherwise_word};

/// Codes of the problems found in plans; templates/king-is-dead/refusals/plan.yaml has their words.
pub const REFUSALS: &[&str] = read::REFUSALS;
