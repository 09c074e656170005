//! Retreats, and what is left behind..

use super::super::contest::Ways;
use super::super::retreat::RetreatQuery;
use super::super::{Battle, Contest, Role};
use super::*;
use crate::games::thrones::data::Troop;
use crate::table::Query;

fn possible(script: &Script) -> Vec<String> {
    script.told("retreat")[0]["possible"].as_object().unwrap().keys().cloned().collect()
}

/// The rulebook's example of routed units at Storm's End.
#[test]
fn example_of_storms_end() {
    let mut board = field();
    put(&mut board, "tyrell", "kingswood", "k");
    put(&mut board, "tyrell", "storms-end", "f");
    spot_mut(&mut board, "kings-landing").neutral = 0;
    post(&mut board, "baratheon", "kings-landing", "kk", "march+0");
    post(&mut board, "baratheon", "dragonstone", "kk", "march*");
    put(&mut board, "baratheon", "shipbreaker-bay", "s");
    let script = Script::default()
        .answer("baratheon", "march", march("kings-landing", &[("kingswood", "kk")]))
        .answer("baratheon", "march", march("dragonstone", &[("storms-end", "kk")]))
        .answer("baratheon", "card", json!("ser-davos-seaworth"))
        .answer("baratheon", "card", json!("renly-baratheon"))
        .answer("tyrell", "card", json!("queen-of-thorns"))
        .answer("tyrell", "card", json!("brienne-of-tarth"))
        .answer("tyrell", "retreat", json!({"to": "storms-end"}));
    let script = play(&mut board, script);
    let second = script.told("battle-begins")[1];
    assert_eq!((&second["defenders"], &second["routed"]), (&json!({"footman": 1}), &json!({"knight": 1})));
    assert_eq!(strengths(&script).1, 1, "the routed knight adds nothing");
    assert_eq!(script.told("retreat")[1]["routed"], json!({"knight": 1}), "and may not retreat again");
    assert_eq!(who(&board, "dornish-marches"), "tyrell f");
    assert_eq!(who(&board, "storms-end"), "baratheon kk");
}

#[test]
fn a_losing_attacker_goes_back_routed() {
    let mut board = duel("tyrell", "fk", "march+0", "lannister", "kkk");
    let way = march("the-reach", &[("blackwater", "k"), ("highgarden", "f")]);
    let script = Script::default()
        .answer("tyrell", "march", way)
        .answer("tyrell", "card", json!("margaery-tyrell"))
        .answer("lannister", "card", json!("tyrion-lannister"));
    post(&mut board, "greyjoy", "dornish-marches", "k", "march+0");
    let script = script
        .answer("greyjoy", "march", march("dornish-marches", &[("the-reach", "k")]))
        .answer("greyjoy", "card", json!("balon-greyjoy"))
        .answer("tyrell", "card", json!("queen-of-thorns"));
    let script = play(&mut board, script);
    assert_eq!(script.told("retreat")[0]["to"], json!("the-reach"));
    assert_eq!(script.told("battle-begins")[1]["routed"], json!({"knight": 1}));
    assert_eq!(who(&board, "the-reach"), "greyjoy k", "routed again is destroyed");
    assert_eq!(
        (who(&board, "blackwater"), who(&board, "highgarden")),
        ("lannister kkk".into(), "tyrell f".into())
    );
}

#[test]
fn where_a_defender_may_go() {
    // Around Blackwater: Harrenhal, Stoney Sept, Crackclaw Point, King's Landing, Searoad Marches, The Reach.
    let mut board = duel("tyrell", "kk", "march*", "lannister", "f");
    let [tyrell, greyjoy, lannister] = ["tyrell", "greyjoy", "lannister"].map(|house| seat(&board, house));
    let script = attack(&board, ["margaery-tyrell", "vargo-hoat"]);
    let all = play(&mut board.clone(), script);
    assert_eq!(possible(&all), ["crackclaw-point", "harrenhal", "searoad-marches", "stoney-sept"]);

    put(&mut board, "tyrell", "searoad-marches", "f");
    spot_mut(&mut board, "harrenhal").token = Some(greyjoy);
    spot_mut(&mut board, "stoney-sept").token = Some(lannister);
    spot_mut(&mut board, "crackclaw-point").token = Some(tyrell);
    let script = attack(&board, ["margaery-tyrell", "vargo-hoat"]);
    let some = play(&mut board.clone(), script);
    assert_eq!(
        possible(&some),
        ["stoney-sept"],
        "no enemy unit, token or neutral force, nor the attacker's origin"
    );
    assert_eq!(some.told("retreat")[0]["to"], json!("stoney-sept"));
    assert!(!some.asked.concat().iter().any(|key| key.contains("retreat")), "there was no choice");

    // FAQ: who can go nowhere is destroyed.
    spot_mut(&mut board, "stoney-sept").token = Some(greyjoy);
    let script = attack(&board, ["margaery-tyrell", "vargo-hoat"]);
    let none = play(&mut board, script);
    let told = none.told("retreat")[0];
    assert_eq!((&told["to"], &told["lost"]), (&Value::Null, &json!({"footman": 1})));
    assert_eq!(board.units_of(lannister), Troop::NONE);
}

