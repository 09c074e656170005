//! Power: *Game of Thrones* and Consolidate Power orders. Rules: 1e, The Westeros cards; Executing Consolidate
//! Power orders; Limit of tokens; R-21.

use super::event::RealmEvent;
use super::mustering::muster_instead;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, OrderKind};
use crate::games::thrones::game::Table;
use crate::games::thrones::terms::Yield;
use crate::table::{Pause, Seat};
use arrayvec::ArrayVec;

/// What each area brings.
type Income = ArrayVec<(Area, u8), 128>;

/// *Game of Thrones*: in order of play each house gains a power for each crown it controls.
///
/// # Errors
/// Never.
pub fn game_of_thrones(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let crowned = board.controlled_by(seat).iter().map(|area| (area, board.world.place(area).crowns));
        let income = crowned.filter(|(_, crowns)| *crowns > 0).collect();
        gain(board, seat, "game-of-thrones", &income, table);
    }
    Ok(())
}

/// Returns what an order brings by the first edition: one power, and one for each crown of its area.
pub fn by_crowns(board: &Board, area: Area, _: OrderId) -> Yield {
    Yield { power: 1 + board.world.place(area).crowns, muster: false }
}

/// Each Consolidate Power order left brings what the edition says: power, or units instead where that may be.
///
/// # Errors
/// If a house may muster, and has not said.
pub fn consolidated(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let consolidates = |order: &OrderId| board.world.token(*order).kind == OrderKind::Consolidate;
        let ordered =
            board.held_by(seat).filter_map(|(area, spot)| Some((area, spot.order.filter(consolidates)?)));
        let ordered: ArrayVec<(Area, OrderId), 128> = ordered.collect();
        let mut income = Income::new();
        for (area, order) in ordered {
            let Yield { power, muster } = (board.edition.consolidates)(board, area, order);
            if !(muster && muster_instead(board, seat, area, table)?) {
                income.push((area, power));
            }
        }
        if !income.is_empty() {
            gain(board, seat, "consolidate", &income, table);
        }
    }
    Ok(())
}

fn gain(board: &mut Board, seat: Seat, because: &'static str, income: &Income, table: &mut Table<'_>) {
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
