//! A stage played without the game's own types: a [`Position`] goes in, a [`Played`] comes out.

use super::{Asked, Position, Progress};

/// The result of playing one stage.
#[derive(Debug)]
pub enum Played {
    /// The stage is over.
    Done {
        /// The position at the opening of the next stage.
        position: Position,
        progress: Progress,
    },
    /// The game waits for answers.
    Paused(Box<Asked>),
}
