//! Step 1, the call for support; step 2, the strengths declared. R-13.

use super::super::support::SupportQuery;
use super::super::{Contest, Lent, Role};
use super::*;
use crate::table::Query;

/// The rulebook's example of support: Tyrell 7, Lannister 6.
fn example() -> Board {
    let mut board = duel("tyrell", "kk", "march*", "lannister", "f");
    spot_mut(&mut board, "blackwater").order = board.world.order("march-1");
    spot_mut(&mut board, "kings-landing").neutral = 0;
    post(&mut board, "tyrell", "kings-landing", "k", "support");
    post(&mut board, "lannister", "stoney-sept", "fk", "support");
    post(&mut board, "baratheon", "harrenhal", "k", "support");
    board
}

#[test]
fn example_of_support() {
    let mut board = example();
    let script = attack(&board, ["mace-tyrell", "tywin-lannister"])
        .answer("baratheon", "support", json!("defender"))
        .answer("lannister", "support", json!("defender"))
        .answer("tyrell", "support", json!("attacker"));
    let script = play(&mut board, script);
    let cards = script.told("house-cards")[0];
    assert_eq!(
        (cards["attacker-strength"].as_i64(), cards["defender-strength"].as_i64()),
        (Some(7), Some(6))
    );
    assert_eq!(strengths(&script), (10, 9));
    let attacker = [("units", 4), ("order", 1), ("support", 2), ("card", 3)];
    assert_eq!(addends(&script, "attacker"), attacker.map(|(why, n)| (why.to_owned(), n)));
    let defender = [("units", 1), ("support", 2), ("support", 3), ("card", 3)];
    assert_eq!(
        addends(&script, "defender"),
        defender.map(|(why, n)| (why.to_owned(), n)),
        "his march adds nothing"
    );
    let asked: Vec<&str> = script.told("support").iter().map(|e| e["house"].as_str().unwrap()).collect();
    assert_eq!(asked, ["baratheon", "lannister", "tyrell"], "in order of play");
}

#[test]
fn support_may_be_refused_or_given_to_either_side() {
    for (answer, strength) in [("none", (5, 1)), ("attacker", (7, 1)), ("defender", (5, 3))] {
        let mut board = example();
        let script = attack(&board, ["mace-tyrell", "tywin-lannister"])
            .answer("baratheon", "support", json!(answer))
            .answer("lannister", "support", json!("none"))
            .answer("tyrell", "support", json!("none"));
        let script = play(&mut board, script);
        assert_eq!(strengths(&script), (strength.0 + 3, strength.1 + 3), "{answer}");
    }
}

#[test]
fn whoever_fights_supports_himself_or_nobody() {
    let board = example();
    let (from, at) = (area(&board, "the-reach"), area(&board, "blackwater"));
    let contest = Contest::new(
        &board,
        seat(&board, "tyrell"),
        from,
        spot(&board, "the-reach").order.unwrap(),
        at,
        troop("kk"),
    );
    let lannister =
        SupportQuery::new(&board, &contest, seat(&board, "lannister"), area(&board, "stoney-sept"));
    assert_eq!(refused(&lannister, json!("attacker")), "support-against-oneself");
    assert_eq!(lannister.default(), Some(Role::Defender), "R-26");
    let baratheon = SupportQuery::new(&board, &contest, seat(&board, "baratheon"), area(&board, "harrenhal"));
    assert_eq!(baratheon.default(), None, "R-26");
    assert_eq!(baratheon.list(3).answers.len(), 3);
}

/// Who is asked later knows what those before have answered.
#[test]
fn later_answers_know_the_earlier() {
    let board = example();
    let (from, at) = (area(&board, "the-reach"), area(&board, "blackwater"));
    let order = spot(&board, "the-reach").order.unwrap();
    let mut contest = Contest::new(&board, seat(&board, "tyrell"), from, order, at, troop("kk"));
    let harrenhal = area(&board, "harrenhal");
    contest.lent.push(Lent { seat: seat(&board, "baratheon"), from: harrenhal, to: Role::Defender });
    let query = SupportQuery::new(&board, &contest, seat(&board, "lannister"), area(&board, "stoney-sept"));
    let question = serde_json::to_value(query.question()).unwrap();
    assert_eq!(question["strengths"], json!({"attacker": 5, "defender": 3}));
    assert_eq!(question["strength"], json!(3));
    assert_eq!(query.key(), "2/marches/0/lannister/support/blackwater/stoney-sept");
}

