//! Nothing that was sent is lost by a ruling: plans of unsealed windows, seals of windows that ask for openings.

use crate::campaign::ruling::{Request, When};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::state::record::Phase;
use crate::campaign::tests::ruling::{forward, request, rewind};
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::{Value, json};

/// Cedar has won the first prize and is asked for its choice; ash says in the meantime what it would take.
fn choosing() -> World {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    assert_eq!(world.window(), "1-prize");
    world.write("ash", "plan: {prize: right}\n");
    world.tick();
    assert_eq!(world.receipt("anna").model["standing"]["used"], "this");
    world
}

/// Cedar takes its prize, and ash wins the second one.
fn ash_wins(world: &mut World) {
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    assert_eq!(world.position()["turn"], 2);
    all_bid(world, [4, 0, 0]);
    world.tick();
}

#[test]
fn a_plan_that_was_sent_ahead_in_the_open_window_counts_after_a_rewind() {
    let sent = (json!("right"), json!({"from": "plan", "window": "1-prize"}));
    let mut world = choosing();
    world.rule(&rewind(1, "prize"));
    assert_eq!(world.window(), "1-prize-2");
    ash_wins(&mut world);
    assert_eq!(world.answer("2/prize/ash"), sent);
    world.holds();
    // So it does after two, and after one that goes further back.
    let mut world = choosing();
    world.rule(&rewind(1, "prize"));
    world.rule(&rewind(1, "bidding"));
    assert_eq!(world.window(), "1-bidding-2");
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    ash_wins(&mut world);
    assert_eq!(world.answer("2/prize/ash"), sent);
    world.holds();
}

#[test]
fn what_was_sent_while_the_clock_stands_counts_after_a_rewind() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\ndo: pause\n"));
    world.tick();
    world.write("cedar", "plan: {prize: right}\n");
    world.tick();
    assert_eq!(world.window(), "1-prize", "the clock stands");
    world.rule(&rewind(1, "prize"));
    let key = world.key("gm");
    world.mail("maria@example.org", "", &format!("key: {key}\ndo: resume\n"));
    world.tick();
    assert_eq!(world.answer("1/prize/cedar"), (json!("right"), json!({"from": "plan", "window": "1-prize"})));
    world.holds();
}

#[test]
fn it_does_not_answer_what_was_asked_before_it_came() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    // A whole new plan for the turn, of which only the prize can still count.
    world.write("ash", "plan: {bid: 9, prize: right}\n");
    world.tick();
    world.rule(&rewind(1, "bidding"));
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert!(window.asked.contains_key("ash"), "it bids anew: {:?}", window.asked);
    assert_eq!(window.seats.len(), 0);
    world.holds();
}

#[test]
fn a_plan_of_the_open_window_counts_after_a_forward_too() {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    world.write("cedar", "plan: {prize: left}\n");
    world.tick();
    world.rule(&rewind(1, "prize"));
    assert_eq!(world.window(), "1-prize-2");
    world.write("ash", "plan: {prize: right}\n");
    world.tick();
    world.rule(&forward());
    assert_eq!(world.position()["turn"], 2);
    all_bid(&mut world, [4, 0, 0]);
    world.tick();
    assert_eq!(world.answer("2/prize/ash"), (json!("right"), json!({"from": "plan", "window": "1-prize-2"})));
    world.holds();
}

#[test]
fn seals_of_the_window_that_a_forward_closes_are_kept() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.tick();
    world.rule(&rewind(1, "bidding"));
    // On the way that is left then, ash changes its mind, and birch joins.
    world.write("ash", "plan: {bid: 5, prize: left}\n");
    world.write("birch", "plan: {bid: 1}\n");
    world.tick();
    world.rule(&forward());
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert_eq!((window.id.as_str(), window.again.as_deref()), ("1-bidding-3", Some("1-bidding-2")));
    world.write("cedar", "plan: {bid: 0}\n");
    world.hours(50);
    assert_eq!([world.answer("1/bid/ash").0, world.answer("1/bid/birch").0], [json!(5), json!(1)]);
    world.holds();
}

/// A seal of a seat that keeps its plan at home, with the opening.
fn sealed(world: &mut World, seat: &str, plan: Value) -> Opening {
    let binding =
        Binding { campaign: "toy-1".to_owned(), seat: seat.to_owned(), window: "1-bidding".to_owned() };
    let opening = Opening::new(&binding, plan, &[7; 32]).unwrap();
    world.write(seat, &format!("seal: {}\nfinal: yes\n", opening.seal()));
    opening
}

fn open(world: &mut World, seat: &str, opening: &Opening) {
    world.write(seat, &opening.armour());
}

/// All three have sealed at home, the table is out, and ash has opened.
fn opening() -> (World, Vec<Opening>) {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    let seats = crate::campaign::toy::SEATS.into_iter().zip([3, 2, 1]);
    let openings: Vec<Opening> = seats
        .map(|(seat, bid)| sealed(&mut world, seat, json!({"turn": 1, "bid": bid, "prize": "left"})))
        .collect();
    world.tick();
    assert_eq!(world.campaign().record.game.open_window().unwrap().phase, Phase::Opening);
    open(&mut world, "ash", &openings[0]);
    world.tick();
    assert_eq!(world.entries(Kind::Opened).len(), 1);
    (world, openings)
}

