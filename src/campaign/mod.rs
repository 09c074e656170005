//! One long-running game: seats, clock, windows, the tick.

pub mod clock;
mod engine;
pub mod entries;
mod error;
pub mod fold;
mod found;
pub mod record;
pub mod rules;
mod run;
pub mod secrets;
pub mod settings;
mod windows;

#[cfg(test)]
mod engine_tests;
#[cfg(test)]
pub(crate) mod toy;

pub use engine::{Engine, Vault};
pub use error::{CampaignError, Exit};
