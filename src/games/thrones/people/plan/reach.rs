//! Where units could go from an area, for checking plans before the rules are asked.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet};
use crate::table::Seat;

/// The areas that units of a house can march to: next door, and from land also across seas next to each other that
/// all hold its ships. Rules: 1e, March; Ship transport; R-10.
pub(in super::super) fn reach(board: &Board, seat: Seat, from: Area) -> AreaSet {
    let world = &*board.world;
    if world.is_sea(from) {
        return world.borders(from).and(world.seas);
    }
    let ships = |sea: Area| board.spot(sea).holder == Some(seat);
    let mut reached = world.borders(from).and(world.land).or(across(board, from, &ships));
    reached.remove(from);
    reached
}

/// The land areas that could be reached from a land area if all its house's ships stood where they should.
pub(super) fn reach_with_ships(board: &Board, from: Area) -> AreaSet {
    across(board, from, &|_| true)
}

/// Land areas beyond a chain of seas that all satisfy `ships`.
fn across(board: &Board, from: Area, ships: &dyn Fn(Area) -> bool) -> AreaSet {
    let world = &*board.world;
    let mut seas = AreaSet::EMPTY;
    let mut ahead = world.borders(from).and(world.seas);
    let mut shores = AreaSet::EMPTY;
    while let Some(sea) = ahead.iter().next() {
        ahead.remove(sea);
        if seas.has(sea) || !ships(sea) {
            continue;
        }
        seas.add(sea);
        shores = shores.or(world.borders(sea).and(world.land));
        ahead = ahead.or(world.borders(sea).and(world.seas).without(seas));
    }
    shores.remove(from);
    shores
}

/// The areas an order in an area could raid or support into, by terrain: not from land to sea.
/// Rules: 1e, Raid orders; Support.
pub(in super::super) fn next_door(board: &Board, from: Area) -> AreaSet {
    let world = &*board.world;
    let borders = world.borders(from);
    if world.is_sea(from) { borders } else { borders.and(world.land) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::data::{Troop, Unit};
    use crate::games::thrones::people::plan::tests::opening;

    #[test]
    fn ships_are_a_bridge() {
        let mut board = opening(5);
        let world = board.world.clone();
        let area = |id| world.area(id).unwrap();
        let greyjoy = world.seat("greyjoy").unwrap();
        // The rulebook's example: with ships in Ironman's Bay, then in the Sunset Sea too.
        let to = reach(&board, greyjoy, area("pyke"));
        for id in ["flints-finger", "greywater-watch", "seagard", "riverrun"] {
            assert!(to.has(area(id)), "{id}");
        }
        assert!(!to.has(area("highgarden")) && !to.has(area("pyke")) && !to.has(area("ironmans-bay")));
        board.place_units(area("sunset-sea"), greyjoy, Troop::one(Unit::Ship), Troop::NONE);
        let to = reach(&board, greyjoy, area("pyke"));
        for id in ["highgarden", "searoad-marches", "oldtown"] {
            assert!(to.has(area(id)), "{id}");
        }
        assert!(reach_with_ships(&board, area("flints-finger")).has(area("widows-watch")));
        assert!(!reach(&board, greyjoy, area("ironmans-bay")).has(area("pyke")));
    }
}
