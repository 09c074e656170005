//! Where units can go: next door, and by a chain of own ships. Rules: 1e, Ship transport; R-10.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet};
use crate::table::Seat;

/// Returns the areas that a house's units in an area could march or retreat to, whatever stands there: ships to
/// neighbouring seas, and into their own ports; others to neighbouring land, and to any land that a chain of neighbouring seas, each
/// with ships of the house (routed ones too), joins to theirs.
pub fn reach(board: &Board, seat: Seat, from: Area) -> AreaSet {
    let world = &board.world;
    if world.is_sea(from) {
        let shut = |port: &Area| board.controller(*port) != Some(seat);
        let shut: AreaSet = world.borders(from).and(world.ports).iter().filter(shut).collect();
        return world.borders(from).and(world.seas).without(shut);
    }
    let mut land = world.borders(from);
    let mut chain = AreaSet::EMPTY;
    let mut next = sailed(board, seat, land);
    while !next.is_empty() {
        chain = chain.or(next);
        let shores = next.iter().fold(AreaSet::EMPTY, |all, sea| all.or(world.borders(sea)));
        land = land.or(shores);
        next = sailed(board, seat, shores).without(chain);
    }
    let mut reach = land.and(world.land);
    reach.remove(from);
    reach.without(world.houses[seat].barred)
}

/// Returns the seas among some areas where a house has ships.
fn sailed(board: &Board, seat: Seat, areas: AreaSet) -> AreaSet {
    areas
        .and(board.world.seas)
        .without(board.world.ports)
        .iter()
        .filter(|sea| board.spot(*sea).holder == Some(seat))
        .collect()
}
