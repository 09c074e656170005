//! The ledger of a world with one thing altered: each field of each kind of entry, and entries that are missing, come twice or stand
//! elsewhere. Whoever alters them remakes what follows, so only the verifier's own checks are left to notice it.

use crate::campaign::tests::world::World;
use crate::campaign::{Flaw, verify_entries};
use crate::ledger::{Entry, Kind, Secret};
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The most that is altered in a world.
const MOST: usize = 100;
/// What nothing follows from: texts that everybody may write as they like, and settings that are only told.
const FREE: [&str; 5] = ["/says", "/text", "/because", "/settings", "/version"];

/// A change of one entry: what it is, and the entries as they are then.
pub(super) struct Altered {
    pub what: String,
    pub entries: Vec<Entry>,
}

impl World {
    /// What the verifier says of each altered ledger.
    pub(super) fn altered(&self) -> String {
        self.verdicts((MOST, 3), alterations, |entries, at, change| {
            let Altered { what, entries } = alter(entries, at, change);
            (what, entries)
        })
    }

    /// What the verifier says of the ledger with some of these changes, `most` at most, each with the place of its entry. One in `refused`
    /// must be refused at least.
    pub(super) fn verdicts<C>(
        &self,
        (most, refused): (usize, usize),
        changes: impl Fn(&[Entry]) -> Vec<(usize, C)>,
        change: impl Fn(&[Entry], usize, &C) -> (String, Vec<Entry>),
    ) -> String {
        let campaign = self.campaign();
        let entries = campaign.entries().unwrap();
        let all = changes(entries);
        let step = all.len().div_ceil(most).max(1);
        let (mut said, mut tried, mut no) = (String::new(), 0, 0);
        for (number, (at, one)) in all.into_iter().enumerate() {
            // Which of them are taken differs from world to world, as they differ in length.
            if !(number + entries.len()).is_multiple_of(step) {
                continue;
            }
            let (what, entries) = change(entries, at, &one);
            let secret = Some(campaign.secrets.chance).filter(|_| number % 3 > 0);
            let verdict = verify_entries(&*campaign.referee, &entries, secret);
            tried += 1;
            no += usize::from(verdict.is_err());
            let verdict = verdict.map_or_else(
                |Flaw { entry, why }| format!("{entry}: {why}"),
                |verified| format!("good: {:?}", verified.unchecked),
            );
            let _ = writeln!(said, "{what}: {verdict}");
        }
        assert!(tried > most / 3 && no * refused > tried, "{no} of {tried} refused\n{said}");
        said
    }
}

pub(super) enum Change {
    /// The value at a pointer into the body, or into the secret: another, or none.
    Field {
        secret: bool,
        pointer: String,
        to: Option<Value>,
    },
    Gone,
    Twice,
    Later,
    Time(i64),
}

/// The places of the first and the last entry of each shape.
pub(super) fn chosen(entries: &[Entry]) -> BTreeSet<usize> {
    let mut shapes = BTreeMap::<String, (usize, usize)>::new();
    for (at, entry) in entries.iter().enumerate() {
        let how = ["how", "fate", "what", "did", "opens", "on"].map(|key| entry.body[key].to_string());
        let keys = entry.body.as_object().map(|body| body.keys().cloned().collect::<Vec<_>>());
        let shape = format!("{} {how:?} {keys:?}", entry.kind.name());
        shapes.entry(shape).or_insert((at, at)).1 = at;
    }
    shapes.into_values().flat_map(|(first, last)| [first, last]).collect()
}

/// Every change of them.
pub(super) fn alterations(entries: &[Entry]) -> Vec<(usize, Change)> {
    let mut all = Vec::new();
    for at in chosen(entries) {
        let entry = &entries[at];
        // What was said in a receipt is its reader's; nothing follows from it.
        let secret = entry.secret.as_ref().filter(|_| entry.kind != Kind::Received).and_then(Secret::body);
        for (secret, body) in [(false, Some(&entry.body)), (true, secret)] {
            for (pointer, value) in body.map(fields).unwrap_or_default() {
                if FREE.iter().any(|free| pointer.contains(free)) {
                    continue;
                }
                for to in others(&value) {
                    all.push((at, Change::Field { secret, pointer: pointer.clone(), to }));
                }
            }
        }
        all.extend([Change::Gone, Change::Twice, Change::Later].map(|change| (at, change)));
        all.extend([-90_000, -1, 1, 90_000].map(|minutes| (at, Change::Time(minutes))));
    }
    all
}

