//! What the fuzz targets check, on any compiler: with the corpus that is kept of the fuzzer (`fuzz/corpus`), with what it
//! has found (`fuzz/found`), and with mails thrown together from those of `tests/mail`.
//!
//! The last goes on for a moment, the same each time. To look for something new:
//! `RAVENPOST_FUZZ_SECONDS=600 RAVENPOST_FUZZ_SEED=7 cargo test --release --test fuzz thrown`.

#[path = "../../fuzz/checks/archive.rs"]
mod archive;
#[path = "../../fuzz/checks/html.rs"]
mod html;
#[path = "../../fuzz/checks/ledger.rs"]
mod ledger;
#[path = "../../fuzz/checks/mail.rs"]
mod mail;
#[path = "../../fuzz/checks/opening.rs"]
mod opening;
#[path = "../../fuzz/checks/plan.rs"]
mod plan;
mod splice;
#[path = "../../fuzz/checks/tables.rs"]
mod tables;
#[path = "../common/thorough.rs"]
mod thorough;
#[path = "../../fuzz/checks/typed.rs"]
mod typed;

use ravenpost::campaign::{Ours, Reading};
use ravenpost::post::{Fate, read};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Mails that are thrown together if nothing else is said.
const MAILS: u64 = 300;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// Checks all that is kept for a target.
fn kept(target: &str, check: fn(&[u8])) {
    let mut corpus = files(&format!("fuzz/corpus/{target}"));
    assert!(!corpus.is_empty(), "the corpus of {target} is gone");
    corpus.extend(files(&format!("fuzz/found/{target}")));
    for file in corpus {
        let bytes = fs::read(&file).unwrap();
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&bytes)));
        assert!(outcome.is_ok(), "{} is not read as it should be", file.display());
    }
}

#[test]
fn kept_mails() {
    kept("mail", mail::check);
}

#[test]
fn kept_archives() {
    kept("archive", archive::check);
}

#[test]
fn kept_html() {
    kept("html", html::check);
}

#[test]
fn kept_openings() {
    kept("opening", opening::check);
}

#[test]
fn kept_plans() {
    kept("plan", plan::check);
}

#[test]
fn kept_lines() {
    kept("typed", typed::check);
    let spellings =
        files("tests/orders").into_iter().filter(|file| file.extension().is_some_and(|end| end == "yaml"));
    // Of each file some lines, as of a long mail.
    let step = usize::try_from(thorough::thorough(20, 1)).unwrap();
    for (at, file) in spellings.enumerate() {
        let text = fs::read_to_string(&file).unwrap();
        let some: Vec<&str> = text.lines().skip(at % step).step_by(step).collect();
        typed::check(some.join("\n").as_bytes());
    }
}

/// Lines of the table of spellings cut, joined and mixed up, the same each time.
#[test]
fn lines_thrown_together() {
    let all: Vec<String> = files("tests/orders")
        .iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        .flat_map(|text| {
            text.lines().filter_map(|line| line.strip_prefix("    ").map(str::to_owned)).collect::<Vec<_>>()
        })
        .collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % most.max(1) as u64).unwrap_or_default()
    };
    for _ in 0..thorough::thorough(150, 20_000) {
        let mut text = String::new();
        for _ in 0..=random(4) {
            let (one, other) = (&all[random(all.len())], &all[random(all.len())]);
            let cut = |line: &str, at: usize| line.chars().take(at).collect::<String>();
            match random(4) {
                0 => text += one,
                1 => text += &cut(one, random(one.len() + 1)),
                2 => text += &format!("{}{other}", cut(one, random(one.len() + 1))),
                _ => text += &format!("{one}, {other}"),
            }
            text.push('\n');
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| typed::check(text.as_bytes())));
        assert!(outcome.is_ok(), "not read as it should be:\n{text}");
    }
}

#[test]
fn kept_ledgers() {
    kept("ledger", ledger::check);
}

/// What a campaign takes such a mail to say: the same each time, with lines that are there. Returns how many of them count.
fn taken(raw: &[u8]) -> usize {
    let letter = read(raw);
    let ours = Ours {
        id: &|id| id.starts_with("turn3."),
        address: None,
        key: &|text| text == "7Q2M-KX4D-0VWN-33TB",
        today: None,
        people: Default::default(),
    };
    let reading = || Reading::own(&letter, &[], &ours).complete(&letter, &[], &ours);
    let taken = reading();
    let again = reading();
    assert!(taken.found == again.found && taken.problems == again.problems, "taken twice");
    let lines = taken.found.lines.len();
    let told = taken.problems.iter().filter_map(|problem| problem.line);
    told.for_each(|line| assert!((1..=lines).contains(&line), "line {line} of {lines}"));
    let is_used = |fate: Fate| matches!(fate, Fate::Used { .. });
    let used = taken.found.lines.iter().filter(|line| is_used(line.fate)).count();
    assert_eq!(used, taken.text().lines().filter(|line| !line.is_empty()).count());
    assert!(taken.opened.is_none() || letter.enclosed.iter().any(|mail| mail.automatic.is_none()));
    used
}

#[test]
fn mails_thrown_together_are_read_as_they_should() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = number("RAVENPOST_FUZZ_SECONDS").or(thorough::thorough(None, Some(600)));
    let seconds = seconds.map(Duration::from_secs);
    let seed = number("RAVENPOST_FUZZ_SEED").unwrap_or(1);
    let mails: Vec<Vec<u8>> = files("tests/mail")
        .iter()
        .filter(|file| file.extension().is_some_and(|end| end == "eml"))
        .map(|file| fs::read(file).unwrap())
        .collect();
    assert!(mails.len() > 200, "{} mails to throw together", mails.len());
    let began = Instant::now();
    let goes_on = |done| seconds.map_or(done < MAILS, |seconds| began.elapsed() < seconds);
    let (mut done, mut with_lines) = (0, 0);
    while goes_on(done) {
        let raw = splice::splice(&mails, &mut fastrand::Rng::with_seed(seed << 32 | done));
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            mail::check(&raw);
            taken(&raw)
        }));
        let Ok(used) = outcome else {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mail-{seed}-{done}.eml"));
            fs::write(&file, &raw).unwrap();
            panic!(
                "mail {done} of seed {seed} is not read as it should be; it is kept in {}",
                file.display()
            );
        };
        with_lines += u64::from(used > 0);
        done += 1;
    }
    assert!(with_lines * 3 > done, "of {done} mails {with_lines} say anything");
    println!("{done} mails in {:?}", began.elapsed());
}