/// another house's shield bars the way while that house controls its home, and so does an enemy token on
/// one's own.
#[test]
fn homes_and_retreats() {
    let mut board = field();
    post(&mut board, "baratheon", "stoney-sept", "kk", "march*");
    put(&mut board, "greyjoy", "searoad-marches", "f");
    let greyjoy = seat(&board, "greyjoy");
    let script = || {
        Script::default()
            .answer("baratheon", "march", march("stoney-sept", &[("searoad-marches", "kk")]))
            .answer("baratheon", "card", json!("stannis-baratheon"))
            .answer("greyjoy", "card", json!("house-blacktyde-captain"))
    };
    // Highgarden is Tyrell's and Lannisport Lannister's, though nobody stands there.
    assert_eq!(possible(&play(&mut board.clone(), script())), ["blackwater", "the-reach"]);
    spot_mut(&mut board, "highgarden").token = Some(greyjoy);
    assert_eq!(possible(&play(&mut board.clone(), script())), ["blackwater", "highgarden", "the-reach"]);

    let mut board = field();
    post(&mut board, "baratheon", "the-reach", "kk", "march*");
    put(&mut board, "tyrell", "dornish-marches", "f");
    let script = || {
        Script::default()
            .answer("baratheon", "march", march("the-reach", &[("dornish-marches", "kk")]))
            .answer("baratheon", "card", json!("stannis-baratheon"))
            .answer("tyrell", "card", json!("margaery-tyrell"))
    };
    assert!(
        possible(&play(&mut board.clone(), script())).contains(&"highgarden".to_owned()),
        "one's own shield"
    );
    spot_mut(&mut board, "highgarden").token = Some(seat(&board, "baratheon"));
    assert!(!possible(&play(&mut board, script())).contains(&"highgarden".to_owned()));
}

#[test]
fn ships_carry_a_retreat_and_retreat_themselves_by_sea() {
    let mut board = field();
    post(&mut board, "lannister", "riverrun", "kk", "march*");
    put(&mut board, "greyjoy", "seagard", "f");
    put(&mut board, "greyjoy", "ironmans-bay", "s");
    let script = Script::default()
        .answer("lannister", "march", march("riverrun", &[("seagard", "kk")]))
        .answer("lannister", "card", json!("tyrion-lannister"))
        .answer("greyjoy", "card", json!("house-blacktyde-captain"))
        .answer("greyjoy", "retreat", json!({"to": "pyke"}));
    play(&mut board, script);
    assert_eq!(who(&board, "pyke"), "greyjoy f");

    let mut board = field();
    post(&mut board, "lannister", "the-golden-sound", "ss", "march*");
    put(&mut board, "greyjoy", "ironmans-bay", "s");
    let script = Script::default()
        .answer("lannister", "march", march("the-golden-sound", &[("ironmans-bay", "ss")]))
        .answer("lannister", "card", json!("tyrion-lannister"))
        .answer("greyjoy", "card", json!("house-blacktyde-captain"));
    let script = play(&mut board, script);
    assert_eq!(possible(&script), ["sunset-sea"]);
    assert_eq!(who(&board, "sunset-sea"), "greyjoy s");
}

