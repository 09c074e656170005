//! Supply. Rules: 1e, Supply; R-03.

use super::disband::{Because, foresee_losses, lose_units};
use super::event::RealmEvent;
use super::ports;
use crate::games::thrones::armies::{armies, excess, limits};
use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Foresight, Table};
use crate::table::{Pause, Seat};

/// In order of play each house sets its marker to the barrels it controls, up to the end of the track, and
/// destroys units until its armies conform.
///
/// # Errors
/// If a house has not said what it disbands.
pub fn supply(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let excess = set_marker(board, seat, table);
        lose_units(board, seat, Because::Supply, excess, table)?;
    }
    Ok(())
}

/// All houses set their markers; then, in order of play, each destroys units until its armies conform. So no loss changes
/// another house's barrels. Rules: 2e, Supply.
///
/// # Errors
/// If a house has not said what it disbands.
pub fn supply_for_all(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        set_marker(board, seat, table);
    }
    for seat in board.play_order() {
        conform(board, seat, table)?;
    }
    Ok(())
}

/// Sets a house's marker to the barrels it controls, up to the end of the track; says by how many units it exceeds it.
pub fn set_marker(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> u8 {
    let from = board.houses[seat].supply;
    let last = board.world.last_supply(seat);
    let to = board.barrels_of(seat).min(last);
    board.houses[seat].supply = to;
    let excess = excess(board, seat, &[]);
    table.tell(|| {
        let world = &board.world;
        let fed = board.controlled_by(seat).iter().map(|area| world.place(area)).filter(|p| p.barrels > 0);
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
    excess
}

/// A house destroys units until its armies conform. Where it leaves none that stand, the order goes at once, before anybody is
/// asked about orders: in the action phase others of the house may be routed there.
///
/// # Errors
/// If it has not said what it disbands.
pub fn conform(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let excess = excess(board, seat, &[]);
    lose_units(board, seat, Because::Supply, excess, table)?;
    (board.edition.routed_left)(board);
    Ok(())
}

/// Moves a house's marker by some steps, within the track.
pub fn shift(board: &mut Board, seat: Seat, steps: i8, table: &mut Table<'_>) {
    let from = board.houses[seat].supply;
    let last = board.world.last_supply(seat);
    let to = from.saturating_add_signed(steps).min(last);
    board.houses[seat].supply = to;
    let excess = excess(board, seat, &[]);
    table.tell(|| {
        RealmEvent::SupplySet {
            house: board.world.seat_id(seat).to_owned(),
            from,
            to,
            barrels: Default::default(),
            limits: limits(&board.world, to).to_vec(),
            armies: armies(board, seat, &[]).to_vec(),
            excess,
        }
        .into()
    });
}

/// Foresees which houses will have units to lose, and a choice.
pub fn foresee(foresight: &mut Foresight) {
    for seat in foresight.board.play_order() {
        let mut board = foresight.board.clone();
        let last = board.world.last_supply(seat);
        board.houses[seat].supply = board.barrels_of(seat).min(last);
        let amount = excess(&board, seat, &[]);
        foresee_losses(foresight, &board, seat, Because::Supply, amount);
    }
    ports::foresee(foresight);
    foresight.units_change = true;
}
