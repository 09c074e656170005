//! Ledgers whose stages, draws and end are not those of the game, and ledgers in which the game goes on when it is over.

use super::forged::{forged, says};
use crate::campaign::tests::altered::put;
use crate::campaign::tests::world::{World, YAML, all_bid};
use crate::campaign::verify_entries;
use crate::ledger::{Kind, Secret};
use serde_json::{Value, json};

/// The end of a game, as it is now, after everything that was mailed since.
fn ended(world: &World, outcome: &Value) -> (Kind, Value) {
    let campaign = world.campaign();
    let secret = data_encoding::HEXLOWER.encode(&campaign.secrets.chance);
    let (game, people) = (&campaign.record.game, &campaign.record.people);
    let body = json!({"outcome": outcome, "shuffle-secret": secret, "draws": game.draws, "counts": people.counts_of_mail});
    (Kind::Ended, body)
}

/// Over by its rules.
fn played_out() -> World {
    let mut world = World::new();
    for bids in [[1, 2, 3], [2, 3, 1], [3, 1, 2]] {
        for (seat, bid) in crate::campaign::toy::SEATS.iter().zip(bids) {
            world.write(seat, &format!("plan: {{bid: {bid}, prize: left}}\nfinal: yes\n"));
        }
        world.tick();
    }
    assert!(world.campaign().record.game.over);
    world
}

/// Over because all want a draw.
fn drawn() -> World {
    let mut world = World::new();
    all_bid(&mut world, [1, 2, 3]);
    world.tick();
    for seat in crate::campaign::toy::SEATS {
        world.write(seat, "vote: {draw: yes}\n");
    }
    world.tick();
    assert!(world.campaign().record.game.ended.is_some());
    world
}

/// Everything that belongs to the game, and not to its people, is said once more when the game is over.
#[test]
pub(super) fn nothing_of_a_game_follows_its_end() {
    for world in [played_out(), drawn()] {
        let campaign = world.campaign();
        let kinds = [
            Kind::Resolved,
            Kind::Answered,
            Kind::Window,
            Kind::Sealed,
            Kind::Opened,
            Kind::Clock,
            Kind::Vote,
            Kind::Ended,
        ];
        let mut tried = std::collections::BTreeSet::new();
        for entry in campaign.entries().unwrap().iter().filter(|entry| kinds.contains(&entry.kind)) {
            let mut body = entry.body.clone();
            body.as_object_mut().unwrap().remove("batch");
            if let Some(secret) = entry.secret.as_ref().and_then(Secret::body) {
                body["secret"] = secret.clone();
            }
            if entry.kind == Kind::Ended {
                body = ended(&world, &entry.body["outcome"]).1;
            }
            let more = (entry.kind, body);
            assert!(forged(&world, std::slice::from_ref(&more)).is_err(), "{more:?}");
            tried.insert(entry.kind.name());
            match entry.kind {
                Kind::Ended => says(&world, &[more], "the game ends, but it is not going on"),
                Kind::Resolved => says(&world, &[more], "a stage ends after the game"),
                _ => {}
            }
        }
        assert!(tried.len() >= 5, "{tried:?}");
    }
}

#[test]
pub(super) fn no_game_ends_before_it_has_begun() {
    let world = World::with(&YAML.replace("chance: no", "chance: {words: open, until: in 24h}"));
    assert!(world.campaign().record.game.position.is_null());
    says(&world, &[ended(&world, &json!("draw"))], "the game ends, but it is not going on");
    let stage = json!({"number": 1, "turn": 1, "stage": "bidding", "shuffles": [], "secret": {}});
    says(&world, &[(Kind::Resolved, stage)], "a stage ends before the words of chance are known");
}