#[test]
fn supply_is_kept_by_the_fewest_losses() {
    let mut board = duel("tyrell", "kkkk", "march*", "lannister", "fk");
    let lannister = seat(&board, "lannister");
    board.houses[lannister].supply = 0;
    put(&mut board, "lannister", "lannisport", "ff");
    put(&mut board, "lannister", "stoney-sept", "f");
    let contest = Contest::new(
        &board,
        seat(&board, "tyrell"),
        area(&board, "the-reach"),
        spot(&board, "the-reach").order.unwrap(),
        area(&board, "blackwater"),
        troop("kkkk"),
    );
    let battle = Battle::new(&board, contest, lannister);
    let ways: Ways =
        [("harrenhal", 0), ("stoney-sept", 1)].map(|(at, n)| (area(&board, at), n)).into_iter().collect();
    let query = RetreatQuery::new(&board, &battle, Role::Defender, ways);
    let verdict = |to: &str, lost: Value| refused(&query, json!({"to": to, "lost": lost}));
    assert_eq!(verdict("stoney-sept", json!({})), "retreat-lost-number");
    assert_eq!(verdict("stoney-sept", json!({"knight": 1})), "");
    assert_eq!(verdict("stoney-sept", json!({"knight": 2})), "retreat-lost-units");
    assert_eq!(verdict("harrenhal", json!({"footman": 1})), "retreat-lost-number");
    assert_eq!(verdict("the-reach", json!({})), "retreat-not-there");
    assert_eq!(refused(&query, json!({"to": "harrenhal"})), "");
    let default = query.write(&query.default());
    assert_eq!(
        default,
        json!({"to": "stoney-sept", "lost": {"footman": 1}}),
        "R-26: where most own units are"
    );

    let script = attack(&board, ["margaery-tyrell", "vargo-hoat"]).answer(
        "lannister",
        "retreat",
        json!({"to": "stoney-sept", "lost": {"footman": 1}}),
    );
    let script = play(&mut board, script);
    let told = script.told("retreat")[0];
    assert_eq!(told["possible"]["stoney-sept"], json!(1));
    assert_eq!(told["possible"]["harrenhal"], json!(0), "the army that left frees its limit");
    assert_eq!(who(&board, "stoney-sept"), "lannister fk");
}

/// a losing attacker obeys supply too: others of his march have made an army in the meantime.
#[test]
fn supply_binds_the_losing_attacker() {
    let mut board = duel("tyrell", "ffff", "march+0", "lannister", "kkkk");
    let tyrell = seat(&board, "tyrell");
    board.houses[tyrell].supply = 0;
    put(&mut board, "tyrell", "kingswood", "ff");
    let way = march("the-reach", &[("blackwater", "ff")]);
    let query = super::super::super::march_query::MarchQuery::new(&board, tyrell);
    assert_eq!(refused(&query, way), "march-breaks-supply", "three armies of 2");
    // One goes to the battle, one stays, two join a single footman.
    board.houses[tyrell].supply = 1;
    board.remove_units(area(&board, "the-reach"), troop("f"), Troop::NONE);
    put(&mut board, "tyrell", "highgarden", "f");
    let script = Script::default()
        .answer("tyrell", "march", march("the-reach", &[("blackwater", "f"), ("highgarden", "f")]))
        .answer("tyrell", "card", json!("margaery-tyrell"))
        .answer("lannister", "card", json!("tyrion-lannister"));
    let script = play(&mut board, script);
    let told = script.told("retreat")[0];
    assert_eq!(
        (&told["to"], &told["lost"]),
        (&Value::Null, &json!({"footman": 1})),
        "2, 2, and 1 + 1 is one army too many"
    );
    assert_eq!(who(&board, "the-reach"), "tyrell f");
}

#[test]
fn conquest_removes_the_defenders_order_and_token() {
    let mut board = duel("tyrell", "kk", "march*", "lannister", "f");
    spot_mut(&mut board, "blackwater").order = board.world.order("consolidate");
    spot_mut(&mut board, "blackwater").token = Some(seat(&board, "lannister"));
    let script = attack(&board, ["mace-tyrell", "vargo-hoat"]);
    let script = play(&mut board, script);
    let taken = script.told("area-taken")[0];
    assert_eq!((&taken["order"], &taken["token"]), (&json!("consolidate"), &json!("lannister")));
    assert_eq!((order_in(&board, "blackwater").as_str(), spot(&board, "blackwater").token), ("", None));
    assert_eq!(board.houses[seat(&board, "lannister")].power, 5, "the token goes to the pool");
    assert_eq!(order_in(&board, "the-reach"), "");
}

#[test]
fn a_defender_who_holds_keeps_order_and_token() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "kk");
    let lannister = seat(&board, "lannister");
    spot_mut(&mut board, "blackwater").order = board.world.order("consolidate");
    spot_mut(&mut board, "blackwater").token = Some(lannister);
    let script = attack(&board, ["margaery-tyrell", "vargo-hoat"]);
    play(&mut board, script);
    assert_eq!(order_in(&board, "blackwater"), "consolidate");
    assert_eq!(spot(&board, "blackwater").token, Some(lannister));
    assert_eq!(order_in(&board, "the-reach"), "", "the march is spent");
}

/// Who wins as a defender does not rise before the marches are done; and a token left behind stays when the
/// beaten come back.
#[test]
fn a_token_left_behind_stays_when_the_beaten_come_back() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "kk");
    let mut way = march("the-reach", &[("blackwater", "f")]);
    way["leave-power"] = json!(true);
    let script =
        Script::default().answer("tyrell", "march", way).answer("tyrell", "card", json!("margaery-tyrell"));
    play(&mut board, script);
    assert_eq!(who(&board, "the-reach"), "tyrell f");
    assert_eq!(spot(&board, "the-reach").token, Some(seat(&board, "tyrell")));
}
