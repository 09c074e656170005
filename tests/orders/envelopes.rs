//! Documents of players and game masters made of all that their sections may have: every entry with every value, fitting or not, and
//! entries drawn together. What is read in each, and what is said about it, is held against a record.

use crate::outputs::{self, Scenario};
use fastrand::Rng;
use jiff::civil::date;
use ravenpost::plan::{Envelope, People, read_on};
use ravenpost::sheet::parse;
use ravenpost::table::{Seat, SeatInfo};
use std::fmt::Write as _;

/// A section that has entries, and their names.
const SECTIONS: [(&str, &[&str]); 6] = [
    ("press", &["to", "text", "grey", "subject"]),
    ("vote", &["draw", "extend", "concede", "replace", "ruling", "peace"]),
    ("absent", &["from", "to", "until", "play", "stand-in", "why"]),
    ("dispute", &["turn", "about", "number", "says", "close", "withdraw", "stage"]),
    ("rehearsal", &["ready", "away", "vote", "ask", "plan"]),
    (
        "do",
        &[
            "pause",
            "resume",
            "extend",
            "process",
            "remind",
            "resend",
            "replace",
            "with",
            "status",
            "chance",
            "correct chance",
            "rule",
            "rewind",
            "forward",
            "because",
            "adopt",
            "propose",
            "withdraw",
            "decisions",
            "swap",
        ],
    ),
];

/// The sections that are one word or text, or a list of them.
const PLAIN: [&str; 12] = [
    "campaign", "seat", "key", "window", "revision", "plan", "seal", "opening", "chance", "final", "ask",
    "resign",
];

/// What a ruling may have, and what only looks like it.
const RULING: [&str; 18] = [
    "answers", "answer", "accept", "refuse", "outcomes", "outcome", "to", "turn", "stage", "entry", "before",
    "because", "reason", "dispute", "data", "edit", "state", "antwort",
];

/// Values of every kind: each of them fits some entries and no others.
const VALUES: [&str; 54] = [
    "",
    "~",
    "''",
    "' '",
    "[]",
    "{}",
    "yes",
    "no",
    "none",
    "left",
    "0",
    "1",
    "3",
    "07",
    "-1",
    "1.5",
    "99999999999999999999",
    "Stark",
    "house greyjoy",
    "stork",
    "Anna",
    "all",
    "gm",
    "[stark, Greyjoy]",
    "[stark, stark]",
    "'stark, greyjoy'",
    "[stark, '']",
    "[stark, stork, [x]]",
    "2 days",
    "12h",
    "30 minutes",
    "'soon'",
    "3/marches",
    "3/",
    "'3/ '",
    "/marches",
    "latest",
    "24.11.",
    "2026-11-24",
    "'2026-11-24 18:00'",
    "31 November",
    "'24.11. to 26.11.'",
    "'from 24 November until 2 December'",
    "{player: Eva, address: eva@example.org}",
    "{player: Eva}",
    "'Eva <eva@example.org>'",
    "eva@example.org",
    "{1/bid/stark: 2}",
    "{1/bid/stark: 2, ' 1/x ': []}",
    "[stark/1, greyjoy/2]",
    "[stark/1, ' ']",
    "steward",
    "rules battle and retreat",
    "explain 3 battle at Pyke",
];

/// How many documents are drawn of each section.
const DRAWN: usize = 250;

fn seats() -> Vec<SeatInfo> {
    let seat = |id: &str, name: &str| SeatInfo { id: id.into(), name: name.into() };
    vec![seat("stark", "Stark"), seat("lannister", "Lannister"), seat("greyjoy", "Greyjoy")]
}

fn read(text: &str) -> Envelope {
    let players = [("Anna".to_owned(), Seat(0)), ("Bert Baker".to_owned(), Seat(2))];
    let people = People { players: &players, gm: "Maria" };
    match parse(text) {
        Ok(node) => read_on(&node, &seats(), people, Some(date(2026, 11, 20))),
        Err(faults) => Envelope { faults, ..Envelope::default() },
    }
}

fn note(said: &mut String, text: &str) -> Envelope {
    let envelope = read(text);
    let _ = writeln!(said, "{text}{envelope:?}\n");
    envelope
}

