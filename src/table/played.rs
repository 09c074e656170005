//! A stage played without the game's own types: a [`Position`] goes in, a [`Played`] comes out.

use super::{Asked, Position, Progress};
use serde_json::Value;

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

/// Returns each seat's plans as [`Referee::play`](super::Referee::play) takes them.
pub fn lent(plans: &[Vec<Value>]) -> Vec<Vec<&Value>> {
    plans.iter().map(|plans| plans.iter().collect()).collect()
}
