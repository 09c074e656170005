//! The edges of rulings: what is so already, the very point gone back to, and what is left behind there.

use crate::campaign::CampaignError;
use crate::campaign::play::engine::Engine;
use crate::campaign::ruling::{Request, When, position_at, try_ruling};
use crate::campaign::state::entries::{Ruling, RulingChange, RulingKind, RulingSecret};
use crate::campaign::tests::ruling::{forward, request, rewind, third_turn};
use crate::campaign::tests::world::{World, YAML};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use chrono::TimeDelta;
use serde_json::json;

fn refusal(world: &mut World, request: &Request) -> String {
    world.try_rule(request).expect_err("it changes nothing, or cannot be").to_string()
}

/// The last entry that decides or plays something.
fn last_of_game(world: &World) -> u64 {
    let campaign = world.campaign();
    let kinds = [Kind::Answered, Kind::Resolved, Kind::Sealed, Kind::Opened, Kind::Ruling, Kind::Ended];
    let all = campaign.entries().unwrap().iter();
    all.filter(|entry| kinds.contains(&entry.kind)).map(|entry| entry.seq).max().unwrap()
}

#[test]
fn what_is_so_already_is_not_ruled() {
    let mut world = third_turn();
    let last = last_of_game(&world);
    // Back to the last entry of the game itself, and to any after it: nothing would be undone.
    let head = world.campaign().head().seq;
    for entry in last..=head {
        let why = refusal(&mut world, &Request::new(RulingKind::Rewind, When::Entry(entry), "once more"));
        assert!(why.contains("nothing has been sent or decided since"), "{entry}: {why}");
    }
    assert!(head > last);
    let back = |when: When| Request::new(RulingKind::Rewind, when, "once more");
    let why = refusal(&mut world, &back(When::Entry(last - 1)));
    assert!(why.contains("the window that is still open"), "{why}");
    world.rule(&back(When::Turn { turn: 3, stage: Some("bidding".into()) }));
    world.rule(&forward());
    // The position at a point as it was there, and one with a change.
    let when = When::Turn { turn: 2, stage: Some("bidding".into()) };
    let (_, position) = position_at(&world.campaign(), &when).unwrap();
    let with =
        |position| Request { state: Some(position), ..Request::new(RulingKind::Rule, when.clone(), "look") };
    let why = refusal(&mut world, &with(position.clone()));
    assert!(why.contains("the position is as it was at that point"), "{why}");
    let mut other = position.clone();
    other["coins"][0] = json!(5);
    world.rule(&with(other));
    // An answer that a ruling has given and nobody needs yet is so already, too.
    let why = refusal(&mut world, &request(&[("1/bid/birch", json!(2))]));
    assert!(why.contains("1/bid/birch is answered by 2 already"), "{why}");
}

#[test]
fn an_answer_may_be_changed_at_its_very_entry_and_not_after_it() {
    let world = third_turn();
    let campaign = world.campaign();
    let own = campaign.entries().unwrap().iter();
    let mut of_birch = own.filter(|entry| entry.kind == Kind::Answered && entry.body["key"] == "2/bid/birch");
    let answered = of_birch.next_back().unwrap().seq;
    drop(campaign);
    let at = |when| Request { when, ..request(&[("2/bid/birch", json!(5))]) };
    let mut late = world.fork();
    let why = refusal(&mut late, &at(When::Entry(answered)));
    assert!(why.contains("is too late"), "{why}");
    let mut before = world.fork();
    before.rule(&at(When::Entry(answered - 1)));
    assert_eq!(before.answer("2/bid/birch").0, json!(5));
    let mut latest = world.fork();
    let difference = latest.rule(&at(When::Latest));
    assert_eq!(difference.ruling.after, answered - 1);
    // A point on a timeline that was replaced is no point of this one.
    let mut left = world.fork();
    left.rule(&rewind(1, "bidding"));
    let why = refusal(&mut left, &Request::new(RulingKind::Rewind, When::Entry(answered), "there"));
    assert!(why.contains("belongs to a timeline that ruling 1 replaced"), "{why}");
}

