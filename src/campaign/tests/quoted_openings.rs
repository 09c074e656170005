//! Openings that stand in a quotation alone: what a seat has sealed opens from wherever it stands; nothing else that is quoted does.

use super::openings::{open, sealed_with};
use crate::campaign::tests::world::{World, YAML, address};
use crate::campaign::{verify, verify_entries};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use serde_json::json;

fn opening(seat: &str, window: &str, bid: u64) -> Opening {
    let binding = Binding { campaign: "toy-1".into(), seat: seat.into(), window: window.into() };
    Opening::new(&binding, json!({"turn": 1, "bid": bid}), &[7; 16]).unwrap()
}

/// All have sealed, and are asked to open; birch and cedar have opened.
fn ash_is_asked() -> World {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    for seat in ["ash", "birch", "cedar"] {
        world.write(seat, &format!("seal: {}\nfinal: yes\n", opening(seat, "1-bidding", 3).seal()));
    }
    world.tick();
    for seat in ["birch", "cedar"] {
        world.write(seat, &opening(seat, "1-bidding", 3).armour());
    }
    world.tick();
    assert_eq!(world.entries(Kind::Opened).len(), 2);
    world
}

/// A text as it comes back in a reply, so many times quoted.
fn quoted(text: &str, depth: usize) -> String {
    text.lines().map(|line| format!("{} {line}\n", ">".repeat(depth))).collect()
}

impl World {
    /// Ash answers the last message to it.
    fn answers_last(&mut self, body: &str) {
        let last = self.sent().into_iter().filter(|mail| mail.to() == address("ash"));
        let last = last.max_by_key(|mail| (mail.letter.date, mail.id().to_owned())).unwrap();
        self.mail(address("ash"), &format!("In-Reply-To: <{}>\n", last.id()), body);
        self.tick();
    }
}

#[test]
fn what_a_seat_has_sealed_opens_from_a_quotation_alone() {
    let own = opening("ash", "1-bidding", 3).armour();
    let other = opening("ash", "1-bidding", 4).armour();
    let key = |world: &World| format!("> Your key: {}\n", world.key("ash"));
    for depth in 1..=3 {
        for before in ["", "Here it is again.\n\n"] {
            for and in ["", &*other, &*opening("birch", "1-bidding", 3).armour()] {
                for is_first in [false, true] {
                    let mut world = ash_is_asked();
                    let (first, second) = if is_first { (&*own, and) } else { (and, &*own) };
                    let text = [quoted(first, depth), quoted(second, depth)].concat();
                    world.answers_last(&format!("{before}{}{text}", key(&world)));
                    let what = format!("{depth} {before:?} {}", text);
                    assert_eq!(
                        world.entries(Kind::Opened).len(),
                        3,
                        "{what}: {:?}",
                        world.receipt("anna").codes()
                    );
                    assert_eq!(world.window(), "1-prize", "{what}");
                    assert_eq!(world.answer("1/bid/ash").0, json!(3), "{what}");
                    verify(&world.edge, &world.dir).unwrap().unwrap();
                }
            }
        }
    }
}

#[test]
fn nothing_else_that_is_quoted_opens_anything() {
    let mut world = ash_is_asked();
    for other in [
        opening("ash", "1-bidding", 4),
        opening("birch", "1-bidding", 3),
        opening("ash", "1-prize", 3),
        opening("ash", "2-bidding", 3),
    ] {
        let key = world.key("ash");
        world.answers_last(&format!("> Your key: {key}\n{}", quoted(&other.armour(), 1)));
        assert_eq!(world.entries(Kind::Opened).len(), 2, "{other:?}");
    }
    let campaign = world.campaign();
    verify_entries(&*campaign.referee, campaign.entries().unwrap(), None).unwrap();
    // What was opened once is told to be there already.
    let own = opening("ash", "1-bidding", 3).armour();
    world.write("ash", &own);
    world.tick();
    assert_eq!(world.entries(Kind::Opened).len(), 3);
}

/// An opening that is quoted alone waits for its turn as any other does.
#[test]
fn a_quoted_opening_that_comes_early_is_kept_and_opened() {
    for depth in 0..=2 {
        let mut world = sealed_with("");
        let key = format!("> Your key: {}\n", world.key("ash"));
        let armour = opening("ash", "1-bidding", 1).armour();
        let armour = if depth == 0 { armour } else { quoted(&armour, depth) };
        world.answers_last(&format!("{key}{armour}"));
        assert_eq!(
            (world.receipt("anna").codes(), world.entries(Kind::Opened).len()),
            (vec![], 0),
            "{depth}"
        );
        open(&mut world, "cedar");
        world.tick();
        let opened: Vec<_> =
            world.entries(Kind::Opened).iter().map(|entry| entry.body["seat"].clone()).collect();
        assert_eq!(opened, ["cedar", "ash"], "{depth}");
    }
}
