//! The game goes on: entries are made, windows open and close, stage after stage is played until somebody must be
//! waited for.

pub mod engine;
pub mod missing_plans;
pub mod orders;
pub mod replacement;
pub mod stages;
pub mod windows;