#[test]
fn land_does_not_support_at_sea_but_ships_support_land() {
    let mut board = field();
    post(&mut board, "baratheon", "shipbreaker-bay", "s", "march+0");
    put(&mut board, "lannister", "blackwater-bay", "s");
    post(&mut board, "lannister", "crackclaw-point", "kk", "support");
    let script = Script::default()
        .answer("baratheon", "march", march("shipbreaker-bay", &[("blackwater-bay", "s")]))
        .answer("baratheon", "card", json!("stannis-baratheon"));
    let script = play(&mut board, script);
    assert!(script.told("support").is_empty());

    let mut board = field();
    spot_mut(&mut board, "kings-landing").neutral = 0;
    post(&mut board, "baratheon", "kingswood", "f", "march+0");
    put(&mut board, "lannister", "kings-landing", "f");
    post(&mut board, "baratheon", "blackwater-bay", "ss", "support");
    let way = march("kingswood", &[("kings-landing", "f")]);
    let script = play(&mut board, Script::default().answer("baratheon", "march", way));
    assert_eq!(script.told("support")[0]["strength"], json!(2));
}

/// FAQ and rulebook: no support across a river, nor by transport.
#[test]
fn support_comes_from_next_door_only() {
    let mut board = field();
    post(&mut board, "greyjoy", "seagard", "f", "march+0");
    put(&mut board, "lannister", "riverrun", "f");
    put(&mut board, "lannister", "the-golden-sound", "s");
    post(&mut board, "lannister", "searoad-marches", "kk", "support");
    post(&mut board, "lannister", "the-mountains-of-the-moon", "kk", "support");
    let way = march("seagard", &[("riverrun", "f")]);
    let script = play(&mut board, Script::default().answer("greyjoy", "march", way));
    assert!(script.told("support").is_empty());
}

#[test]
fn the_starred_order_adds_one_and_the_routed_nothing() {
    for (fit, routed, order, strength) in [
        ("fk", "", "support", Some(3)),
        ("fk", "", "support*", Some(4)),
        ("f", "k", "support", Some(1)),
        ("", "k", "support*", Some(1)),
        ("", "k", "support", None),
    ] {
        let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
        post(&mut board, "lannister", "stoney-sept", fit, order);
        spot_mut(&mut board, "stoney-sept").routed = troop(routed);
        let script = attack(&board, ["mace-tyrell", "tywin-lannister"]);
        let script = play(&mut board, script);
        let told = script.told("support").first().map(|event| event["strength"].as_i64().unwrap());
        assert_eq!(told, strength, "{fit}-{routed} {order}; who adds nothing is not asked");
    }
}

#[test]
fn in_rains_of_autumn_footmen_support_nobody() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
    let rains = board.world.theatres[0].decks[2].iter().position(|card| card.card.id() == "rains-of-autumn");
    board.theatres[0].open[2] = rains.map(|card| card as u8);
    post(&mut board, "lannister", "stoney-sept", "ffk", "support");
    let script = attack(&board, ["mace-tyrell", "tywin-lannister"]);
    let script = play(&mut board, script);
    assert_eq!(strengths(&script), (4, 6), "1 + 3, and 1 + 2 + 3: footmen in the battle count");
}

#[test]
fn one_order_supports_any_number_of_battles() {
    let mut board = duel("tyrell", "f", "march-1", "lannister", "f");
    post(&mut board, "lannister", "stoney-sept", "kk", "support");
    post(&mut board, "tyrell", "searoad-marches", "f", "march+0");
    put(&mut board, "lannister", "lannisport", "f");
    let script = attack(&board, ["house-tyrell-captain", "tywin-lannister"]).answer(
        "tyrell",
        "march",
        march("searoad-marches", &[("lannisport", "f")]),
    );
    let script = play(&mut board, script);
    assert_eq!(script.told("support").len(), 2);
    assert_eq!(order_in(&board, "stoney-sept"), "support");
}

/// Whoever marches beside a battle into an area with a Support order is there to support it.
#[test]
fn reinforcements_of_the_same_march_support() {
    let mut board = duel("tyrell", "fk", "march+0", "lannister", "f");
    post(&mut board, "tyrell", "searoad-marches", "f", "support");
    let way = march("the-reach", &[("blackwater", "f"), ("searoad-marches", "k")]);
    let script = play(&mut board, Script::default().answer("tyrell", "march", way));
    assert_eq!(script.told("support")[0]["strength"], json!(3));
}