/// The fields of a value with their pointers, those within others as well.
pub(super) fn fields(value: &Value) -> Vec<(String, Value)> {
    let within: Vec<(String, &Value)> = match value {
        Value::Object(all) => all.iter().map(|(key, value)| (key.replace('/', "~1"), value)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(i, value)| (i.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let each = within.into_iter().flat_map(|(key, value)| {
        let deeper = fields(value).into_iter().map({
            let key = key.clone();
            move |(pointer, value)| (format!("/{key}{pointer}"), value)
        });
        std::iter::once((format!("/{key}"), value.clone())).chain(deeper).collect::<Vec<_>>()
    });
    each.collect()
}

/// What may stand in place of a value; `None` for nothing at all.
pub(super) fn others(value: &Value) -> Vec<Option<Value>> {
    let other = match value {
        Value::Null => json!(1),
        Value::Bool(yes) => json!(!yes),
        Value::Number(number) => json!(number.as_i64().unwrap_or_default() + 1),
        Value::String(text) => json!(other_text(text)),
        Value::Array(all) => json!(all.iter().rev().skip(1).collect::<Vec<_>>()),
        Value::Object(all) => {
            let mut more = all.clone();
            more.insert("more".to_owned(), json!(1));
            Value::Object(more)
        }
    };
    vec![Some(other), None]
}

fn other_text(text: &str) -> String {
    const SEATS: [&str; 4] = ["ash", "birch", "cedar", "ash"];
    if let Ok(time) = text.parse::<DateTime<Utc>>() {
        return (time + TimeDelta::hours(1)).format("%Y-%m-%dT%H:%M:%SZ").to_string();
    }
    if let Some(place) = SEATS.iter().position(|seat| *seat == text) {
        return SEATS[place + 1].to_owned();
    }
    match text.strip_prefix(|c: char| c.is_ascii_hexdigit()) {
        Some(rest) if text.len() >= 32 => format!("{}{rest}", if text.starts_with('0') { '1' } else { '0' }),
        _ => format!("{text}x"),
    }
}

pub(super) fn alter(entries: &[Entry], at: usize, change: &Change) -> Altered {
    let mut entries = entries.to_vec();
    let name = format!("{} {}", entries[at].seq, entries[at].kind.name());
    let what = match change {
        Change::Field { secret, pointer, to } => {
            let entry = &mut entries[at];
            let body = match (&mut entry.secret, secret) {
                (Some(Secret::Kept { body, .. }), true) => body,
                _ => &mut entry.body,
            };
            put(body, pointer, to.clone());
            let to = to.as_ref().map_or("gone".to_owned(), Value::to_string);
            format!("{name}{}{pointer} {to}", if *secret { " secret " } else { " " })
        }
        Change::Gone => {
            entries.remove(at);
            format!("{name} gone")
        }
        Change::Twice => {
            entries.insert(at, entries[at].clone());
            format!("{name} twice")
        }
        Change::Later => {
            let entry = entries.remove(at);
            entries.insert((at + 1).min(entries.len()), entry);
            format!("{name} after the next")
        }
        Change::Time(minutes) => {
            entries[at].at += TimeDelta::minutes(*minutes);
            format!("{name} {minutes} minutes later")
        }
    };
    remade(&mut entries);
    Altered { what, entries }
}

pub(super) fn put(body: &mut Value, pointer: &str, to: Option<Value>) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/");
    match (body.pointer_mut(parent).unwrap(), to) {
        (Value::Object(all), Some(to)) => drop(all.insert(key, to)),
        (Value::Object(all), None) => drop(all.remove(&key)),
        (Value::Array(all), Some(to)) => all[key.parse::<usize>().unwrap()] = to,
        (Value::Array(all), None) => drop(all.remove(key.parse().unwrap())),
        other => panic!("{other:?}"),
    }
}

/// Numbers entries and chains the receipts of each seat, as the campaign would have done.
pub(super) fn remade(entries: &mut [Entry]) {
    let mut chains = BTreeMap::<String, Value>::new();
    for (place, entry) in entries.iter_mut().enumerate() {
        entry.seq = place as u64 + 1;
        if entry.kind != Kind::Received {
            continue;
        }
        let body = &mut entry.body;
        let Some(seat) = body["seat"].as_str().map(str::to_owned) else { continue };
        let prev = chains.get(&seat).cloned().unwrap_or_else(|| json!(Hash256::ZERO));
        // A mail that speaks for nobody has no chain.
        if body["chain"].is_null() || body["chain"] == json!(Hash256::ZERO) {
            continue;
        }
        let link = json!({
            "fate": body["fate"], "mail": body["mail"], "number": body["number"], "prev": prev,
            "seal": body.get("seal"), "seat": seat,
        });
        body["chain"] = json!(Hash256::of_value(&link).unwrap());
        chains.insert(seat, body["chain"].clone());
    }
}
