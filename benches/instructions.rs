//! Counts the instructions of whole commands: what docs/performance.md says of them, made again.
//!
//!     cargo bench --bench instructions                   # everything
//!     cargo bench --bench instructions -- turn age-500    # what is named so
//!     cargo bench --bench instructions -- --keep DIR turn   # and the profiles, for callgrind_annotate, in DIR
//!
//! The number of instructions hardly depends on what else a machine does. They are counted by callgrind (valgrind, from
//! Debian), which lacks the processor's instructions for SHA-256. Peak memory is that of the program by itself, if there is
//! /usr/bin/time. `RAVENPOST=PATH` counts another program, such as an older one.

mod campaigns;
#[path = "campaigns/typed.rs"]
mod typed;

use campaigns::{HOUSES, begin, copy, founded, founded_for, host, write_plans, write_to};
use chrono::{DateTime, TimeDelta, Utc};
use ravenpost::campaign::{self, Campaign};
use ravenpost::games;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// A campaign whose commands are counted.
struct Case {
    name: &'static str,
    what: &'static str,
    /// Prepares the campaign in a folder, and returns the time of the command.
    prepare: fn(&Path) -> DateTime<Utc>,
    /// The command, before the folder and after it.
    command: &'static str,
    after: &'static [&'static str],
}

const fn case(name: &'static str, what: &'static str, prepare: fn(&Path) -> DateTime<Utc>) -> Case {
    Case { name, what, prepare, command: "tick", after: &[] }
}

const EXPLAINED: &[&str] = &["5"];

const CASES: &[Case] = &[
    case("turn", "a whole turn: five plans in, five receipts and five reports out", |dir| third_turn(dir, 5)),
    case("turn-pictures", "the same with a map, a chart and an order page for each", |dir| {
        turn_after(dir, SEEN, 5)
    }),
    case("turn-site", "the same without, but with the pages for the web", |dir| turn_after(dir, SITE, 5)),
    case("turn-twelve", "a whole turn of twelve on two boards: twelve plans in, twelve reports out", |dir| {
        turn_of_twelve(dir, &[])
    }),
    case("twelve-pictures", "the same with a map, a chart and an order page for each", |dir| {
        turn_of_twelve(dir, SEEN)
    }),
    case("twelve-site", "the same without, but with the pages for the web", |dir| turn_of_twelve(dir, SITE)),
    case("plan", "one plan in, a receipt out", |dir| third_turn(dir, 1)),
    case("lines", "orders in 14 lines as people write them, a receipt out", typed::lines),
    case("sentences", "the same in sentences that a mail program has broken", typed::sentences),
    case("idle", "a tick with nothing to do", idle),
    case("awake", "the same that has to look for itself", awake),
    case("burst", "200 plans in, 200 receipts out", burst),
    case("unsent", "a retry while 3,000 messages wait for a dead server", unsent),
    case("age-500", "one plan in a campaign of 500 entries", |dir| aged(dir, 500)),
    case("age-10000", "the same, 10,000 entries", |dir| aged(dir, 10_000)),
    case("age-25000", "the same, 25,000 entries", |dir| aged(dir, 25_000)),
    Case { command: "status", ..case("status-500", "status, 500 entries", |dir| aged(dir, 500)) },
    Case { command: "status", ..case("status-10000", "status, 10,000 entries", |dir| aged(dir, 10_000)) },
    Case { command: "status", ..case("status-25000", "status, 25,000 entries", |dir| aged(dir, 25_000)) },
    Case {
        command: "explain",
        after: EXPLAINED,
        ..case("explain-500", "explain of the last turn, 500 entries", |dir| aged(dir, 500))
    },
    Case {
        command: "explain",
        after: EXPLAINED,
        ..case("explain-10000", "explain of the last turn, 10,000 entries", |dir| aged(dir, 10_000))
    },
    Case {
        command: "explain",
        after: EXPLAINED,
        ..case("explain-25000", "explain of the last turn, 25,000 entries", |dir| aged(dir, 25_000))
    },
];

