//! Winning. Rules: 1e, Winning the game; R-23.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::table::{Seat, Table};

/// Ends the game if a house controls as many areas with city or stronghold as win at once: `mover`, whose
/// march it was, first, else in order of play. Says whether the game is over.
pub fn check<T: Table<Thrones>>(_board: &mut Board, _mover: Option<Seat>, _table: &mut T) -> bool {
    false
}
