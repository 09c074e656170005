//! From stage to stage and turn to turn.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::table::Table;

/// Moves to the stage after the one just played.
pub fn advance<T: Table<Thrones>>(board: &mut Board, _table: &mut T) {
    board.stage = Stage::Over;
}
