//! Consolidate Power orders.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::table::{Pause, Table};

/// Executes all Consolidate Power orders.
pub fn consolidate<T: Table<Thrones>>(_board: &mut Board, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}
