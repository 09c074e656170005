//! What the two verifiers notice: hundreds of kinds of tampering with the golden ledgers, as somebody would do it who has
//! everything but the players' mails and remakes all that follows. Each must be refused by `ravenpost verify` and by
//! tests/verify.py, at an entry where it is visible.
//!
//! An ordinary run does each kind a few times, `RAVENPOST_THOROUGH=1` does it at several entries of every ledger.
//! `RAVENPOST_TAMPER=draw` does the kinds with “draw” in their names.

mod answers;
#[path = "../common/thorough.rs"]
mod common;
mod forms;
mod kinds;
mod ledger;
mod mails;
mod manifests;
#[path = "../common/outputs.rs"]
mod outputs;
mod people;
mod promises;
mod seals;
mod verifiers;
mod windows;

use common::thorough;
use kinds::{Kind, Kinds};
use ledger::{Remake, Seen, batch, kind, read, remake, text};
use outputs::Scenario;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use verifiers::{Folder, Python, Said};

/// A ledger that both verifiers find good, and what belongs to it.
struct Good {
    name: String,
    entries: Vec<Value>,
    settings: String,
    secrets: String,
}

fn golden(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All golden ledgers, whole and as they were before their end; the smallest first.
fn goods() -> Vec<Good> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names = names.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let mut names: Vec<String> =
        names.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    let mut all = Vec::new();
    for name in names {
        let entries = read(&golden(&format!("{name}.jsonl")));
        let good = |name: String, entries: Vec<Value>| Good {
            settings: golden(&format!("{}.campaign.yaml", name.split(' ').next().unwrap())),
            secrets: golden(&format!("{}.secrets.yaml", name.split(' ').next().unwrap())),
            name,
            entries,
        };
        let ended = entries.iter().position(|entry| kind(entry) == "ended").unwrap();
        let (first, _) = batch(&entries, ended * 3 / 4);
        let running = entries[..first].to_vec();
        all.push(good(name.clone(), entries));
        all.push(good(format!("{name} (running)"), running));
    }
    all.sort_by_key(|good| good.entries.len());
    all
}

fn all_kinds() -> Vec<Kind> {
    let Kinds(mut all) = forms::kinds();
    for more in [
        seals::kinds(),
        mails::kinds(),
        windows::kinds(),
        answers::kinds(),
        people::kinds(),
        promises::kinds(),
    ] {
        all.extend(more.0);
    }
    let only = std::env::var("RAVENPOST_TAMPER").unwrap_or_default();
    all.retain(|kind| kind.name.contains(&only));
    all
}

/// A verifier for each ledger, and Python.
struct Bench<'a> {
    folders: BTreeMap<&'a str, Folder>,
    python: Option<Python>,
    ours: Duration,
    theirs: Duration,
}

impl<'a> Bench<'a> {
    fn new(goods: &'a [Good]) -> Self {
        let folders =
            goods.iter().map(|good| (good.name.as_str(), Folder::new(&good.settings, &good.secrets)));
        Bench {
            folders: folders.collect(),
            python: Python::start(),
            ours: Duration::ZERO,
            theirs: Duration::ZERO,
        }
    }

    /// What each verifier says.
    fn verify(&mut self, good: &Good, ledger: &str) -> Vec<(&'static str, Said)> {
        let started = Instant::now();
        let mut said = vec![("ravenpost verify", self.folders[good.name.as_str()].verify(ledger))];
        self.ours += started.elapsed();
        let started = Instant::now();
        said.extend(self.python.as_mut().map(|python| ("verify.py", python.verify(ledger))));
        self.theirs += started.elapsed();
        said
    }
}

/// What is wrong with what a verifier says of a tampered ledger; none if nothing is.
fn missed(said: &Said, seen: &Seen) -> Option<String> {
    match said {
        Ok(()) => Some("says that it is good".to_owned()),
        Err((entry, _)) if seen.contains(entry) => None,
        Err((entry, why)) => Some(format!(
            "names entry {entry} (“{why}”), but it is visible at {} to {}",
            seen.start(),
            seen.end()
        )),
    }
}

/// Does a kind of tampering at some entries, and returns how often it was done and what was missed.
fn apply(
    kind: &Kind,
    goods: &[Good],
    bench: &mut Bench<'_>,
    most: usize,
    each: usize,
) -> (usize, Vec<String>, String) {
    let (mut done, mut all, mut answers) = (0, Vec::new(), String::new());
    for good in goods {
        let places = (kind.from)(&good.entries);
        let (mut here, step) = (0, (places.len() / (each * 3)).max(1));
        for place in places.iter().step_by(step) {
            if here == each || done == most {
                break;
            }
            let mut entries = good.entries.clone();
            let Some(seen) = (kind.change)(&mut entries, *place) else { continue };
            remake(&mut entries, kind.remake);
            let changed = text(&entries);
            for (verifier, said) in bench.verify(good, &changed) {
                answers.push_str(&format!("{verifier} of {}: {said:?}\n", good.name));
                if let Some(why) = missed(&said, &seen) {
                    all.push(format!(
                        "{}, entry {} of {}: {verifier} {why}",
                        kind.name,
                        place + 1,
                        good.name
                    ));
                }
            }
            (here, done) = (here + 1, done + 1);
        }
    }
    (done, all, answers)
}

