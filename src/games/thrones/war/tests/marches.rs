//! Rules: 1e, Action phase, B; Ship transport; Establishing control.

use super::super::march_query::MarchQuery;
use super::{field, march, march_leaving, order_in, play, post, refused, spot, spot_mut, who};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Troop;
use crate::games::thrones::testing::{Script, area, put, seat, troop};
use crate::table::Query;
use serde_json::{Value, json};

fn verdict(board: &Board, house: &str, answer: Value) -> &'static str {
    refused(&MarchQuery::new(board, seat(board, house)), answer)
}

/// The rulebook's example of a march.
#[test]
fn example_of_lannisport() {
    let mut board = field();
    post(&mut board, "lannister", "lannisport", "fff", "march-1");
    put(&mut board, "lannister", "searoad-marches", "f");
    let way = march("lannisport", &[("stoney-sept", "f"), ("searoad-marches", "f")]);
    let script = play(&mut board, Script::default().answer("lannister", "march", way));
    assert_eq!(who(&board, "stoney-sept"), "lannister f");
    assert_eq!(who(&board, "searoad-marches"), "lannister ff");
    assert_eq!(who(&board, "lannisport"), "lannister f");
    assert_eq!(order_in(&board, "lannisport"), "");
    let told = script.told("march")[0];
    assert_eq!(told["stayed"], json!({"footman": 1}));
    assert_eq!(told["battle"], Value::Null);
}

#[test]
fn all_some_or_none_may_march() {
    let mut board = field();
    post(&mut board, "lannister", "lannisport", "ffk", "march+0");
    for way in [
        &[][..],
        &[("stoney-sept", "f")],
        &[("stoney-sept", "ffk")],
        &[("stoney-sept", "fk"), ("riverrun", "f")],
    ] {
        assert_eq!(verdict(&board, "lannister", march("lannisport", way)), "");
    }
    let code = |from: &str, way: &[(&str, &str)]| verdict(&board, "lannister", march(from, way));
    assert_eq!(code("lannisport", &[("stoney-sept", "fff")]), "march-too-many-units");
    assert_eq!(code("lannisport", &[("stoney-sept", "ff"), ("riverrun", "f")]), "march-too-many-units");
    assert_eq!(code("lannisport", &[("stoney-sept", "")]), "march-nobody");
    assert_eq!(code("lannisport", &[("lannisport", "f")]), "march-out-of-reach");
    assert_eq!(code("lannisport", &[("winterfell", "f")]), "march-out-of-reach");
    assert_eq!(
        code("lannisport", &[("the-golden-sound", "f")]),
        "march-out-of-reach",
        "no footman goes to sea"
    );
    assert_eq!(code("stoney-sept", &[]), "march-no-order");
    let most = json!({"from": "lannisport", "to": {"stoney-sept": {"footman": 30}, "riverrun": {"footman": 30},
        "searoad-marches": {"footman": 30}}});
    assert_eq!(verdict(&board, "lannister", most), "march-too-many-units");
    for wrong in [json!({"from": "lannisport"}), json!({"from": "lannisport", "to": []}), json!(3)] {
        assert_eq!(verdict(&board, "lannister", wrong), "answer-malformed");
    }
}

#[test]
fn ships_never_land() {
    let mut board = field();
    post(&mut board, "lannister", "the-golden-sound", "s", "march+0");
    let code = |to| verdict(&board, "lannister", march("the-golden-sound", &[(to, "s")]));
    assert_eq!((code("riverrun"), code("sunset-sea")), ("march-out-of-reach", ""));
}

#[test]
fn one_march_leads_to_one_battle() {
    let mut board = field();
    post(&mut board, "lannister", "lannisport", "ffk", "march+0");
    put(&mut board, "greyjoy", "riverrun", "f");
    put(&mut board, "tyrell", "searoad-marches", "f");
    let code = |way: &[(&str, &str)]| verdict(&board, "lannister", march("lannisport", way));
    assert_eq!(code(&[("riverrun", "f"), ("searoad-marches", "f")]), "march-two-battles");
    assert_eq!(code(&[("riverrun", "f"), ("stoney-sept", "f")]), "");
}

