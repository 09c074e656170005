//! The last stage of a turn: Consolidate Power orders, then the board is swept. Rules: 1e, Executing Consolidate
//! Power orders; R-21.

use super::event::RealmEvent;
use super::{power, turn};
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::marches::rally;
use crate::table::Pause;

/// Executes all Consolidate Power orders, takes all orders from the board, and readies the Blade.
///
/// # Errors
/// If a house may muster instead, and has not said.
pub fn consolidate(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    if turn::skipped(board, Stage::Consolidate).is_none() {
        power::consolidated(board, table)?;
    }
    sweep(board, table);
    Ok(())
}

/// The same, by the second edition: in order of play one order a house, around until none is left; then routed units rise.
/// Rules: 2e, Action phase.
///
/// # Errors
/// If a house may muster instead, and has not said.
pub fn consolidate_in_turns(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    in_turns(board, table)?;
    rally(board, table);
    sweep(board, table);
    Ok(())
}

/// The same, where more comes before the board is swept.
///
/// # Errors
/// If a house may muster instead, and has not said.
pub fn in_turns(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    if turn::skipped(board, Stage::Consolidate).is_none() {
        turn::board_by_board(board, in_turns_on, table)?;
    }
    Ok(())
}

fn in_turns_on(board: &mut Board, theatre: usize, table: &mut Table<'_>) -> Result<(), Pause> {
    loop {
        let mut done = true;
        for seat in board.play_order_in(theatre) {
            done &= !power::consolidate_one(board, seat, table)?;
        }
        if done {
            return Ok(());
        }
    }
}

/// Takes all orders from the board, and readies the Blade.
pub fn sweep(board: &mut Board, table: &mut Table<'_>) {
    table.tell(|| {
        let left = board.areas().filter_map(|(area, spot)| spot.order.map(|order| (area, order)));
        let ids = left.map(|(a, o)| (board.world.area_id(a).to_owned(), board.world.token(o).id.clone()));
        RealmEvent::TurnEnds { turn: board.turn, orders: ids.collect() }.into()
    });
    board.spots.change(|_, spot| spot.order = None);
    board.theatres.iter_mut().for_each(|theatre| theatre.blade_used = false);
}
