//! The game goes on: entries are made, windows open and close, and stage after stage is played until the game must
//! wait for somebody.

pub(crate) mod answers;
pub(crate) mod asked;
pub mod chance;
pub mod disputes;
pub mod engine;
pub(crate) mod kept_plans;
pub mod keys;
pub mod missing_plans;
pub(crate) mod openings;
pub mod orders;
pub mod proposals;
pub mod rehearsal;
pub mod replacement;
pub mod resignations;
pub(crate) mod silence;
pub mod stages;
pub mod stand_ins;
pub mod stewards;
pub mod windows;
