//! March orders. Rules: 1e, Action phase, B; R-10.
//!
//! May use: `board`, `battle`, `neutral`, `realm::victory`. Is used by: `thrones`.

use super::battle::{self, Contest};
use super::event::WarEvent;
use super::march::March;
use super::march_query::MarchQuery;
use super::neutral::enter;
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind, Troop};
use crate::games::thrones::realm::victory;
use crate::table::{Pause, Query, Seat, Table};

/// Executes all March orders: in order of play one order a house, around until none is left; then routed units
/// rise. If a march wins the game, nothing follows it.
///
/// # Errors
/// Pauses at every choice of a march, and of the battle it leads to.
pub fn marches<T: Table<Thrones>>(board: &mut Board, table: &mut T) -> Result<(), Pause> {
    loop {
        let mut done = true;
        for seat in board.play_order() {
            if board.orders_of(seat, OrderKind::March).is_empty() {
                continue;
            }
            march(board, seat, table)?;
            if victory::check(board, Some(seat), table) {
                return Ok(());
            }
            done = false;
        }
        if done {
            break;
        }
    }
    rally(board, table);
    Ok(())
}

/// One March order of a house: first the units that meet nobody, then those that meet neutral forces, then the
/// battle. So whoever marches into an area with a Support order lends his strength to what follows.
fn march<T: Table<Thrones>>(board: &mut Board, seat: Seat, table: &mut T) -> Result<(), Pause> {
    let query = MarchQuery::new(board, seat);
    // A last order with nobody to follow it leaves nothing to say.
    let march = if query.is_idle() {
        table.forced(&query, &query.default());
        query.default()
    } else {
        table.ask(&query)?
    };
    let Some(order) = board.spot(march.from).order else { return Ok(()) };
    table.tell(|| told(board, seat, &march).into());
    for (area, units) in &march.to {
        if !neutral(board, *area) && !enemy(board, seat, *area) {
            move_in(board, seat, march.from, *area, *units, table);
        }
    }
    for (area, units) in &march.to {
        if neutral(board, *area) {
            let contest = Contest::new(board, seat, march.from, order, *area, *units);
            enter(board, contest, table)?;
        }
    }
    let battle = march.to.iter().find(|(area, _)| enemy(board, seat, *area));
    if march.leave_power {
        leave_power(board, seat, march.from, battle.map_or(Troop::NONE, |(_, units)| *units), table);
    }
    if let Some((area, units)) = battle {
        let contest = Contest::new(board, seat, march.from, order, *area, *units);
        battle::battle(board, contest, table)?;
    }
    board.spot_mut(march.from).order = None;
    board.step += 1;
    Ok(())
}

/// Whether a neutral force bars the way.
fn neutral(board: &Board, area: Area) -> bool {
    board.spot(area).neutral > 0
}

/// Whether another house's units bar the way.
fn enemy(board: &Board, seat: Seat, area: Area) -> bool {
    board.spot(area).holder.is_some_and(|holder| holder != seat)
}

/// Units march into an area where nobody is but their own. Another house's token returns to its owner's pool.
/// Rules: 1e, Establishing control; R-10.
pub(super) fn move_in<T: Table<Thrones>>(
    board: &mut Board,
    seat: Seat,
    from: Area,
    to: Area,
    units: Troop,
    table: &mut T,
) {
    if let Some(owner) = board.spot(to).token.filter(|owner| *owner != seat) {
        table.tell(|| {
            let world = &board.world;
            WarEvent::TokenReturned {
                house: world.seat_id(owner).to_owned(),
                area: world.area_id(to).to_owned(),
                by: world.seat_id(seat).to_owned(),
            }
            .into()
        });
    }
    board.remove_units(from, units, Troop::NONE);
    board.place_units(to, seat, units, Troop::NONE);
}

/// Leaves a power token where nobody is left but those who march to battle. If a neutral force has turned units
/// back, they are still there, and no token is left. Rules: 1e, Establishing control; R-10.
fn leave_power<T: Table<Thrones>>(
    board: &mut Board,
    seat: Seat,
    from: Area,
    attackers: Troop,
    table: &mut T,
) {
    let spot = board.spot(from);
    if spot.fit != attackers || !spot.routed.is_empty() || board.houses[seat].power == 0 {
        return;
    }
    board.houses[seat].power -= 1;
    board.spot_mut(from).token = Some(seat);
    table.tell(|| {
        let world = &board.world;
        WarEvent::PowerLeft { house: world.seat_id(seat).to_owned(), area: world.area_id(from).to_owned() }
            .into()
    });
}

/// Routed units rise when all marches are done. Rules: 1e, Retreats; R-19.
fn rally<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    if board.spots.iter().all(|spot| spot.routed.is_empty()) {
        return;
    }
    table.tell(|| {
        let routed = board.areas().filter(|(_, spot)| !spot.routed.is_empty());
        let units = routed.map(|(area, spot)| (board.world.area_id(area).to_owned(), units(spot.routed)));
        WarEvent::Rallied { units: units.collect() }.into()
    });
    for spot in &mut board.spots {
        spot.fit = spot.fit.plus(spot.routed);
        spot.routed = Troop::NONE;
    }
}

fn told(board: &Board, seat: Seat, march: &March) -> WarEvent {
    let world = &board.world;
    let id = |area: Area| world.area_id(area).to_owned();
    let spot = board.spot(march.from);
    WarEvent::March {
        house: world.seat_id(seat).to_owned(),
        from: id(march.from),
        order: spot.order.map_or_else(String::new, |order| world.token(order).id.clone()),
        to: march.to.iter().map(|(area, troop)| (id(*area), units(*troop))).collect(),
        stayed: units(spot.units().minus(march.marching())),
        leave_power: march.leave_power,
        neutral: march
            .to
            .iter()
            .filter(|(area, _)| neutral(board, *area))
            .map(|(area, _)| id(*area))
            .collect(),
        battle: march.to.iter().find(|(area, _)| enemy(board, seat, *area)).map(|(area, _)| id(*area)),
    }
}
