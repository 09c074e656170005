//! The areas that orders of an area could speak of, for plans, which are read before the rules ask.

use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, AreaSet, OrderId, OrderKind, Troop};
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::battle::contest::{Contest, Role};
use crate::games::thrones::war::battle::strength::troop_strength;
use crate::games::thrones::war::transport::reach;
use crate::table::Seat;

/// Returns the areas that units of a house could march to if its ships were wherever they can still come before: in the
/// seas where they are or next to these, and before orders are given anywhere, because ships may be mustered.
pub(super) fn reach_with_ships(board: &Board, seat: Seat, from: Area) -> AreaSet {
    let mut fleet = board.clone();
    let world = &*board.world;
    let here: AreaSet =
        board.held_by(seat).map(|(area, _)| area).filter(|area| world.is_sea(*area)).collect();
    let near = here.iter().fold(here, |all, sea| all.or(world.borders(sea).and(world.seas)));
    let seas = if board.stage < Stage::Planning { world.seas } else { near };
    for sea in seas.iter() {
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

/// Returns what a troop of a house counts in a march there, without orders, support and cards.
pub(super) fn attack_strength(board: &Board, seat: Seat, from: Area, to: Area, troop: Troop) -> i16 {
    let contest = contest(board, seat, from, to, troop);
    troop_strength(board, &contest, Role::Attacker, troop, Part::Fights)
}

/// Returns what the troop in an area counts when it supports a march of its own house (from, to), without the order.
pub(super) fn support_strength(board: &Board, seat: Seat, march: (Area, Area), helper: Area) -> i16 {
    let troop = board.spot(helper).fit;
    let contest = contest(board, seat, march.0, march.1, troop);
    troop_strength(board, &contest, Role::Attacker, troop, Part::Supports)
}

/// Returns what the units that stand in an area count against a house, with a garrison and what the place itself adds, but
/// without orders, support and cards; for a neutral force its number.
pub(super) fn defence_strength(board: &Board, against: Seat, area: Area) -> i16 {
    let spot = board.spot(area);
    if spot.holder == Some(against) {
        return 0;
    }
    let contest = contest(board, against, area, area, Troop::NONE);
    let units = troop_strength(board, &contest, Role::Defender, spot.fit, Part::Fights);
    let garrison = if board.defended_against(area, against) { spot.garrison } else { 0 };
    let place = (board.edition.place_strength)(board, &contest, Role::Defender);
    units + place + i16::from(garrison) + i16::from(spot.neutral)
}

fn contest(board: &Board, attacker: Seat, from: Area, area: Area, attackers: Troop) -> Contest {
    let defender = board.spot(area).holder;
    Contest {
        area,
        attacker,
        from,
        order: OrderId(0),
        attackers,
        defender,
        orphaned: None,
        lent: Default::default(),
        raised: [0; 2],
        strike: false,
    }
}

/// Returns the kinds of orders of which one at least may be placed in an area, by the edition and the open cards.
pub(super) fn kinds_allowed(board: &Board, area: Area) -> Vec<&'static str> {
    let world = &board.world;
    let allowed = |kind: &OrderKind| {
        let mut tokens = world.all_orders().filter(|order| world.token(*order).kind == *kind);
        tokens.any(|order| misplaced(board, area, order).is_none())
    };
    OrderKind::ALL.into_iter().filter(allowed).map(OrderKind::id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::people::plan::tests::opening;

    #[test]
    fn ships_that_can_still_come_carry_units() {
        let mut board = opening(5);
        board.stage = Stage::CardTwo;
        let world = board.world.clone();
        let area = |id| world.area(id).unwrap();
        let greyjoy = world.seat("greyjoy").unwrap();
        let reached = reach_with_ships(&board, greyjoy, area("flints-finger"));
        assert!(reached.has(area("widows-watch")) && reached.has(area("greywater-watch")));
        assert!(!reached.has(area("flints-finger")) && !reached.has(area("ironmans-bay")));
        assert!(!reach(&board, greyjoy, area("flints-finger")).has(area("widows-watch")));
        board.stage = Stage::Planning;
        let reached = reach_with_ships(&board, greyjoy, area("flints-finger"));
        assert!(reached.has(area("seagard")) && !reached.has(area("widows-watch")));
    }
}
