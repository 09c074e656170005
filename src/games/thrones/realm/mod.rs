//! What happens between wars: set-up, Westeros cards, supply, mustering, auctions, wildlings, planning, power,
//! the turn and its end.
//!
//! May use: `board`, `armies`, `data`, `table`. Is used by: `thrones`, `war` (victory).

pub mod consolidate;
pub mod event;
pub mod planning;
pub mod setup;
pub mod sound;
pub mod turn;
pub mod victory;
pub mod westeros;
