//! One long-running game: seats, clock, windows, the tick.

pub mod clock;
pub mod entries;
pub mod fold;
pub mod post_for_now;
pub mod record;
pub mod rules;
pub mod settings;
