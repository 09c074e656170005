//! Power: *Game of Thrones* and Consolidate Power orders. Rules: 1e, The Westeros cards; Executing Consolidate
//! Power orders; Limit of tokens; R-21.
//!
//! May use: `board`, `table`. Is used by: westeros, consolidate.

use super::event::RealmEvent;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind};
use crate::table::{Seat, Table};
use arrayvec::ArrayVec;

/// What each area brings.
type Income = ArrayVec<(Area, u8), 128>;

/// *Game of Thrones*: in order of play each house gains a power for each crown it controls.
pub fn game_of_thrones<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    for seat in board.play_order() {
        let crowned = board.controlled_by(seat).iter().map(|area| (area, board.world.place(area).crowns));
        let income = crowned.filter(|(_, crowns)| *crowns > 0).collect();
        gain(board, seat, "game-of-thrones", &income, table);
    }
}

/// Each Consolidate Power order left brings one power and one for each crown of its area.
pub fn consolidated<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    for seat in board.play_order() {
        let consolidates = |order| board.world.token(order).kind == OrderKind::Consolidate;
        let ordered = board.held_by(seat).filter(|(_, spot)| spot.order.is_some_and(consolidates));
        let income: Income = ordered.map(|(area, _)| (area, 1 + board.world.place(area).crowns)).collect();
        if !income.is_empty() {
            gain(board, seat, "consolidate", &income, table);
        }
    }
}

fn gain<T: Table<Thrones>>(
    board: &mut Board,
    seat: Seat,
    because: &'static str,
    income: &Income,
    table: &mut T,
) {
    let due = income.iter().fold(0u8, |sum, (_, power)| sum.saturating_add(*power));
    let gained = board.gain_power(seat, due);
    table.tell(|| {
        let world = &board.world;
        RealmEvent::PowerGained {
            house: world.seat_id(seat).to_owned(),
            because: because.to_owned(),
            areas: income.iter().map(|(area, power)| (world.area_id(*area).to_owned(), *power)).collect(),
            due,
            gained,
            available: board.houses[seat].power,
        }
        .into()
    });
}
