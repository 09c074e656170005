//! The game goes on: entries are made, windows open and close, stage after stage is played until somebody must be
//! waited for.

pub mod desk;
pub mod disputes;
pub mod engine;
pub mod keys;
pub mod missing_plans;
pub mod orders;
pub mod proposals;
pub mod replacement;
pub mod stages;
pub mod stand_ins;
pub mod windows;
