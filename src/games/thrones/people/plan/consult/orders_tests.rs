//! When orders are all that a plan says of them, and when somebody may still be asked.

use super::*;
use crate::games::thrones::people::plan::tests::{opening, stark};
use std::collections::{BTreeMap, BTreeSet};

const AREAS: [(&str, &str); 3] =
    [("winterfell", "march*"), ("white-harbor", "raid"), ("the-shivering-sea", "support")];

fn plan(orders: Option<BTreeMap<String, String>>, no_order: BTreeSet<String>) -> Plan {
    let plan = stark("plan: {orders: {Winterfell: raid}}").plan.unwrap();
    Plan { orders, no_order, ..plan }
}

/// Whether a plan leaves nothing of its orders open; `None` if it says nothing of them.
fn is_all(plan: &Plan, areas: &[&str]) -> Option<bool> {
    let board = opening(5);
    let areas = areas.iter().map(|id| (*id).to_owned()).collect();
    let question = Question::Orders { areas, stars: 15, forbidden: vec![] };
    match consult(plan, board.world.seat("stark").unwrap(), &question, &board) {
        Says::Answer { .. } => Some(true),
        Says::Part { .. } => Some(false),
        _ => None,
    }
}

/// Each area with an order, without one on purpose, or not spoken of, in every combination.
#[test]
fn orders_are_whole_when_each_area_is_spoken_of() {
    for number in 0..27_usize {
        let how = |place: u32| number / 3_usize.pow(place) % 3;
        let of = |wanted: usize| {
            AREAS
                .iter()
                .enumerate()
                .filter(move |(place, _)| how(*place as u32) == wanted)
                .map(|(_, area)| *area)
        };
        let orders: BTreeMap<_, _> = of(0).map(|(area, order)| (area.to_owned(), order.to_owned())).collect();
        let none: BTreeSet<_> = of(1).map(|(area, _)| area.to_owned()).collect();
        let silent = of(2).count();
        // Who speaks of no area at all gives no orders on purpose.
        let whole = silent == 0 || silent == 3;
        let said = is_all(&plan(Some(orders.clone()), none.clone()), &AREAS.map(|(area, _)| area));
        assert_eq!(said, Some(whole), "{orders:?} {none:?}");
        assert_eq!(is_all(&plan(None, none), &AREAS.map(|(area, _)| area)), None);
    }
}

/// A house has fewer tokens than a great one has areas: when all are placed, the other areas have none.
#[test]
fn orders_are_whole_when_the_tokens_are_placed() {
    let board = opening(5);
    let seat = board.world.seat("stark").unwrap();
    let is_land = |id: &str| board.world.area(id).is_some_and(|area| !board.world.is_sea(area));
    let land = board.world.areas.iter().map(|place| place.id.as_str()).filter(|id| is_land(id));
    let tokens: Vec<String> = board
        .world
        .all_orders()
        .flat_map(|order| {
            let count = usize::from(board.world.tokens_of(seat, order));
            std::iter::repeat_n(board.world.token(order).id.clone(), count)
        })
        .collect();
    let areas: Vec<&str> = land.take(tokens.len() + 2).collect();
    assert!(areas.len() == tokens.len() + 2 && tokens.len() > 10, "{tokens:?}");
    let placed = |count: usize| {
        let orders = areas.iter().zip(&tokens).take(count);
        let orders = orders.map(|(area, token)| ((*area).to_owned(), token.clone())).collect();
        is_all(&plan(Some(orders), BTreeSet::new()), &areas)
    };
    assert_eq!((placed(tokens.len()), placed(tokens.len() - 1)), (Some(true), Some(false)));
}

/// More than there is cannot be given; all there is can.
#[test]
fn gifts_are_as_much_as_is_said_and_there() {
    for said in 0..5_u8 {
        let mut plan = plan(None, BTreeSet::new());
        plan.north.gifts.insert("barrels".to_owned(), said);
        for most in 0..4_u8 {
            let Some(Says::Answer { value, path }) = north::gift(&plan, "barrels", most) else {
                panic!("{said}")
            };
            assert_eq!((value, path.as_str()), (said.min(most).into(), "gifts.barrels"), "{said} of {most}");
        }
        assert_eq!(north::gift(&plan, "power", 3), None);
    }
}
