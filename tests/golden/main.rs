//! Golden ledgers: whole campaigns of every game and number of players, as stand-ins played them once. What followed
//! then must follow for ever: the same positions, answers and shuffles, to the byte.
//!
//! A ledger here is never made anew because it has ceased to follow. If a fault of the rules is mended and a ledger
//! does not follow any more, the rules have got a new version (docs/versions.md), and it stays with its old one; the new
//! one gets ledgers of its own. README.md beside this file says how they are made.

use ravenpost::campaign::{
    Campaign, Flaw, Host, Verified, preview, settings_of, status, verify, verify_entries,
};
use ravenpost::disk::{Disk, FaultyDisk};
use ravenpost::games;
use ravenpost::ledger;
use ravenpost::table::Position;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What each ledger held on the day it was made: entries, seals, answers, stages, shuffles, the head of the chain.
const PINNED: &[(&str, [usize; 5], &str)] = &[
    ("king-is-dead-2", [58, 3, 20, 9, 2], "3092a354ea4c9f0832f2ce064f73e88fe1f8ea52370654f9e38cb8e2fde8076a"),
    (
        "king-is-dead-2-mordred",
        [69, 4, 24, 9, 2],
        "f632e3b90d4a5a071989704d8f483d931bcdf00176139940b689fc4695563f30",
    ),
    ("king-is-dead-3", [83, 4, 36, 9, 2], "3d1a177df75609f2f7d144482737fcbcf7aca40f2768c5624cd4a94385ef6e86"),
    (
        "king-is-dead-3-busy",
        [384, 15, 80, 12, 2],
        "3ea7338c63966a6d119dea1e35d216ccafde6d0a415650e9132e21b736f6cebd",
    ),
    (
        "king-is-dead-3-mordred",
        [138, 9, 48, 9, 2],
        "6afa478e3ac141314fb5c4eec28baf4e5e6d8a86ef68e4d8916dbae2e5fe3f89",
    ),
    (
        "king-is-dead-3-ruled",
        [260, 7, 122, 19, 2],
        "a5fad7735a2cf4b1b3c711ffbb591e01457b0be5ebe7db96d06c60af8ed74c19",
    ),
    (
        "king-is-dead-4",
        [129, 7, 56, 9, 2],
        "2f0b4956a3335019c37b04016769d4fb5a9a6c6b7b734ce965d3061b728f2eaa",
    ),
    (
        "king-is-dead-4-mordred",
        [142, 9, 50, 7, 2],
        "804b37c70a834289f0d2c09ab5d3045391325daf3ee967a589bc2693ca470cbf",
    ),
    (
        "thrones-1e-3",
        [567, 30, 222, 87, 5],
        "cc0d7d4363534a55de7e9105f2c65a825aa10aa012bd790cc4161c0bdbfd1f50",
    ),
    (
        "thrones-1e-3-ruled",
        [331, 11, 125, 47, 4],
        "3281bf71d83b574686f22b0f9729ace195934fc78fc8762edbf8b85cb18b23b1",
    ),
    (
        "thrones-1e-4",
        [366, 21, 154, 41, 3],
        "2778fc0bdb4e3e8e683954cdbd9a7df17971b9c569156845a8fae4542c30585c",
    ),
    (
        "thrones-1e-5",
        [344, 21, 147, 32, 4],
        "4350743977697919f21b2ea74bfc8c2bb8900bb68d4abd74bd82d74afe48c6e1",
    ),
];

