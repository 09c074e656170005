//! The game master by mail and by command: stop the clock, move a deadline, close a window, remind, replace.
//!
//! What is done is the same either way, an [`Order`]; it is an entry of the ledger, and the players are told.
//!
//! May use: engine, plan, receipt, speaker. Is used by: submission, tick.

mod act;
mod mail;

pub use act::Order;
