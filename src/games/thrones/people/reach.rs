//! The areas that orders of an area could speak of, for plans, which are read before the rules ask.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet};
use crate::games::thrones::war::transport::reach;
use crate::table::Seat;

/// Returns the areas that units of a house could march to if it had ships in every sea.
pub(super) fn reach_with_ships(board: &Board, seat: Seat, from: Area) -> AreaSet {
    let mut fleet = board.clone();
    for sea in board.world.seas.iter() {
        fleet.spot_mut(sea).holder = Some(seat);
    }
    reach(&fleet, seat, from)
}

/// Returns the areas that an order in an area could raid or support into by the terrain: land units never act at sea.
/// Rules: 1e, Raid orders; Support.
pub(super) fn next_door(board: &Board, from: Area) -> AreaSet {
    let world = &*board.world;
    let borders = world.borders(from);
    if world.is_sea(from) { borders } else { borders.and(world.land) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::tests::opening;

    #[test]
    fn ships_in_every_sea_reach_every_coast() {
        let board = opening(5);
        let world = board.world.clone();
        let area = |id| world.area(id).unwrap();
        let greyjoy = world.seat("greyjoy").unwrap();
        let reached = reach_with_ships(&board, greyjoy, area("flints-finger"));
        assert!(reached.has(area("widows-watch")) && reached.has(area("greywater-watch")));
        assert!(!reached.has(area("flints-finger")) && !reached.has(area("ironmans-bay")));
        assert!(!reach(&board, greyjoy, area("flints-finger")).has(area("widows-watch")));
    }
}
