//! The ledger of a world mixed up: entries with what others of their kind have, and entries that are elsewhere, as batches of their own
//! at the times of the places where they come to stand. All that is false in them is what they say there, so the verifier's rules are
//! left to notice it, one by one.

use crate::campaign::tests::altered::{chosen, fields, put, remade};
use crate::campaign::tests::world::World;
use crate::ledger::{Entry, Kind, Secret};
use serde_json::{Value, json};

/// The most mixtures of a world.
const MOST: usize = 80;

pub(super) enum Mixture {
    /// What another entry has at a pointer; of the body, or of the secret.
    Field { secret: bool, pointer: String, to: Value, of: usize },
    /// All that another entry says.
    Body(usize),
    /// It comes so many batches later, or earlier.
    Moved(isize),
    /// It comes once more, so many batches later.
    Again(isize),
    /// It is gone, and its batch is whole without it.
    Gone,
}

impl World {
    /// What the verifier says of each mixture.
    pub(super) fn mixed(&self) -> String {
        self.verdicts((MOST, 2), mixtures, mix)
    }
}

/// Every mixture of the first and the last entry of each shape.
pub(super) fn mixtures(entries: &[Entry]) -> Vec<(usize, Mixture)> {
    let mut all = Vec::new();
    for at in chosen(entries) {
        let entry = &entries[at];
        // The nearest of its kind before and behind it.
        let is_like =
            |other: &usize| entries[*other].kind == entry.kind && entries[*other].body != entry.body;
        let before = (0..at).rev().filter(is_like).take(1);
        let behind = (at + 1..entries.len()).filter(is_like).take(1);
        for of in before.chain(behind) {
            for secret in [false, true] {
                let (Some(own), Some(other)) = (said_in(entry, secret), said_in(&entries[of], secret)) else {
                    continue;
                };
                for (pointer, value) in fields(own) {
                    let Some(to) = other.pointer(&pointer).filter(|to| **to != value).cloned() else {
                        continue;
                    };
                    all.push((at, Mixture::Field { secret, pointer, to, of }));
                }
            }
            all.push((at, Mixture::Body(of)));
        }
        all.extend([-20, -4, -1, 1, 4, 20].map(|by| (at, Mixture::Moved(by))));
        all.extend([1, 3, 12].map(|by| (at, Mixture::Again(by))));
        all.push((at, Mixture::Gone));
    }
    all
}

fn said_in(entry: &Entry, secret: bool) -> Option<&Value> {
    match secret {
        // What was said in a receipt is its reader's; nothing follows from it.
        true => entry.secret.as_ref().filter(|_| entry.kind != Kind::Received).and_then(Secret::body),
        false => Some(&entry.body),
    }
}

pub(super) fn mix(entries: &[Entry], at: usize, mixture: &Mixture) -> (String, Vec<Entry>) {
    let mut entries = entries.to_vec();
    let name = format!("{} {}", entries[at].seq, entries[at].kind.name());
    let what = match mixture {
        Mixture::Field { secret, pointer, to, of } => {
            let entry = &mut entries[at];
            let body = match (&mut entry.secret, secret) {
                (Some(Secret::Kept { body, .. }), true) => body,
                _ => &mut entry.body,
            };
            put(body, pointer, Some(to.clone()));
            format!("{name}{}{pointer} of {}", if *secret { " secret " } else { " " }, of + 1)
        }
        Mixture::Body(of) => {
            let batch = entries[at].body.get("batch").cloned();
            let Entry { mut body, secret, .. } = entries[*of].clone();
            let all = body.as_object_mut().unwrap();
            all.remove("batch");
            all.extend(batch.map(|batch| ("batch".to_owned(), batch)));
            (entries[at].body, entries[at].secret) = (body, secret);
            format!("{name} as {}", of + 1)
        }
        Mixture::Moved(by) => {
            let entry = taken(&mut entries, at);
            insert(&mut entries, at, *by, entry);
            format!("{name} {by} batches later")
        }
        Mixture::Again(by) => {
            let mut entry = entries[at].clone();
            entry.body.as_object_mut().unwrap().remove("batch");
            insert(&mut entries, at + 1, *by, entry);
            format!("{name} again, {by} batches later")
        }
        Mixture::Gone => {
            taken(&mut entries, at);
            format!("{name} gone from its batch")
        }
    };
    remade(&mut entries);
    (what, entries)
}

/// Where the batches begin, and behind them the end.
fn batches(entries: &[Entry]) -> Vec<usize> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < entries.len() {
        all.push(at);
        at += entries[at].body["batch"].as_u64().map_or(1, |count| count as usize);
    }
    all.push(entries.len());
    all
}

/// Takes an entry out of its batch, which has one less.
fn taken(entries: &mut Vec<Entry>, at: usize) -> Entry {
    let first = batches(entries).into_iter().rfind(|first| *first <= at).unwrap();
    let count = entries[first].body["batch"].as_u64().unwrap_or(1);
    let mut entry = entries.remove(at);
    entry.body.as_object_mut().unwrap().remove("batch");
    if count > 1 {
        let first = entries[first].body.as_object_mut().unwrap();
        first.remove("batch");
        if count > 2 {
            first.insert("batch".to_owned(), json!(count - 1));
        }
    }
    entry
}

/// Puts an entry between two batches, so many away, at the time of what is before it.
fn insert(entries: &mut Vec<Entry>, at: usize, by: isize, mut entry: Entry) {
    let batches = batches(entries);
    let here = batches.partition_point(|first| *first < at);
    let place = batches[here.saturating_add_signed(by).clamp(1, batches.len() - 1)];
    entry.at = entries[place - 1].at;
    entries.insert(place, entry);
}
