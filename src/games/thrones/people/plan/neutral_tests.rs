//! What a plan is told of marches against neutral forces, and what becomes of them.

use super::tests::{opening, value};
use super::*;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Troop, Unit};
use crate::games::thrones::war::march_query::MarchQuery;
use crate::table::{Query, Says, Seat};

/// Stark's marches of turn 1: three units in Winterfell beside armies that leave room for one more of two, and a neutral
/// force in Moat Cailin. Rules: 1e, Neutral forces.
fn before_a_neutral_force() -> (Board, Seat) {
    let mut board = opening(5);
    let world = board.world.clone();
    let stark = world.seat("stark").unwrap();
    let area = |id: &str| world.area(id).unwrap();
    board.stage = Stage::Marches;
    board.houses[stark].supply = 1;
    for id in ["winterfell", "white-harbor", "karhold"] {
        board.place_units(area(id), stark, Troop::one(Unit::Footman), Troop::NONE);
    }
    board.spot_mut(area("moat-cailin")).neutral = 2;
    board.spot_mut(area("winterfell")).order = world.order("march+0");
    (board, stark)
}

/// If the neutral force turns its part of the march back, there are three armies where supply allows two.
const SPLIT: &str = "{from: Winterfell, to: {Karhold: footman, Moat Cailin: footman}}";

#[test]
fn a_march_that_a_neutral_force_may_turn_back_beyond_supply_is_warned_of() {
    let (board, stark) = before_a_neutral_force();
    let warned = |text: &str, board: &Board| -> Vec<&'static str> {
        let reading = read(board, stark, &[], &value(&format!("plan: {{marches: [{text}]}}")));
        assert!(reading.plan.is_some(), "{:?}", reading.faults);
        reading.faults.iter().map(|fault| fault.why.code()).collect()
    };
    assert_eq!(warned(SPLIT, &board), ["plan-march-breaks-supply", "plan-march-too-weak"]);
    assert!(warned("{from: Winterfell, to: {Moat Cailin: all}}", &board).is_empty());
    // Where no force stands, the same march is within supply.
    let mut free = board.clone();
    free.spot_mut(board.world.area("moat-cailin").unwrap()).neutral = 0;
    assert!(warned(SPLIT, &free).is_empty());
}

#[test]
fn a_march_that_a_neutral_force_turns_back_without_help_is_warned_of() {
    let (mut board, stark) = before_a_neutral_force();
    let moat = board.world.area("moat-cailin").unwrap();
    let warned = |board: &Board, orders: &str, units: &str| -> Vec<serde_json::Value> {
        let text = format!(
            "plan: {{orders: {{{orders}}}, marches: [{{from: Winterfell, to: {{Moat Cailin: {units}}}}}]}}"
        );
        let reading = read(board, stark, &[], &value(&text));
        let weak = reading.faults.iter().filter(|fault| fault.why.code() == "plan-march-too-weak");
        weak.map(|fault| serde_json::json!([fault.why.details()["strength"], fault.why.details()["most"]]))
            .collect()
    };
    board.stage = Stage::Planning;
    board.spot_mut(moat).neutral = 4;
    // Two footmen in White Harbor may support with a star, and Greyjoy's in Greywater Watch too.
    assert_eq!(warned(&board, "Winterfell: march-1", "footman"), [serde_json::json!([3, 5])]);
    assert!(warned(&board, "Winterfell: march+0", "footman").is_empty(), "its own support is enough");
    let without = "Winterfell: march+0, White Harbor: defense";
    assert_eq!(warned(&board, without, "footman"), [serde_json::json!([1, 3])]);
    assert!(warned(&board, without, "all").is_empty());
    // No order for the march is told otherwise.
    assert!(warned(&board, "Winterfell: defense, White Harbor: defense", "footman").is_empty());
    board.stage = Stage::Marches;
    assert_eq!(warned(&board, "", "footman"), [serde_json::json!([1, 1])], "nobody supports it");
    // Before all units are there nobody can say, and afterwards nobody asks.
    for (stage, times) in [
        (Stage::Westeros, 0),
        (Stage::CardOne, 0),
        (Stage::CardThree, 0),
        (Stage::Planning, 1),
        (Stage::Raven, 1),
        (Stage::Raids, 1),
        (Stage::Marches, 1),
        (Stage::Consolidate, 0),
        (Stage::Over, 0),
    ] {
        board.stage = stage;
        let orders = if stage <= Stage::Planning { "Winterfell: march-1" } else { "" };
        assert_eq!(warned(&board, orders, "footman").len(), times, "{stage:?}");
    }
}

#[test]
fn a_plan_goes_on_to_its_next_march_where_a_neutral_force_makes_one_illegal() {
    let (board, stark) = before_a_neutral_force();
    let text = format!("plan: {{marches: [{SPLIT}, {{from: Winterfell, to: {{Moat Cailin: all}}}}]}}");
    let plan = read(&board, stark, &[], &value(&text)).plan.unwrap();
    let query = MarchQuery::new(&board, stark);
    let Says::Answer { value, path } = consult(&plan, stark, &query.question(), &board) else {
        panic!("it speaks")
    };
    assert_eq!(query.read(&value).and_then(|march| query.check(&march)), Ok(()));
    assert_eq!(path, "marches.2");
}
