//! March orders. Rules: 1e, Action phase, B; R-10.

use super::battle::contest::Contest;
use super::battle::fight;
use super::entry::move_in;
use super::event::WarEvent;
use super::march::March;
use super::march_query::MarchQuery;
use super::neutral::enter;
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderId, OrderKind, Troop};
use crate::games::thrones::game::{MarchDone, Table};
use crate::games::thrones::north::windows;
use crate::games::thrones::realm::turn::board_by_board;
use crate::games::thrones::realm::victory;
use crate::games::thrones::terms::Rally;
use crate::table::{Pause, Query, Seat};
use arrayvec::ArrayVec;

/// Executes all March orders, board by board: in order of play one order a house, around until none is left; then
/// routed units rise. If a march wins the game, nothing follows it.
///
/// # Errors
/// If a choice of a march, or of the battle it leads to, is missing.
pub fn marches(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    board_by_board(board, marches_on, table)?;
    if board.outcome.is_none() && board.edition.rally == Rally::AfterMarches {
        rally(board, table);
    }
    Ok(())
}

fn marches_on(board: &mut Board, theatre: usize, table: &mut Table<'_>) -> Result<(), Pause> {
    loop {
        let mut done = true;
        // By place: whoever is moved on the track in mid-round is passed over, or comes twice.
        for place in 0..board.play_order_in(theatre).len() {
            // A march may end the game on its board alone.
            let Some(seat) = board.play_order_in(theatre).get(place).copied() else { break };
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
            return Ok(());
        }
    }
}

/// One March order of a house: first the units that meet nobody, then those that meet neutral forces, then the
/// battle. So whoever marches into an area with a Support order lends his strength to what follows.
fn march(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let query = MarchQuery::new(board, seat);
    // A last order with nobody to follow it leaves nothing to say.
    let march = if query.is_idle() {
        table.forced(&query, &query.default());
        query.default()
    } else {
        table.ask(&query)?
    };
    let Some(order) = board.spot(march.from).order else { return Ok(()) };
    carry_out(board, seat, &march, order, table)?;
    board.step += 1;
    Ok(())
}

/// Moves the units of a march by an order, and fights its battle. The order where they came from goes.
///
/// # Errors
/// If a choice of the march, or of the battle it leads to, is missing.
pub fn carry_out(
    board: &mut Board,
    seat: Seat,
    march: &March,
    order: OrderId,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    carry(board, seat, march, (order, true), table)
}

/// The same by an order that does not lie on the board: one like it where they came from is of another march, and stays.
///
/// # Errors
/// As for [`carry_out`].
pub fn carry_on(
    board: &mut Board,
    seat: Seat,
    march: &March,
    order: OrderId,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    carry(board, seat, march, (order, false), table)
}

fn carry(
    board: &mut Board,
    seat: Seat,
    march: &March,
    (order, lies): (OrderId, bool),
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let mut done = MarchDone { seat, from: march.from, order, entered: ArrayVec::new() };
    table.tell(|| told(board, seat, march, order).into());
    for (area, units) in &march.to {
        if !neutral(board, *area) && !enemy(board, seat, *area) {
            move_in(board, seat, march.from, *area, *units, table);
            let _ = done.entered.try_push((*area, *units));
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
        (board.edition.area_left)(board, march.from, *units, table);
        let contest = Contest::new(board, seat, march.from, order, *area, *units);
        fight::battle(board, contest, table)?;
    } else if lies {
        // After a battle it is gone already, and a card may have put another there.
        board.spend(march.from, order);
    }
    let changed = board.edition.area_changed;
    changed(board, march.from, table)?;
    march.to.iter().try_for_each(|(area, _)| changed(board, *area, table))?;
    after(board, &done, table)
}

/// In a game with tactic cards: if nobody has won by the march, what they do now.
fn after(board: &mut Board, done: &MarchDone, table: &mut Table<'_>) -> Result<(), Pause> {
    if board.north.is_none() || victory::check(board, Some(done.seat), table) {
        return Ok(());
    }
    windows::march_done(board, done, table)
}

/// Returns `true` if a neutral force bars the way.
fn neutral(board: &Board, area: Area) -> bool {
    board.spot(area).neutral > 0
}

/// Returns `true` if another house's units bar the way.
fn enemy(board: &Board, seat: Seat, area: Area) -> bool {
    board.defended_against(area, seat)
}

/// Leaves a power token where nobody is left but those who march to battle. If a neutral force has turned units
/// back, they are still there, and no token is left. Rules: 1e, Establishing control; R-10.
fn leave_power(board: &mut Board, seat: Seat, from: Area, attackers: Troop, table: &mut Table<'_>) {
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

/// Routed units rise. Rules: 1e, Retreats; R-19; T-02.
pub fn rally(board: &mut Board, table: &mut Table<'_>) {
    let routed = board.spots.held().iter().filter(|area| !board.spot(*area).routed.is_empty());
    let routed: AreaSet = routed.collect();
    if routed.is_empty() {
        return;
    }
    table.tell(|| {
        let units =
            routed.iter().map(|area| (board.world.area_id(area).to_owned(), units(board.spot(area).routed)));
        WarEvent::Rallied { units: units.collect() }.into()
    });
    for area in routed.iter() {
        let mut spot = board.spot_mut(area);
        spot.fit = spot.fit.plus(spot.routed);
        spot.routed = Troop::NONE;
    }
}

fn told(board: &Board, seat: Seat, march: &March, order: OrderId) -> WarEvent {
    let world = &board.world;
    let id = |area: Area| world.area_id(area).to_owned();
    let spot = board.spot(march.from);
    let taken = |area: Area| {
        let held = board.spot(area).holder == Some(seat) || board.controller(area) == Some(seat);
        !held && !neutral(board, area) && !enemy(board, seat, area)
    };
    WarEvent::March {
        house: world.seat_id(seat).to_owned(),
        from: id(march.from),
        order: world.token(order).id.clone(),
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
        taken: march.to.iter().filter(|(area, _)| taken(*area)).map(|(area, _)| id(*area)).collect(),
    }
}
