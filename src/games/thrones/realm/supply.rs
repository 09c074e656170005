//! Supply. Rules: 1e, Supply; R-03.

use super::disband::{Because, foresee_losses, lose_units};
use super::event::RealmEvent;
use crate::games::thrones::armies::{armies, excess, limits};
use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Foresight, Table};
use crate::table::Pause;

/// In order of play each house sets its marker to the barrels it controls, up to the end of the track, and
/// destroys units until its armies conform.
///
/// # Errors
/// If a house has not said what it disbands.
pub fn supply(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let from = board.houses[seat].supply;
        let last = board.world.supply_limits.len().saturating_sub(1) as u8;
        let to = board.barrels_of(seat).min(last);
        board.houses[seat].supply = to;
        let excess = excess(board, seat, &[]);
        table.tell(|| {
            let world = &board.world;
            let fed =
                board.controlled_by(seat).iter().map(|area| world.place(area)).filter(|p| p.barrels > 0);
            RealmEvent::SupplySet {
                house: world.seat_id(seat).to_owned(),
                from,
                to,
                barrels: fed.map(|place| (place.id.clone(), place.barrels)).collect(),
                limits: limits(world, to).to_vec(),
                armies: armies(board, seat, &[]).to_vec(),
                excess,
            }
            .into()
        });
        lose_units(board, seat, Because::Supply, excess, table)?;
    }
    Ok(())
}

/// Foresees which houses will have units to lose, and a choice.
pub fn foresee(foresight: &mut Foresight) {
    for seat in foresight.board.play_order() {
        let mut board = foresight.board.clone();
        let last = board.world.supply_limits.len().saturating_sub(1) as u8;
        board.houses[seat].supply = board.barrels_of(seat).min(last);
        let amount = excess(&board, seat, &[]);
        foresee_losses(foresight, &board, seat, Because::Supply, amount);
    }
    foresight.units_change = true;
}
