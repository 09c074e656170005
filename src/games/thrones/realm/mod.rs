//! What happens between wars: set-up, Westeros cards, supply, mustering, auctions, wildlings, planning, power,
//! the turn and its end.
//!
//! May use: `board`, `armies`, `data`, `table`. Is used by: `thrones`, `war` (victory).

pub mod bidding;
pub mod consolidate;
pub mod disband;
pub mod event;
pub mod mustering;
pub mod planning;
pub mod power;
pub mod raven;
pub mod setup;
pub mod sound;
pub mod supply;
pub mod turn;
pub mod victory;
pub mod westeros;
pub mod wildlings;
pub mod yard;