/// A campaign in its third turn, with the plans of `houses` houses in the mailbox.
fn third_turn(dir: &Path, houses: usize) -> DateTime<Utc> {
    turn_after(dir, &[], houses)
}

/// Everything to look at.
const SEEN: &[(&str, &str)] = &[("\nmap: no", "\nmap: png"), ("\npage: no", "\npage: yes")];
/// Pages for the web.
const SITE: &[(&str, &str)] = &[("\nsite: no", "\nsite: www")];

/// Like [`third_turn`], with other settings.
fn turn_after(dir: &Path, settings: &[(&str, &str)], houses: usize) -> DateTime<Utc> {
    founded(dir, settings);
    let now = played(dir, 2, begin());
    match houses == HOUSES.len() {
        true => whole_turn(dir, &HOUSES, now),
        false => write_plans(dir, &HOUSES[..houses], 3, now, "final: yes\n"),
    }
    now
}

/// The game that twelve play.
const TWELVE: &str = "westeros-and-the-north";

/// The same as [`third_turn`] for nine houses and the three sides of the north, in the first turn from their third on whose orders
/// are asked for; with other settings.
fn turn_of_twelve(dir: &Path, settings: &[(&str, &str)]) -> DateTime<Utc> {
    let game = games::referee(TWELVE, 12, &Value::Null, &|_| None).expect("the game's own data");
    let seats: Vec<String> = game.seats().into_iter().map(|seat| seat.id).collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    let own: &[(&str, &str)] = &[("outage: 6h", "outage: 300 days"), ("absence: wait", "absence: steward")];
    founded_for(dir, TWELVE, &seats, &[own, settings].concat());
    let mut now = begin();
    for seed in 1..20 {
        now += TimeDelta::hours(1);
        let (turn, window) = stands(dir);
        if turn >= 3 && window.ends_with("planning") {
            whole_turn(dir, &seats, now);
            return now;
        }
        write_plans(dir, &seats, seed, now, "final: yes\n");
        campaign::tick(&host(false), dir, now).expect("a turn");
        // What the plans leave open the steward answers.
        now += TimeDelta::days(5);
        campaign::tick(&host(false), dir, now).expect("a deadline");
    }
    panic!("the campaign does not come to the orders of its third turn");
}

/// Writes plans that leave nothing open before the next turn: what is counted is all of one.
fn whole_turn(dir: &Path, seats: &[&str], now: DateTime<Utc>) {
    let (before, _) = stands(dir);
    let is_whole = |seed: &u64| {
        let tried = dir.with_extension("tried");
        copy(dir, &tried);
        write_plans(&tried, seats, *seed, now, "final: yes\n");
        campaign::tick(&host(false), &tried, now).expect("a turn");
        let (turn, _) = stands(&tried);
        fs::remove_dir_all(&tried).expect("a folder to remove");
        turn > before
    };
    let seed = (3..99).find(is_whole).expect("plans that play a whole turn");
    write_plans(dir, seats, seed, now, "final: yes\n");
}

/// Returns the turn of a campaign, and the name of its open window.
fn stands(dir: &Path) -> (u32, String) {
    let game = Campaign::open(&host(false), dir).expect("a campaign").record.game;
    (game.turn, game.open_window().map(|window| window.id.clone()).unwrap_or_default())
}

/// Plays turns, and returns a time after them.
fn played(dir: &Path, turns: u64, mut now: DateTime<Utc>) -> DateTime<Utc> {
    for seed in 1..=turns {
        now = played_by(dir, &HOUSES, seed, now);
    }
    now + TimeDelta::hours(1)
}

/// Has a plan of each seat answered, and returns the time.
fn played_by(dir: &Path, seats: &[&str], seed: u64, now: DateTime<Utc>) -> DateTime<Utc> {
    let now = now + TimeDelta::hours(1);
    write_plans(dir, seats, seed, now, "final: yes\n");
    campaign::tick(&host(false), dir, now).expect("a turn");
    now
}

