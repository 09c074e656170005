//! One long-running game: seats, clock, windows, the tick.

pub mod clock;
