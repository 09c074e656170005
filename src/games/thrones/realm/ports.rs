//! What becomes of ships in port when the land changes hands. Rules: 2e, Ports; T-76 to T-80, T-95.

use super::event::RealmEvent;
use super::pick::{Item, Items, Pick};
use crate::games::thrones::answer::units;
use crate::games::thrones::armies::supplied;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, Unit};
use crate::games::thrones::game::{Foresight, Table};
use crate::table::{Foreseen, Pause, Seat};

/// Ships in a port of an area that another house controls now, or nobody, are gone with their order. The new controller
/// may have as many of its own there, as far as pool and supply allow.
///
/// # Errors
/// If the new controller has not said how many.
pub fn ships_pass(board: &mut Board, land: Area, table: &mut Table<'_>) -> Result<(), Pause> {
    let world = board.world.clone();
    for port in world.ports_of(land).iter() {
        let owner = board.controller(port);
        let Some(before) = board.spot(port).holder.filter(|holder| owner != Some(*holder)) else { continue };
        let spot = *board.spot(port);
        let ships = match owner {
            Some(owner) => ships_wanted(board, owner, port, spot.units().of(Unit::Ship), table)?,
            None => 0,
        };
        board.remove_units(port, spot.fit, spot.routed);
        table.tell(|| {
            RealmEvent::UnitsLost {
                house: world.seat_id(before).to_owned(),
                because: "port".to_owned(),
                amount: spot.units().count(),
                units: [(world.area_id(port).to_owned(), units(spot.units()))].into(),
            }
            .into()
        });
        if let Some(owner) = owner.filter(|_| ships > 0) {
            let mut fleet = Troop::NONE;
            fleet.add(Unit::Ship, ships);
            board.place_units(port, owner, fleet, Troop::NONE);
            table.tell(|| {
                let (house, port) = (world.seat_id(owner).to_owned(), world.area_id(port).to_owned());
                RealmEvent::ShipsTaken { house, port, ships }.into()
            });
        }
    }
    Ok(())
}

/// The same for all ports, once a wildling card has done all it does.
///
/// # Errors
/// If a new controller has not said how many.
pub fn all_ships_pass(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let world = board.world.clone();
    world
        .ports
        .iter()
        .filter_map(|port| world.place(port).port_of)
        .try_for_each(|land| ships_pass(board, land, table))
}

/// How many ships of its own the new controller has in place of those taken.
fn ships_wanted(
    board: &Board,
    owner: Seat,
    port: Area,
    taken: u8,
    table: &mut Table<'_>,
) -> Result<u8, Pause> {
    let fits = |ships: &u8| supplied(board, owner, &[(port, *ships)]);
    let most = (0..=taken.min(board.pool(owner, Unit::Ship))).rev().find(fits).unwrap_or(0);
    let items: Items = (0..=most).map(Item::Number).collect();
    let query = Pick::at(board, owner, "port", port, items);
    if most == 0 {
        table.forced(&query, &Item::Number(0));
        return Ok(0);
    }
    match table.ask(&query)? {
        Item::Number(ships) => Ok(ships),
        _ => Ok(0),
    }
}

/// Foresees how many ships a house wants in the port of its home, should an enemy there lose its last unit.
pub fn foresee(foresight: &mut Foresight) {
    let board = foresight.board.clone();
    let world = &board.world;
    for port in world.ports.iter() {
        let Some(land) = world.place(port).port_of else { continue };
        let (Some(home), spot) = (world.home_of(land), board.spot(land)) else { continue };
        let is_taken = spot.holder.is_some_and(|holder| holder != home && spot.token != Some(holder));
        if is_taken && (foresight.units_change || board.spot(port).holder.is_some()) {
            // A board may say nothing of the room in a port; nobody has more ships there than he has in all.
            let most = world.port_capacity.min(world.houses[home].pool[Unit::Ship as usize]);
            let items: Items = (0..=most).map(Item::Number).collect();
            let query = Pick::at(&board, home, "port", port, items);
            foresight.add(Foreseen::of(&query, false, foresight.limit()));
        }
    }
}

/// Ships in a port are gone as soon as the last unit marches away to battle and leaves nobody in control: no token, no shield
/// (T-77). Else the port waits until the march is over.
pub fn abandoned(board: &mut Board, land: Area, leaving: Troop, table: &mut Table<'_>) {
    let spot = board.spot(land);
    if spot.units() != leaving || spot.token.is_some() || board.world.home_of(land).is_some() {
        return;
    }
    let world = board.world.clone();
    for port in world.ports_of(land).iter() {
        let spot = *board.spot(port);
        let Some(holder) = spot.holder else { continue };
        board.remove_units(port, spot.fit, spot.routed);
        table.tell(|| {
            RealmEvent::UnitsLost {
                house: world.seat_id(holder).to_owned(),
                because: "port".to_owned(),
                amount: spot.units().count(),
                units: [(world.area_id(port).to_owned(), units(spot.units()))].into(),
            }
            .into()
        });
    }
}
