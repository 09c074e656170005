//! What people are told of rulings: answers that are theirs or known to all, plans that are kept, why a proposal fell; and what
//! a game master can name: a day, a stranger's mail, a timeline that was replaced.

use crate::campaign::ruling::{OpenQuestion, Request, When, decisions, propose, withdraw};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::tests::ruling::{request, rewind, third_turn};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::ledger::Kind;
use chrono::TimeDelta;
use serde_json::{Value, json};

/// The model of the last message about a ruling to somebody.
fn told(world: &World, who: &str) -> Value {
    world.find("ruling", who).pop().unwrap().model
}

#[test]
fn the_seat_is_told_what_was_entered_for_it_and_its_later_mail_too() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    world.tick();
    for (who, answer) in [("anna", json!(null)), ("bert", json!(6)), ("cleo", json!(null))] {
        assert_eq!(told(&world, who)["changes"][0]["answer"], answer, "{who}");
    }
    world.write("birch", "plan: {bid: 1, prize: left}\n");
    world.write("cedar", "plan: {bid: 0}\n");
    world.tick();
    let receipt = world.receipt("bert");
    let warned = receipt.model["problems"].as_array().unwrap().iter();
    let warned = warned.filter(|problem| problem["why"]["code"] == "ruled-already").collect::<Vec<_>>();
    assert_eq!(warned.len(), 1, "{:?}", receipt.codes());
    assert_eq!((&warned[0]["why"]["details"]["answer"], &warned[0]["warning"]), (&json!("6"), &json!(true)));
    let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("answers for you: ") && said.contains(": 6. That counts, whatever"), "{said}");
    // Who asks for the plan is reminded as well.
    world.write("birch", "ask: plan\n");
    world.tick();
    assert!(world.receipt("bert").codes().contains(&"ruled-already"));
    assert!(!world.receipt("cleo").codes().contains(&"ruled-already"));
    world.hours(50);
    assert_eq!(world.answer("3/bid/birch").0, json!(6));
    // Once it is used, there is nothing to warn of.
    world.write("birch", "plan: {prize: right}\n");
    world.tick();
    assert!(!world.receipt("bert").codes().contains(&"ruled-already"));
}

#[test]
fn an_answer_that_all_will_know_is_told_to_all_when_it_is_proposed() {
    let mut world = World::with(&format!("{YAML}rulings: {{protest: 12h, vote: yes}}\n"));
    all_bid(&mut world, [3, 2, 1]);
    world.tick();
    let wanted = request(&[("1/bid/birch", json!(5)), ("1/prize/ash", json!("right"))]);
    propose(&world.edge, &world.dir, world.now, &wanted).unwrap();
    world.tick();
    for who in ["anna", "bert", "cleo", "maria"] {
        let changes = told(&world, who)["changes"].clone();
        assert_eq!(changes[0]["answer"], json!(5), "{who}");
        // Ash does not win any more, so nobody asks it which prize it takes; it knows what would be said for it.
        let prize = if who == "anna" { json!("right") } else { Value::Null };
        assert_eq!(changes[1]["answer"], prize, "{who}");
    }
    withdraw(&world.edge, &world.dir, world.now).unwrap();
    world.tick();
    let dropped = told(&world, "bert");
    assert_eq!((&dropped["standing"], &dropped["why"]), (&json!("dropped"), &json!("withdrawn")));
    propose(&world.edge, &world.dir, world.now, &request(&[("1/bid/birch", json!(5))])).unwrap();
    world.tick();
    world.write("ash", "vote: {ruling: no}\n");
    world.write("cedar", "vote: {ruling: no}\n");
    world.hours(13);
    let dropped = told(&world, "bert");
    assert_eq!(dropped["why"], "objections");
    let against: Vec<&str> =
        dropped["against"].as_array().unwrap().iter().map(|seat| seat["id"].as_str().unwrap()).collect();
    assert_eq!(against, ["ash", "cedar"]);
}

#[test]
fn the_owner_of_a_sealed_plan_is_told_that_it_is_kept_and_whether_it_fits() {
    let mut world = third_turn();
    world.rule(&request(&[("1/bid/birch", json!(5))]));
    world.tick();
    let kept = told(&world, "anna")["kept"].clone();
    assert_eq!(
        kept,
        json!([{"window": "3-bidding", "now": "3-bidding-2", "sealed": false, "fits": true, "warned": false}]),
    );
    assert_eq!(told(&world, "bert")["kept"], json!([]));
    // Back before its window, it lies there until the game comes to it.
    world.rule(&rewind(2, "bidding"));
    world.tick();
    assert_eq!(told(&world, "anna")["kept"][0]["now"], Value::Null);
    // A bid that the corrected purse does not allow fits no more.
    let mut world = third_turn();
    let mut edit = request(&[]);
    let mut position = world.position();
    position["coins"] = json!([1, 5, 5]);
    edit.state = Some(position);
    world.rule(&edit);
    world.tick();
    assert_eq!(told(&world, "anna")["kept"][0]["fits"], json!(false));
}

