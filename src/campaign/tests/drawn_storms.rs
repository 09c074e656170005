//! Months of mails drawn by chance from the tables of the other storms, in campaigns whose settings are drawn as well: what follows on
//! what, and what meets which setting, is nobody's choice.

use crate::campaign::tests::long_storms::{CORNERS, SEALS, TURN_OF_THE_YEAR};
use crate::campaign::tests::storm::{GM_ORDERS, Mails, PLAYERS};
use crate::campaign::tests::world::{World, YAML};
use fastrand::Rng;

/// The campaigns of a test.
const WORLDS: u64 = 4;
/// The pieces of tables of which a storm is made, and the most mails of a piece.
const PIECES: usize = 14;
const LONGEST: usize = 6;

/// What the others seldom have: more than one of a kind at a time.
const TOGETHER: Mails<'_> = &[
    ("ash", "dispute: {turn: 1, about: \"the first\"}\n"),
    ("birch", "dispute: {turn: 1, about: \"the second\"}\n"),
    ("cedar", "dispute: {number: 2, says: \"so it was\"}\n"),
    ("birch", "dispute: {number: 2, withdraw: yes}\n"),
    ("ash+", "ask: [map text, status]\n"),
    ("birch+", "ask: [map, plan]\nplan: {bid: 1}\n"),
    ("cedar+", "plan: {bid: 2}\npress: {to: birch, text: \"both\"}\n"),
    ("ash", "plan: {bid: 3}\nfinal: yes\n"),
    ("gm", "do: {rule: {dispute: 1, answers: {1/bid/ash: 2}, because: the first is right}}\n"),
    ("gm>", "do: adopt\n"),
    ("gm", "do: {rule: {answers: {ash: 2}, because: which?}}\n"),
    ("birch", "vote: {replace: ash}\nvote: {concede: ash}\n"),
    ("cedar", "vote: {replace: ash}\nvote: {concede: ash}\n"),
];

/// A campaign with some of the settings there are.
fn settings(dice: &mut Rng) -> String {
    let mut yaml = YAML.to_owned();
    let replaced: [(&str, &[&str]); 9] = [
        ("absence: default", &["absence: wait", "absence: steward", "absence: default"]),
        (
            "chance: no",
            &[
                "chance: no",
                "chance: no",
                "chance: {words: open, until: in 24h}",
                "chance: {words: sealed, until: in 12h}",
            ],
        ),
        ("outage: 3h", &["outage: 3h", "outage: 12h", "outage: 3h, opening: in 24h"]),
        (
            "[maria@example.org]}",
            &[
                "[maria@example.org]}",
                "[maria@example.org, m@work.example], reads press: yes, timezone: Asia/Tokyo}",
                "[maria@example.org], plays: cedar}",
            ],
        ),
        (
            "in 48h",
            &[
                "in 48h",
                "in 48h, question: in 12h",
                "every 2 days at 20:00, question: in 9h",
                "'every mon thu at 9:00, not fri'",
            ],
        ),
        ("grace: 1h", &["grace: 1h", "grace: 7h", "grace: 30 minutes"]),
        ("reminder: 12h", &["reminder: 12h", "reminder: no", "reminder: 3 days", "reminder: 2h"]),
        (
            "anna@example.org}",
            &["anna@example.org}", "anna@example.org, pace: batch, page: no}", "anna@example.org, map: svg}"],
        ),
        (
            "bert@example.org}",
            &[
                "bert@example.org}",
                "bert@example.org, timezone: America/New_York, ask about: [prize]}",
                "bert@example.org, map: no, pace: ask}",
            ],
        ),
    ];
    for (what, with) in replaced {
        yaml = yaml.replace(what, with[dice.usize(..with.len())]);
    }
    let lines: [&[&str]; 14] = [
        &["secrecy: either", "secrecy: sealed", "secrecy: {default: deposit, bid: sealed}"],
        &["press: grey", "press: none"],
        &["anonymous: yes", "from: any"],
        &["rulings: {protest: 12h, vote: yes}", "rulings: {protest: 24h}"],
        &["disputes: {clock: waits, a seat: 2}", "disputes: {a seat: 1}"],
        &["leak check: yes", "replace by vote: yes"],
        &["rehearsal: in 24h", "rehearsal: none"],
        &["bounces: bounces@example.org", "limits: {press: 3, press a day: 2}"],
        &["pace: batch", "close early: all in", "close early: no"],
        &[
            "observers: [{name: Olga, address: olga@example.org}]",
            "observers: [{name: Olga, address: olga@example.org, delay: 2 days}, {name: Omar, address: omar@example.org, delay: none}]",
        ],
        &["handover press: yes", "reveal at the end: yes"],
        &["page: no", "map: svg", "map: no"],
        &["ask about: [prize]", "ask about: [bid, prize]"],
        &["absent may wait: no", "days away a year: 0", "days away a year: 10"],
    ];
    for line in lines {
        if let Some(line) = line.get(dice.usize(..4)) {
            yaml += &format!("{line}\n");
        }
    }
    // A rehearsal is when words of chance are asked for, and has its own end.
    if yaml.contains("rehearsal") {
        yaml = yaml.replace(", until: in 24h", "").replace(", until: in 12h", "");
    }
    yaml
}

/// Whoever writes a mail after which another comes before anybody looks, in one of three.
fn soon<'a>(who: &'a str, dice: &mut Rng) -> &'a str {
    match who {
        _ if dice.usize(..3) > 0 => who,
        "ash" => "ash+",
        "birch" => "birch+",
        "cedar" => "cedar+",
        "gm" => "gm+",
        other => other,
    }
}

fn storms(seed: u64) {
    for number in 0..WORLDS {
        let mut dice = Rng::with_seed(seed * 100 + number);
        let tables: [Mails<'_>; 6] = [PLAYERS, GM_ORDERS, SEALS, CORNERS, TURN_OF_THE_YEAR, TOGETHER];
        let yaml = settings(&mut dice);
        let mut world = World::with(&yaml);
        let mut mails = Vec::new();
        for piece in 0..PIECES {
            let table = tables[dice.usize(..tables.len())];
            let from = dice.usize(..table.len());
            let piece_of = &table[from..(from + dice.usize(1..=LONGEST)).min(table.len())];
            mails.extend(piece_of.iter().map(|(who, body)| (soon(who, &mut dice), *body)));
            if piece % 4 == 3 {
                mails.extend([("gm", "do: process\n"), (" ", "7")]);
            }
        }
        world.storm(&mails);
    }
}

#[test]
fn of_the_first_seed() {
    storms(1);
}

#[test]
fn of_the_second_seed() {
    storms(2);
}

#[test]
fn of_the_third_seed() {
    storms(3);
}