#[test]
fn what_the_first_ruling_says_at_the_point_that_the_second_goes_back_to_still_counts() {
    let mut world = third_turn();
    // Said in advance: birch is asked for the prize of the third turn only if it wins.
    world.rule(&request(&[("3/bid/birch", json!(4))]));
    let said = world.campaign().head().seq;
    let ruling = world.entries(Kind::Ruling)[0].seq;
    world.now += TimeDelta::hours(1);
    world.tick();
    let before = world.campaign().record.game.ruled.clone();
    assert!(said >= ruling);
    // Back to the very entry of the ruling, and forward again.
    world.write("cedar", "plan: {bid: 3}\nfinal: yes\n");
    world.write("ash", "plan: {bid: 2, prize: right}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("3/bid/birch").0, json!(4));
    world.rule(&Request::new(RulingKind::Rewind, When::Entry(ruling), "once more"));
    assert_eq!(world.campaign().record.game.ruled, before, "what it said is still to come");
    world.rule(&forward());
    assert_eq!(world.answer("3/bid/birch").0, json!(4));
}

#[test]
fn a_day_begins_with_its_first_second() {
    let mut world = third_turn();
    // Midnight where the game master is, to the second: an entry of that instant is of the new day.
    world.now = "2026-11-20T23:00:00Z".parse().unwrap();
    for seat in ["cedar", "birch"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    let sealed = world.entries(Kind::Sealed).pop().unwrap();
    assert_eq!(sealed.at, world.now);
    let day = "2026-11-21".parse().unwrap();
    let difference = world.rule(&Request::new(RulingKind::Rewind, When::Day(day), "the whole day"));
    assert!(difference.ruling.after < sealed.seq);
}

#[test]
fn a_stage_that_is_not_there_is_told_with_those_that_are() {
    let world = third_turn();
    let at = |turn: u32, stage: &str| {
        let when = When::Turn { turn, stage: Some(stage.into()) };
        position_at(&world.campaign(), &when).map(|(_, position)| position["turn"].clone())
    };
    let why = |turn: u32, stage: &str| at(turn, stage).unwrap_err().to_string();
    assert_eq!(at(1, "prize").unwrap(), json!(1));
    assert!(
        why(1, "war").contains("turn 1 has no stage “war” so far; its stages are bidding, prize"),
        "{}",
        why(1, "war")
    );
    assert!(
        why(3, "prize").contains("turn 3 has no stage “prize” so far; its stages are bidding"),
        "{}",
        why(3, "prize")
    );
    assert!(
        why(9, "bidding").contains("turn 9 has not come yet; the campaign is in turn 3"),
        "{}",
        why(9, "bidding")
    );
    let wrong = Request { when: When::Entry(0), ..request(&[("3/bid/birch", json!(1))]) };
    let mut other = world.fork();
    assert!(refusal(&mut other, &wrong).contains("the ledger has no entry 0"));
    let first = world.entries(Kind::Resolved)[0].seq;
    let early = Request::new(RulingKind::Rewind, When::Entry(1), "all over again");
    let told =
        format!("entry 1 is before the set-up of the game; the earliest point for a ruling is entry {first}");
    assert!(refusal(&mut other, &early).contains(&told));
    let head = world.campaign().head().seq;
    let wrong = Request { when: When::Entry(head + 1), ..wrong };
    assert!(refusal(&mut other, &wrong).contains(&format!("its last entry is {head}")));
}

#[test]
fn a_key_that_is_not_there_is_told_with_those_that_resemble_it() {
    let why = |key: &str| third_turn().try_rule(&request(&[(key, json!(1))])).unwrap_err().to_string();
    for key in ["birch", "2/bit/birch"] {
        assert!(why(key).contains("did you mean") && why(key).contains("2/bid/birch"), "{}", why(key));
    }
    assert!(!why("oak").contains("did you mean"), "{}", why("oak"));
    // A question that is open has a key, and no point before its answer.
    let before = |key: &str| {
        let request = Request { when: When::Before(key.to_owned()), ..request(&[("3/bid/cedar", json!(1))]) };
        third_turn().try_rule(&request).unwrap_err().to_string()
    };
    assert!(before("3/bid/cedar").contains("is open and has no answer yet"), "{}", before("3/bid/cedar"));
    assert!(before("3/bit/cedar").contains("did you mean 3/bid/cedar"), "{}", before("3/bit/cedar"));
    assert!(before("oak").contains("no question of the game so far has the key “oak”; `ravenpost rule"));
}

#[test]
fn an_opening_of_what_its_seat_has_not_sealed_cannot_be_accepted() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    let binding = Binding { campaign: "toy-1".into(), seat: "ash".into(), window: "1-bidding".into() };
    let plan = |bid: u64| Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[7; 16]).unwrap();
    world.write("ash", &format!("seal: {}\nfinal: yes\n", plan(4).seal()));
    for seat in ["birch", "cedar"] {
        world.write(seat, "plan: {bid: 1}\nfinal: yes\n");
    }
    world.tick();
    for bid in [9, 4] {
        world.write("ash", &plan(bid).armour());
        world.tick();
    }
    assert_eq!(world.answer("1/bid/ash").0, json!(4));
    let mut accept = request(&[]);
    accept.accept = vec!["ash/2".into()];
    let why = world.try_rule(&accept).unwrap_err().to_string();
    assert!(why.contains("does not match a seal of ash"), "{why}");
}

#[test]
fn a_ruling_with_several_answers_goes_back_to_before_the_first() {
    let mut world = third_turn();
    world.rule(&request(&[("2/bid/cedar", json!(7)), ("1/bid/birch", json!(5))]));
    assert_eq!((world.answer("1/bid/birch").0, world.answer("2/bid/cedar").0), (json!(5), json!(7)));
}

