//! The last stage of a turn: Consolidate Power orders, then the board is swept. Rules: 1e, Executing Consolidate
//! Power orders; R-21.
//!
//! May use: `board`, power, `table`. Is used by: `thrones`.

use super::event::RealmEvent;
use super::{power, turn};
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::table::{Pause, Table};

/// Executes all Consolidate Power orders together, takes all orders from the board, and readies the Blade.
///
/// # Errors
/// None: nobody has anything to decide.
pub fn consolidate<T: Table<Thrones>>(board: &mut Board, table: &mut T) -> Result<(), Pause> {
    if turn::skipped(board, Stage::Consolidate).is_none() {
        power::consolidated(board, table);
    }
    sweep(board, table);
    Ok(())
}

fn sweep<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    table.tell(|| {
        let left = board.areas().filter_map(|(area, spot)| spot.order.map(|order| (area, order)));
        let ids = left.map(|(a, o)| (board.world.area_id(a).to_owned(), board.world.token(o).id.clone()));
        RealmEvent::TurnEnds { turn: board.turn, orders: ids.collect() }.into()
    });
    board.spots.iter_mut().for_each(|spot| spot.order = None);
    board.blade_used = false;
}