/// Some of the entries with values, those that are there once, in any order.
fn drawn(dice: &mut Rng, names: &[&str], most: usize) -> String {
    let mut names = names.to_vec();
    dice.shuffle(&mut names);
    names.truncate(dice.usize(1..=most));
    let entries = names.iter().map(|name| format!("{name}: {}", value(dice, name)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

/// A value for an entry, which fits in most of the cases.
fn value(dice: &mut Rng, name: &str) -> String {
    let fitting: &[&str] = match name {
        "answers" | "answer" | "outcomes" | "outcome" => &["{1/bid/stark: 2}", "{1/bid/stark: [], 2/x: y}"],
        "accept" | "refuse" => &["[stark/1, greyjoy/2]", "stark/3", "[stark/1, ' ']"],
        "turn" | "entry" | "number" | "dispute" | "revision" => &["1", "3", "0"],
        "stage" => &["marches", "battles"],
        "to" | "before" | "rewind" => &["3/marches", "2", "latest", "2026-11-24", "1/bid/stark", "all"],
        "because" | "reason" | "about" | "says" | "close" | "text" => &["it was read wrongly", "no", "' '"],
        "from" | "until" => &["24.11.", "2026-12-24", "1 December", "tomorrow", "Monday"],
        "play" => &["plan", "steward", "default"],
        "extend" => &["2 days", "12h", "no"],
        "concede" | "replace" | "resend" | "seat" => &["greyjoy", "Anna", "no"],
        "remind" => &["all", "[stark, Greyjoy]", "greyjoy"],
        "with" => &["'Eva <eva@example.org>'", "{player: Eva, address: eva@example.org}"],
        "draw" | "ruling" | "grey" | "withdraw" | "ready" | "final" | "resign" | "pause" | "resume"
        | "process" | "adopt" | "propose" | "forward" | "status" => &["yes", "no"],
        _ => &[],
    };
    if fitting.is_empty() || dice.u8(..4) == 0 {
        return VALUES[dice.usize(..VALUES.len())].to_owned();
    }
    fitting[dice.usize(..fitting.len())].to_owned()
}

#[test]
fn every_entry_of_a_section_with_every_value() {
    let mut scenario = Scenario::new();
    let mut faultless = 0;
    let mut try_all = |name: &str, texts: &mut dyn Iterator<Item = String>| {
        let mut said = String::new();
        for text in texts {
            faultless += usize::from(note(&mut said, &text).faults.is_empty());
        }
        outputs::said(name, said);
    };
    for name in PLAIN {
        try_all(name, &mut VALUES.iter().map(|value| format!("{name}: {value}\n")));
    }
    for (name, entries) in SECTIONS {
        let alone = VALUES.iter().map(|value| format!("{name}: {value}\n"));
        let each = entries
            .iter()
            .flat_map(|entry| VALUES.iter().map(move |value| format!("{name}: {{{entry}: {value}}}\n")));
        let sentences = entries.iter().flat_map(|entry| {
            VALUES.iter().map(move |value| format!("{name}: {entry} {}\n", value.trim_matches('\'')))
        });
        try_all(name, &mut alone.chain(each).chain(sentences));
    }
    for word in ["rule", "rewind", "forward"] {
        // With what else it needs, and beside it as well as in it.
        let each = RULING.iter().flat_map(|entry| {
            VALUES.iter().flat_map(move |value| {
                let rest = if word == "rule" { ", answers: {1/bid/stark: 2}" } else { ", turn: 2" };
                let rest = if rest.contains(&format!("{entry}:")) { "" } else { rest };
                [
                    format!("do: {{{word}: {{{entry}: {value}, because: so}}}}\n"),
                    format!("do: {{{word}: {{{entry}: {value}{rest}}}, because: so}}\n"),
                ]
            })
        });
        try_all(&format!("do: {word}"), &mut each.collect::<Vec<_>>().into_iter());
    }
    assert!(faultless > 500, "{faultless}");
    scenario.ends(Vec::new);
}

#[test]
fn entries_drawn_together() {
    let mut scenario = Scenario::new();
    let mut dice = Rng::with_seed(11);
    let mut all = Vec::new();
    for (name, entries) in SECTIONS {
        let mut said = String::new();
        for _ in 0..DRAWN {
            let inner = drawn(&mut dice, entries, 4);
            let inner = if dice.u8(..5) == 0 {
                format!("[{inner}, {}]", drawn(&mut dice, entries, 2))
            } else {
                inner
            };
            let text = format!("{name}: {inner}\n");
            note(&mut said, &text);
            all.push(text);
        }
        outputs::said(name, said);
    }
    let mut said = String::new();
    for _ in 0..DRAWN * 3 {
        let word = ["rule", "rule", "rewind", "forward"][dice.usize(..4)];
        let inner = drawn(&mut dice, &RULING, 5);
        let text = match dice.u8(..3) {
            0 => format!("do: {{{word}: {inner}, because: so}}\n"),
            1 => format!("do:\n  - {word}: {inner}\n    because: so\n  - adopt\n"),
            _ => format!("do: {{{word}: {inner}}}\n"),
        };
        note(&mut said, &text);
        all.push(text);
    }
    outputs::said("rulings", said);
    // Two or three sections in one document, and what one message adds to another.
    let (mut said, mut last) = (String::new(), Envelope::default());
    for _ in 0..DRAWN * 3 {
        let mut text = String::new();
        for _ in 0..dice.usize(1..=3) {
            if dice.bool() {
                text += &all[dice.usize(..all.len())];
            } else {
                let name = PLAIN[dice.usize(..PLAIN.len())];
                let _ = writeln!(text, "{name}: {}", value(&mut dice, name));
            }
        }
        let envelope = note(&mut said, &text);
        last.add(envelope.clone());
        let _ = writeln!(said, "with what was there: {last:?}\n");
        last = envelope;
    }
    outputs::said("several", said);
    scenario.ends(Vec::new);
}
