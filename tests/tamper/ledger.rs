//! A ledger in hand: read, changed, and remade as far as somebody without the players' mails can remake it.

use ravenpost::seal::{Hash256, canonical};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The entries, counted from 1, at which a tampering is visible.
pub type Seen = RangeInclusive<usize>;

/// What a liar remakes after a change, besides the entries' numbers and the hash chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Remake {
    /// Nothing at all, not even the chain.
    Nothing,
    /// The chain.
    Chain,
    /// The chains of receipts as well.
    Receipts,
    /// The numbers of receipts and of mails as well.
    Numbers,
    /// The counts of messages as well.
    Counts,
}

/// Reads the lines of a ledger.
pub fn read(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Writes entries as lines.
pub fn text(entries: &[Value]) -> String {
    entries.iter().map(|entry| canonical(entry).unwrap() + "\n").collect()
}

/// The kind of an entry with its tag: `sealed`, `window.opened`, `ruling.adopted`, `clock.paused`.
pub fn kind(entry: &Value) -> String {
    let (kind, body) = (entry["kind"].as_str().unwrap_or_default(), &entry["body"]);
    let tag = match kind {
        "window" | "clock" | "dispute" => &body["what"],
        "ruling" => &body["step"],
        "vote" => &body["on"],
        _ => &Value::Null,
    };
    tag.as_str().map_or(kind.to_owned(), |tag| format!("{kind}.{tag}"))
}

/// Remakes a ledger after a change.
pub fn remake(entries: &mut [Value], what: Remake) {
    if what == Remake::Nothing {
        return;
    }
    let mut chains: BTreeMap<String, (u64, Value)> = BTreeMap::new();
    let mut mailed: BTreeMap<String, u64> = BTreeMap::new();
    let (mut came, mut went) = (0u64, 0u64);
    let mut prev = json!("0".repeat(64));
    // Where each entry is now: entries name others by their numbers.
    let mut moved: BTreeMap<u64, u64> = BTreeMap::new();
    for (place, entry) in entries.iter().enumerate() {
        moved.entry(entry["seq"].as_u64().unwrap_or_default()).or_insert(place as u64 + 1);
    }
    let mut hashes: Vec<String> = Vec::new();
    for (place, entry) in entries.iter_mut().enumerate() {
        entry["seq"] = json!(place + 1);
        renumber(&mut entry["body"], &moved, &hashes);
        let name = kind(entry);
        if name == "received" && what >= Remake::Receipts && entry["body"].get("seat").is_some() {
            receipt(entry, &mut chains, what >= Remake::Numbers);
        }
        if name == "mailed" && what >= Remake::Numbers {
            let number = mailed.entry(entry["body"]["to"].to_string()).or_default();
            *number += 1;
            entry["body"]["number"] = json!(*number);
        }
        if what >= Remake::Counts && entry["body"].get("counts").is_some() {
            entry["body"]["counts"] = json!({"mailed": went, "received": came});
        }
        came += u64::from(name == "received");
        went += u64::from(name == "mailed");
        entry["prev"] = prev;
        let hash = hash(entry);
        entry["hash"] = json!(hash);
        prev = json!(hash);
        hashes.push(hash);
    }
}

/// Brings the numbers of other entries in a body up to where those are now, and the head that a mail named.
fn renumber(body: &mut Value, moved: &BTreeMap<u64, u64>, hashes: &[String]) {
    let new =
        |number: &Value| number.as_u64().and_then(|number| moved.get(&number)).map(|number| json!(number));
    for path in ["/after", "/again", "/told/seq", "/head/seq"] {
        if let Some(number) = body.pointer_mut(path)
            && let Some(is) = new(number)
        {
            *number = is;
        }
    }
    for number in body.get_mut("overrules").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(is) = new(number) {
            *number = is;
        }
    }
    // A head that is no hash of this ledger was put there by the tampering itself.
    let seq = body.pointer("/head/seq").and_then(Value::as_u64).unwrap_or_default() as usize;
    let is_false = body.pointer("/head/hash").is_some_and(|hash| *hash == json!("0".repeat(64)));
    if let Some(hash) = hashes.get(seq.wrapping_sub(1)).filter(|_| !is_false) {
        body["head"]["hash"] = json!(hash);
    }
}