/// What the verifier says of the first entry of a kind, or the last, with other values in its body and in its secret.
#[track_caller]
fn otherwise(world: &World, kind: Kind, last: bool, changes: &[(bool, &str, Value)], why: &str) {
    let campaign = world.campaign();
    let mut entries = campaign.entries().unwrap().to_vec();
    let mut places = (0..entries.len()).filter(|at| entries[*at].kind == kind);
    let at = if last { places.next_back() } else { places.next() }.unwrap();
    for (secret, pointer, to) in changes {
        let entry = &mut entries[at];
        let body = match (&mut entry.secret, secret) {
            (Some(Secret::Kept { body, .. }), true) => body,
            (_, true) => panic!("no secret: {entry:?}"),
            (_, false) => &mut entry.body,
        };
        assert!(body.pointer(pointer).is_some(), "{pointer} in {body}");
        put(body, pointer, Some(to.clone()));
    }
    let flaw = verify_entries(&*campaign.referee, &entries, Some(campaign.secrets.chance)).expect_err(why);
    assert_eq!(flaw.entry, at as u64 + 1, "{flaw}");
    assert!(flaw.why.contains(why), "“{flaw}” and not “{why}”");
}

#[test]
pub(super) fn stages_and_draws_are_those_of_the_game() {
    let world = played_out();
    let first = world.entries(Kind::Resolved).remove(0);
    let (named, draws) =
        (&first.body["shuffles"], &first.secret.as_ref().and_then(Secret::body).unwrap()["draws"]);
    let twice = |all: &Value| json!([all[0], all[0]]);
    let otherwise = |last, changes: &[(bool, &str, Value)], why: &str| {
        otherwise(&world, Kind::Resolved, last, changes, why);
    };
    for last in [false, true] {
        otherwise(last, &[(false, "/turn", json!(9))], "the turn does not follow");
    }
    otherwise(false, &[(false, "/shuffles", twice(named))], "a label is drawn twice");
    otherwise(false, &[(false, "/shuffles", json!([]))], "its draws are not those that it names");
    let both = [
        (false, "/shuffles", twice(named)),
        (true, "/draws", twice(draws)),
        (false, "/shuffles/1/label", json!("more")),
    ];
    otherwise(false, &both, "its draws are not those that it names");
    let (long, length) =
        ((false, "/shuffles/0/count", json!(100_000)), (true, "/draws/0/length", json!(100_000)));
    otherwise(false, &[long, length], "a draw is too long");
    let order = draws[0]["order"].as_array().unwrap();
    let turned: Vec<&Value> = order.iter().rev().collect();
    otherwise(false, &[(true, "/draws/0/order", json!(turned))], "does not follow from the secret");
}

#[test]
pub(super) fn a_game_ends_as_it_was_played() {
    for (world, outcome, why) in [
        (
            played_out(),
            json!({"winners": ["cedar", "ash"], "by": "prizes"}),
            "the rules end the game with another outcome",
        ),
        (
            drawn(),
            json!({"winners": ["ash"], "by": "prizes"}),
            "neither the rules nor a vote ends the game with this outcome",
        ),
    ] {
        let end = world.entries(Kind::Ended).remove(0).body;
        let otherwise = |pointer: &str, to: Value, why: &str| {
            otherwise(&world, Kind::Ended, false, &[(false, pointer, to)], why);
        };
        otherwise("/outcome", outcome, why);
        let made = "the shuffles it publishes are not those that were made";
        otherwise("/draws", json!([]), made);
        otherwise("/draws", json!([end["draws"][0], end["draws"][0]]), made);
        otherwise("/draws/0/label", json!("other"), made);
        let order = end["draws"][0]["order"].as_array().unwrap();
        let turned: Vec<&Value> = order.iter().rev().collect();
        otherwise("/draws/0/order", json!(turned), "does not follow from the secret");
        otherwise("/shuffle-secret", json!("00"), "");
        for count in end["counts"].as_object().unwrap().keys() {
            let pointer = format!("/counts/{count}");
            otherwise(&pointer, json!(end["counts"][count].as_u64().unwrap() + 1), "messages that came");
        }
    }
}

#[test]
pub(super) fn a_ledger_without_entries_is_none() {
    let campaign = World::new().campaign();
    let flaw = verify_entries(&*campaign.referee, &[], None).unwrap_err();
    assert_eq!((flaw.entry, flaw.why.as_str()), (1, "the ledger is empty"));
}
