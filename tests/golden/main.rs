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
    ("king-is-dead-2", [52, 2, 16, 9, 2], "ee11a4be490725ff52f33617d2c5b0c62d87e4db431f99ce6e884568fdb5b58e"),
    (
        "king-is-dead-2-mordred",
        [54, 2, 18, 9, 2],
        "a1824d2ae74c6e71850f26594703dd71ac72f5f9251150f726417603951d0300",
    ),
    (
        "king-is-dead-3",
        [102, 6, 27, 9, 2],
        "a397173bee687acd8752f54f0bce74f35fe2e70739c388a94113094db6dbd76c",
    ),
    (
        "king-is-dead-3-busy",
        [446, 19, 93, 13, 2],
        "928237fd5a6ca14fa6b9087b493042f6b000e8b664611e1cf4b2d54b34762c17",
    ),
    (
        "king-is-dead-3-mordred",
        [59, 3, 15, 5, 2],
        "966bb6b4272fcd309ae5dea234a1ae92807b6eea0dfa81c68e258a810973b550",
    ),
    (
        "king-is-dead-3-ruled",
        [278, 5, 129, 38, 2],
        "0bf6ddad6059620af048ac04de0bf3a490d1d299e199c7ab0a3cfc32bc7e9e3b",
    ),
    ("king-is-dead-4", [92, 4, 32, 9, 2], "d8d92deaed0b8ea083e4e3ccb09b45ccafe86c3b1e527cc053ea9f1bd39c6689"),
    (
        "king-is-dead-4-mordred",
        [156, 8, 56, 9, 2],
        "048ea58d3b879778068430a9e98a4eacd4f8e9ae874eab09f95215f39c30fb9a",
    ),
    (
        "thrones-1e-3",
        [334, 19, 106, 50, 6],
        "f98241e1880d1ade2b49458fbea0634621c2d271695899e901b2c0cf12c8eb40",
    ),
    (
        "thrones-1e-3-ruled",
        [309, 11, 103, 36, 4],
        "62420deb8275e1ea738787a0628799d60e9105c6e0e8f9bfd663a784b587891d",
    ),
    (
        "thrones-1e-4",
        [443, 26, 168, 50, 4],
        "6c6401b1376c0cb29265dc0a0a78adf6d757b210afcfe3e335cdeb10f286a69e",
    ),
    (
        "thrones-1e-5",
        [788, 46, 312, 86, 5],
        "f41610bf0d297b7b952c2c0b9c21adf139568f4136e3f68e9cf6267796444f1a",
    ),
    (
        "thrones-2e-3",
        [663, 30, 301, 87, 8],
        "cf9c9c35e2b24583a4152fdad1b9a4f746f45b79212981b33ada69bb072d0bbc",
    ),
    (
        "thrones-2e-3-tides",
        [380, 20, 131, 50, 11],
        "fa98e9edc18bc0bc896b2fb5b6dd58a340d8adbd5a88828fb1508b0019e2334e",
    ),
    (
        "thrones-2e-4",
        [772, 40, 346, 87, 8],
        "03267fe4d3dc5dba66932696080c27f936d77332a5d9c73d6724dd078fd27834",
    ),
    (
        "thrones-2e-4-tides",
        [710, 40, 279, 87, 24],
        "4a9df21adb05f2f280ade5e9222e08f90eb5bd91ed13c955910c55ee7d0aedb1",
    ),
    (
        "thrones-2e-5",
        [723, 43, 309, 69, 5],
        "76297692475025627455cd75e47f88b4f70901d7748e7aa0cff28564a6960fb5",
    ),
    (
        "thrones-2e-5-tides",
        [812, 50, 322, 87, 26],
        "03ea8bc80323eab0a9ba38da16d9ce05731cb3b0015c28db34dbf21d76bad4f6",
    ),
    (
        "thrones-2e-6",
        [735, 44, 331, 61, 6],
        "efb7fef24f454705b515a82b9befc75748b59f50bfb36719119770f2b6004683",
    ),
    (
        "thrones-2e-6-tides",
        [507, 31, 212, 41, 26],
        "1d16674d63583fdb30d7bacbfad2272941120ec851a93029e42401a7c0310f87",
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
            let variant = match game.id {
                "king-is-dead" => Some("mordred"),
                "thrones-2e" => Some("tides"),
                _ => None,
            };
            wanted.extend(variant.map(|variant| format!("{}-{players}-{variant}", game.id)));
        }
    }
    // And of a game master who rules, goes back and forward, corrects the data; of one who pauses, extends, replaces.
    wanted.extend(["king-is-dead-3-busy", "king-is-dead-3-ruled", "thrones-1e-3-ruled"].map(str::to_owned));
    wanted.sort();
    let here: Vec<&str> = PINNED.iter().map(|(name, ..)| *name).collect();
    assert_eq!(here, wanted);
    for name in here {
        assert!(kept(name, "jsonl").len() < 800_000, "{name} is too large to be kept");
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
    let mut exchanged = 0;
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
        // In a short game all answers of plans may be the same.
        let Some((first, other)) = plans.values().find_map(differ) else { continue };
        exchanged += 1;
        entries[first].body["answer"] = entries[other].body["answer"].clone();
        let flaw = verify_entries(&*referee, &entries, None).expect_err(name);
        // At the latest where its stage is resolved.
        let resolved = entries[first..].iter().find(|entry| entry.kind == ledger::Kind::Resolved).unwrap();
        assert!((entries[first].seq..=resolved.seq).contains(&flaw.entry), "{name}: {flaw}");
    }
    assert!(exchanged > PINNED.len() / 2, "{exchanged}");
}
