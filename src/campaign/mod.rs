//! One long-running game: seats, clock, windows, the tick.

pub mod clock;
pub mod post_for_now;
pub mod settings;
