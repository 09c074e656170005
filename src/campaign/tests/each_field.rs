//! Ledgers with everything in them, and every field of every shape of entry altered in at least one of them; archives with each part of
//! the manifest and of each shape of line altered, and cut off at each place; and kept mails, each alone and with each number and hash
//! altered. `altered` and `mixed` try a sample in every storm, this tries all of each sort once.

use crate::campaign::tests::altered::{Altered, Change, alter, alterations, fields, others, put};
use crate::campaign::tests::long_storms::{CORNERS, SEALS, TURN_OF_THE_YEAR};
use crate::campaign::tests::mixed::{Mixture, mix, mixtures};
use crate::campaign::tests::outputs;
use crate::campaign::tests::storm::{GM_ORDERS, Mails, PLAYERS};
use crate::campaign::tests::world::{World, YAML};
use crate::campaign::{Flaw, For, Verified, against, export, verify_archive, verify_entries};
use crate::disk::Disk;
use crate::ledger::Entry;
use crate::seal::Hash256;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Worlds that have, together, every shape of entry.
pub(super) fn worlds() -> impl Iterator<Item = World> {
    let opening = YAML.replace("outage: 3h", "outage: 3h, opening: in 24h");
    let words = opening.replace("chance: no", "chance: {words: sealed, until: in 24h}");
    let all: [(String, Mails<'_>); 5] = [
        (format!("{words}secrecy: either\n"), SEALS),
        (format!("{YAML}rulings: {{protest: 12h, vote: yes}}\npress: grey\n"), CORNERS),
        (YAML.replace("absence: default", "absence: steward"), GM_ORDERS),
        (format!("{YAML}disputes: {{clock: waits}}\n"), TURN_OF_THE_YEAR),
        (YAML.to_owned(), PLAYERS),
    ];
    all.into_iter().map(|(yaml, mails)| {
        let mut world = World::with(&yaml);
        world.blown(mails);
        world
    })
}

/// What an entry is, without what is only of this one.
pub(super) fn shape(entry: &Entry) -> String {
    let how = ["how", "fate", "what", "did", "step", "why"].map(|key| entry.body[key].to_string());
    format!("{} {how:?}", entry.kind.name())
}

/// A pointer without numbers and names, which are of one entry.
fn place(pointer: &str) -> String {
    let part = |part: &str| match part {
        "ash" | "birch" | "cedar" => "SEAT".to_owned(),
        part if part.contains(|c: char| c.is_ascii_digit()) => "N".to_owned(),
        part => part.to_owned(),
    };
    pointer.split('/').map(part).collect::<Vec<_>>().join("/")
}

fn verdict(said: Result<Verified, Flaw>) -> String {
    said.map_or_else(
        |Flaw { entry, why }| format!("{entry}: {why}"),
        |verified| format!("good: {:?}", verified.unchecked),
    )
}

#[test]
fn of_every_shape_of_entry() {
    let (mut known, mut said, mut good) = (BTreeSet::new(), String::new(), 0);
    for world in worlds() {
        let campaign = world.campaign();
        let entries = campaign.entries().unwrap();
        let secret = campaign.secrets.chance;
        let mut tell = |what: &str, entries: &[Entry], with: bool| {
            let told = verify_entries(&*campaign.referee, entries, Some(secret).filter(|_| with));
            good += usize::from(told.is_ok());
            let _ = writeln!(said, "{what}: {}", verdict(told));
        };
        for (at, change) in alterations(entries) {
            let (what, with) = match &change {
                Change::Field { secret, pointer, to } => {
                    (format!("{secret} {} {}", place(pointer), to.is_some()), to.is_some())
                }
                Change::Time(minutes) => (format!("{minutes} minutes"), true),
                Change::Gone => ("gone".to_owned(), true),
                Change::Twice => ("twice".to_owned(), true),
                Change::Later => ("later".to_owned(), false),
            };
            if known.insert(format!("{} {what}", shape(&entries[at]))) {
                let Altered { what, entries } = alter(entries, at, &change);
                tell(&what, &entries, with);
            }
        }
        for (at, mixture) in mixtures(entries) {
            let what = match &mixture {
                Mixture::Field { secret, pointer, .. } => format!("mixed {secret} {}", place(pointer)),
                Mixture::Body(_) => "body".to_owned(),
                Mixture::Moved(by) => format!("moved {by}"),
                Mixture::Again(by) => format!("again {by}"),
                Mixture::Gone => "gone from its batch".to_owned(),
            };
            if known.insert(format!("{} {what}", shape(&entries[at]))) {
                let (what, entries) = mix(entries, at, &mixture);
                tell(&what, &entries, true);
            }
        }
    }
    assert!(known.len() > 1000 && good * 4 < known.len(), "{good} of {} are good", known.len());
    outputs::said("of every shape of entry", said);
}

/// An archive as it is written in one file.
fn archive(world: &World, receiver: &For) -> Vec<String> {
    let out = PathBuf::from("/archive.jsonl");
    // The one of another receiver, which would be left alone.
    let _ = world.disk.remove(&out);
    export(&world.edge, &world.campaign(), receiver, &out).unwrap();
    let text = String::from_utf8(world.disk.read(&out).unwrap()).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn verified(world: &World, lines: &[String]) -> String {
    let path = Path::new("/altered.jsonl");
    world.disk.write(path, (lines.join("\n") + "\n").as_bytes(), 0o600).unwrap();
    verify_archive(&world.edge, path).map_or_else(|why| why.to_string(), verdict)
}

/// The manifest of an archive whose ledger is these lines.
fn fitting(manifest: &str, ledger: &[String]) -> String {
    let mut manifest: Value = serde_json::from_str(manifest).unwrap();
    let last: Value = ledger.last().map(|line| serde_json::from_str(line).unwrap()).unwrap_or_default();
    let export = &mut manifest["export"];
    export["files"]["ledger.jsonl"] = json!(Hash256::of(ledger.join("\n") + "\n"));
    (export["entries"], export["head"]) = (last["seq"].clone(), last["hash"].clone());
    manifest.to_string()
}

#[test]
fn of_archives() {
    let (mut known, mut said, mut tried) = (BTreeSet::new(), String::new(), 0);
    for world in worlds().take(3) {
        for receiver in [For::Public, For::Seat("ash".into()), For::Whole] {
            let lines = archive(&world, &receiver);
            let mut tell = |what: &str, lines: &[String]| {
                tried += 1;
                let _ = writeln!(said, "{receiver} {what}: {}", verified(&world, lines));
            };
            tell("as it is", &lines);
            let (first, ledger) = lines.split_first().unwrap();
            let manifest: Value = serde_json::from_str(first).unwrap();
            for (pointer, value) in fields(&manifest) {
                for to in others(&value) {
                    let mut altered = manifest.clone();
                    put(&mut altered, &pointer, to.clone());
                    let lines: Vec<String> =
                        [altered.to_string()].into_iter().chain(ledger.iter().cloned()).collect();
                    tell(&format!("manifest {pointer} {to:?}"), &lines);
                }
            }
            // Cut off, and said to end there; and said to be whole there, or to wait for what it waits for now.
            for length in (0..ledger.len()).rev().step_by(5).take(12).chain([0, 1, 2]) {
                let short = &ledger[..length.min(ledger.len())];
                let mut fitted: Value = serde_json::from_str(&fitting(first, short)).unwrap();
                for until in
                    [manifest["export"]["until"].clone(), Value::Null, json!("chance"), json!("2-bidding")]
                {
                    put(&mut fitted, "/export/until", Some(until.clone()));
                    let lines: Vec<String> =
                        [fitted.to_string()].into_iter().chain(short.iter().cloned()).collect();
                    tell(&format!("{length} entries until {until}"), &lines);
                }
            }
            for (at, line) in ledger.iter().enumerate() {
                let entry: Value = serde_json::from_str(line).unwrap();
                for (pointer, value) in fields(&entry) {
                    let kind = entry["kind"].to_string();
                    if !known.insert(format!("{receiver} {kind} {}", place(&pointer))) {
                        continue;
                    }
                    for to in others(&value) {
                        let mut altered = entry.clone();
                        put(&mut altered, &pointer, to.clone());
                        let mut ledger = ledger.to_vec();
                        ledger[at] = altered.to_string();
                        let lines: Vec<String> =
                            [fitting(first, &ledger)].into_iter().chain(ledger).collect();
                        tell(&format!("{} {kind} {pointer} {to:?}", at + 1), &lines);
                    }
                }
            }
        }
    }
    assert!(tried > 400, "{tried}");
    outputs::said("of archives", said);
}

/// The mail with one run of digits or of a hash otherwise, each time another.
fn slips(raw: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut at = 0;
    for run in raw.as_bytes().chunk_by(|a, b| a.is_ascii_hexdigit() == b.is_ascii_hexdigit()) {
        let text = &raw[at..at + run.len()];
        let is_number = text.len() < 6 && text.bytes().all(|byte| byte.is_ascii_digit());
        if text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) || is_number {
            let last = if text.ends_with('1') { '2' } else { '1' };
            let slip = format!("{}{last}{}", &raw[..at + run.len() - 1], &raw[at + run.len()..]);
            let line = raw[..at].rsplit('\n').next().unwrap_or_default().trim();
            // What the tests' writer says for machines is no claim of the mail, nor is what is packed.
            if !line.contains(' ') || line.contains(['{', '"', '<']) {
                at += run.len();
                continue;
            }
            let words: String = line.chars().filter(|c| c.is_alphabetic() || *c == ' ').take(40).collect();
            all.push((words, slip));
        }
        at += run.len();
    }
    all
}

#[test]
fn of_kept_mails() {
    let (mut known, mut kinds) = (BTreeSet::new(), BTreeMap::new());
    let (mut said, mut tried) = (String::new(), 0);
    for world in worlds() {
        let out = PathBuf::from("/archive.jsonl");
        export(&world.edge, &world.campaign(), &For::Seat("ash".into()), &out).unwrap();
        let mut tell = |what: &str, raw: &[u8]| {
            tried += 1;
            let path = PathBuf::from("/kept/1");
            let _ = world.disk.create_dir(Path::new("/kept"), 0o700);
            world.disk.write(&path, raw, 0o600).unwrap();
            let told = against(&world.edge, Path::new("/archive.jsonl"), std::slice::from_ref(&path));
            let _ = writeln!(said, "{what}: {:?}", told.map_err(|why| why.to_string()));
        };
        for folder in ["mail/out/new", "mail/in/.Used/cur", "mail/in/.Refused/cur"] {
            for path in world.disk.list(&world.dir.join(folder)).unwrap_or_default() {
                let raw = world.disk.read(&path).unwrap();
                let letter = crate::post::read(&raw);
                // What kind of mail it is: its subject is the kind of its model.
                let kind = format!("{folder} {}", letter.subject);
                let count = kinds.entry(kind.clone()).or_insert(0);
                *count += 1;
                if *count <= 3 {
                    tell(&format!("{kind} as it is"), &raw);
                }
                let Some(raw) = String::from_utf8(raw).ok().filter(|_| *count == 1) else { continue };
                for (words, slip) in slips(&raw) {
                    if known.insert(format!("{kind} {words}")) {
                        tell(&format!("{kind}, {words}"), slip.as_bytes());
                    }
                }
            }
        }
    }
    assert!(tried > 60, "{tried}");
    outputs::said("of kept mails", said);
}
