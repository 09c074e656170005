//! After a rewind, what a seat had sent answers for it if it is away or sends nothing new.

use crate::campaign::Use;
use crate::campaign::tests::ruling::{request, rewind};
use crate::campaign::tests::world::{World, YAML};
use serde_json::{Value, json};

/// All have bid, cedar the most; the game has gone on to the next turn.
fn bid(yaml: &str) -> World {
    let mut world = World::with(yaml);
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("plan: {{bid: {bid}, prize: right}}\nfinal: yes\n"));
    }
    world.tick();
    assert_eq!(world.window(), "2-bidding");
    world
}

fn sent() -> Value {
    json!({"from": "plan", "window": "1-bidding"})
}

fn others_bid(world: &mut World) {
    for seat in ["ash", "birch"] {
        world.write(seat, "plan: {bid: 0}\nfinal: yes\n");
    }
    world.tick();
}

#[test]
fn who_is_away_plays_what_she_had_sent() {
    for play in ["", ", play: steward"] {
        let mut world = bid(YAML);
        world.write("cedar", &format!("absent: {{from: 2026-11-20, to: 2026-11-30{play}}}\n"));
        world.tick();
        world.rule(&rewind(1, "bidding"));
        world.tick();
        others_bid(&mut world);
        assert_eq!(world.answer("1/bid/cedar"), (json!(3), sent()), "{play}");
        assert_eq!(world.answer("1/prize/cedar"), (json!("right"), sent()), "{play}");
        assert_eq!(world.answer("1/bid/ash").0, json!(0));
        world.holds();
        // A correction afterwards asks nobody about it again.
        world.rule(&request(&[("1/bid/birch", json!(1))]));
        assert_eq!(world.answer("1/bid/cedar"), (json!(3), sent()), "{play}");
        assert_eq!(world.answer("1/prize/cedar"), (json!("right"), sent()), "{play}");
        assert!(world.window().starts_with("2-bidding"), "{}", world.window());
    }
}

#[test]
fn whose_absence_begins_later_does_too() {
    let mut world = bid(YAML);
    world.write("cedar", "absent: {from: 2026-11-21, to: 2026-11-30}\n");
    world.tick();
    world.rule(&rewind(1, "bidding"));
    world.tick();
    let window = world.campaign().record.game.open_window().unwrap().clone();
    assert!(window.asked.contains_key("cedar"));
    world.hours(20);
    others_bid(&mut world);
    assert_eq!(world.answer("1/bid/cedar"), (json!(3), sent()));
    world.holds();
}

#[test]
fn who_sends_nothing_new_has_lost_nothing_and_is_told_so() {
    let mut world = bid(YAML);
    world.rule(&rewind(1, "bidding"));
    // A second rewind loses nothing either.
    world.rule(&rewind(1, "bidding"));
    world.tick();
    let mail = world.find("ruling", "cleo").pop().unwrap();
    assert_eq!(mail.model["standby"], true);
    let report = world.find("report", "cleo").pop().unwrap();
    assert_eq!(report.model["on_file"]["standby"], true, "{}", report.model["on_file"]);
    let kept = |world: &World| {
        let status = crate::campaign::status(&world.campaign(), world.now).unwrap();
        status.window.unwrap().seats.iter().map(|seat| seat.kept).collect::<Vec<_>>()
    };
    let used = |world: &World| {
        let preview = crate::campaign::preview(&world.campaign(), world.now).unwrap();
        preview.seats.into_iter().map(|(_, used)| used).collect::<Vec<_>>()
    };
    assert_eq!((kept(&world), used(&world)), (vec![true; 3], vec![Use::Kept; 3]));
    world.write("birch", "plan: {bid: 1}\n");
    world.tick();
    assert_eq!(kept(&world), [true, false, true]);
    assert_eq!(used(&world), [Use::Kept, Use::Plan, Use::Kept]);
    world.write("cedar", "plan: {bid: nonsense}\n");
    world.tick();
    assert_eq!(kept(&world), [true, false, true]);
    assert_eq!(world.receipt("cleo").model["window"]["silence"], "standby");
    assert!(world.receipt("cleo").says().contains("what you had sent before the ruling"));
    others_bid(&mut world);
    world.hours(50);
    assert_eq!(world.answer("1/bid/cedar"), (json!(3), sent()));
    world.holds();
}

#[test]
fn what_is_sent_anew_replaces_it_whole() {
    let mut world = bid(YAML);
    world.rule(&rewind(1, "bidding"));
    world.tick();
    others_bid(&mut world);
    assert_eq!(world.window(), "1-bidding-2", "cedar is waited for");
    world.write("cedar", "plan: {bid: 4}\nfinal: yes\n");
    world.tick();
    assert_eq!(world.answer("1/bid/cedar").0, json!(4));
    assert_eq!(world.window(), "1-prize", "its old choice of the prize does not count while it can choose");
    world.holds();
}

#[test]
fn nobody_waits_for_her_and_no_steward_plays_whatever_the_setting_for_silence() {
    for absence in ["default", "wait", "steward"] {
        let yaml = YAML.replace("absence: default", &format!("absence: {absence}"));
        assert!(yaml.contains(&format!("absence: {absence}")));
        let mut world = bid(&yaml);
        world.rule(&rewind(1, "bidding"));
        world.tick();
        others_bid(&mut world);
        world.hours(50);
        assert_eq!(world.answer("1/bid/cedar"), (json!(3), sent()), "{absence}");
        assert_eq!(world.answer("1/prize/cedar"), (json!("right"), sent()), "{absence}");
        world.holds();
    }
}
