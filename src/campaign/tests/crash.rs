//! The machine stops at every effect of a tick, the disk is full, the ledger is damaged.

use crate::campaign::tests::world::{World, all_bid};
use crate::campaign::toy::SEATS;
use crate::campaign::verify;
use crate::disk::{Disk, Fault, Trouble};
use std::collections::BTreeSet;

fn ids(world: &World) -> BTreeSet<String> {
    world.sent().iter().map(|mail| mail.id().to_owned()).collect()
}

/// A moment with much to do: a stranger, a bad mail, press, a vote, and all plans of a window.
fn busy() -> World {
    let mut world = World::new();
    world.mail("eve@example.com", "", "hello\n");
    world.write("ash", "plan: {bid: 99}\n");
    world.write("birch", "press: {to: all, text: well met}\nvote: {draw: yes}\n");
    all_bid(&mut world, [1, 2, 3]);
    world
}

#[test]
fn stopped_at_any_effect_and_run_again_the_same_record_and_the_same_mails() {
    let start = busy();
    let mut straight = start.fork();
    straight.disk.restart();
    straight.tick();
    straight.tick();
    let effects = {
        let mut counted = start.fork();
        counted.disk.restart();
        counted.tick();
        counted.disk.effects()
    };
    assert!(effects > 30, "{effects}");
    let faults = [Fault::KillBefore, Fault::KillWithin(700), Fault::KillZeros(300), Fault::KillAfter];
    for number in 1..=effects {
        for fault in faults {
            let mut world = start.fork();
            world.disk.fail_at(number, fault);
            let _ = world.try_tick();
            if !world.disk.is_dead() {
                continue;
            }
            world.disk.restart();
            world.tick();
            world.tick();
            let differs = world.ledger().lines().zip(straight.ledger().lines()).position(|(a, b)| a != b);
            assert_eq!(differs, None, "effect {number}, {fault:?}");
            assert_eq!(world.ledger().len(), straight.ledger().len(), "effect {number}, {fault:?}");
            assert_eq!(ids(&world), ids(&straight), "effect {number}, {fault:?}");
            for folder in ["Used", "Refused", "Stranger", "Duplicate"] {
                assert_eq!(
                    world.in_folder(folder),
                    straight.in_folder(folder),
                    "effect {number}, {fault:?}: {folder}"
                );
            }
        }
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let start = busy();
    let mut straight = start.fork();
    straight.disk.restart();
    straight.tick();
    for number in 1..40 {
        for fault in [Fault::Fail(Trouble::Full), Fault::Short(100, Trouble::Full)] {
            let mut world = start.fork();
            world.disk.fail_from(number, fault);
            let _ = world.try_tick();
            world.disk.restart();
            // The first tick with room sends all.
            world.now = start.now + chrono::TimeDelta::minutes(2);
            world.tick();
            assert_eq!(world.campaign().record.people.due.len(), 0, "effect {number}: something still waits");
            let answers = |world: &World| {
                world
                    .entries(crate::ledger::Kind::Answered)
                    .iter()
                    .map(|e| e.body.clone())
                    .collect::<Vec<_>>()
            };
            assert_eq!(answers(&world), answers(&straight), "effect {number}");
            world.now += chrono::TimeDelta::hours(13);
            world.tick();
            let kinds = |world: &World| {
                let mut all: Vec<_> = world
                    .sent()
                    .iter()
                    .filter(|m| !m.is("notice", ""))
                    .map(|m| (m.to().to_owned(), m.model["mail"].to_string()))
                    .collect();
                all.sort();
                all.dedup();
                all
            };
            assert_eq!(kinds(&world), kinds(&straight), "effect {number}");
        }
    }
}

#[test]
fn a_damaged_ledger_stops_everything_and_is_left_alone() {
    let mut world = busy();
    world.tick();
    let good = world.ledger();
    let path = world.dir.join("ledger.jsonl");
    let lines: Vec<&str> = good.lines().collect();
    let edited = good.replacen("\"fate\":\"used\"", "\"fate\":\"usad\"", 1);
    let missing = [&lines[..3], &lines[4..]].concat().join("\n") + "\n";
    let newer = good.replacen("\"kind\":\"window\"", "\"kind\":\"widow\"", 1);
    // An editor leaves the time of its writing.
    world.disk.set_time((world.now + chrono::TimeDelta::seconds(1)).into());
    for bad in [edited, missing, newer] {
        world.disk.write(&path, bad.as_bytes(), 0o600).unwrap();
        let error = world.try_tick().unwrap_err().to_string();
        assert!(error.contains("line "), "{error}");
        assert_eq!(world.ledger(), bad);
    }
    // Half a line at the end was never told to anybody.
    world.disk.write(&path, format!("{good}{{\"at\":\"2026").as_bytes(), 0o600).unwrap();
    let ticked = world.tick();
    assert_eq!(ticked.attention.len(), 1);
    assert_eq!(world.ledger(), good);
}

/// A tick reads what came after the last one, as long as nobody has written to the file since; so a disk that changes an old
/// line without a trace is noticed by whoever looks back: `verify`, in the night.
#[test]
fn an_old_line_that_changes_without_a_trace_is_found_by_whoever_looks_back() {
    let mut world = busy();
    world.tick();
    let (good, path) = (world.ledger(), world.dir.join("ledger.jsonl"));
    let written = world.disk.look(&path).unwrap().modified;
    let bad = good.replacen("\"fate\":\"used\"", "\"fate\":\"usad\"", 1);
    let line = bad.lines().position(|line| line.contains("usad")).unwrap() + 1;
    world.disk.write(&path, bad.as_bytes(), 0o600).unwrap();
    world.disk.touch(&path, written).unwrap();
    let campaign = world.campaign();
    let error = campaign.entries().unwrap_err().to_string();
    assert!(error.contains(&format!("line {line}:")), "{error}");
    let flaw = verify(&world.edge, &world.dir).unwrap().unwrap_err();
    assert_eq!(flaw.entry, line as u64);
    // The last line is read in any case.
    let last = good.trim_end().rfind('\n').unwrap();
    let bad = format!("{}{}", &good[..last], good[last..].replacen("\"kind\"", "\"kinb\"", 1));
    world.disk.write(&path, bad.as_bytes(), 0o600).unwrap();
    world.disk.touch(&path, written).unwrap();
    let error = world.try_tick().unwrap_err().to_string();
    assert!(error.contains(&format!("line {}:", good.lines().count())), "{error}");
}

#[test]
fn without_its_caches_a_campaign_is_the_same() {
    let mut world = busy();
    world.tick();
    let record = world.campaign().record;
    for file in ["record.json", "idle.json", "outbox.json"] {
        world.disk.remove(&world.dir.join("private").join(file)).unwrap();
    }
    assert_eq!(world.campaign().record, record);
    // A cache that does not fit is ignored.
    world.disk.write(&world.dir.join("private/record.json"), b"{\"version\":\"0\"}", 0o600).unwrap();
    assert_eq!(world.campaign().record, record);
    assert_eq!(SEATS.len(), record.people.seats().count());
}

#[test]
fn a_start_that_is_broken_off_is_begun_again() {
    let world = World::folder(crate::campaign::tests::world::YAML);
    let mut straight = world.fork();
    straight.start();
    straight.tick();
    for number in 1..30 {
        let mut broken = world.fork();
        broken.disk.fail_at(number, Fault::KillWithin(900));
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| broken.start())).is_ok();
        broken.disk.restart();
        if !done {
            broken.start();
        }
        broken.tick();
        assert_eq!(ids(&broken).len(), ids(&straight).len(), "effect {number}");
    }
}