#[test]
fn marches_go_around_in_order_of_play() {
    let mut board = field();
    for (house, areas) in [("baratheon", ["kingswood", "storms-end"]), ("stark", ["winterfell", "karhold"])] {
        areas.iter().for_each(|at| post(&mut board, house, at, "f", "march+0"));
    }
    let script = play(&mut board, Script::default());
    let told: Vec<&str> = script.told("march").iter().map(|told| told["house"].as_str().unwrap()).collect();
    assert_eq!(told, ["baratheon", "stark", "baratheon", "stark"]);
    assert_eq!(script.asked[1], ["2/marches/1/stark/march"]);
}

/// Orders in a row carry a unit on, if nobody takes the area between.
#[test]
fn a_march_may_go_on_under_the_next_order() {
    let mut board = field();
    post(&mut board, "stark", "winterfell", "k", "march+0");
    post(&mut board, "stark", "moat-cailin", "f", "march-1");
    let script = Script::default()
        .answer("stark", "march", march("winterfell", &[("moat-cailin", "k")]))
        .answer("stark", "march", march("moat-cailin", &[("the-twins", "fk")]));
    play(&mut board, script);
    assert_eq!(who(&board, "the-twins"), "stark fk");
}

#[test]
fn a_conquered_area_loses_its_march() {
    let mut board = field();
    post(&mut board, "baratheon", "kingswood", "kk", "march*");
    post(&mut board, "tyrell", "the-reach", "f", "march+0");
    put(&mut board, "tyrell", "highgarden", "f");
    let script = Script::default().answer("baratheon", "march", march("kingswood", &[("the-reach", "kk")]));
    let script = play(&mut board, script);
    assert_eq!(who(&board, "the-reach"), "baratheon kk");
    assert_eq!(script.told("march").len(), 1);
    assert_eq!(script.told("area-taken")[0]["order"], json!("march+0"));
}

mod supply {
    use super::*;

    fn armies_of_2_2() -> Board {
        let mut board = field();
        let stark = seat(&board, "stark");
        board.houses[stark].supply = 0;
        post(&mut board, "stark", "winterfell", "ff", "march+0");
        put(&mut board, "stark", "white-harbor", "ff");
        board
    }

    #[test]
    fn a_march_that_breaks_supply_is_illegal() {
        let mut board = armies_of_2_2();
        put(&mut board, "stark", "moat-cailin", "f");
        let code = |way: &[(&str, &str)]| verdict(&board, "stark", march("winterfell", way));
        assert_eq!(code(&[("white-harbor", "f")]), "march-breaks-supply", "an army of 3");
        assert_eq!(code(&[("moat-cailin", "ff")]), "march-breaks-supply", "an army of 3");
        assert_eq!(code(&[("moat-cailin", "f")]), "", "2 and 2, and single units feed themselves");
        assert_eq!(code(&[("moat-cailin", "f"), ("karhold", "f")]), "");
    }

    /// The position after the whole order counts, not each step of it.
    #[test]
    fn the_whole_order_counts() {
        let mut board = armies_of_2_2();
        put(&mut board, "stark", "moat-cailin", "f");
        post(&mut board, "stark", "white-harbor", "", "march*");
        let way = &[("moat-cailin", "f"), ("widows-watch", "f")];
        assert_eq!(verdict(&board, "stark", march("white-harbor", way)), "");
    }

    /// attackers count in the embattled area, as if nobody were to fall.
    #[test]
    fn attackers_count_where_they_fight() {
        let mut board = armies_of_2_2();
        put(&mut board, "greyjoy", "moat-cailin", "f");
        post(&mut board, "stark", "winterfell", "k", "march+0");
        let stark = seat(&board, "stark");
        let code = |board: &Board, way: &[(&str, &str)]| verdict(board, "stark", march("winterfell", way));
        assert_eq!(code(&board, &[("moat-cailin", "ffk")]), "march-breaks-supply");
        assert_eq!(code(&board, &[("moat-cailin", "fk")]), "");
        board.houses[stark].supply = 1;
        assert_eq!(code(&board, &[("moat-cailin", "ffk")]), "");
    }