fn idle(dir: &Path) -> DateTime<Utc> {
    founded(dir, &[]);
    let now = played(dir, 2, begin());
    campaign::tick(&host(false), dir, now).expect("a tick");
    now + TimeDelta::minutes(5)
}

fn awake(dir: &Path) -> DateTime<Utc> {
    let now = idle(dir);
    fs::remove_file(dir.join("private/idle.json"))
        .or_else(|_| fs::remove_file(dir.join("idle.json")))
        .expect("its note");
    now
}

fn burst(dir: &Path) -> DateTime<Utc> {
    founded(dir, LONG);
    let now = played(dir, 2, begin());
    (0..40).for_each(|seed| write_plans(dir, &HOUSES, 100 + seed, now, ""));
    now
}

/// Settings for campaigns in which nobody is hurried, and who writes much may.
const LONG: &[(&str, &str)] = &[
    ("deadline: every 3 days at 20:00", "deadline: in 300 days"),
    ("reminder: 24h", "reminder: no"),
    ("outage: 6h", "outage: 300 days"),
    ("mails an hour: 20", "mails an hour: 1000"),
    ("press a day: 30", "press a day: 1000"),
];

fn unsent(dir: &Path) -> DateTime<Utc> {
    let dead = ("mail out: {maildir: mail/out}", "mail out: {smtp: {host: 127.0.0.1, port: 1, tls: none}}");
    founded(dir, &[LONG, &[dead]].concat());
    let now = pressed(dir, 3_000, begin(), |campaign| campaign.record.people.due.len());
    // Past every pause after a failure.
    now + TimeDelta::hours(24)
}

/// A campaign in its sixth turn with many entries, most of them of press, and a plan in the mailbox.
fn aged(dir: &Path, entries: usize) -> DateTime<Utc> {
    // A game may be won before, and is then played with other plans.
    (0..9).find_map(|game| aged_by(dir, entries, 100 * game)).expect("a campaign in its sixth turn")
}

/// The same with the plans of these seeds; `None` if the game is over before.
fn aged_by(dir: &Path, entries: usize, seed: u64) -> Option<DateTime<Utc>> {
    let _ = fs::remove_dir_all(dir);
    founded(dir, LONG);
    let mut now = begin();
    for turn in 1..=5 {
        now = pressed(dir, entries * turn / 6, now, |campaign| campaign.head().seq as usize);
        write_plans(dir, &HOUSES, seed + turn as u64, now, "final: yes\n");
        campaign::tick(&host(false), dir, now).expect("a turn");
        if Campaign::open(&host(false), dir).expect("a campaign").record.game.ended.is_some() {
            return None;
        }
    }
    now = pressed(dir, entries, now, |campaign| campaign.head().seq as usize);
    // What seats have written within a day is remembered one by one. Here that is a thousand letters, which no age brings.
    now += TimeDelta::hours(25);
    let campaign = Campaign::open(&host(false), dir).expect("a campaign");
    for house in HOUSES {
        write_to(&campaign, house, &format!("quiet.{house}"), now, "press: {to: all, text: a quiet day}\n");
    }
    drop(campaign);
    campaign::tick(&host(false), dir, now).expect("a tick");
    let campaign = Campaign::open(&host(false), dir).expect("a campaign");
    assert_eq!(campaign.record.game.turn, 6, "the campaign has not come to its sixth turn");
    write_plans(dir, &HOUSES[..1], 9, now, "");
    Some(now)
}

