//! Receipts that claim for one seat what is so of another: everything that `forged` refuses where nobody has it, where another has it.

use super::forged::{forged, receipt, says, seal};
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::{verify, verify_entries};
use crate::ledger::{Entry, Kind};
use crate::seal::{Binding, Opening};
use serde_json::{Value, json};

#[test]
pub(super) fn what_is_so_of_one_seat_is_not_so_of_another() {
    let mut world = World::with(&format!("{YAML}secrecy: either\n"));
    world.write("cedar", "absent: {from: 2026-11-20, to: 2026-12-01, stand-in: dora@example.net}\n");
    world.write("birch", &format!("seal: {}\nfinal: yes\n", seal("birch", "1-bidding")));
    world.write("gm", "do: {key: birch}\n");
    world.tick();
    let campaign = world.campaign();
    let people = &campaign.record.people;
    assert!(people.away.iter().any(|(seat, _)| seat == "cedar"), "somebody is away");
    assert!(campaign.record.game.open_window().unwrap().seats["birch"].how.is_some(), "and has sealed");
    let mail = |seat: &str, more: Value, why: &str| says(&world, &[receipt(&world, seat, &more)], why);
    for seat in ["ash", "birch"] {
        mail(seat, json!({"stand-in": true}), "a seat that is not away");
    }
    for seat in ["ash", "cedar"] {
        mail(seat, json!({"final": true}), "the seat has sent no plan");
        mail(seat, json!({"new-key": 2}), "a key that was not made");
        mail(seat, json!({"seal": seal("birch", "1-bidding")}), "does not bind the seat");
    }
}

/// In a window of sealed plans each seat whose plan counts is held to it, and the end of the window must say so.
#[test]
pub(super) fn the_end_of_a_sealed_window_says_who_is_held_to_a_plan() {
    let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
    world.blown(&[
        ("ash+", "seal: SEAL 3\nfinal: yes\n"),
        ("birch+", "seal: SEAL 2\nfinal: yes\n"),
        ("cedar", "seal: SEAL 1\nfinal: yes\n"),
        ("ash+", "OPEN 3"),
        ("birch", "OPEN 2"),
        // Cedar does not open its seal, and nobody seals anything in the second turn.
        (" ", "120"),
    ]);
    let campaign = world.campaign();
    let entries = campaign.entries().unwrap();
    let verified =
        |entries: &[Entry]| verify_entries(&*campaign.referee, entries, Some(campaign.secrets.chance));
    verified(entries).unwrap_or_else(|flaw| panic!("{flaw}"));
    let mut tried = 0;
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.body["what"] == "closed") {
        for seat in entry.body["silent"].as_object().into_iter().flat_map(|silent| silent.keys()) {
            let mut altered = entries.to_vec();
            altered[at].body["silent"].as_object_mut().unwrap().remove(seat);
            let flaw = verified(&altered).expect_err("a reason is gone");
            assert_eq!(
                (flaw.entry, flaw.why.as_str()),
                (entry.seq, "its reasons are not those of the seats")
            );
            tried += 1;
        }
    }
    assert!(tried > 2, "{tried}");
}

/// A message without a Message-ID is known by its own hash, and is good once.
#[test]
pub(super) fn a_message_without_an_id_is_read_once() {
    let mut world = World::new();
    let key = world.key("ash");
    let raw = format!(
        "From: <anna@example.org>\nTo: <game@example.org>\nSubject: my move\n\nkey: {key}\nplan: {{bid: 2}}\n"
    );
    for _ in 0..2 {
        world.deliver(&raw);
        world.tick();
    }
    // A copy is filed like the first, and makes no entry.
    assert_eq!((world.in_folder("Used"), world.entries(Kind::Received).len()), (2, 1));
    verify(&world.edge, &world.dir).unwrap().unwrap_or_else(|flaw| panic!("{flaw}"));
    let known = world.entries(Kind::Received).pop().unwrap().body;
    assert_eq!(known["mail"], known["message"]);
    let again = json!({"mail": known["mail"], "message": known["message"]});
    says(&world, &[receipt(&world, "ash", &again)], "the same message is read twice");
}

/// A seat may seal anything, since nobody sees it; what it opens must have been sealed for this campaign, this seat and this window.
#[test]
pub(super) fn what_is_opened_was_sealed_by_its_seat_for_its_window() {
    let open = |campaign: &str, seat: &str, window: &str| {
        let binding = Binding { campaign: campaign.into(), seat: seat.into(), window: window.into() };
        let own = Opening::new(&binding, json!({"turn": 1, "bid": 1}), &[9; 16]).unwrap();
        let mut world = World::with(&format!("{YAML}secrecy: sealed\n"));
        world.write("ash", &format!("seal: {}\nfinal: yes\n", own.seal()));
        for seat in ["birch", "cedar"] {
            world.write(seat, &format!("seal: {}\nfinal: yes\n", seal(seat, "1-bidding")));
        }
        world.tick();
        assert!(world.entries(Kind::Window).iter().any(|entry| entry.body["what"] == "published"));
        let document = own.to_value();
        let body = json!({"window": "1-bidding", "seat": "ash", "seal": own.seal(), "how": "seal", "secret": document});
        (world.fork(), [(Kind::Opened, body), receipt(&world, "ash", &json!({}))])
    };
    let (world, good) = open("toy-1", "ash", "1-bidding");
    forged(&world, &good).unwrap_or_else(|flaw| panic!("{flaw}"));
    for (campaign, seat, window) in
        [("toy-2", "ash", "1-bidding"), ("toy-1", "birch", "1-bidding"), ("toy-1", "ash", "2-bidding")]
    {
        let (world, wrong) = open(campaign, seat, window);
        says(&world, &wrong, "the opened plan was sealed for something else");
    }
}
