//! The Westeros phase.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::table::{Pause, Table};

/// Turns the three cards.
pub fn turn_cards<T: Table<Thrones>>(_board: &mut Board, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}

/// Executes the open card of a deck.
pub fn execute<T: Table<Thrones>>(_board: &mut Board, _deck: usize, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}
