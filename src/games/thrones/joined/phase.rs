//! The cards of the Westeros phase in which both boards have a part: houses first, then gifts, then the north. Rules: WN, B-80,
//! B-84, B-88.

use super::gifts::{self, Gift};
use crate::games::thrones::armies::excess;
use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::north::{provisions, recruit};
use crate::games::thrones::realm::disband::{Because, foresee_losses};
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::mustering::{self, Builds, muster_by};
use crate::games::thrones::realm::yard::Means;
use crate::games::thrones::realm::{ports, power, supply};
use crate::table::{Pause, Seat};

/// *Supply*: houses count barrels and give of them, the Watch has what was given, the Wildlings count and the Others pay; then
/// all destroy units until their armies conform, houses first.
///
/// # Errors
/// If a choice is missing; so for all cards.
pub fn supply(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(watch) = board.world.north.as_ref().map(|north| north.watch) else { return Ok(()) };
    if board.is_over(0) {
        return provisions::supply(board, table);
    }
    for seat in board.play_order_in(0) {
        supply::set_marker(board, seat, table);
    }
    let given = gifts::give(board, Gift::Barrels, &|seat| board.houses[seat].supply, table)?;
    for seat in board.play_order_in(0) {
        if given.by[seat] > 0 {
            supply::shift(board, seat, -(given.by[seat].min(100) as i8), table);
        }
    }
    let level = given.sum.min(board.world.last_supply(watch));
    let steps = level as i8 - board.houses[watch].supply as i8;
    supply::shift(board, watch, steps, table);
    provisions::of_the_others(board, table)?;
    for seat in board.play_order() {
        supply::conform(board, seat, table)?;
    }
    Ok(())
}

/// Foresees gifts, and whose armies will be too large: those of a house if it gives all its barrels, of the Watch if it is given
/// none.
pub fn foresee_supply(foresight: &mut Foresight) {
    let last = |board: &Board, seat| board.world.last_supply(seat);
    gifts::foresee(foresight, Gift::Barrels, &|board, seat| board.barrels_of(seat).min(last(board, seat)));
    provisions::foresee_payment(foresight);
    let board = foresight.board.clone();
    let Some(north) = &board.world.north else { return };
    for seat in board.play_order() {
        let mut then = board.clone();
        let house = &mut then.houses[seat];
        if seat == north.wildlings {
            house.supply = board.barrels_of(seat).min(last(&board, seat));
        } else if seat != north.others {
            house.supply = 0;
        }
        let amount = excess(&then, seat, &[]);
        foresee_losses(foresight, &then, seat, Because::Supply, amount);
    }
    ports::foresee(foresight);
    foresight.units_change = true;
}

/// Returns the mustering points of the castles and strongholds of a house.
fn points(board: &Board, seat: Seat) -> u8 {
    Means::of_structures(board, seat, None).total()
}

/// *Mustering*: houses give of their points and muster with the rest; then the north recruits, the Watch with what was given.
///
/// # Errors
/// If a choice is missing.
pub fn mustering(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    if board.is_over(0) {
        return recruit::mustering(board, table);
    }
    let given = gifts::give(board, Gift::Points, &|seat| points(board, seat), table)?;
    for seat in board.play_order_in(0) {
        let mut means = Means::of_structures(board, seat, None);
        if given.by[seat] > 0 {
            means.purse = Some(means.total().saturating_sub(given.by[seat]));
        }
        muster_by(board, seat, &means, "", Builds::default(), table)?;
    }
    recruit::with(board, Some(given.sum), table)
}

/// Foresees gifts, what houses muster, and what the north recruits; of the Watch, with all that could be given.
pub fn foresee_mustering(foresight: &mut Foresight) {
    let board = foresight.board.clone();
    gifts::foresee(foresight, Gift::Points, &points);
    let all = board.play_order_in(0).iter().fold(0u8, |sum, seat| sum.saturating_add(points(&board, *seat)));
    mustering::foresee_of(foresight, &board.play_order_in(0));
    recruit::foresee_with(foresight, if all > 0 { all } else { recruit::MOST_DRAWN });
}

/// *Game of Thrones*: all gain power for crowns; then, if the campaign has it, houses give power to the Watch, as far as its
/// tokens last.
///
/// # Errors
/// If a choice is missing.
pub fn game_of_thrones(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    power::crowns_and_ports(board, table)?;
    let Some(watch) = board.world.north.as_ref().map(|north| north.watch) else { return Ok(()) };
    if board.is_over(0) || !board.world.options.power_gifts {
        return Ok(());
    }
    let given = gifts::give(board, Gift::Power, &|seat| board.houses[seat].power, table)?;
    let out = board.tokens_on_board(watch).saturating_add(board.houses[watch].power);
    let mut room = board.world.houses[watch].power_tokens.saturating_sub(out);
    for seat in board.play_order_in(0) {
        // What the Watch has no tokens for stays with those who come last in the order of play.
        let taken = given.by[seat].min(room);
        if taken > 0 {
            room -= taken;
            let from = board.houses[seat].power;
            board.houses[seat].power = from.saturating_sub(taken);
            board.gain_power(watch, taken);
            tell_power(board, seat, from, table);
        }
    }
    if given.sum > 0 {
        let from = out.saturating_sub(board.tokens_on_board(watch));
        tell_power(board, watch, from, table);
    }
    Ok(())
}

fn tell_power(board: &Board, seat: Seat, from: u8, table: &mut Table<'_>) {
    let to = board.houses[seat].power;
    table.tell(|| RealmEvent::PowerChanged { house: board.world.seat_id(seat).to_owned(), from, to }.into());
}

/// Foresees gifts of all power that a house has, and gets for its crowns and for ports in which it may have ships by then.
pub fn foresee_game_of_thrones(foresight: &mut Foresight) {
    foresight.power_grows = true;
    if foresight.board.world.options.power_gifts {
        gifts::foresee(foresight, Gift::Power, &|board, seat| {
            let (world, own) = (&board.world, board.controlled_by(seat));
            let ports = own.iter().map(|land| world.ports_of(land).iter().count()).sum::<usize>();
            let out = board.tokens_on_board(seat).saturating_add(board.houses[seat].power);
            let room = world.houses[seat].power_tokens.saturating_sub(out);
            let income = board.crowns_of(seat).saturating_add(u8::try_from(ports).unwrap_or(u8::MAX));
            board.houses[seat].power.saturating_add(room.min(income))
        });
    }
}
