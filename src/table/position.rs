//! A stage played without the game's own types: a position goes in, a [`Played`] comes out.

use super::{Asked, Progress};
use serde_json::Value;

/// A position as data, as [`Game::write_state`](super::Game::write_state) gives it.
#[derive(Clone, PartialEq, Debug)]
pub struct Position(pub Value);

/// A recorded position or plan that the rules cannot read, with a description of what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the rules cannot read the record: {0}")]
pub struct Damaged(pub String);

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
