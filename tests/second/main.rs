//! A second opinion on raids, marches and battles: slow, literal adjudicators, one for each edition and one for the north, replay
//! what the engine played by chance and must agree about every question, every legal answer they look at and the whole position
//! afterwards.
//!
//! `RAVENPOST_SECOND=100000 cargo test --release --test second` plays that many stages of each.

mod bench;
mod clerk;
mod first_edition;
mod north;
mod record;
mod second_edition;
mod shared;
mod tactic_effects;
#[path = "../common/thorough.rs"]
mod thorough;
#[path = "../common/units.rs"]
mod units;
