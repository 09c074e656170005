//! What House cards do besides their strength and icons. An ability is a row in the table of an edition: the step of
//! battle at which it works, and one small function. The steps ask the table; the functions of the cards are here,
//! by step. Rules: 1e, Battle, House cards; FAQ; R-15.

pub mod after;
pub mod beaten;
pub mod choose;
pub mod decided;
pub mod exchange;
pub mod query;
pub mod revealed;
pub mod steps;
pub mod strength;
pub mod upgrade;
pub mod won;

pub use query::{AbilityQuery, Choice, Choices};
pub(super) use steps::{after, beaten, cancel, change, cleanup, decided, revealed, strength, won};