    #[test]
    fn fleets_and_routed_units_are_armies() {
        let mut board = field();
        let stark = seat(&board, "stark");
        board.houses[stark].supply = 0;
        post(&mut board, "stark", "bay-of-ice", "ss", "march+0");
        put(&mut board, "stark", "sunset-sea", "s");
        assert_eq!(
            verdict(&board, "stark", march("bay-of-ice", &[("sunset-sea", "ss")])),
            "march-breaks-supply"
        );
        spot_mut(&mut board, "sunset-sea").routed = troop("s");
        assert_eq!(
            verdict(&board, "stark", march("bay-of-ice", &[("sunset-sea", "s")])),
            "march-breaks-supply"
        );
    }

    /// Whatever a game master's ruling has made of the position: to stay is legal.
    #[test]
    fn to_stay_is_always_legal() {
        let mut board = armies_of_2_2();
        put(&mut board, "stark", "karhold", "ffff");
        assert_eq!(verdict(&board, "stark", march("winterfell", &[])), "");
        let query = MarchQuery::new(&board, seat(&board, "stark"));
        let listing = query.list(100);
        assert!(listing.complete && listing.answers.contains(&query.default()));
    }
}

mod control {
    use super::*;

    #[test]
    fn a_token_may_be_left_by_the_last_unit() {
        let mut board = field();
        post(&mut board, "stark", "moat-cailin", "ff", "march+0");
        let to = "the-twins";
        assert_eq!(
            verdict(&board, "stark", march_leaving("moat-cailin", &[(to, "f")])),
            "march-power-units-stay"
        );
        let way = march_leaving("moat-cailin", &[(to, "ff")]);
        let script = play(&mut board, Script::default().answer("stark", "march", way));
        let stark = seat(&board, "stark");
        assert_eq!(spot(&board, "moat-cailin").token, Some(stark));
        assert_eq!(board.houses[stark].power, 4);
        assert_eq!(board.controller(area(&board, "moat-cailin")), Some(stark));
        assert_eq!(script.told("power-left")[0]["area"], json!("moat-cailin"));
    }

    #[test]
    fn where_no_token_can_be_left() {
        let mut board = field();
        let stark = seat(&board, "stark");
        post(&mut board, "stark", "moat-cailin", "f", "march+0");
        post(&mut board, "stark", "bay-of-ice", "s", "march-1");
        let land = || march_leaving("moat-cailin", &[("the-twins", "f")]);
        let sea = march_leaving("bay-of-ice", &[("sunset-sea", "s")]);
        assert_eq!(verdict(&board, "stark", sea), "march-power-not-here");
        spot_mut(&mut board, "moat-cailin").token = Some(stark);
        assert_eq!(verdict(&board, "stark", land()), "march-power-not-here", "one lies there");
        spot_mut(&mut board, "moat-cailin").token = None;
        spot_mut(&mut board, "moat-cailin").routed = troop("f");
        assert_eq!(verdict(&board, "stark", land()), "march-power-units-stay", "the routed stay");
        spot_mut(&mut board, "moat-cailin").routed = Troop::NONE;
        assert_eq!(verdict(&board, "stark", land()), "");
        board.houses[stark].power = 0;
        assert_eq!(verdict(&board, "stark", land()), "march-power-none-left");
    }

    #[test]
    fn control_is_lost_without_a_token_but_not_at_home() {
        let mut board = field();
        post(&mut board, "stark", "moat-cailin", "f", "march+0");
        post(&mut board, "stark", "winterfell", "f", "march-1");
        let script = Script::default()
            .answer("stark", "march", march("moat-cailin", &[("the-twins", "f")]))
            .answer("stark", "march", march("winterfell", &[("karhold", "f")]));
        play(&mut board, script);
        assert_eq!(board.controller(area(&board, "moat-cailin")), None);
        assert_eq!(board.controller(area(&board, "winterfell")), Some(seat(&board, "stark")));
    }

