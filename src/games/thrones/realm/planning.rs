//! Planning.

use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::table::{Pause, Table};

/// Orders.
pub fn planning<T: Table<Thrones>>(_board: &mut Board, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}

/// The Messenger Raven.
pub fn raven<T: Table<Thrones>>(_board: &mut Board, _table: &mut T) -> Result<(), Pause> {
    Ok(())
}
