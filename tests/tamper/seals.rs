//! Tampering with seals, their table and openings.

use crate::kinds::{Kinds, around, on, until};
use crate::ledger::{Remake, insert, kind, made, remove, seal};
use serde_json::{Value, json};

fn zeros() -> Value {
    json!(format!("sha256:{}", "0".repeat(64)))
}

/// Another plan in the opened document at a place, with its new seal.
fn swapped(entries: &mut [Value], at: usize) -> Option<(Value, Value)> {
    let document = entries[at].pointer_mut("/secret/body")?;
    let before = seal(document);
    document["plan"]["turn"] = json!(77);
    let after = seal(document);
    entries[at]["body"]["seal"] = after.clone();
    Some((before, after))
}

fn replace(entries: &mut [Value], kinds: &[&str], before: &Value, after: &Value) -> Option<usize> {
    let mut first = None;
    for (place, entry) in entries.iter_mut().enumerate() {
        if !kinds.contains(&kind(entry).as_str()) {
            continue;
        }
        let body = entry["body"].as_object_mut().unwrap();
        if let Some(found) = body.get_mut("seal").filter(|found| *found == before) {
            *found = after.clone();
            first.get_or_insert(place);
        }
        for found in
            body.get_mut("seals").and_then(Value::as_object_mut).into_iter().flat_map(|all| all.values_mut())
        {
            if found == before {
                *found = after.clone();
                first.get_or_insert(place);
            }
        }
    }
    first
}

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    tables(&mut k);
    openings(&mut k);
    k.any("sealed: another seal", "sealed", Remake::Receipts, |e, at| {
        e[at]["body"]["seal"] = zeros();
        Some(on(e, at))
    });
    k.any("sealed: another seal, named by its receipt as well", "sealed", Remake::Receipts, |e, at| {
        let before = e[at]["body"]["seal"].clone();
        replace(e, &["sealed", "received"], &before, &zeros())?;
        let used = e.iter().any(|entry| {
            entry["body"]["seal"] == before
                || entry["body"]["seals"].to_string().contains(before.as_str().unwrap())
        });
        used.then(|| on(e, at))
    });
    k.edit("sealed: in capitals", "sealed", |e| {
        e["body"]["seal"] = json!(e["body"]["seal"].as_str().unwrap().to_uppercase());
        true
    });
    k.any("sealed: by another seat", "sealed", Remake::Receipts, |e, at| {
        let other = e[0]["body"]["seats"]
            .as_array()?
            .iter()
            .map(|seat| &seat["seat"])
            .find(|seat| **seat != e[at]["body"]["seat"])?
            .clone();
        e[at]["body"]["seat"] = other;
        Some(on(e, at))
    });
    k.edit("sealed: by nobody known", "sealed", |e| {
        e["body"]["seat"] = json!("nobody");
        true
    });
    k.edit("sealed: in a window that is not open", "sealed", |e| {
        e["body"]["window"] = json!("9-nothing");
        true
    });
    k.later("sealed: a deposit said to be a seal", "sealed how=deposit", |e| {
        e["body"]["how"] = json!("seal");
        true
    });
    k.later("sealed: a seal said to be a deposit", "sealed how=seal", |e| {
        e["body"]["how"] = json!("deposit");
        true
    });
    k.later("sealed: a deposit said to be the steward's", "sealed how=deposit", |e| {
        e["body"]["how"] = json!("steward");
        true
    });
    k.any("sealed: an entry removed", "sealed", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("sealed: the same seal twice", "sealed", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 1..=at + 2)
    });
    k.any("sealed: without a message", "window.closed", Remake::Counts, |e, at| {
        let seat = e[0]["body"]["seats"][0]["seat"].clone();
        let body = json!({"window": e[at]["body"]["window"], "seat": seat, "seal": zeros(), "how": "deposit", "revision": 0});
        let (first, _) = crate::ledger::batch(e, at);
        insert(e, first, made("sealed", body));
        Some(first + 1..=e.len())
    });
    k.any("sealed: by the steward for a seat that is there", "window.closed", Remake::Counts, |e, at| {
        let silent = e[at]["body"]["silent"].as_object()?;
        let (seat, _) = silent.iter().find(|(_, why)| **why == "hold")?;
        let body = json!({"window": e[at]["body"]["window"], "seat": seat, "seal": zeros(), "how": "steward", "revision": 0});
        insert(e, at, made("sealed", body));
        Some(on(e, at))
    });
    k
}

