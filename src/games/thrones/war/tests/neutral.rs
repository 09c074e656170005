//! Rules: 1e, Other rules, Neutral forces; Games of 3 or 4; R-11.

use super::super::march_query::MarchQuery;
use super::{field, march, march_leaving, order_in, play, post, refused, spot, spot_mut, who};
use crate::games::thrones::board::Stage;
use crate::games::thrones::testing::{Script, area, opening, put, seat};
use serde_json::json;

/// The rulebook's example of Sunspear: 2 + 1 + 1 + 1 = 5 reaches 5.
#[test]
fn example_of_sunspear() {
    let mut board = field();
    post(&mut board, "tyrell", "yronwood", "kf", "march*");
    post(&mut board, "tyrell", "summer-sea", "s", "support");
    let script = Script::default()
        .answer("tyrell", "march", march("yronwood", &[("sunspear", "kf")]))
        .answer("tyrell", "support", json!("attacker"));
    let script = play(&mut board, script);
    assert_eq!(who(&board, "sunspear"), "tyrell fk");
    assert_eq!(spot(&board, "sunspear").neutral, 0);
    let told = script.told("neutral-force")[0];
    assert_eq!((told["force"].as_i64(), told["strength"]["total"].as_i64()), (Some(5), Some(5)));
    let reasons: Vec<(&str, i64)> = told["strength"]["addends"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| (a["reason"].as_str().unwrap(), a["amount"].as_i64().unwrap()))
        .collect();
    assert_eq!(reasons, [("units", 1), ("units", 2), ("order", 1), ("support", 1)]);
    assert!(script.told("house-cards").is_empty(), "it is no battle");
    assert_eq!(script.asked[1], ["2/marches/0/tyrell/support/sunspear/summer-sea"]);
}

#[test]
fn who_falls_short_stays_and_leaves_no_token() {
    let mut board = field();
    post(&mut board, "tyrell", "yronwood", "kf", "march*");
    post(&mut board, "tyrell", "summer-sea", "s", "support");
    let script = Script::default()
        .answer("tyrell", "march", march_leaving("yronwood", &[("sunspear", "kf")]))
        .answer("tyrell", "support", json!("none"));
    let script = play(&mut board, script);
    assert_eq!(who(&board, "yronwood"), "tyrell fk");
    assert_eq!(order_in(&board, "yronwood"), "", "the order is spent");
    assert_eq!((who(&board, "sunspear").as_str(), spot(&board, "sunspear").neutral), ("", 5));
    assert_eq!(spot(&board, "yronwood").token, None);
    assert_eq!(board.houses[seat(&board, "tyrell")].power, 5);
    assert_eq!(script.told("neutral-force")[0]["entered"], json!(false));
}

#[test]
fn any_house_may_support_the_march_but_nobody_the_force() {
    let mut board = field();
    post(&mut board, "tyrell", "yronwood", "kf", "march+0");
    post(&mut board, "baratheon", "summer-sea", "ss", "support");
    let script = Script::default()
        .answer("tyrell", "march", march("yronwood", &[("sunspear", "kf")]))
        .answer("baratheon", "support", json!("attacker"));
    play(&mut board, script);
    assert_eq!(who(&board, "sunspear"), "tyrell fk");

    use super::super::battle::{Contest, support::SupportQuery};
    let mut board = field();
    post(&mut board, "tyrell", "yronwood", "kf", "march+0");
    post(&mut board, "baratheon", "summer-sea", "ss", "support");
    let (from, order) = (area(&board, "yronwood"), spot(&board, "yronwood").order.unwrap());
    let units = spot(&board, "yronwood").fit;
    let contest = Contest::new(&board, seat(&board, "tyrell"), from, order, area(&board, "sunspear"), units);
    let query = SupportQuery::new(&board, &contest, seat(&board, "baratheon"), area(&board, "summer-sea"));
    assert_eq!(refused(&query, json!("defender")), "support-neutral");
    assert_eq!(refused(&query, json!("attacker")), "");
    assert_eq!(refused(&query, json!("both")), "answer-malformed");
}

/// it is no battle, so the same march may fight one elsewhere, and meet more than one neutral force.
#[test]
fn the_same_march_may_fight_elsewhere() {
    let mut board = field();
    post(&mut board, "baratheon", "kingswood", "kkkf", "march*");
    put(&mut board, "tyrell", "storms-end", "f");
    let way = march_leaving("kingswood", &[("kings-landing", "kk"), ("storms-end", "kf")]);
    let script = Script::default()
        .answer("baratheon", "march", way)
        .answer("baratheon", "card", json!("stannis-baratheon"))
        .answer("tyrell", "card", json!("margaery-tyrell"));
    let script = play(&mut board, script);
    assert_eq!(who(&board, "kings-landing"), "baratheon kk");
    assert_eq!(who(&board, "storms-end"), "baratheon fk");
    assert_eq!(spot(&board, "kingswood").token, Some(seat(&board, "baratheon")));
    let names: Vec<&str> = script.events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let place = |name| names.iter().position(|n| *n == name).unwrap();
    assert!(place("neutral-force") < place("power-left") && place("power-left") < place("battle-begins"));
}

/// Supply must hold whether the forces on the way yield or not: nobody is lost for having been refused.
#[test]
fn supply_holds_with_those_who_are_turned_back() {
    let mut board = field();
    let tyrell = seat(&board, "tyrell");
    board.houses[tyrell].supply = 1;
    spot_mut(&mut board, "the-reach").neutral = 1;
    spot_mut(&mut board, "oldtown").neutral = 9;
    post(&mut board, "tyrell", "dornish-marches", "fff", "march+0");
    put(&mut board, "tyrell", "highgarden", "f");
    put(&mut board, "tyrell", "the-arbor", "ff");
    let query = MarchQuery::new(&board, tyrell);
    let code = |way: &[(&str, &str)]| refused(&query, march("dornish-marches", way));
    // If all get through: armies of 2 and 2. If both are turned back: 2, 2 and 2.
    assert_eq!(code(&[("highgarden", "f"), ("the-reach", "f"), ("oldtown", "f")]), "march-breaks-supply");
    assert_eq!(code(&[("highgarden", "f"), ("the-reach", "f"), ("starfall", "f")]), "");
}

/// With four houses Greyjoy's ships close Ironman's Bay, and its shield controls nothing.
#[test]
fn absent_houses_are_neutral_forces() {
    let mut board = opening(4);
    board.stage = Stage::Marches;
    assert_eq!(spot(&board, "ironmans-bay").neutral, 2);
    assert_eq!(spot(&board, "pyke").neutral, 3);
    assert_eq!(board.controller(area(&board, "pyke")), None);
    spot_mut(&mut board, "the-golden-sound").order = board.world.order("march*");
    let way = march("the-golden-sound", &[("ironmans-bay", "s")]);
    play(&mut board, Script::default().answer("lannister", "march", way));
    assert_eq!(who(&board, "ironmans-bay"), "lannister s", "1 + 1 reaches 2");

    let mut board = opening(4);
    board.stage = Stage::Marches;
    spot_mut(&mut board, "the-golden-sound").order = board.world.order("march+0");
    let way = march("the-golden-sound", &[("ironmans-bay", "s")]);
    play(&mut board, Script::default().answer("lannister", "march", way));
    assert_eq!(who(&board, "ironmans-bay"), "", "1 does not");
    assert_eq!(who(&board, "the-golden-sound"), "lannister s");
}
