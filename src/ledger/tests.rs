//! What holds of a ledger when the disk, the machine or somebody's editor does its worst.

use super::file::read_after;
use super::*;
use crate::disk::{Disk, Fault, FaultyDisk, RealDisk, Trouble};
use chrono::{DateTime, Utc};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

const PATH: &str = "/ledger.jsonl";

pub(super) fn path() -> &'static Path {
    Path::new(PATH)
}

fn at(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + second, 250_000_000).unwrap()
}

fn draft(n: i64) -> Draft {
    Draft::new(at(n), Kind::Press, json!({"text": format!("raven {n} – ✉"), "to": ["stark"]}))
}

fn secret_draft(n: i64) -> Draft {
    let body = json!({"plan": {"orders": {"winterfell": "march"}}, "n": n});
    Draft::new(at(n), Kind::Opened, json!({"seat": "stark"})).with(Secret::new([n as u8; 16], body))
}

fn shared(disk: &FaultyDisk) -> Arc<dyn Disk> {
    Arc::new(disk.clone())
}

pub(super) fn open(disk: &FaultyDisk) -> Opened {
    Ledger::open(&shared(disk), path()).unwrap()
}

/// A disk with a ledger of four lines, the third with a secret.
pub(super) fn four_lines() -> FaultyDisk {
    let disk = FaultyDisk::new();
    let founded = Draft::new(at(0), Kind::Founded, json!({"format": "ravenpost/1"}));
    open(&disk).ledger.append(&disk, vec![founded, draft(1), secret_draft(2), draft(3)]).unwrap();
    disk
}

fn put(disk: &FaultyDisk, bytes: &[u8]) {
    disk.write(path(), bytes, 0o600).unwrap();
}

fn lines_of(disk: &FaultyDisk) -> Vec<String> {
    String::from_utf8(disk.read(path()).unwrap()).unwrap().lines().map(str::to_owned).collect()
}

