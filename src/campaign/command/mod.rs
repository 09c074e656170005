//! What the game master does at the command line beside a pass: begins a campaign, makes a key, speaks in a dispute, looks
//! at a deposited plan. Each command writes its entry in one append; what it leads to is sent by the next tick.

pub mod dispute;
pub mod keys;
pub mod new;
pub mod peek;
pub mod start;
