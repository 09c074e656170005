//! Commands of the game master apart from a tick: begin a campaign, make a key, speak in a dispute, look at a deposited plan.
//! Each writes its entries in one append; the next tick sends the messages that follow.

pub mod dispute;
pub mod keys;
pub mod new;
pub mod peek;
pub mod start;