#[test]
fn a_rewind_into_a_window_of_openings_keeps_its_seals() {
    let published = |world: &World| {
        let step = |entry: &&crate::ledger::Entry| entry.body["what"] == "published";
        world.entries(Kind::Window).iter().rev().find(step).unwrap().seq
    };
    let here = |world: &World| rewind_to(published(world));
    for request in [&rewind_stage as &dyn Fn(&World) -> Request, &here] {
        let (mut world, openings) = opening();
        let wanted = request(&world);
        world.rule(&wanted);
        let window = world.campaign().record.game.open_window().unwrap().clone();
        assert_eq!((window.id.as_str(), window.again.as_deref()), ("1-bidding-2", Some("1-bidding")));
        assert_eq!(window.seats.len(), 3);
        world.tick();
        for (seat, opening) in crate::campaign::toy::SEATS.iter().zip(&openings) {
            open(&mut world, seat, opening);
        }
        world.tick();
        assert_eq!(world.answer("1/bid/ash").0, json!(3), "{wanted:?}");
        assert_eq!(world.answer("1/bid/cedar").0, json!(1));
        world.holds();
    }
}

#[test]
fn a_rewind_into_a_window_that_has_closed_keeps_what_was_sent_in_it() {
    let (mut world, openings) = opening();
    let last = world.entries(Kind::Window).last().unwrap().seq;
    for (seat, opening) in crate::campaign::toy::SEATS.iter().zip(&openings).skip(1) {
        open(&mut world, seat, opening);
    }
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    world.rule(&rewind_to(last));
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert_eq!((window.id.as_str(), window.seats.len()), ("1-bidding-2", 3));
    for (seat, opening) in crate::campaign::toy::SEATS.iter().zip(&openings) {
        open(&mut world, seat, opening);
    }
    world.tick();
    assert_eq!((world.answer("1/bid/ash").0, world.window()), (json!(3), "2-bidding-2".to_owned()));
    world.holds();
    // A deposit that another has replaced since exists no more; the last one counts.
    let mut world = World::new();
    world.write("ash", "plan: {bid: 1}\n");
    world.tick();
    let first = world.campaign().head().seq;
    world.write("ash", "plan: {bid: 7, prize: left}\n");
    world.write("birch", "plan: {bid: 2}\n");
    world.tick();
    world.hours(50);
    assert_eq!(world.window(), "2-bidding");
    world.rule(&rewind_to(first));
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert_eq!(window.seats.keys().collect::<Vec<_>>(), ["ash"], "birch had not sent anything by then");
    world.hours(50);
    assert_eq!(world.answer("1/bid/cedar").1, json!({"from": "default", "why": "missed"}));
    // What birch had sent later counts since it sends nothing new.
    assert_eq!(world.answer("1/bid/birch"), (json!(2), json!({"from": "plan", "window": "1-bidding"})));
    assert_eq!(world.answer("1/bid/ash").0, json!(7));
    world.holds();
    // A correction plays from what was opened, as before.
    world.rule(&request(&[("1/bid/birch", json!(6))]));
    assert_eq!(world.answer("1/bid/ash").0, json!(7));
}

fn rewind_to(seq: u64) -> Request {
    Request::new(RulingKind::Rewind, When::Entry(seq), "once more")
}

fn rewind_stage(_: &World) -> Request {
    rewind(1, "bidding")
}

#[test]
fn a_ruling_that_answers_one_question_of_a_plan_keeps_the_rest_of_it() {
    let mut world = World::new();
    world.write("ash", "plan: {bid: 3, prize: left}\n");
    world.tick();
    world.rule(&request(&[("1/bid/ash", json!(9))]));
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert!(!window.asked.contains_key("ash") && window.seats.contains_key("ash"), "{window:?}");
    // It counts after a second ruling and after a change of mind, too.
    world.rule(&request(&[("1/bid/ash", json!(8))]));
    world.write("birch", "plan: {bid: 1}\n");
    world.write("cedar", "plan: {bid: 0}\n");
    world.hours(50);
    assert_eq!(world.answer("1/bid/ash").0, json!(8));
    assert_eq!(world.answer("1/prize/ash").0, json!("left"), "{:?}", world.window());
    world.holds();
}

/// Nobody has less time after a ruling than was promised before it.
#[test]
fn the_time_of_the_window_that_a_ruling_closes_is_kept() {
    for longer in [true, false] {
        let mut world = World::with(&format!("{YAML}secrecy: either\n"));
        world.write("ash", "plan: {bid: 3, prize: left}\n");
        world.tick();
        if longer {
            let key = world.key("gm");
            world.mail("maria@example.org", "", &format!("key: {key}\ndo: extend 100h\n"));
        }
        world.hours(1);
        let was = world.campaign().record.game.open_window().unwrap().deadline.unwrap();
        assert_eq!(was - world.now > chrono::TimeDelta::hours(60), longer, "{was}");
        world.rule(&rewind(1, "bidding"));
        let window = world.campaign().record.game.open_window().unwrap().clone();
        let fresh = world.now + chrono::TimeDelta::hours(48);
        assert_eq!((window.id.as_str(), window.deadline.unwrap() == was), ("1-bidding-2", longer));
        assert_eq!(window.deadline.unwrap(), was.max(fresh), "{was} {fresh}");
        world.holds();
    }
}

/// What one says of the prize stands beside one's own bid of the same turn, and beside none of an earlier turn or of a steward.
#[test]
fn a_plan_is_added_to_no_plan_of_another_turn_or_writer() {
    let mut world = choosing();
    world.write("cedar", "plan: {prize: left}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.position()["turn"], 2);
    world.write("ash", "plan: {prize: right}\n");
    world.tick();
    let seal = world.campaign().record.game.open_window().unwrap().seats["ash"].seal.clone().unwrap();
    let plan = world.campaign().vault().unwrap().openings[&seal].plan().clone();
    assert_eq!((&plan["bid"], &plan["prize"]), (&Value::Null, &json!("right")), "{plan}");
    let standing = world.receipt("anna").model["standing"].clone();
    assert_ne!(standing["used"], "merged", "{standing}");
}