#[test]
fn a_correction_that_makes_the_game_wait_earlier_is_compared_with_the_game_of_that_time() {
    let mut world = third_turn();
    // Birch is asked for its bid of the second turn again.
    world.rule(&request(&[("1/bid/birch", json!(9))]));
    world.tick();
    let mail = told(&world, "cleo");
    assert_eq!(mail["compares"], json!([[2, "bidding"], [2, "bidding"]]));
    assert_eq!(mail["waits"], json!([2, "bidding"]));
    let coins = mail["difference"].as_array().unwrap().iter().find(|line| line["path"] == "coins").unwrap();
    // What was paid in the second turn is not given back here; it is still to come.
    assert_eq!((&coins["was"], &coins["is"]), (&json!([7, 10, 10]), &json!([10, 1, 10])));
}

#[test]
fn a_ruling_on_an_open_question_says_that_nothing_is_played_again() {
    let mut world = third_turn();
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    world.tick();
    let open = told(&world, "anna");
    assert_eq!((&open["replays"], &open["was"]), (&json!(false), &open["waits"]));
    world.rule(&request(&[("2/bid/birch", json!(6))]));
    world.tick();
    assert_eq!(told(&world, "anna")["replays"], true);
}

#[test]
fn a_rewind_goes_back_to_the_beginning_of_a_day() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3}\n");
    world.tick();
    world.now += TimeDelta::days(1);
    world.tick();
    let before = world.campaign().head().seq;
    world.now += TimeDelta::days(1);
    all_bid(&mut world, [4, 2, 1]);
    world.tick();
    assert_eq!(world.position()["turn"], 1);
    let day =
        |day: &str| Request::new(RulingKind::Rewind, When::Day(day.parse().unwrap()), "the server was down");
    let why = world.try_rule(&day("2026-12-24")).unwrap_err().to_string();
    assert!(why.contains("nothing has happened since 2026-12-24"), "{why}");
    let why = world.try_rule(&day("2026-11-01")).unwrap_err().to_string();
    assert!(why.contains("begins on 2026-11-01 or later"), "{why}");
    // Midnight in Rome, before the bids of the 22nd.
    let difference = world.rule(&day("2026-11-22"));
    assert_eq!(difference.ruling.after, before);
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert_eq!((window.id.as_str(), window.asked.len()), ("1-bidding-2", 3));
    assert_eq!(window.seats.keys().collect::<Vec<_>>(), ["ash"]);
}

#[test]
fn open_questions_are_listed_with_their_legal_answers() {
    let world = third_turn();
    let stages = decisions(&world.campaign(), 3).unwrap();
    let open: Vec<(&str, usize)> =
        stages[0].open.iter().map(|open| (open.key.as_str(), open.legal.len())).collect();
    assert_eq!(open, [("3/bid/ash", 8), ("3/bid/birch", 7), ("3/bid/cedar", 11)]);
    assert!(decisions(&world.campaign(), 2).unwrap().iter().all(|stage| stage.open.is_empty()));
    // One that a ruling has answered is listed with that.
    let mut world = world;
    world.rule(&request(&[("3/bid/birch", json!(6))]));
    let stages = decisions(&world.campaign(), 3).unwrap();
    let ruled = |open: &OpenQuestion| open.ruled.as_ref().map(|ruled| (ruled.number, ruled.value.clone()));
    let all: Vec<_> = stages[0].open.iter().map(|open| (open.key.as_str(), ruled(open))).collect();
    assert_eq!(all, [("3/bid/ash", None), ("3/bid/birch", Some((1, json!(6)))), ("3/bid/cedar", None)]);
}

#[test]
fn a_mail_of_a_stranger_can_be_counted_for_a_seat() {
    let mut world = World::new();
    let raw = world.mail("anna@work.example", "", "window: 1-bidding\nplan: {bid: 7, prize: left}\n");
    world.tick();
    world.write("birch", "plan: {bid: 2}\n");
    world.hours(50);
    let id = raw.split("Message-ID: <").nth(1).unwrap().split('>').next().unwrap().to_owned();
    let accept = |name: String| Request { accept: vec![name], ..request(&[]) };
    let why = world.try_rule(&accept(id.clone())).unwrap_err().to_string();
    assert!(why.contains("stark=SHA-256"), "{why}");
    world.rule(&accept(format!("ash={id}")));
    assert_eq!(world.answer("1/bid/ash"), (json!(7), json!({"from": "plan", "window": "1-bidding"})));
    assert_eq!(world.entries(Kind::Ruling)[0].body["changes"][0]["seat"], "ash");
}
