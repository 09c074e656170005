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
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What each ledger held on the day it was made: entries, seals, answers, stages, shuffles, the head of the chain.
const PINNED: &[(&str, [usize; 5], &str)] = &[
    (
        "beyond-the-wall-3",
        [470, 19, 217, 68, 5],
        "984e30d7c75d39ccde62e830ca44a586df075e63737aeede73b492e35108cb46",
    ),
    ("king-is-dead-2", [52, 2, 16, 9, 2], "78af5720f044d2b83521fa5a585be0b4244bd8cdd7f4de044de7837541e79127"),
    (
        "king-is-dead-2-mordred",
        [54, 2, 18, 9, 2],
        "aac07cd5cdf1e55207f50058deddf5e31f2cfe74f2492ef8c8ac88e451de8a80",
    ),
    ("king-is-dead-3", [85, 4, 27, 9, 2], "e6ae090094826e232770a0197ff02fcf4cc111df78f53ed655ca7bbd955b0cbb"),
    (
        "king-is-dead-3-batch",
        [300, 16, 49, 11, 2],
        "efb53258300f854beb7aa512a46f989da4effd6d4b190e946ac117c3b995333b",
    ),
    (
        "king-is-dead-3-busy",
        [449, 19, 93, 13, 2],
        "ae5c79d55e31f849b3befcdfeedf563dd3d82d2e6568569f5035d519de654df0",
    ),
    (
        "king-is-dead-3-mordred",
        [59, 3, 15, 5, 2],
        "84d4378ce89526321349ad56b9b4e20556ce7cd728763757854e270e36c097ed",
    ),
    (
        "king-is-dead-3-ruled",
        [278, 5, 129, 38, 2],
        "856acd374fd1d9a90bd5597920d8edba05be95e7272183348cbd83a1a956f756",
    ),
    ("king-is-dead-4", [92, 4, 32, 9, 2], "dc85d21144d9b143ccc5a3c9f6514c794138efe57520c02fde76721a82bc397f"),
    (
        "king-is-dead-4-mordred",
        [156, 8, 56, 9, 2],
        "14f09ccbaea6f38508229c739d412e96dbfbb225b9da45e0e33c3eb6f4074eea",
    ),
    (
        "thrones-1e-3",
        [334, 19, 106, 50, 6],
        "f6df681eb7fabf267cb8458616188f4613eff40e0fd16ee97bf1d0b2992da9dc",
    ),
    (
        "thrones-1e-3-ruled",
        [309, 11, 103, 36, 4],
        "8fe3ace5bc5886b3de2e420428245c7c8b08c6b56be11c6ad775a23c58229088",
    ),
    (
        "thrones-1e-4",
        [443, 26, 168, 50, 4],
        "74079157234b31abdd557dc909643ed5ce29cbd16675d40b7a2c168dc9f11295",
    ),
    (
        "thrones-1e-5",
        [788, 46, 312, 86, 5],
        "9988d89898147d74ab7a1bac0d29ad7406e238efd42f5682bb2e71fda40e6055",
    ),
    (
        "thrones-2e-3",
        [636, 33, 263, 77, 7],
        "1d98edd5bafe358a9e584b4a921dc37df5e96b41770b1f0b57c7696c7daf6eb5",
    ),
    (
        "thrones-2e-3-tides",
        [643, 35, 232, 87, 21],
        "7c813d4a3efaaa00cfff6a0b40b16d7f420bef448ba7c4bade938c378bea84e1",
    ),
    (
        "thrones-2e-4",
        [755, 42, 315, 87, 8],
        "559c54fd14cf8ae1dfc1323ace96c69dcb0dd635dd003bdcc2ad8f4486eef506",
    ),
    (
        "thrones-2e-4-tides",
        [722, 46, 249, 77, 19],
        "299d57eb4656a524d34e1c0a3937fa9ca0cac99aa4b61bfbd09d131d4fc51815",
    ),
    (
        "thrones-2e-5",
        [947, 61, 361, 87, 6],
        "714cc83d2520ab27375677a92b26d0b9e123f881102b5acba1bdad15d07b11f7",
    ),
    (
        "thrones-2e-5-tides",
        [636, 40, 233, 59, 20],
        "8f52b5d23bef985cefdbeca1fbc65c243f92c5c8b46076b802a99edcf7d41449",
    ),
    (
        "thrones-2e-6",
        [1088, 64, 506, 87, 7],
        "767dd81f1859a57da5bdae081b9bd6bffab0214d2b7d8823ea1aeb755739448c",
    ),
    (
        "thrones-2e-6-tides",
        [749, 49, 301, 59, 38],
        "52e3165077cd26da243fe8d35e67d0f36cd4f09e89d7ee53bfbb6549783898ef",
    ),
    (
        "thrones-nine-9",
        [1777, 94, 519, 86, 6],
        "9af3f7aef0387ea8560e18e395c04c67b7fbcf7bff8228c03c5c9d3e8b2cd1ec",
    ),
    (
        "westeros-and-the-north-12",
        [633, 31, 157, 20, 6],
        "8595c328adbf67261977fa98d66bdcb121ab1234a1b9ca5c32fe6539cf1a3990",
    ),
    (
        "westeros-and-the-north-6",
        [1097, 60, 463, 92, 9],
        "351ac2dc9908e0cd7ff409fa37f982c258371a5bd58464c5426b186a76168f9c",
    ),
    (
        "westeros-and-the-north-9",
        [817, 39, 215, 44, 6],
        "2caec61d522364136ed48f4cdaaeba1bd3bc3439208c67cfd1c80cb91d7b450e",
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
    // Two numbers of houses of the board for nine share all its rules with the third; so do those between on two boards.
    let shared = ["thrones-nine-7", "thrones-nine-8"].map(str::to_owned);
    let shared: Vec<String> =
        shared.into_iter().chain([7, 8, 10, 11].map(|n| format!("westeros-and-the-north-{n}"))).collect();
    wanted.retain(|name| !shared.contains(name));
    // And of a game master who rules, goes back and forward, corrects the data; of one who pauses, extends, replaces; of one who rules
    // where plans answer a part of what comes next.
    let ruled = ["king-is-dead-3-batch", "king-is-dead-3-busy", "king-is-dead-3-ruled", "thrones-1e-3-ruled"];
    wanted.extend(ruled.map(str::to_owned));
    wanted.sort();
    let here: Vec<&str> = PINNED.iter().map(|(name, ..)| *name).collect();
    assert_eq!(here, wanted);
    for name in here {
        assert!(kept(name, "jsonl").len() < 3_000_000, "{name} is too large to be kept");
    }
}

#[test]
fn the_campaign_opens_in_this_version_and_ends_as_it_did() {
    for (name, ..) in PINNED {
        let (edge, dir, _) = folder(name, &kept(name, "jsonl"));
        let campaign = Campaign::open(&edge, &dir).unwrap_or_else(|error| panic!("{name}: {error}"));
        let ended = campaign.record.game.ended.as_ref().unwrap_or_else(|| panic!("{name} has no end"));
        let outcome = campaign.referee.outcome(&campaign.record.game.position).unwrap();
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

/// These tests can fail: another number in the game's data, put into the campaign's folder, is not played with.
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
        let refused = verify(&edge, &dir).expect_err(name).to_string();
        assert!(refused.contains("was put there after this campaign was founded"), "{refused}");
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