    #[test]
    fn a_lone_token_is_taken_at_once() {
        let mut board = field();
        let greyjoy = seat(&board, "greyjoy");
        post(&mut board, "stark", "moat-cailin", "f", "march+0");
        spot_mut(&mut board, "the-twins").token = Some(greyjoy);
        let way = march("moat-cailin", &[("the-twins", "f")]);
        let script = play(&mut board, Script::default().answer("stark", "march", way));
        assert_eq!(who(&board, "the-twins"), "stark f");
        assert_eq!(spot(&board, "the-twins").token, None);
        assert_eq!(board.tokens_on_board(greyjoy), 0);
        assert_eq!(board.houses[greyjoy].power, 5, "it goes to the pool, not to available power");
        assert_eq!(script.told("token-returned")[0]["house"], json!("greyjoy"));
        assert!(script.told("battle-begins").is_empty());
    }

    #[test]
    fn another_houses_home_is_taken_and_kept_by_a_token() {
        let mut board = field();
        let stark = seat(&board, "stark");
        put(&mut board, "stark", "ironmans-bay", "s");
        post(&mut board, "stark", "riverrun", "f", "march+0");
        let script = Script::default().answer("stark", "march", march("riverrun", &[("pyke", "f")]));
        play(&mut board, script);
        assert_eq!(board.controller(area(&board, "pyke")), Some(stark));
        spot_mut(&mut board, "pyke").order = board.world.order("march+0");
        let script = Script::default().answer("stark", "march", march_leaving("pyke", &[("seagard", "f")]));
        play(&mut board, script);
        assert_eq!(board.controller(area(&board, "pyke")), Some(stark));
    }
}

#[test]
fn routed_units_do_not_march() {
    let mut board = field();
    post(&mut board, "stark", "winterfell", "f", "march+0");
    spot_mut(&mut board, "winterfell").routed = troop("k");
    let code = |way: &[(&str, &str)]| verdict(&board, "stark", march("winterfell", way));
    assert_eq!(code(&[("moat-cailin", "k")]), "march-too-many-units");
    assert_eq!(code(&[("moat-cailin", "f")]), "");
    // Nobody can follow the order of an area where all are routed: there is nothing to ask.
    spot_mut(&mut board, "winterfell").fit = Troop::NONE;
    let script = play(&mut board, Script::default());
    assert!(script.asked.is_empty());
    assert_eq!(who(&board, "winterfell"), "stark k", "and they rise when the marches are done");
    assert_eq!(script.told("rallied")[0]["units"], json!({"winterfell": {"knight": 1}}));
}

/// checked after every march; what comes after it does not happen.
#[test]
fn the_march_that_wins_is_the_last() {
    let mut board = field();
    let stark = seat(&board, "stark");
    for at in ["white-harbor", "moat-cailin", "flints-finger", "seagard", "harrenhal"] {
        spot_mut(&mut board, at).token = Some(stark);
    }
    post(&mut board, "stark", "the-twins", "f", "march+0");
    post(&mut board, "tyrell", "oldtown", "f", "march+0");
    put(&mut board, "stark", "the-mountains-of-the-moon", "f");
    spot_mut(&mut board, "the-mountains-of-the-moon").order = board.world.order("march-1");
    spot_mut(&mut board, "the-eyrie").neutral = 0;
    let script =
        Script::default().answer("stark", "march", march("the-mountains-of-the-moon", &[("the-eyrie", "f")]));
    let script = play(&mut board, script);
    assert_eq!(board.outcome.as_ref().map(|outcome| outcome.winners.clone()), Some(vec![stark]));
    assert_eq!(script.told("march").len(), 1);
    assert_eq!(order_in(&board, "oldtown"), "march+0");
}

/// a silent house's marches stay.
#[test]
fn silence_stays() {
    let mut board = field();
    post(&mut board, "stark", "moat-cailin", "ff", "march+0");
    play(&mut board, Script::default());
    assert_eq!(
        (who(&board, "moat-cailin").as_str(), order_in(&board, "moat-cailin").as_str()),
        ("stark ff", "")
    );
}