fn broken(disk: &FaultyDisk) -> Broken {
    let before = disk.read(path()).unwrap();
    match Ledger::open(&shared(disk), path()) {
        Err(LedgerError::Broken { broken, .. }) => {
            assert_eq!(disk.read(path()).unwrap(), before, "nothing may be changed");
            broken
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_written_is_read_again_and_times_lose_their_fractions() {
    let disk = four_lines();
    let Opened { ledger, torn } = open(&disk);
    assert_eq!(torn, None);
    assert_eq!(ledger.entries().latest().iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(ledger.entries().latest()[1].at.timestamp_subsec_nanos(), 0);
    assert_eq!(ledger.entries().latest()[2].secret.as_ref().and_then(Secret::body).unwrap()["n"], 2);
    for (entry, line) in ledger.entries().latest().iter().zip(lines_of(&disk)) {
        assert_eq!(entry.line().unwrap(), line);
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(crate::seal::canonical(&value).unwrap(), line, "lines are canonical JSON");
    }
    assert_eq!(verify(&disk.read(path()).unwrap()), Ok(ledger.head()));
}

#[test]
fn a_missing_or_empty_file_is_an_empty_ledger() {
    let disk = FaultyDisk::new();
    assert!(open(&disk).ledger.entries().is_empty());
    assert!(disk.files().is_empty(), "opening makes no file");
    put(&disk, b"");
    let mut ledger = open(&disk).ledger;
    assert_eq!(ledger.head(), Head::default());
    assert!(ledger.append(&disk, Vec::new()).unwrap().is_empty());
    assert_eq!(ledger.append(&disk, vec![draft(1)]).unwrap()[0].seq, 1);
}

#[test]
fn a_redacted_line_verifies_just_the_same() {
    let disk = four_lines();
    let ledger = open(&disk).ledger;
    let redacted: Vec<Entry> =
        ledger.entries().latest().iter().map(|entry| entry.redacted().unwrap()).collect();
    let export: String = redacted.iter().map(|entry| entry.line().unwrap() + "\n").collect();
    assert!(export.contains(r#""secret":{"digest":""#) && !export.contains("winterfell"));
    assert_eq!(verify(export.as_bytes()), Ok(ledger.head()));
    put(&disk, export.as_bytes());
    assert_eq!(open(&disk).ledger.entries().latest(), redacted);
    // The body that comes out later must be the one that was digested.
    let forged = lines_of(&four_lines())[2].replace("winterfell", "moat-cailin");
    let lies = export.replace(&redacted[2].line().unwrap(), &forged);
    assert!(matches!(verify(lies.as_bytes()), Err(Broken { line: 3, flaw: Flaw::Hash { .. } })));
}

#[test]
fn a_torn_last_line_is_cut_wherever_it_is_torn() {
    let whole = four_lines().read(path()).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').unwrap() + 1;
    for cut in last + 1..whole.len() - 1 {
        for zeros in [0, 1, 300] {
            let disk = FaultyDisk::new();
            let bytes = [&whole[..cut], &vec![0; zeros]].concat();
            put(&disk, &bytes);
            assert_eq!(read(&disk, path()).unwrap().entries.len(), 3);
            assert_eq!(disk.read(path()).unwrap(), bytes, "reading changes nothing");
            let Opened { mut ledger, torn } = open(&disk);
            assert_eq!(torn, Some(Torn { line: 4, bytes: bytes[last..].to_vec() }));
            ledger.append(&disk, vec![draft(3)]).unwrap();
            assert_eq!(disk.read(path()).unwrap(), whole);
        }
    }
}

#[test]
fn a_whole_last_line_without_its_end_is_kept() {
    let whole = four_lines().read(path()).unwrap();
    for zeros in [0, 7] {
        let disk = FaultyDisk::new();
        put(&disk, &[&whole[..whole.len() - 1], &vec![0; zeros]].concat());
        let Opened { mut ledger, torn } = open(&disk);
        assert_eq!((ledger.entries().latest().len(), torn), (4, Some(Torn { line: 4, bytes: Vec::new() })));
        assert_eq!(disk.read(path()).unwrap(), whole);
        // The ledger goes on where its line ends.
        ledger.append(&disk, vec![draft(4)]).unwrap();
        assert_eq!(open(&disk).ledger.entries().latest().len(), 5);
    }
}

#[test]
fn other_damage_is_named_and_nothing_is_changed() {
    let disk = four_lines();
    let lines = lines_of(&disk);
    let write =
        |lines: &[&str]| put(&disk, lines.iter().map(|l| format!("{l}\n")).collect::<String>().as_bytes());
    let [a, b, c, d] = [&lines[0], &lines[1], &lines[2], &lines[3]];

    write(&[a, c, d]);
    assert_eq!(broken(&disk), Broken { line: 2, flaw: Flaw::Seq { due: 2, found: 3 } });
    write(&[a, &b.replace("raven 1", "raven 9"), c]);
    let error = broken(&disk);
    assert!(matches!(error, Broken { line: 2, flaw: Flaw::Hash { .. } }), "{error}");
    write(&[a, &b.replace(":{", ": {"), c]);
    assert_eq!(broken(&disk), Broken { line: 2, flaw: Flaw::NotCanonical });
    write(&[a, &b.replacen("{", r#"{"x":1,"#, 1)]);
    assert!(matches!(broken(&disk), Broken { line: 2, flaw: Flaw::Form { .. } }));
    write(&[a, "", b]);
    assert_eq!(broken(&disk), Broken { line: 2, flaw: Flaw::BrokenOff });
    write(&[a, &b[..40]]);
    assert_eq!(broken(&disk), Broken { line: 2, flaw: Flaw::BrokenOff }, "a line with its end is not torn");
    put(&disk, format!("{a}\n{b}x").as_bytes());
    assert!(matches!(broken(&disk), Broken { line: 2, flaw: Flaw::Form { .. } }));
    put(&disk, b"\xff\xfe\n");
    assert_eq!(broken(&disk).line, 1);

    // A chain that is sound in itself, but hangs on another first line.
    let other = FaultyDisk::new();
    let drafts = vec![Draft::new(at(9), Kind::Founded, json!({})), draft(1), draft(2)];
    open(&other).ledger.append(&other, drafts).unwrap();
    write(&[a, &lines_of(&other)[1]]);
    assert!(matches!(broken(&disk), Broken { line: 2, flaw: Flaw::Prev { .. } }));
}

#[test]
fn what_a_newer_version_wrote_is_told_from_damage() {
    let disk = four_lines();
    let line = lines_of(&disk)[3].replace("press", "omen");
    let newer = |disk: &FaultyDisk| match Ledger::open(&shared(disk), path()) {
        Err(error @ LedgerError::Newer { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    // With its own hash the line is whole, and so newer; with the old hash it is damaged.
    put(&disk, [lines_of(&disk)[..3].join("\n"), line.clone()].join("\n").as_bytes());
    assert!(matches!(broken(&disk).flaw, Flaw::Hash { .. }));
    let Err(Broken { flaw: Flaw::Hash { computed, written }, .. }) = verify(&disk.read(path()).unwrap())
    else {
        panic!("the hash should be wrong")
    };
    let line = line.replace(&written.to_string(), &computed.to_string());
    put(&disk, ([lines_of(&disk)[..3].join("\n"), line].join("\n") + "\n").as_bytes());
    assert!(newer(&disk).contains("written by a newer Ravenpost (an entry “omen”)"), "{}", newer(&disk));

    put(&disk, b"{\"body\":{\"format\":\"ravenpost/2\"},\"kind\":\"founded\",\"mood\":\"dark\"}\n");
    assert!(newer(&disk).contains("ravenpost/2"));
}

#[test]
fn entries_that_cannot_be_written_leave_everything_as_it_was() {
    let disk = four_lines();
    let (mut ledger, before) = (open(&disk).ledger, disk.read(path()).unwrap());
    let head = ledger.head();
    let error = ledger.append(&disk, vec![draft(5), Draft::new(at(6), Kind::Vote, json!({"x": 0.5}))]);
    assert!(matches!(error, Err(LedgerError::Canonical(_))));
    assert_eq!((ledger.head(), disk.read(path()).unwrap()), (head, before));
}

#[test]
fn another_writer_is_noticed() {
    let disk = four_lines();
    let (mut one, mut two) = (open(&disk).ledger, open(&disk).ledger);
    one.append(&disk, vec![draft(5)]).unwrap();
    assert!(matches!(two.append(&disk, vec![draft(6)]), Err(LedgerError::Changed { .. })));
    assert_eq!(two.entries().latest().len(), 4);
    assert_eq!(open(&disk).ledger.entries().latest().len(), 5);
}

#[test]
fn entries_for_now_are_safe_once_the_ledger_is_settled_or_appended_to() {
    let lines = |disk: &FaultyDisk| open(disk).ledger.entries().latest().len();
    for (what, safe) in [("nothing", 4), ("settle", 6), ("append", 7)] {
        let disk = four_lines();
        let mut ledger = open(&disk).ledger;
        ledger.append_for_now(&disk, vec![draft(5)]).unwrap();
        ledger.append_for_now(&disk, vec![draft(6)]).unwrap();
        assert_eq!((ledger.head().seq, lines(&disk)), (6, 6), "they are there at once");
        match what {
            "settle" => ledger.settle(&disk).unwrap(),
            "append" => drop(ledger.append(&disk, vec![draft(7)]).unwrap().len()),
            _ => {}
        }
        disk.restart();
        assert_eq!(lines(&disk), safe, "{what}");
    }
    // What could not be made safe is nothing to go on from.
    let disk = four_lines();
    let mut ledger = open(&disk).ledger;
    ledger.append_for_now(&disk, vec![draft(5)]).unwrap();
    disk.fail_at(1, Fault::Fail(Trouble::Broken));
    assert!(ledger.settle(&disk).is_err());
    assert!(matches!(ledger.append(&disk, vec![draft(6)]), Err(LedgerError::Unsafe { .. })));
}

/// What a campaign does in the fault tests: opens and appends three batches. Gives the number of entries that it
/// was told are written, and the ledger if it could be opened.
fn work(disk: &FaultyDisk) -> (usize, Option<Ledger>) {
    let Ok(Opened { mut ledger, .. }) = Ledger::open(&shared(disk), path()) else { return (0, None) };
    let mut told = ledger.entries().latest().len();
    for batch in [vec![draft(1)], vec![draft(2), secret_draft(3), draft(4)], vec![draft(5)]] {
        let size = batch.len();
        match ledger.append(disk, batch) {
            Ok(entries) => {
                assert_eq!(entries.len(), size);
                told += size;
            }
            Err(_) => break,
        }
    }
    assert_eq!(ledger.entries().latest().len(), told, "the chain in memory moves only when a write has held");
    (told, Some(ledger))
}

/// After a fault and a restart: the chain holds, nothing that was reported is lost, and the ledger goes on.
fn check_after(disk: &FaultyDisk, told: usize, what: &str) {
    disk.restart();
    let mut ledger =
        Ledger::open(&shared(disk), path()).unwrap_or_else(|error| panic!("{what}: {error}")).ledger;
    assert!(
        ledger.entries().latest().len() >= told,
        "{what}: {told} were reported, {} are left",
        ledger.entries().latest().len()
    );
    ledger.append(disk, vec![draft(99)]).unwrap();
    assert_eq!(verify(&disk.read(path()).unwrap()), Ok(ledger.head()), "{what}");
}

#[test]
fn at_every_effect_any_fault_loses_nothing_that_was_reported() {
    // From nothing, and from a ledger with a torn line, whose mending is an effect too.
    let torn = four_lines();
    let bytes = torn.read(path()).unwrap();
    put(&torn, &bytes[..bytes.len() - 9]);
    let unended = four_lines();
    put(&unended, &bytes[..bytes.len() - 1]);
    for start in [FaultyDisk::new(), torn, unended] {
        let run = start.fork();
        run.restart();
        let had = read(&run, path()).unwrap().entries.len();
        work(&run);
        let effects = run.effects();
        assert!(effects >= 3);
        for number in 1..=effects {
            let lengths = [0, 1, 30, 400, 1_000_000];
            let faults = [Trouble::Full, Trouble::Broken]
                .into_iter()
                .flat_map(|t| {
                    [Fault::Fail(t), Fault::Late(t)].into_iter().chain(lengths.map(|n| Fault::Short(n, t)))
                })
                .chain([Fault::KillBefore, Fault::KillAfter])
                .chain(lengths.map(Fault::KillWithin))
                .chain(lengths.map(Fault::KillZeros));
            for fault in faults {
                let disk = start.fork();
                disk.fail_at(number, fault);
                let (told, ledger) = work(&disk);
                let what = format!("{fault:?} at effect {number}");
                // Who lives on can write on, and what was undone is not there twice.
                if let Some(mut ledger) = ledger
                    && !disk.is_dead()
                {
                    let disk = disk.fork();
                    ledger.append(&disk, vec![draft(50)]).unwrap_or_else(|error| panic!("{what}: {error}"));
                    assert_eq!(ledger.entries().latest().len(), told + 1);
                    check_after(&disk, told + 1, &what);
                }
                check_after(&disk, told.max(had), &what);
            }
        }
    }
}

#[test]
fn a_second_fault_while_the_first_is_undone_loses_nothing_either() {
    let clean = FaultyDisk::new();
    work(&clean);
    for number in 1..=clean.effects() {
        for length in [0, 1, 30, 400, 1_000_000] {
            for second in [
                Fault::Fail(Trouble::Broken),
                Fault::Late(Trouble::Broken),
                Fault::KillBefore,
                Fault::KillAfter,
            ] {
                let disk = FaultyDisk::new();
                disk.fail_at(number, Fault::Short(length, Trouble::Full));
                disk.also_fail_at(number + 1, second);
                let (told, _) = work(&disk);
                check_after(&disk, told, &format!("{length} bytes of effect {number}, then {second:?}"));
            }
        }
    }
}

#[test]
fn it_works_on_a_real_disk() {
    let dir = tempfile::tempdir().unwrap();
    let (disk, path): (Arc<dyn Disk>, _) = (Arc::new(RealDisk::default()), dir.path().join("ledger.jsonl"));
    let mut ledger = Ledger::open(&disk, &path).unwrap().ledger;
    ledger.append(&*disk, vec![draft(1), secret_draft(2)]).unwrap();
    ledger.append(&*disk, vec![draft(3)]).unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    let Opened { mut ledger, torn } = Ledger::open(&disk, &path).unwrap();
    assert_eq!((ledger.entries().latest().len(), torn.unwrap().line), (2, 3));
    ledger.append(&*disk, vec![draft(3)]).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn a_file_that_belongs_to_somebody_else_is_whole_and_the_way_out_is_named() {
    let disk = four_lines();
    let mut ledger = open(&disk).ledger;
    disk.fail_from(1, Fault::Fail(Trouble::Barred));
    let why = ledger.append(&disk, vec![draft(5)]).unwrap_err();
    assert!(matches!(why, LedgerError::System { .. }), "{why}");
    assert!(why.to_string().contains("sudo chown -R \"$(id -un)\" '"), "{why}");
    disk.restart();
    ledger.append(&disk, vec![draft(5)]).unwrap();
    assert_eq!(lines_of(&disk).len(), 5);
}

#[test]
fn when_a_failed_write_cannot_be_undone_nothing_more_is_written() {
    let disk = four_lines();
    let mut ledger = open(&disk).ledger;
    disk.fail_from(1, Fault::Short(100, Trouble::Broken));
    assert!(matches!(ledger.append(&disk, vec![draft(5)]), Err(LedgerError::Unsafe { .. })));
    disk.restart();
    let before = disk.read(path()).unwrap();
    assert!(matches!(ledger.append(&disk, vec![draft(5)]), Err(LedgerError::Unsafe { .. })));
    assert_eq!(disk.read(path()).unwrap(), before);
    let Opened { ledger, torn } = open(&disk);
    assert_eq!((ledger.entries().latest().len(), torn.unwrap().bytes.len()), (4, 100));
}

#[test]
fn names_of_kinds_are_the_same_everywhere() {
    for kind in Kind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        assert_eq!(Kind::named(kind.name()), Some(kind));
    }
}

proptest! {
    #[test]
    fn anything_at_all_can_be_read_without_a_panic(bytes: Vec<u8>, text in "[{}\\[\\]\":,a-z0-9\n]{0,200}") {
        let _ = (verify(&bytes), verify(text.as_bytes()));
    }

    /// Any byte of a ledger, changed into any other, is noticed by opening and by verifying. The one thing that
    /// goes on is a last line end turned into zero, which is mended, and said.
    #[test]
    fn flipping_any_byte_is_noticed(place in 0usize..10_000, to: u8) {
        let disk = four_lines();
        let mut bytes = disk.read(path()).unwrap();
        let place = place % bytes.len();
        prop_assume!(bytes[place] != to);
        bytes[place] = to;
        prop_assert!(verify(&bytes).is_err());
        put(&disk, &bytes);
        match Ledger::open(&shared(&disk), path()) {
            Err(_) => prop_assert_eq!(disk.read(path()).unwrap(), bytes),
            Ok(opened) => {
                prop_assert_eq!((place, to), (bytes.len() - 1, 0));
                prop_assert_eq!(opened.torn, Some(Torn { line: 4, bytes: Vec::new() }));
                prop_assert_eq!(opened.ledger.entries().latest().len(), 4);
            }
        }
    }
}

/// Run by hand: `cargo test --release --lib five_thousand -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, meant for a release build"]
fn five_thousand_lines_are_read_well_under_a_tenth_of_a_second() {
    let disk = FaultyDisk::new();
    let mut ledger = open(&disk).ledger;
    let order =
        |i: u64| json!({"area": format!("area-{i}"), "order": "march", "strength": i, "starred": i < 2});
    let body =
        json!({"seat": "stark", "window": "3/planning", "orders": (0..4).map(order).collect::<Vec<_>>()});
    let drafts = (0..5_000).map(|n| Draft::new(at(n), Kind::Answered, body.clone())).collect();
    ledger.append(&disk, drafts).unwrap();
    let bytes = disk.read(path()).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(verify(&bytes), Ok(ledger.head()));
    let took = start.elapsed();
    println!("{} bytes a line, verified in {took:?}", bytes.len() / 5_000);
    assert!(took.as_millis() < 100);
}

/// Whatever was done with a ledger — read whole or from a mark, written to, its end mended — its mark leads back to its end, and from
/// an older mark the entries since are read.
#[test]
fn the_mark_of_a_ledger_leads_to_its_end_however_it_came_there() {
    let (mut whole, mut from_mark, mut mended) = (0, 0, 0);
    for seed in 0..200 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let disk = four_lines();
        let mut ledger = open(&disk).ledger;
        let mut older = ledger.mark().unwrap();
        for step in 0..8 {
            match dice.u8(..5) {
                0 => {
                    ledger = open(&disk).ledger;
                    whole += 1;
                }
                1 => {
                    let mark = ledger.mark().unwrap();
                    ledger = Ledger::open_after(&shared(&disk), path(), &mark).unwrap().unwrap().ledger;
                    from_mark += 1;
                }
                2 => {
                    // The machine stopped before the end of the last line was written.
                    let mut bytes = disk.read(path()).unwrap();
                    assert_eq!(bytes.pop(), Some(b'\n'));
                    put(&disk, &bytes);
                    ledger = open(&disk).ledger;
                    mended += 1;
                }
                _ => {
                    let drafts = (0..dice.i64(1..3)).map(|n| draft(step * 10 + n)).collect();
                    ledger.append(&disk, drafts).unwrap();
                }
            }
            let mark = ledger.mark().unwrap();
            for (mark, before) in [(&mark, mark.seq), (&older, older.seq)] {
                let read = read_after(&disk, path(), mark).unwrap();
                let read = read.unwrap_or_else(|| panic!("{seed}, step {step}: {mark:?} leads nowhere"));
                let seqs: Vec<u64> = read.entries.iter().map(|entry| entry.seq).collect();
                assert_eq!(seqs, (before..=ledger.head().seq).collect::<Vec<_>>(), "{seed}, step {step}");
            }
            if dice.bool() {
                older = mark;
            }
        }
    }
    assert!(whole > 100 && from_mark > 100 && mended > 100, "{whole} {from_mark} {mended}");
}
