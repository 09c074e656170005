//! Raid orders.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::table::{Pause, Table};

/// Executes all Raid orders.
pub fn raids<T: Table<Thrones>>(_board: &mut Board, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}
