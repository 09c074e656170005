//! Rules: 1e, Battle; FAQ.

mod abilities;
mod after;
mod support;
mod won;

use super::super::tests::{field, march, order_in, play, post, refused, spot, spot_mut, who};
use crate::games::thrones::answer::write_units;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::testing::{Script, area, put, seat, set_track, troop};
use crate::games::thrones::war::battle::contest::Contest;
use serde_json::{Value, json};

/// An attack from The Reach on Blackwater, with nobody else about. The Fiefdoms track stands as at the start:
/// Greyjoy, Tyrell, Stark, Baratheon, Lannister; the order of play: Baratheon, Lannister, Stark, Tyrell,
/// Greyjoy.
fn duel(attacker: &str, units: &str, order: &str, defender: &str, there: &str) -> Board {
    let mut board = field();
    post(&mut board, attacker, "the-reach", units, order);
    put(&mut board, defender, "blackwater", there);
    board
}

/// Marches with all from The Reach to Blackwater, both playing a card.
fn attack(board: &Board, cards: [&str; 2]) -> Script {
    let units = spot(board, "the-reach").fit;
    let to = json!({"blackwater": write_units(units)});
    let (attacker, defender) = (house(board, "the-reach"), house(board, "blackwater"));
    Script::default()
        .answer(&attacker, "march", json!({"from": "the-reach", "to": to}))
        .answer(&attacker, "card", json!(cards[0]))
        .answer(&defender, "card", json!(cards[1]))
}

fn house(board: &Board, at: &str) -> String {
    board.world.seat_id(spot(board, at).holder.unwrap()).to_owned()
}

/// Gives a house other cards in hand, and the rest as used.
fn hand(board: &mut Board, house: &str, cards: &[&str]) {
    let seat = seat(board, house);
    let hand = cards.iter().map(|id| board.world.card_id(id).unwrap()).collect();
    let all = board.world.houses[seat].cards;
    board.houses[seat].hand = hand;
    board.houses[seat].used = all.iter().filter(|card| !hand.has(*card)).collect();
}

fn cards(board: &Board, set: crate::games::thrones::data::CardSet) -> Vec<&str> {
    set.iter().map(|card| board.world.card(card).id.as_str()).collect()
}

/// The strengths of the last battle told, attacker's first.
fn strengths(script: &Script) -> (i64, i64) {
    let won = *script.told("battle-won").last().unwrap();
    (won["attacker"]["total"].as_i64().unwrap(), won["defender"]["total"].as_i64().unwrap())
}

/// The addends of a side of the last battle told: reason and amount.
fn addends(script: &Script, side: &str) -> Vec<(String, i64)> {
    let won = *script.told("battle-won").last().unwrap();
    let list = won[side]["addends"].as_array().unwrap();
    list.iter().map(|a| (a["reason"].as_str().unwrap().to_owned(), a["amount"].as_i64().unwrap())).collect()
}

fn effect(script: &Script, card: &str) -> Value {
    let told = script.told("ability");
    told.iter()
        .find(|event| event["card"] == json!(card))
        .map_or(Value::Null, |event| event["effect"].clone())
}

#[test]
fn the_story_of_a_battle_is_told_in_order() {
    let mut board = duel("tyrell", "fk", "march+0", "lannister", "fff");
    let script = attack(&board, ["mace-tyrell", "ser-kevan-lannister"]);
    let script = script.answer("lannister", "retreat", json!({"to": "stoney-sept"}));
    let script = play(&mut board, script);
    let names: Vec<&str> = script.events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let story = [
        "march",
        "battle-begins",
        "house-cards",
        "battle-won",
        "casualties",
        "retreat",
        "area-taken",
        "rallied",
    ];
    assert_eq!(names, story);
    assert!(names.iter().all(|name| super::super::event::WarEvent::NAMES.contains(name)));
    assert_eq!(
        (who(&board, "blackwater"), who(&board, "stoney-sept")),
        ("tyrell fk".into(), "lannister f".into())
    );
    assert_eq!(
        script.asked,
        [
            vec!["2/marches/0/tyrell/march".to_owned()],
            vec!["2/marches/0/tyrell/card/blackwater".into(), "2/marches/0/lannister/card/blackwater".into()],
            vec!["2/marches/0/lannister/retreat/blackwater".into()],
        ]
    );
}

/// Who attacks an area that nobody holds fights its garrison, however weak, and nobody where there is none.
#[test]
fn a_garrison_of_any_strength_defends_its_home() {
    for strength in 0..=3 {
        let mut board = field();
        spot_mut(&mut board, "winterfell").garrison = strength;
        let order = board.world.order("march+0").unwrap();
        let (from, at) = (area(&board, "moat-cailin"), area(&board, "winterfell"));
        let contest = Contest::new(&board, seat(&board, "greyjoy"), from, order, at, troop("f"));
        assert_eq!(contest.defender, (strength > 0).then(|| seat(&board, "stark")), "{strength}");
    }
}