#[test]
fn what_nobody_has_touched_is_good() {
    let mut goods = goods();
    goods.push(demo());
    let mut bench = Bench::new(&goods);
    for good in &goods {
        for (verifier, said) in bench.verify(good, &text(&good.entries)) {
            assert_eq!(said, Ok(()), "{verifier} of {}", good.name);
        }
        // Remaking changes nothing where nothing was changed.
        let mut entries = good.entries.clone();
        remake(&mut entries, Remake::Counts);
        assert!(entries == good.entries, "{} is remade differently", good.name);
    }
}

/// A campaign that is played for this test.
fn demo() -> Good {
    let folder = tempfile::tempdir().unwrap();
    let dir: PathBuf = folder.path().join("demo");
    let args = ["-q", "demo", "--game", "king-is-dead", "--players", "3", "--seed", "77", "--dir"];
    let ran =
        std::process::Command::new(env!("CARGO_BIN_EXE_ravenpost")).args(args).arg(&dir).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let file = |name: &str| std::fs::read_to_string(dir.join(name)).unwrap();
    let (settings, secrets) = (file("campaign.yaml"), file("secrets.yaml"));
    Good { name: "a demo".to_owned(), entries: read(&file("ledger.jsonl")), settings, secrets }
}

#[test]
fn no_tampering_is_missed() {
    let (goods, kinds) = (goods(), all_kinds());
    let (most, each) = thorough((1, 1), (usize::MAX, 1));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (problems, never) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let (mut scenario, answers) = (Scenario::new(), Mutex::new(BTreeMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut bench = Bench::new(&goods);
                while let Some(kind) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (times, missed, said) = apply(kind, &goods, &mut bench, most, each);
                    answers.lock().unwrap().insert(kind.name.as_str(), said);
                    done.fetch_add(times, Ordering::Relaxed);
                    problems.lock().unwrap().extend(missed);
                    if times == 0 {
                        never.lock().unwrap().push(kind.name.clone());
                    }
                }
                println!("time: {:?} for ravenpost verify, {:?} for verify.py", bench.ours, bench.theirs);
            });
        }
    });
    let (problems, never) = (problems.into_inner().unwrap(), never.into_inner().unwrap());
    println!(
        "{} kinds of tampering, {} applications, {} missed",
        kinds.len(),
        done.into_inner(),
        problems.len()
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(never.is_empty(), "kinds that could not be done anywhere:\n{}", never.join("\n"));
    let filtered = std::env::var("RAVENPOST_TAMPER").is_ok();
    assert!(filtered || kinds.len() >= 200, "only {} kinds", kinds.len());
    let mut names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|two| two[0] != two[1]), "a kind is there twice");
    let answers = answers.into_inner().unwrap();
    let both = answers.values().all(|said| said.contains("verify.py"));
    if both && !filtered && !thorough(false, true) {
        answers.into_iter().for_each(|(kind, said)| outputs::said(kind, said));
        scenario.ends(Vec::new);
    }
}

#[test]
fn no_change_of_bytes_is_missed() {
    let goods = goods();
    let mut bench = Bench::new(&goods);
    let (mut done, mut problems) = (0, Vec::new());
    let some = thorough(2, goods.len());
    for good in goods.iter().take(some) {
        let lines: Vec<String> = text(&good.entries).lines().map(str::to_owned).collect();
        for (name, change) in forms::RAW {
            for at in [0, 1, lines.len() / 2, lines.len() - 2, 14] {
                let Some((changed, seen)) = change(&lines, at) else { continue };
                done += 1;
                for (verifier, said) in bench.verify(good, &changed) {
                    problems
                        .extend(missed(&said, &seen).map(|why| format!("{name} at {at}: {verifier} {why}")));
                }
            }
        }
        let (changed, seen) = forms::too_long(&good.entries);
        for (verifier, said) in bench.verify(good, &changed) {
            problems
                .extend(missed(&said, &seen).map(|why| format!("a line that is too long: {verifier} {why}")));
        }
    }
    println!(
        "{} kinds of changed bytes, {done} applications, {} missed",
        forms::RAW.len() + 1,
        problems.len()
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The harness can fail: a kind of tampering that changes nothing is reported by every verifier.
#[test]
fn a_tampering_that_changes_nothing_is_reported_as_missed() {
    let goods = goods();
    let mut bench = Bench::new(&goods);
    let verifiers = 1 + usize::from(bench.python.is_some());
    let mut kinds = Kinds::default();
    kinds.edit("nothing", "sealed", |_| true);
    kinds.any("nothing, remade", "sealed", Remake::Counts, |_, at| Some(at + 1..=at + 1));
    // A change that is noticed, but at another entry than the kind says.
    kinds.any("elsewhere", "sealed", Remake::Chain, |entries, at| {
        entries[at]["kind"] = serde_json::json!("gift");
        Some(at + 2..=at + 2)
    });
    for kind in &kinds.0 {
        let (done, missed, _) = apply(kind, &goods, &mut bench, 2, 1);
        assert_eq!((done, missed.len()), (2, 2 * verifiers), "{}: {missed:?}", kind.name);
    }
}
