//! The place of a position in the game, and whether the game goes on.

use serde::Serialize;

/// Whether the game goes on after a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The position is at the opening of another stage.
    Next,
    /// The game is over.
    Ended,
}

/// The turn and stage of a position, for the names of windows and the headings of reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// Turn or struggle, from 1.
    pub turn: u32,
    /// A part of the turn such as `planning`, in lower case with hyphens.
    pub stage: String,
}