/// Lets press be written until there is as much as is wanted of what `count` counts.
fn pressed(
    dir: &Path,
    wanted: usize,
    mut now: DateTime<Utc>,
    count: fn(&Campaign) -> usize,
) -> DateTime<Utc> {
    loop {
        now += TimeDelta::hours(2);
        let campaign = Campaign::open(&host(false), dir).expect("a campaign");
        let missing = wanted.saturating_sub(count(&campaign));
        if missing == 0 {
            return now;
        }
        for number in 0..missing.div_ceil(4).min(100) {
            let house = HOUSES[number % HOUSES.len()];
            let id = format!("{}.{number}", now.timestamp());
            let body = format!("press: {{to: all, text: word number {number} of {}}}\n", now.timestamp());
            write_to(&campaign, house, &id, now, &body);
        }
        drop(campaign);
        campaign::tick(&host(false), dir, now).expect("a tick");
        // What was sent and filed is no part of a campaign.
        for folder in ["mail/out/new", "mail/in/.Used/cur"] {
            let _ = fs::remove_dir_all(dir.join(folder));
            fs::create_dir_all(dir.join(folder)).expect("a folder");
        }
    }
}

fn main() -> ExitCode {
    let (mut names, mut keep) = (Vec::new(), None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--keep" => keep = args.next().map(PathBuf::from),
            // Cargo's own.
            "--bench" => {}
            _ => names.push(arg),
        }
    }
    let program = std::env::var("RAVENPOST").unwrap_or_else(|_| env!("CARGO_BIN_EXE_ravenpost").to_owned());
    let home = tempfile::tempdir().expect("a folder");
    println!("{:15} {:>12} {:>6}  what", "name", "instructions", "MB");
    for case in CASES.iter().filter(|case| names.is_empty() || names.iter().any(|name| name == case.name)) {
        let prepared = home.path().join(case.name);
        let now = (case.prepare)(&prepared);
        let profiles = keep.as_deref().unwrap_or(home.path());
        match count(&program, case, &prepared, now, home.path(), profiles) {
            Ok(counted) => println!("{:15} {counted}  {}", case.name, case.what),
            Err(why) => {
                eprintln!("{}: {why}", case.name);
                return ExitCode::FAILURE;
            }
        }
        let _ = fs::remove_dir_all(&prepared);
    }
    ExitCode::SUCCESS
}

/// Counts one command on a copy of a campaign, and measures its memory on another.
fn count(
    program: &str,
    case: &Case,
    prepared: &Path,
    now: DateTime<Utc>,
    home: &Path,
    profiles: &Path,
) -> Result<String, String> {
    let profile = profiles.join(format!("{}.callgrind", case.name));
    let dir = home.join("copy");
    let run = |through: &[&str]| {
        let _ = fs::remove_dir_all(&dir);
        copy(prepared, &dir);
        let mut command = Command::new(through.first().copied().unwrap_or(program));
        command.args(through.iter().skip(1)).args((!through.is_empty()).then_some(program));
        command.arg(case.command).arg(&dir).args(case.after).stdout(Stdio::null());
        if case.command != "explain" {
            command.args(["--now", &now.to_rfc3339()]);
        }
        command.output().map_err(|why| format!("{command:?}: {why}"))
    };
    let out = format!("--callgrind-out-file={}", profile.display());
    let done = run(&["valgrind", "--tool=callgrind", &out])?;
    let said = String::from_utf8_lossy(&done.stderr);
    let counted =
        said.lines().find_map(|line| line.split_once("Collected : ").map(|(_, number)| number.trim()));
    let counted = counted.and_then(|number| number.parse::<u64>().ok()).ok_or_else(|| said.to_string())?;
    if done.status.code().is_none_or(|code| code > 1) {
        return Err(said.into_owned());
    }
    let memory = run(&["/usr/bin/time", "-f", "peak %M"]).ok().and_then(|done| {
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        said.lines().find_map(|line| line.strip_prefix("peak ")?.parse::<u64>().ok())
    });
    let memory = memory.map_or_else(|| "?".to_owned(), |kilobytes| (kilobytes / 1024).to_string());
    Ok(format!("{:>10.1} M {memory:>6}", counted as f64 / 1e6))
}
