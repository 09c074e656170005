//! What is asked besides the Westeros phase, and plans that were made for that.

use super::*;

#[test]
fn bids_of_the_westeros_phase_are_spent_when_a_tactic_card_calls_for_others() {
    let mut board = planning();
    let wildlings = board.world.seat("wildlings").unwrap();
    (board.turn, board.stage) = (2, Stage::CardTwo);
    let before = plan(&board, "wildlings", "{bids: {Iron Throne: 2}}");
    board.stage = Stage::Raids;
    let question: Question =
        serde_json::from_value(json!({"ask": "bid", "on": "iron-throne", "available": 2, "wildlings": 0}))
            .unwrap();
    let again = Says::IfUnasked { value: json!(2), path: "bids.iron-throne".to_owned() };
    assert_eq!(consult(&before, wildlings, &question, &board), again);
    // A plan of an older campaign says what it said.
    let part = Says::Part { value: json!(2), path: "bids.iron-throne".to_owned() };
    let older = Plan { tentative: false, ..before.clone() };
    assert_eq!(consult(&older, wildlings, &question, &board), part);
    let anew = Plan { once: false, ..before };
    assert_eq!(
        consult(&anew, wildlings, &question, &board),
        Says::Answer { value: json!(2), path: "bids.iron-throne".to_owned() }
    );
}

#[test]
fn what_the_first_card_mustered_is_no_complaint_of_an_attack() {
    let mut board = planning();
    let wildlings = board.world.seat("wildlings").unwrap();
    let mustering = board.world.theatres[0].decks[0].iter().position(|card| card.card.id() == "mustering");
    (board.turn, board.stage) = (2, Stage::CardOne);
    let plan = plan(&board, "wildlings", "{muster: {Milkwater: [footman]}}");
    board.stage = Stage::CardThree;
    let points = [("milkwater".to_owned(), 4)].into();
    let question = Question::Muster { points, one: false, purse: Some(4) };
    let milkwater = board.world.area("milkwater").unwrap();
    // The army is as large as it may be now.
    board.place_units(milkwater, wildlings, Troop::one(Unit::Footman), Troop::NONE);
    board.houses[wildlings].supply = 0;
    assert_eq!(unmet(&plan, wildlings, &question, &Says::Silent, &board, false).len(), 1);
    board.theatres[0].open[0] = mustering.map(|place| place as u8);
    // Nothing of it can be had again, which is its answer for who is not asked.
    let nothing = Says::IfUnasked { value: json!([]), path: "muster".to_owned() };
    assert_eq!(consult(&plan, wildlings, &question, &board), nothing);
    assert!(unmet(&plan, wildlings, &question, &Says::Silent, &board, false).is_empty());
    // What was written for the attack itself is refused with a reason.
    let asked = Plan { once: false, ..plan.clone() };
    assert_eq!(unmet(&asked, wildlings, &question, &Says::Silent, &board, false).len(), 1);
    // Where it can be had again it serves for who is not asked, and keeps nobody from being asked.
    board.houses[wildlings].supply = 6;
    let built = json!([{"area": "milkwater", "build": "footman"}]);
    let again = Says::IfUnasked { value: built.clone(), path: "muster".to_owned() };
    assert_eq!(consult(&plan, wildlings, &question, &board), again);
    let answer = Says::Answer { value: built, path: "muster".to_owned() };
    assert_eq!(consult(&asked, wildlings, &question, &board), answer);
    // "No mustering" is said of the first card, and holds for the rest where nobody is asked.
    let none = Plan { muster: Some(Vec::new()), ..plan };
    assert_eq!(consult(&none, wildlings, &question, &board), nothing);
}

#[test]
fn an_ability_that_is_used_without_saying_on_what_is_not_used_on_nothing() {
    let mut board = planning();
    let (watch, orders) = (
        board.world.seat("nights-watch").unwrap(),
        [("wall-centre", "march*"), ("fist-of-the-first-men", "raid")],
    );
    for (area, order) in orders {
        let area = board.world.area(area).unwrap();
        assert_eq!(board.controller(area), Some(watch));
        board.spot_mut(area).order = board.world.order(order);
    }
    let wildlings = board.world.seat("wildlings").unwrap();
    let says = |text: &str, items: Value| {
        let plan = plan(&board, "wildlings", text);
        consult(&plan, wildlings, &pick("simultaneous-attacks-a", items), &board)
    };
    let yes = "{tactics: {11a: yes}}";
    let if_unasked =
        |value: &str| Says::IfUnasked { value: json!(value), path: "tactics.simultaneous-attacks/a".into() };
    // The order that does most.
    assert_eq!(says(yes, json!([null, "fist-of-the-first-men", "wall-centre"])), if_unasked("wall-centre"));
    let older = Plan { tentative: false, ..plan(&board, "wildlings", yes) };
    let question = pick("simultaneous-attacks-a", json!([null, "fist-of-the-first-men", "wall-centre"]));
    assert_eq!(consult(&older, wildlings, &question, &board), Says::Silent);
    // With one thing to choose nobody need be asked.
    assert!(
        matches!(says(yes, json!([null, "fist-of-the-first-men"])), Says::Answer { value, .. } if value == "fist-of-the-first-men")
    );
    assert!(
        matches!(says("{tactics: {11a: no}}", json!([null, "fist-of-the-first-men", "wall-centre"])), Says::Answer { value, .. } if value.is_null())
    );
}
