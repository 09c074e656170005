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
    let part = Says::Part { value: json!(2), path: "bids.iron-throne".to_owned() };
    assert_eq!(consult(&before, wildlings, &question, &board), part);
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
    // It is an answer, of nothing, so that who has filled in the sheet is not called silent; but who can be asked is asked.
    let nothing = Says::Part { value: json!([]), path: "muster".to_owned() };
    assert_eq!(consult(&plan, wildlings, &question, &board), nothing);
    assert!(unmet(&plan, wildlings, &question, &nothing, &board, false).is_empty());
}
