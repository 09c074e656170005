//! What the tests of plans share, and plans that go round: suggested, written, read again.

use super::*;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{OrderId, Troop, Unit};
use crate::games::thrones::people::suggest::suggest;
use crate::games::thrones::realm::planning::Ordering;
use crate::sheet::{Node, parse};
use crate::table::{Game, Query, RandomTable, Reading, Says, Seat};
use proptest::prelude::*;

/// The opening of a game for a number of houses.
pub(crate) fn opening(players: u8) -> Board {
    let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
    let game = Thrones::load(&folder, players, Default::default()).unwrap();
    game.begin(&mut RandomTable::new(1)).unwrap()
}

/// The value of `plan:` in a text.
pub(crate) fn value(text: &str) -> Node {
    let node = parse(text).unwrap_or_else(|faults| panic!("{faults:?} in\n{text}"));
    node.entries().unwrap()[0].1.clone()
}

/// A plan of Stark's read at the opening.
pub(crate) fn stark(text: &str) -> Reading<Plan> {
    let board = opening(5);
    read(&board, board.world.seat("stark").unwrap(), &[], &value(text))
}

/// A position by chance: units anywhere, orders, influence, power.
pub(crate) fn position(players: u8, dice: &mut fastrand::Rng) -> Board {
    let mut board = opening(players);
    let world = board.world.clone();
    for area in world.all_areas() {
        if board.spot(area).holder.is_some() || board.spot(area).neutral > 0 || dice.u8(0..3) > 0 {
            continue;
        }
        let seat = Seat(dice.u8(0..players));
        let troop = if world.is_sea(area) {
            Troop::one(Unit::Ship)
        } else {
            Troop::one(if dice.bool() { Unit::Footman } else { Unit::Knight })
        };
        board.place_units(area, seat, troop, Troop::NONE);
        if dice.bool() {
            board.place_units(area, seat, troop, Troop::NONE);
        }
    }
    board.tracks.iter_mut().for_each(|track| dice.shuffle(track));
    for seat in world.houses.seats() {
        board.houses[seat].power = dice.u8(0..15);
        board.houses[seat].supply = dice.u8(0..7);
        for card in world.houses[seat].cards.iter().filter(|_| dice.u8(0..3) == 0).collect::<Vec<_>>() {
            board.houses[seat].hand.remove(card);
            board.houses[seat].used.add(card);
        }
    }
    board.turn = dice.u8(1..10);
    let stages = [Stage::CardTwo, Stage::Planning, Stage::Raids, Stage::Marches];
    board.stage = stages[dice.usize(0..stages.len())];
    board.open = std::array::from_fn(|_| (board.turn > 1).then(|| dice.u8(0..10)));
    if board.stage > Stage::Planning {
        for area in world.all_areas() {
            if board.spot(area).holder.is_some() && dice.bool() {
                board.spot_mut(area).order = Some(OrderId(dice.u8(0..world.tokens.len() as u8)));
            }
        }
    }
    board
}

/// Rules: 1e 14.3. An opened plan is data that nobody has checked: what may not be placed is left out, the rest
/// stands.
#[test]
fn of_an_opened_plan_the_legal_orders_stand() {
    let board = opening(5);
    let orders =
        [("winterfell", "march+0"), ("white-harbor", "consolidate"), ("the-shivering-sea", "consolidate")];
    let orders = orders.map(|(area, order)| (area.to_owned(), order.to_owned())).into();
    let plan = Plan { turn: 1, westeros: 2, orders: Some(orders), ..Plan::default() };
    let seat = board.world.seat("stark").unwrap();
    let question = Ordering::new(&board, seat).question();
    let Says::Answer { value, .. } = consult(&plan, seat, &question, &board) else { panic!("it speaks") };
    assert_eq!(value, serde_json::json!({"winterfell": "march+0", "white-harbor": "consolidate"}));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 150 } else { 600 }))]

    #[test]
    fn what_is_suggested_is_a_good_plan_as_a_player_would_type_it(seed: u64, players in 3u8..=5) {
        let dice = &mut fastrand::Rng::with_seed(seed);
        let board = position(players, dice);
        for seat in board.world.houses.seats() {
            let plan = suggest(&board, seat, &[], dice);
            let text = to_yaml(&plan, &board);
            let reading = read(&board, seat, &[], &value(&text));
            let errors: Vec<_> = reading.faults.iter().filter(|fault| fault.is_error()).collect();
            prop_assert!(errors.is_empty(), "{errors:?} in\n{text}");
            prop_assert_eq!(reading.plan.as_ref(), Some(&plan), "{}", text);
            // What is sealed comes back the same, and holds no fraction.
            let json = serde_json::to_value(&plan).unwrap();
            prop_assert_eq!(serde_json::from_value::<Plan>(json).unwrap(), plan);
        }
    }
}
