//! Cards, Blade, strength and casualties..

use super::super::blade::BladeQuery;
use super::super::cards::CardQuery;
use super::super::casualties::CasualtyQuery;
use super::super::{Battle, Contest, Role};
use super::*;
use crate::table::Query;

/// A battle of a board at its first step.
fn battle(board: &Board) -> Battle {
    let (from, at) = (area(board, "the-reach"), area(board, "blackwater"));
    let here = spot(board, "the-reach");
    let contest = Contest::new(board, here.holder.unwrap(), from, here.order.unwrap(), at, here.fit);
    let defender = contest.defender.unwrap();
    Battle::new(board, contest, defender)
}

#[test]
fn marches_and_defense_count_and_ties_go_by_fiefdoms() {
    for (march, there, order, won) in [
        ("march+0", "ff", "", "attacker"),
        ("march-1", "ff", "", "defender"),
        ("march+0", "ff", "defense", "defender"),
        ("march*", "ff", "defense", "attacker"),
        ("march*", "ff", "defense*", "defender"),
        ("march+0", "ff", "support*", "attacker"),
    ] {
        // Tyrell stands before Lannister on the Fiefdoms track.
        let mut board = duel("tyrell", "ff", march, "lannister", there);
        spot_mut(&mut board, "blackwater").order = board.world.order(order);
        let script = attack(&board, ["margaery-tyrell", "ser-kevan-lannister"]);
        let script = play(&mut board, script);
        let told = script.told("battle-won")[0];
        assert_eq!(told["side"], json!(won), "{march} against {order}");
        let equal = strengths(&script).0 == strengths(&script).1;
        assert_eq!(told["by"], json!(if equal { "fiefdoms" } else { "strength" }));
    }
    let mut board = duel("lannister", "ff", "march+0", "tyrell", "ff");
    let script = attack(&board, ["ser-kevan-lannister", "margaery-tyrell"]);
    let script = play(&mut board, script);
    assert_eq!(script.told("battle-won")[0]["winner"], json!("tyrell"));
    assert_eq!(script.told("battle-won")[0]["fiefdoms"], json!([5, 2]));
}

/// The rulebook's example of casualties, both ways.
#[test]
fn example_of_casualties() {
    let mut board = duel("lannister", "kk", "march*", "tyrell", "fk");
    let script = attack(&board, ["tywin-lannister", "margaery-tyrell"])
        .answer("tyrell", "casualties", json!({"footman": 1}))
        .answer("tyrell", "retreat", json!({"to": "harrenhal"}));
    let script = play(&mut board, script);
    let told = script.told("casualties")[0];
    assert_eq!((told["swords"].as_u64(), told["fortifications"].as_u64()), (Some(2), Some(1)));
    assert_eq!((&told["number"], &told["lost"]), (&json!(1), &json!({"footman": 1})));
    assert_eq!(who(&board, "harrenhal"), "tyrell k");

    let mut board = duel("lannister", "k", "march+0", "tyrell", "kkk");
    let script = attack(&board, ["tywin-lannister", "margaery-tyrell"]);
    let script = play(&mut board, script);
    assert_eq!(script.told("battle-won")[0]["winner"], json!("tyrell"));
    assert_eq!(script.told("casualties")[0]["number"], json!(0), "Margaery has no sword");
    assert_eq!(who(&board, "the-reach"), "lannister k");
}

#[test]
fn casualties_are_standing_units_of_the_battle() {
    let mut board = duel("tyrell", "kkk", "march*", "lannister", "ffk");
    spot_mut(&mut board, "blackwater").routed = troop("k");
    let mut now = battle(&board);
    now.cards = [board.world.card_id("mace-tyrell"), board.world.card_id("cersei-lannister")];
    let query = CasualtyQuery::new(&board, &now, Role::Defender, 2);
    assert_eq!(refused(&query, json!({"knight": 2})), "casualties-not-there", "the routed cannot be chosen");
    assert_eq!(refused(&query, json!({"footman": 1})), "casualties-number");
    assert_eq!(refused(&query, json!({"footman": 2, "knight": 1})), "casualties-number");
    assert_eq!(refused(&query, json!({"footman": 1, "knight": 1})), "");
    assert_eq!(query.list(10).answers.len(), 2);
    assert_eq!(query.default(), troop("ff"), "R-26: the cheapest first");
    let script = attack(&board, ["mace-tyrell", "cersei-lannister"])
        .answer("lannister", "casualties", json!({"footman": 1, "knight": 1}))
        .answer("lannister", "retreat", json!({"to": "harrenhal"}));
    let script = play(&mut board, script);
    assert_eq!(who(&board, "harrenhal"), "lannister f");
    assert_eq!(script.told("retreat")[0]["routed"], json!({"knight": 1}));
}

#[test]
fn more_swords_than_units_kill_all_and_supporters_live() {
    let mut board = duel("tyrell", "kkk", "march*", "lannister", "f");
    post(&mut board, "lannister", "stoney-sept", "f", "support");
    let script = attack(&board, ["mace-tyrell", "cersei-lannister"]);
    let script = play(&mut board, script);
    assert_eq!(script.told("casualties")[0]["number"], json!(1));
    assert!(script.told("retreat").is_empty());
    assert_eq!(
        (who(&board, "stoney-sept"), who(&board, "blackwater")),
        ("lannister f".into(), "tyrell kkk".into())
    );
}