/// A position is edited three times at one stage: each begins with what the one before has made of it, and a rewind before the
/// stage takes all of them back.
#[test]
fn a_position_edited_again_at_one_stage_is_edited_as_it_was_left() {
    for turn in [2, 3] {
        let mut world = third_turn();
        let when = When::Turn { turn, stage: Some("bidding".into()) };
        let (first, unedited) = position_at(&world.campaign(), &when).unwrap();
        let mut wanted = unedited.clone();
        let mut last = first;
        for seat in [0, 1, 0] {
            let (at, position) = position_at(&world.campaign(), &when).unwrap();
            assert_eq!(position, wanted, "turn {turn}, seat {seat}");
            assert!(at >= last, "turn {turn}, seat {seat}: {at} before {last}");
            (last, wanted) = (at, position);
            wanted["coins"][seat] = json!(wanted["coins"][seat].as_u64().unwrap() + 1);
            let edit = Request {
                state: Some(wanted.clone()),
                ..Request::new(RulingKind::Rule, when.clone(), "recounted")
            };
            let difference = world.rule(&edit);
            assert_eq!(difference.undone, [], "turn {turn}, seat {seat}: what was edited stays");
            world.holds();
            let again = refusal(&mut world, &edit);
            assert!(again.contains("the position is as it was at that point"), "{again}");
        }
        let edits = world.entries(Kind::Ruling);
        let points: Vec<_> = edits.iter().map(|entry| entry.body["after"].clone()).collect();
        assert_eq!(edits.len(), 3);
        assert_eq!(points[0], json!(first), "turn {turn}");
        for (before, after) in edits.iter().zip(&points[1..]) {
            assert_eq!(*after, json!(before.seq), "turn {turn}: on top of the one before");
        }
        // As it was, it has the coins that there were; a rewind to before the stage says what it undoes.
        let back =
            Request { state: Some(unedited.clone()), ..Request::new(RulingKind::Rule, when.clone(), "no") };
        world.fork().rule(&back);
        let earlier = rewind(turn - 1, "bidding");
        let told = try_ruling(&world.campaign(), &earlier, world.now).unwrap().told(true).unwrap();
        assert_eq!(told.undone.iter().map(|undone| undone.ruling).collect::<Vec<_>>(), [1, 2, 3]);
    }
}

/// Who makes a ruling that does not follow from the ledger, whatever is wrong with it, is told so; it is not passed over.
#[test]
fn a_ruling_that_does_not_follow_is_refused_and_nothing_is_made_of_it() {
    let world = third_turn();
    let campaign = world.campaign();
    let asked = request(&[("2/bid/birch", json!(5))]);
    let good = try_ruling(&campaign, &asked, world.now).unwrap().ruling().clone();
    let after = |after| Ruling { after, ..good.clone() };
    let edited = Ruling { changes: vec![RulingChange::State], ..good.clone() };
    for (wrong, why) in [
        (Ruling { number: good.number + 1, ..good.clone() }, "is the next number"),
        (after(campaign.head().seq + 1), "is not before it"),
        (after(1), "before the game was set up"),
        (edited, "it edits the position"),
    ] {
        let mut engine = Engine::of(&campaign, world.now).unwrap();
        let error = engine.rule(&wrong, &RulingSecret::default()).expect_err(why);
        let CampaignError::Refused(told) = &error else { panic!("{error}") };
        assert!(told.starts_with("the ruling cannot be made: ") && told.contains(why), "{told}");
        assert!(engine.drafts.iter().all(|draft| draft.kind != Kind::Ruling), "{why}");
    }
}

#[test]
fn what_if_says_that_the_window_would_close() {
    let mut world = World::new();
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 1, prize: left}\nfinal: yes\n");
    }
    world.tick();
    let campaign = world.campaign();
    let closes = |seat: &str| {
        let wanted = request(&[(format!("1/bid/{seat}").as_str(), json!(2))]);
        try_ruling(&campaign, &wanted, world.now).unwrap().difference().unwrap().closes
    };
    assert_eq!((closes("cedar"), closes("ash")), (true, false));
}

/// A question that is still open is known by its key, and not by its place among the others.
#[test]
fn an_open_question_is_ruled_for_its_own_seat() {
    for seat in ["ash", "birch", "cedar"] {
        let mut world = World::new();
        let key = format!("1/bid/{seat}");
        world.rule(&request(&[(&key, json!(2))]));
        let ruling = world.entries(Kind::Ruling).pop().unwrap();
        assert_eq!(
            ruling.body["changes"],
            json!([{"change": "answer", "key": key, "seat": seat, "kind": "bid"}])
        );
        let asked = world.campaign().record.game.open_window().unwrap().asked.clone();
        assert!(asked.len() == 2 && !asked.contains_key(seat), "{asked:?}");
    }
}
