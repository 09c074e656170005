//! Campaigns at the instants that matter to them, to the second: whatever time a record names, and as long before and after it as the
//! settings know, a second before, at it and a second after it; with nothing, and with mails that come just then. What comes of each is
//! held against the record of all that leaves the program.

use crate::campaign::tests::outputs;
use crate::campaign::tests::storm::Mails;
use crate::campaign::tests::world::{World, YAML};
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What comes in at an instant: nothing, or one of these.
const MAILS: [(&str, &str); 10] = [
    ("", ""),
    ("ash", "plan: {bid: 2, prize: right}\n"),
    ("birch", "plan: {bid: 1}\nfinal: yes\n"),
    ("ash", "vote: {extend: 12h}\n"),
    ("gm", "do: {extend: 2h}\n"),
    ("cedar", "absent: {from: 2026-11-20, to: 2026-11-22}\n"),
    ("birch", "seal: SEAL 3\nfinal: yes\n"),
    ("gm", "do: process\n"),
    // What names no turn means one that hangs on the instant.
    ("cedar", "ask: [explain, plan, status, history]\n"),
    ("birch", "dispute: \"the bid of Anna\"\n"),
];

/// The lengths of time in [`SETTINGS`], in minutes, by which what a record names is shifted.
const SPANS: [i64; 8] = [0, 60, -60, -720, 180, 720, 1440, -1440];

/// The times in a value.
fn times(value: &Value, found: &mut BTreeSet<DateTime<Utc>>) {
    match value {
        Value::String(text) => found.extend(text.parse::<DateTime<Utc>>()),
        Value::Array(all) => all.iter().for_each(|value| times(value, found)),
        Value::Object(all) => all.values().for_each(|value| times(value, found)),
        _ => {}
    }
}

impl World {
    /// The instants within the next hour that may matter.
    fn instants(&self) -> BTreeSet<DateTime<Utc>> {
        let mut named = BTreeSet::new();
        times(&serde_json::to_value(&self.campaign().record).unwrap(), &mut named);
        let shifted =
            named.iter().flat_map(|at| SPANS.iter().map(move |minutes| *at + TimeDelta::minutes(*minutes)));
        let around = shifted.flat_map(|at| [-1, 0, 1].map(|second| at + TimeDelta::seconds(second)));
        around.filter(|at| *at > self.now && *at <= self.now + TimeDelta::minutes(61)).collect()
    }
}

/// Plays so many hours with what is sent in them, and tries every instant on the way.
fn tried(yaml: &str, hours: i64, sent: &[(i64, Mails<'_>)]) {
    let mut world = World::with(yaml);
    let sent: BTreeMap<i64, Mails<'_>> = sent.iter().copied().collect();
    let (mut said, mut known, mut tries) = (String::new(), BTreeSet::new(), 0);
    for hour in 0..hours {
        world.blown(sent.get(&hour).copied().unwrap_or_default());
        let before = world.before();
        for (place, at) in world.instants().into_iter().enumerate() {
            if !known.insert(at) {
                continue;
            }
            // Nothing, and another mail at each instant; of three that belong together the same.
            let mail = MAILS[1 + (place / 3 + usize::try_from(hour).unwrap()) % (MAILS.len() - 1)];
            for (who, body) in [MAILS[0], mail] {
                let mut world = world.apart();
                world.now = at;
                match who {
                    "" => {}
                    "gm" => drop(world.mail(
                        "maria@example.org",
                        "",
                        &format!("key: {}\n{body}", world.key("gm")),
                    )),
                    seat => drop(world.write(seat, &world.filled(seat, body))),
                }
                world.tick();
                let came = world.since(&before);
                tries += 1;
                let _ = writeln!(said, "== {at} {who} {body}{came}");
                // And what had become of it an hour later.
                world.hours(1);
                let _ = writeln!(said, "{}", Hash256::of(world.since(&before)));
            }
        }
        world.now += TimeDelta::hours(1);
        world.tick();
    }
    assert!(tries > 40, "{tries}");
    outputs::said("at every instant", said);
}

#[test]
fn of_a_window_that_nobody_answers() {
    tried(YAML, 52, &[(3, &[("ash", "plan: {bid: 3, prize: left}\n")])]);
}

#[test]
fn of_sealed_windows() {
    let yaml = YAML.replace("outage: 3h", "outage: 3h, opening: in 12h").replace("in 48h", "in 24h");
    tried(
        &format!("{yaml}secrecy: sealed\n"),
        40,
        &[
            (2, &[("ash", "seal: SEAL 3\nfinal: yes\n"), ("cedar", "seal: SEAL 1\n")]),
            (27, &[("ash", "OPEN 3")]),
        ],
    );
}

#[test]
fn of_rulings_that_players_may_object_to() {
    let yaml = YAML.replace("in 48h", "in 24h");
    tried(
        &format!("{yaml}rulings: {{protest: 12h, vote: yes}}\ndisputes: {{clock: waits}}\n"),
        40,
        &[
            (
                1,
                &[
                    ("ash+", "plan: {bid: 3, prize: left}\nfinal: yes\n"),
                    ("birch+", "plan: {bid: 1}\nfinal: yes\n"),
                    ("cedar", "plan: {bid: 1}\nfinal: yes\n"),
                ],
            ),
            (
                3,
                &[
                    ("gm", "do: {rule: {answers: {1/bid/birch: 5}, because: misread}}\n"),
                    ("gm>", "do: adopt\n"),
                ],
            ),
            (5, &[("ash", "vote: {ruling: no}\n")]),
            (20, &[("ash", "dispute: {turn: 1, about: \"the first bid\"}\n")]),
            (22, &[("gm", "dispute: {number: 1, close: \"It stands\"}\n")]),
        ],
    );
}

#[test]
fn of_players_who_are_away() {
    let yaml =
        YAML.replace("absence: default", "absence: wait").replace("in 48h", "in 24h, question: in 12h");
    tried(
        &format!(
            "{yaml}absent may wait: yes\nobservers: [{{name: Olga, address: olga@example.org, delay: 12h}}]\n"
        ),
        40,
        &[
            (1, &[("cedar", "absent: {from: 2026-11-21, to: 2026-11-22, stand-in: dora@example.net}\n")]),
            (2, &[("birch", "absent: {from: 2026-11-20, to: 2026-11-21, play: steward}\n")]),
            (4, &[("ash", "plan: {bid: 3, otherwise: ask}\nfinal: yes\n")]),
            (30, &[("ash", "resign: yes\n"), ("ash>", "resign: yes\n")]),
        ],
    );
}

#[test]
fn of_words_of_chance_and_a_rehearsal() {
    let chance = YAML.replace("chance: no", "chance: {words: open}").replace("in 48h", "in 24h");
    tried(
        &format!("{chance}rehearsal: in 12h\n"),
        26,
        &[(2, &[("ash", "chance: words of ash\n"), ("birch", "rehearsal: {ready: yes}\n")])],
    );
    let sealed = YAML.replace("chance: no", "chance: {words: sealed, until: in 12h}");
    let sealed = sealed.replace("outage: 3h", "outage: 3h, opening: in 12h");
    tried(&sealed, 26, &[(2, &[("ash", "window: chance\nseal: SEAL WORDS\n")])]);
}