fn receipt(entry: &mut Value, chains: &mut BTreeMap<String, (u64, Value)>, number_too: bool) {
    let body = &mut entry["body"];
    let (number, prev) = chains.entry(body["seat"].to_string()).or_insert((0, json!("0".repeat(64))));
    *number += 1;
    if number_too {
        body["number"] = json!(*number);
    }
    let seal = body.get("seal").cloned().unwrap_or_default();
    let link = json!({
        "fate": body["fate"], "mail": body["mail"], "number": body["number"], "prev": prev, "seal": seal,
        "seat": body["seat"],
    });
    let chain = json!(Hash256::of_value(&link).unwrap().to_string());
    *prev = chain.clone();
    body["chain"] = chain;
}

/// The hash that an entry must have.
fn hash(entry: &Value) -> String {
    let mut covered: Map<String, Value> = entry.as_object().unwrap().clone();
    covered.remove("hash");
    if let Some(secret) = covered.get("secret").filter(|secret| secret.get("body").is_some()) {
        let digest = Hash256::of_value(secret).unwrap().to_string();
        covered.insert("secret".to_owned(), json!({"digest": digest}));
    }
    Hash256::of_value(&Value::Object(covered)).unwrap().to_string()
}

/// The batch of an entry: the place of its first entry, and how many it has.
pub fn batch(entries: &[Value], place: usize) -> (usize, usize) {
    let mut first = 0;
    loop {
        let count = entries[first]["body"]["batch"].as_u64().map_or(1, |count| count as usize);
        if place < first + count || first + count >= entries.len() {
            return (first, count);
        }
        first += count;
    }
}

fn set_batch(entries: &mut [Value], first: usize, count: usize) {
    let Some(body) = entries.get_mut(first).and_then(|entry| entry["body"].as_object_mut()) else { return };
    body.remove("batch");
    if count > 1 {
        body.insert("batch".to_owned(), json!(count));
    }
}

/// Takes an entry away; its batch is smaller by one.
pub fn remove(entries: &mut Vec<Value>, place: usize) -> Value {
    let (first, count) = batch(entries, place);
    let mut gone = entries.remove(place);
    gone["body"].as_object_mut().unwrap().remove("batch");
    if count > 1 {
        set_batch(entries, first, count - 1);
    }
    gone
}

/// Puts an entry before the one at a place, into its batch.
pub fn insert(entries: &mut Vec<Value>, place: usize, mut entry: Value) {
    let (first, count) = batch(entries, place);
    entry["at"] = entries[place]["at"].clone();
    entry["body"].as_object_mut().unwrap().remove("batch");
    set_batch(entries, first, 1);
    entries.insert(place, entry);
    set_batch(entries, first, count + 1);
}

/// Puts an entry behind the one at a place, as a batch of its own.
pub fn append(entries: &mut Vec<Value>, place: usize, mut entry: Value) {
    let (first, count) = batch(entries, place);
    let place = first + count;
    entry["at"] = entries[place - 1]["at"].clone();
    entry["body"].as_object_mut().unwrap().remove("batch");
    entries.insert(place, entry);
}

/// An entry made up.
pub fn made(kind: &str, body: Value) -> Value {
    json!({"at": "", "body": body, "hash": "", "kind": kind, "prev": "", "seq": 0})
}

/// An entry made up, with a secret.
pub fn made_with(kind: &str, body: Value, secret: Value) -> Value {
    let mut entry = made(kind, body);
    entry["secret"] = json!({"body": secret, "salt": "00112233445566778899aabbccddeeff"});
    entry
}

/// The seal of a document.
pub fn seal(document: &Value) -> Value {
    json!(format!("sha256:{}", Hash256::of_value(document).unwrap()))
}

/// Moves a time of the ledger by seconds.
pub fn later(time: &Value, seconds: i64) -> Value {
    let at: chrono::DateTime<chrono::Utc> = time.as_str().unwrap().parse().unwrap();
    json!((at + chrono::TimeDelta::seconds(seconds)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
}
