//! Raids, marches and battles.
//!
//! May use: `board`, `armies`, `data`, `realm::victory`, `table`. Is used by: `thrones`.

pub mod event;
pub mod marches;
pub mod raids;