fn kept(name: &str, what: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.{what}"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The campaign's folder on a disk in memory; `ledger` in place of its own.
fn folder(name: &str, ledger: &str) -> (Host, PathBuf, FaultyDisk) {
    let (disk, dir) = (FaultyDisk::new(), PathBuf::from("/c"));
    disk.create_dir(&dir, 0o700).unwrap();
    let put = |file: &str, text: &str| disk.write(&dir.join(file), text.as_bytes(), 0o600).unwrap();
    put("campaign.yaml", &kept(name, "campaign.yaml"));
    put("secrets.yaml", &kept(name, "secrets.yaml"));
    put("ledger.jsonl", ledger);
    let edge = Host { lock: false, ..Host::new(Arc::new(disk.clone())) };
    (edge, dir, disk)
}

fn verified(name: &str) -> Result<Verified, Flaw> {
    let (edge, dir, _) = folder(name, &kept(name, "jsonl"));
    verify(&edge, &dir).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_ledger_that_once_followed_follows_for_ever() {
    for (name, [entries, seals, answers, stages, shuffles], head) in PINNED {
        let right = verified(name).unwrap_or_else(|flaw| panic!("{name} does not follow any more: {flaw}"));
        let expected = Verified {
            entries: *entries,
            seals: *seals,
            answers: *answers,
            stages: *stages,
            shuffles: *shuffles,
            head: (*head).to_owned(),
            unchecked: Vec::new(),
        };
        assert_eq!(right, expected, "{name}");
    }
}

#[test]
fn there_is_one_for_every_game_and_number_of_players_and_variant() {
    let mut wanted = Vec::new();
    for game in games::ALL {
        for players in game.players {
            wanted.push(format!("{}-{players}", game.id));
            if game.id == "king-is-dead" {
                wanted.push(format!("{}-{players}-mordred", game.id));
            }
        }
    }
    // And of a game master who rules, goes back and forward, corrects the data; of one who pauses, extends, replaces.
    wanted.extend(["king-is-dead-3-busy", "king-is-dead-3-ruled", "thrones-1e-3-ruled"].map(str::to_owned));
    wanted.sort();
    let here: Vec<&str> = PINNED.iter().map(|(name, ..)| *name).collect();
    assert_eq!(here, wanted);
    for name in here {
        assert!(kept(name, "jsonl").len() < 400_000, "{name} is too large to be kept");
    }
}

#[test]
fn the_campaign_opens_in_this_version_and_ends_as_it_did() {
    for (name, ..) in PINNED {
        let (edge, dir, _) = folder(name, &kept(name, "jsonl"));
        let campaign = Campaign::open(&edge, &dir).unwrap_or_else(|error| panic!("{name}: {error}"));
        let ended = campaign.record.game.ended.as_ref().unwrap_or_else(|| panic!("{name} has no end"));
        let outcome = campaign.referee.outcome(&Position(campaign.record.game.position.clone())).unwrap();
        // Some were ended by votes.
        let by_rules = campaign.record.game.over.then_some(&ended.outcome);
        assert_eq!(outcome.as_ref(), by_rules, "{name}");
    }
}

/// A campaign that was begun with an older program and is not over must open, and tell what it waits for.
#[test]
fn a_campaign_that_breaks_off_anywhere_can_be_carried_on() {
    for (name, ..) in PINNED {
        let ledger = kept(name, "jsonl");
        let lines: Vec<&str> = ledger.lines().collect();
        for part in 1..8 {
            let cut: String =
                lines.iter().take(lines.len() * part / 8).map(|line| format!("{line}\n")).collect();
            let (edge, dir, _) = folder(name, &cut);
            let campaign = Campaign::open(&edge, &dir).unwrap_or_else(|error| panic!("{name}: {error}"));
            let now = campaign.record.at;
            preview(&campaign, now).unwrap_or_else(|error| panic!("{name}, {part} of 8: {error}"));
            status(&campaign, now).unwrap_or_else(|error| panic!("{name}, {part} of 8: {error}"));
        }
    }
}

/// These tests can fail: with another number in the game's data the ledger does not follow, and the entry is named.
#[test]
fn another_number_in_the_data_is_noticed() {
    let changes = [
        ("thrones-1e-3", "houses.yaml", "power: 5 ", "power: 6 "),
        ("king-is-dead-3", "game.yaml", "at-home: 2 ", "at-home: 1 "),
    ];
    for (name, file, old, new) in changes {
        let (edge, dir, disk) = folder(name, &kept(name, "jsonl"));
        let game = settings_of(&edge, &dir).unwrap().0.game;
        let text = games::embedded(&game, file).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{file} has no “{old}”");
        disk.create_dir(&dir.join("games").join(&game), 0o700).unwrap();
        disk.write(&dir.join("games").join(&game).join(file), text.replace(old, new).as_bytes(), 0o600)
            .unwrap();
        let flaw = verify(&edge, &dir).unwrap().expect_err(name);
        assert!(flaw.entry > 1, "{flaw}");
    }
}

/// What a plan said, in a ledger that was made anew around another answer.
#[test]
fn another_answer_is_noticed() {
    for (name, ..) in PINNED {
        let (edge, dir, _) = folder(name, "");
        let (_, referee) = settings_of(&edge, &dir).unwrap();
        let mut entries = ledger::entries(kept(name, "jsonl").as_bytes()).unwrap();
        let mut plans = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if entry.kind == ledger::Kind::Answered && entry.body["source"]["from"] == "plan" {
                plans.entry(entry.body["kind"].to_string()).or_insert(Vec::new()).push(place);
            }
        }
        // Two answers of the same kind that differ are exchanged.
        let differ = |places: &Vec<usize>| {
            let first = *places.first()?;
            let other =
                places.iter().find(|place| entries[**place].body["answer"] != entries[first].body["answer"]);
            other.map(|other| (first, *other))
        };
        let (first, other) =
            plans.values().find_map(differ).unwrap_or_else(|| panic!("{name} has no two answers"));
        entries[first].body["answer"] = entries[other].body["answer"].clone();
        let flaw = verify_entries(&*referee, &entries, None).expect_err(name);
        // At the latest where its stage is resolved.
        let resolved = entries[first..].iter().find(|entry| entry.kind == ledger::Kind::Resolved).unwrap();
        assert!((entries[first].seq..=resolved.seq).contains(&flaw.entry), "{name}: {flaw}");
    }
}
