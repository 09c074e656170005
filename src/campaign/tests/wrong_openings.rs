//! Openings that go wrong on their way: beside another's, cut at the top, sent once more when they have counted.

use crate::campaign::tests::world::{World, YAML};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::json;

fn opening(seat: &str, bid: u64) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: "1-bidding".into() };
    Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[bid as u8; 16]).unwrap()
}

/// All have sealed, and openings are asked for.
fn asked() -> World {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, bid).seal()));
    }
    world.tick();
    assert!(world.find("seals", "anna").len() == 1, "openings are asked for");
    world
}

#[test]
fn of_several_openings_that_of_the_seat_counts() {
    let (own, other) = (opening("ash", 1).armour(), opening("birch", 2).armour());
    for body in [format!("{own}\n\n{other}"), format!("{other}\n\n{own}")] {
        let mut world = asked();
        world.write("ash", &body);
        world.tick();
        assert_eq!(world.receipt("anna").codes(), Vec::<&str>::new(), "{body}");
        assert_eq!(world.entries(Kind::Opened).len(), 1);
    }
    let mut world = asked();
    world.write("ash", &other);
    world.tick();
    assert_eq!(world.receipt("anna").codes(), ["opening-unreadable"]);
}

#[test]
fn an_opening_without_its_first_line_is_told_to_be_cut_and_shown_to_nobody() {
    let whole = opening("ash", 1).armour();
    let cut: Vec<&str> = whole.lines().skip(1).collect();
    for (body, is_cut) in [
        (cut.join("\n"), true),
        (whole.replacen("BEGIN RAVENPOST", "BEGIN RAVENPOTS", 1), true),
        ("I have lost my opening file. My plan was to bid a lot".to_owned(), false),
    ] {
        let mut world = asked();
        world.write("ash", &body);
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(receipt.codes(), ["prose-unopened"], "{body}");
        let said = receipt.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(said.contains("This looks like part of an opening"), is_cut, "{said}");
        assert_eq!(world.find("press", "maria").len(), 0, "{body}");
    }
}

/// Whoever sends it again in the next window is asked for a new seal, and not told to have made a mistake.
#[test]
fn an_opening_that_has_counted_is_no_mistake_when_it_comes_again() {
    let mut world = asked();
    for (seat, bid) in [("ash", 1), ("birch", 2), ("cedar", 3)] {
        world.write(seat, &opening(seat, bid).armour());
    }
    world.tick();
    assert_eq!(world.window(), "1-prize");
    for (bid, is_mistake) in [(1, false), (9, true)] {
        world.write("ash", &opening("ash", bid).armour());
        world.tick();
        let receipt = world.receipt("anna");
        assert_eq!(receipt.codes(), ["opening-was-open"]);
        assert_eq!(receipt.model["problems"][0]["warning"], !is_mistake, "{bid}");
    }
}
