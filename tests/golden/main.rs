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
    ("king-is-dead-2", [54, 2, 16, 9, 2], "d3d2509c8a29ec06dd56c14d48959f11f1202e44e8c30fae6dee6cde1d2383bf"),
    (
        "king-is-dead-2-mordred",
        [54, 2, 18, 9, 2],
        "d1d8dffd77b46b7128eeb3a284156e39358c78c59f65c06d0cbc9645293242f2",
    ),
    ("king-is-dead-3", [86, 4, 27, 9, 2], "862eaccb0967da5ffe274d69daae7c669e108ab8d8eeee63c18621d378c24a32"),
    (
        "king-is-dead-3-busy",
        [435, 19, 93, 13, 2],
        "ddec27628aeded6771de2d97c280788e2e7b089bf10082401f023de1ba8a4fae",
    ),
    (
        "king-is-dead-3-mordred",
        [59, 3, 15, 5, 2],
        "4e9844de197d040ac09a8c9453e301b1c18949be112c01e2414c0f44a1806e5b",
    ),
    (
        "king-is-dead-3-ruled",
        [286, 5, 138, 39, 2],
        "11ec2919ba176c0c093f088c536884ed5cbcc96c174eeb30352587abab8b2bd7",
    ),
    ("king-is-dead-4", [94, 4, 32, 9, 2], "9e79862bfc2ca94c64e3fe46cfc9b0a9901706a5dc24c59df166c274ef2ff41a"),
    (
        "king-is-dead-4-mordred",
        [153, 8, 56, 9, 2],
        "51d2226de4b31ac77750c8aa2030537bbfc879342628e5904f789e7ca51dd2f5",
    ),
    (
        "thrones-1e-3",
        [341, 18, 123, 50, 5],
        "c9cc91ed24f5337c02b6a37ecb8358c0a96212426ef4416f7fcd04c209bff1c3",
    ),
    (
        "thrones-1e-3-ruled",
        [300, 11, 103, 36, 4],
        "5edad2ca1a3dde5fd5ecf28556c13c96cf04dc7070dd0e2df25d60ce64253133",
    ),
    (
        "thrones-1e-4",
        [441, 25, 176, 50, 3],
        "7afd06ce473096b7a30645158aa8f5ae64ea72c6007ccfcfbad4d04c9301208d",
    ),
    (
        "thrones-1e-5",
        [323, 20, 117, 32, 4],
        "469ff851f0b8bfedd166eb1fc1fb418f2a25b9107e08235c1c3413a2fbe16fde",
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