#[test]
fn the_blade_is_its_holders_once_a_turn() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
    set_track(&mut board, Track::Fiefdoms, &["tyrell", "greyjoy", "stark", "baratheon", "lannister"]);
    post(&mut board, "tyrell", "searoad-marches", "f", "march-1");
    put(&mut board, "lannister", "stoney-sept", "f");
    let script = attack(&board, ["margaery-tyrell", "tyrion-lannister"])
        .answer("tyrell", "march", march("searoad-marches", &[("stoney-sept", "f")]))
        .answer("tyrell", "blade", json!(true))
        .answer("lannister", "retreat", json!({"to": "harrenhal"}));
    let script = play(&mut board, script);
    assert_eq!(script.told("blade").len(), 1, "not asked again in the second battle");
    assert_eq!(script.told("blade")[0]["decides"], json!(true));
    let first = script.told("battle-won")[0];
    assert_eq!((&first["winner"], &first["by"]), (&json!("tyrell"), &json!("fiefdoms")));
    assert!(board.theatres[0].blade_used);
}

#[test]
fn nobody_else_has_the_blade_to_use() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
    let script = attack(&board, ["margaery-tyrell", "tyrion-lannister"]);
    let script = play(&mut board, script);
    assert!(script.told("blade").is_empty(), "Greyjoy holds it, and is not in the battle");
    assert!(!board.theatres[0].blade_used);
}

/// used only if it decides.
#[test]
fn silence_keeps_the_blade_unless_it_decides() {
    for (card, decides) in
        [("tywin-lannister", false), ("tyrion-lannister", true), ("ser-kevan-lannister", false)]
    {
        let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
        set_track(&mut board, Track::Fiefdoms, &["tyrell", "greyjoy", "stark", "baratheon", "lannister"]);
        let mut now = battle(&board);
        now.cards = [board.world.card_id("margaery-tyrell"), board.world.card_id(card)];
        let query = BladeQuery::new(&board, &now, Role::Attacker);
        assert_eq!((query.decides(), query.default()), (decides, decides), "1 + 1 against 1 + {card}");
    }
}

/// chosen in secret and together, from the hand.
#[test]
fn cards_come_from_the_hand() {
    let mut board = duel("tyrell", "f", "march+0", "lannister", "f");
    hand(&mut board, "tyrell", &["mace-tyrell", "queen-of-thorns"]);
    let now = battle(&board);
    let query = CardQuery::new(&board, &now, Role::Attacker);
    assert_eq!(refused(&query, json!("mace-tyrell")), "");
    assert_eq!(refused(&query, json!("margaery-tyrell")), "card-not-in-hand");
    assert_eq!(refused(&query, json!("tywin-lannister")), "card-not-in-hand");
    assert_eq!(refused(&query, json!("hodor")), "answer-malformed");
    assert_eq!(query.list(5).answers.len(), 2);
}

/// the weakest that does not lose a battle the hand would win, else the weakest.
#[test]
fn silence_plays_the_weakest_card_that_will_do() {
    for (units, there, card, why) in [
        ("kkkk", "f", "queen-of-thorns", "any will do: the first of two without strength and icons"),
        ("kkf", "k", "queen-of-thorns", "5 + 0 ties 2 + 3, and Tyrell stands higher on the Fiefdoms track"),
        ("kk", "k", "margaery-tyrell", "4 + 1; the Captain has as many icons and comes after her"),
        ("kf", "k", "ser-loras-tyrell", "3 + 2; Garlan has a sword more"),
        ("k", "k", "mace-tyrell", "2 + 3"),
        ("f", "k", "queen-of-thorns", "no card wins for sure"),
    ] {
        let board = duel("tyrell", units, "march+0", "lannister", there);
        let now = battle(&board);
        let query = CardQuery::new(&board, &now, Role::Attacker);
        assert_eq!(board.world.card(query.default()).id, card, "{why}");
    }
}

#[test]
fn the_last_card_is_played_unasked_and_the_hand_returns() {
    let mut board = duel("tyrell", "kk", "march+0", "lannister", "f");
    hand(&mut board, "tyrell", &["mace-tyrell"]);
    let script = Script::default()
        .answer("tyrell", "march", march("the-reach", &[("blackwater", "kk")]))
        .answer("lannister", "card", json!("tyrion-lannister"));
    let script = play(&mut board, script);
    let tyrell = board.houses[seat(&board, "tyrell")];
    assert_eq!((tyrell.hand.len(), tyrell.used.len()), (7, 0));
    assert_eq!(script.told("hand-returned")[0]["cards"].as_array().map(Vec::len), Some(7));
    let lannister = board.houses[seat(&board, "lannister")];
    assert_eq!(cards(&board, lannister.used), ["tyrion-lannister"]);
    assert_eq!(script.told("house-cards")[0]["attacker-card"], json!("mace-tyrell"));
}

/// FAQ: cards are played even where the opponent has but routed units, and those can win.
#[test]
fn faq_routed_units_fight_on() {
    let mut board = duel("tyrell", "f", "march-1", "lannister", "");
    spot_mut(&mut board, "blackwater").routed = troop("k");
    let script = attack(&board, ["margaery-tyrell", "tywin-lannister"]);
    let script = play(&mut board, script);
    assert_eq!(strengths(&script), (1, 3));
    assert_eq!(script.told("battle-won")[0]["winner"], json!("lannister"));
    assert_eq!(addends(&script, "defender")[0], ("routed".to_owned(), 0));
    assert_eq!(who(&board, "blackwater"), "lannister k", "risen after the marches");
}