fn tables(k: &mut Kinds) {
    k.edit("table: all zeros", "window.published", |e| {
        e["body"]["seals"].as_object_mut().unwrap().values_mut().for_each(|seal| *seal = zeros());
        true
    });
    k.edit("table: one seal of zeros", "window.published", |e| {
        *e["body"]["seals"].as_object_mut().unwrap().values_mut().next().unwrap() = zeros();
        true
    });
    k.edit("table: a seat left out", "window.published", |e| {
        let seals = e["body"]["seals"].as_object_mut().unwrap();
        let first = seals.keys().next().unwrap().clone();
        seals.remove(&first).is_some()
    });
    k.edit("table: a seat more", "window.published", |e| {
        e["body"]["seals"]["nobody"] = zeros();
        true
    });
    k.edit("table: two seals exchanged", "window.published", |e| {
        let seals = e["body"]["seals"].as_object_mut().unwrap();
        let names: Vec<String> = seals.keys().cloned().collect();
        let [a, b, ..] = names.as_slice() else { return false };
        let (x, y) = (seals[a].clone(), seals[b].clone());
        seals.insert(a.clone(), y);
        seals.insert(b.clone(), x);
        true
    });
    k.edit("table: empty", "window.published", |e| {
        e["body"]["seals"] = json!({});
        true
    });
    k.edit("table: a deadline an hour later", "window.published", |e| {
        e["body"]["deadline"] = crate::ledger::later(&e["body"]["deadline"], 3600);
        true
    });
    k.edit("table: no deadline", "window.published", |e| {
        e["body"]["deadline"] = Value::Null;
        true
    });
    k.edit("table: for a deadline that was not over", "window.published why=all-in", |e| {
        e["body"]["why"] = json!("deadline");
        true
    });
    k.edit("table: for a reason that is none", "window.published", |e| {
        e["body"]["why"] = json!("because");
        true
    });
    k.any("table: twice", "window.published", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("table: removed", "window.published", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("a seal after the table", "window.published", Remake::Counts, |e, at| {
        let (seat, _) = e[at]["body"]["seals"].as_object()?.iter().next()?;
        let body = json!({"window": e[at]["body"]["window"], "seat": seat, "seal": zeros(), "how": "seal", "revision": 9});
        crate::ledger::append(e, at, made("sealed", body));
        let place = (at..e.len()).find(|place| kind(&e[*place]) == "sealed")?;
        Some(place + 1..=place + 1)
    });
    k.any("a seal after others' openings", "opened how=seal", Remake::Counts, |e, at| {
        let own = &e[at]["body"]["seat"];
        let seat = e[0]["body"]["seats"].as_array()?.iter().map(|seat| &seat["seat"]).find(|seat| *seat != own)?;
        let body = json!({"window": e[at]["body"]["window"], "seat": seat, "seal": zeros(), "how": "seal", "revision": 9});
        insert(e, at + 1, made("sealed", body));
        Some(at + 2..=at + 2)
    });
    k.any("a deposit after the first opening", "window.closed", Remake::Counts, |e, at| {
        let opened = at.checked_sub(1).filter(|before| kind(&e[*before]) == "opened" && e[*before]["body"]["how"] == "deposit")?;
        (e[at]["body"]["why"] != "answered").then_some(())?;
        let body = json!({"window": e[opened]["body"]["window"], "seat": e[opened]["body"]["seat"], "seal": zeros(), "how": "deposit", "revision": 9});
        insert(e, at, made("sealed", body));
        Some(at + 1..=at + 1)
    });
    k.any(
        "a seal exchanged for a later one: seal, receipt and opening, but not the table",
        "opened how=seal",
        Remake::Receipts,
        |e, at| {
            let (before, after) = swapped(e, at)?;
            replace(e, &["sealed", "received"], &before, &after)?;
            let table = (0..at).rev().find(|place| kind(&e[*place]) == "window.published")?;
            Some(table + 1..=table + 1)
        },
    );
    k.any(
        "a seal exchanged for a later one: table and opening, but not the seal",
        "opened how=seal",
        Remake::Receipts,
        |e, at| {
            let (before, after) = swapped(e, at)?;
            replace(e, &["window.published"], &before, &after).map(|place| place + 1..=place + 1)
        },
    );
    k.any(
        "a seal exchanged for a later one: all but the receipt",
        "opened how=seal",
        Remake::Receipts,
        |e, at| {
            let (before, after) = swapped(e, at)?;
            replace(e, &["sealed", "window.published"], &before, &after).map(|place| around(e, place))
        },
    );
    k.any(
        "a seal exchanged for a later one: all but the receipt's chain",
        "opened how=seal",
        Remake::Chain,
        |e, at| {
            let (before, after) = swapped(e, at)?;
            replace(e, &["sealed", "window.published"], &before, &after)?;
            replace(e, &["received"], &before, &after).map(|place| place + 1..=place + 1)
        },
    );
}

/// The first table with several sent seals, and the seat of the last of them, which the game master is said to play.
fn played_by_the_gm(e: &mut [Value]) -> Option<(usize, Value)> {
    let sent = |place: usize| {
        let own = e[..place].iter().filter(|entry| kind(entry) == "sealed" && entry["body"]["how"] == "seal");
        let window = e[place]["body"]["window"].clone();
        own.filter(move |entry| entry["body"]["window"] == window).map(|entry| entry["body"]["seat"].clone())
    };
    let table = (0..e.len()).find(|place| {
        kind(&e[*place]) == "window.published"
            && sent(*place).map(|seat| seat.to_string()).collect::<std::collections::BTreeSet<_>>().len() > 1
    })?;
    let seat = sent(table).last()?;
    e[0]["body"]["settings"]["gm"]["plays"] = seat.clone();
    Some((table, seat))
}

fn openings(k: &mut Kinds) {
    k.any("opened: not first by the seat that the game master plays", "founded", Remake::Receipts, |e, _| {
        let (table, _) = played_by_the_gm(e)?;
        Some(1..=table + 1)
    });
    k.any(
        "opened: by the others while the seat of the game master is to open first",
        "founded",
        Remake::Receipts,
        |e, _| {
            let (table, seat) = played_by_the_gm(e)?;
            e[table]["body"]["first"] = seat;
            let next = (table + 1..e.len())
                .find(|place| matches!(kind(&e[*place]).as_str(), "opened" | "window.closed"))?;
            let closed = (next..e.len()).find(|place| kind(&e[*place]) == "window.closed")?;
            Some(1..=closed + 1)
        },
    );
    k.edit("table: a seat to open first, although the game master plays none", "window.published", |e| {
        let seat = e["body"]["seals"].as_object().unwrap().keys().next().unwrap().clone();
        e["body"]["first"] = json!(seat);
        true
    });
    k.any("table: the others asked to open, although all are asked", "window.published", Remake::Counts, |e, at| {
        let seat = e[at]["body"]["seals"].as_object()?.keys().next()?.clone();
        let body = json!({"what": "openings", "window": e[at]["body"]["window"], "first": seat, "why": "gm", "instead": "default",
            "deadline": e[at]["body"]["deadline"]});
        insert(e, at + 1, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("opened: another plan under the same seal", "opened", Remake::Receipts, |e, at| {
        let seal = e[at]["body"]["seal"].clone();
        swapped(e, at)?;
        e[at]["body"]["seal"] = seal;
        Some(at + 1..=at + 1)
    });
    k.any("opened: another plan under a seal of its own", "opened", Remake::Receipts, |e, at| {
        swapped(e, at)?;
        Some(at + 1..=at + 1)
    });
    k.edit("opened: another nonce", "opened", |e| {
        e["secret"]["body"]["nonce"] = json!("f".repeat(32));
        true
    });
    for member in ["campaign", "seat", "window", "format"] {
        k.edit(&format!("opened: a document of another {member}"), "opened", move |e| {
            e["secret"]["body"][member] = json!("another");
            true
        });
        // Sealed like that from the beginning, so that only the binding is wrong.
        k.any(&format!("opened: sealed for another {member}"), "opened", Remake::Receipts, move |e, at| {
            let before = e[at]["body"]["seal"].clone();
            e[at]["secret"]["body"][member] = json!("another");
            let after = seal(&e[at]["secret"]["body"]);
            replace(e, &["sealed", "received", "window.published", "opened"], &before, &after)?;
            Some(at + 1..=at + 1)
        });
    }
    k.edit("opened: a document with a member more", "opened", |e| {
        e["secret"]["body"]["more"] = json!(1);
        true
    });
    k.edit("opened: another way", "opened how=seal", |e| {
        e["body"]["how"] = json!("deposit");
        true
    });
    k.edit("opened: as the steward's", "opened how=deposit", |e| {
        e["body"]["how"] = json!("steward");
        true
    });
    k.edit("opened: another window", "opened", |e| {
        e["body"]["window"] = json!("9-nothing");
        true
    });
    k.edit("opened: by a seat that sealed nothing", "opened", |e| {
        e["body"]["seat"] = json!("nobody");
        true
    });
    k.any("opened: twice", "opened", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("opened: removed", "opened", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("opened: before the table", "window.published", Remake::Counts, |e, at| {
        let opened =
            (at..e.len()).find(|place| kind(&e[*place]) == "opened" && e[*place]["body"]["how"] == "seal")?;
        let entry = remove(e, opened);
        insert(e, at, entry);
        Some(at + 1..=at + 1)
    });
    k.any("opened: after its window", "opened", Remake::Counts, |e, at| {
        let closed = (at..e.len()).find(|place| kind(&e[*place]) == "window.closed")?;
        let entry = remove(e, at);
        let _ = closed;
        crate::ledger::append(e, closed - 1, entry);
        Some(until(e, at, "opened"))
    });
    k.any("opened: two documents exchanged", "opened", Remake::Chain, |e, at| {
        let other = (at + 1..e.len()).find(|place| kind(&e[*place]) == "opened")?;
        let (a, b) = (e[at]["secret"].clone(), e[other]["secret"].clone());
        (e[at]["secret"], e[other]["secret"]) = (b, a);
        Some(at + 1..=at + 1)
    });
}
