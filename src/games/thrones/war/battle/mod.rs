//! Battle, step by step. Rules: 1e, Battle.
//!
//! While a battle lasts the attacking units are, on the board, where they marched from; the battle knows who they are. So
//! every position in which a question waits is whole.

pub mod abilities;
pub mod aftermath;
pub mod blade;
pub mod cards;
pub mod casualties;
pub mod contest;
pub mod fight;
pub mod retreat;
mod sides;
pub mod strength;
mod strike;
pub mod support;
pub mod tides;

#[cfg(test)]
mod tests;

pub use contest::{Battle, Contest, Lent, Role};
pub use fight::battle;
