//! Mails written in a hurry: ready behind a plan, more time until a day, a seat given up in other words, and more of them than we read.

use crate::campaign::tests::typed::{answer, items, opening};
use crate::campaign::tests::world::{World, YAML};
use serde_json::json;

/// Beside a plan "ready" can only say that nothing more will be changed; without one on file it says nothing.
#[test]
fn ready_behind_a_plan_is_final() {
    for text in ["bid 3\nready", "bid 3. Ready.", "bid 3, ready\n\nAnna"] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        assert_eq!(receipt.codes(), Vec::<&str>::new(), "{text}");
        assert!(items(&receipt).iter().any(|item| item[1] == "final"), "{text}: {:?}", items(&receipt));
    }
    let mut world = World::new();
    let id = opening(&world, "ash");
    assert_eq!(answer(&mut world, "ash", &id, "ready").codes(), ["word-ready"]);
    assert!(world.receipt("anna").model["problems"].to_string().contains("missing"));
    answer(&mut world, "ash", &id, "bid 3");
    let receipt = answer(&mut world, "ash", &id, "ready");
    assert_eq!(items(&receipt), [json!([1, "final"])]);
    // "Done" may be said of anything.
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\ndone");
    assert!(items(&receipt).iter().all(|item| item[1] != "final"), "{:?}", items(&receipt));
}

/// A doubt in the message keeps "ready" from closing anything.
#[test]
fn ready_beside_what_was_asked_back_is_not_final() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let receipt = answer(&mut world, "ash", &id, "bid 3\nbid many\nready");
    assert!(!receipt.codes().is_empty());
    assert!(items(&receipt).iter().all(|item| item[1] != "final"), "{:?}", items(&receipt));
}

/// Whoever asks for time until a day is told which vote would move the deadline so far.
#[test]
fn a_wish_for_a_day_names_the_vote() {
    let mut world = World::new();
    let id = opening(&world, "ash");
    let campaign = world.campaign();
    let deadline = campaign.record.game.open_window().unwrap().deadline.unwrap();
    let day = (deadline + chrono::TimeDelta::days(2)).format("%-d %B").to_string();
    let receipt = answer(&mut world, "ash", &id, &format!("can we have until {day} please"));
    assert_eq!(receipt.codes(), ["more-time"], "{day}");
    assert!(receipt.model["problems"].to_string().contains("48h"), "{}", receipt.model["problems"]);
}

#[test]
fn a_seat_given_up_in_other_words_is_asked_about() {
    for text in [
        "have to drop out sorry",
        "I'm out, can somebody take over?",
        "bid 3. I have to quit the game, sorry",
    ] {
        let mut world = World::new();
        let id = opening(&world, "ash");
        let receipt = answer(&mut world, "ash", &id, text);
        let understood = items(&receipt);
        assert!(understood.contains(&json!([1, "resign"])), "{text}: {understood:?} {:?}", receipt.codes());
        assert_eq!(understood.iter().any(|item| item[1] == "bid"), text.contains("bid"), "{text}");
        assert!(world.campaign().record.people.leaving.contains_key("ash"), "{text}");
    }
}

/// Messages over the limit are no copies of others.
#[test]
fn what_is_over_the_limit_is_counted_apart() {
    let mut world = World::with(&format!("{YAML}limits: {{mails an hour: 1}}\n"));
    for bid in 1..=4 {
        world.write("ash", &format!("plan: {{bid: {bid}}}\n"));
    }
    let done = world.tick();
    assert_eq!((done.used, done.refused, done.over_limit, done.copies), (1, 1, 2, 0));
}
