//! Tampering with promises that hold only where something else has happened: a stopped clock, a closed window, a proposal.

use crate::kinds::{Kinds, on};
use crate::ledger::{Remake, append, insert, kind, later, made, made_with, remove};
use serde_json::{Value, json};

fn seat(e: &[Value], number: usize) -> Value {
    e[0]["body"]["seats"][number]["seat"].clone()
}

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    clock(&mut k);
    mail(&mut k);
    rulings(&mut k);
    seals(&mut k);
    windows(&mut k);
    k
}

/// The steps of a window between an entry and its closing, by their places.
fn steps(e: &[Value], at: usize) -> Vec<usize> {
    let id = &e[at]["body"]["window"];
    (at + 1..e.len())
        .filter(|place| e[*place]["kind"] == "window" && e[*place]["body"]["window"] == *id)
        .collect()
}

fn clock(k: &mut Kinds) {
    k.any("stage: resolved while the clock is stopped", "clock.paused", Remake::Counts, |e, at| {
        let stage = e[at..].iter().find(|entry| entry["kind"] == "resolved")?.clone();
        append(e, at, stage);
        Some(at + 2..=at + 2)
    });
    k.any("window: opened while the clock is stopped", "clock.paused", Remake::Counts, |e, at| {
        let window = e[at..].iter().find(|entry| kind(entry) == "window.opened")?.clone();
        append(e, at, window);
        Some(at + 2..=at + 2)
    });
    k.any("window: closed while the clock is stopped", "clock.paused", Remake::Counts, |e, at| {
        let closed = e[at..].iter().find(|entry| kind(entry) == "window.closed")?.clone();
        append(e, at, closed);
        Some(at + 2..=at + 2)
    });
    k.any("window: closed by its deadline, which is not over", "window.opened deadline", Remake::Counts, |e, at| {
        e[at]["body"]["deadline"].is_string().then_some(())?;
        let mut seats = e[at]["body"]["asked"].clone();
        let mut silent = seats.clone();
        let sealed = e[at]["body"]["sealed"] == true;
        for (all, word) in [(&mut seats, "nothing-came"), (&mut silent, "missed")] {
            all.as_object_mut()?.values_mut().for_each(|asked| *asked = json!(word));
        }
        let window = e[at]["body"]["window"].clone();
        sealed.then_some(())?;
        let body = json!({"what": "closed", "window": window, "why": "deadline", "seats": seats, "silent": silent});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("window: reminded by a player", "window.reminded", Remake::Chain, |e, at| {
        e[at]["body"]["by"] = seat(e, 0);
        Some(at + 1..=at + 1)
    });
    k.any("window: moved back by the game master", "window.moved why=gm", Remake::Chain, |e, at| {
        e[at]["body"]["deadline"] = later(&e[at]["body"]["deadline"], -31 * 86_400);
        Some(at + 1..=at + 1)
    });
    k.any("window: moved by more than a month", "window.moved why=gm", Remake::Chain, |e, at| {
        e[at]["body"]["deadline"] = later(&e[at]["body"]["deadline"], 40 * 86_400);
        Some(at + 1..=at + 1)
    });
    k.any("an outage that was none", "window.opened deadline", Remake::Counts, |e, at| {
        e[at]["body"]["deadline"].is_string().then_some(())?;
        let (from, to) = (e[at]["at"].clone(), e[at + 1]["at"].clone());
        let body =
            json!({"from": from, "to": to, "moved": [e[at]["body"]["window"], e[at]["body"]["deadline"]]});
        append(e, at, made("clock", body));
        Some(at + 2..=at + 2)
    });
}

fn mail(k: &mut Kinds) {
    let stranger = |member: &'static str, value: Value| {
        move |e: &mut Value| {
            e["body"].get("seat").is_none() && {
                e["body"][member] = value.clone();
                true
            }
        }
    };
    for (member, value) in [
        ("final", json!(true)),
        ("unusable", json!(true)),
        ("empty", json!(true)),
        ("rehearsed", json!(true)),
        ("stand-in", json!(true)),
        ("window", json!("1-planning")),
        ("seal", json!(format!("sha256:{}", "0".repeat(64)))),
        ("words", json!("one two three")),
        ("number", json!(1)),
        ("fate", json!("used")),
    ] {
        k.edit(
            &format!("a stranger's message with an effect: {member}"),
            "received seat=-",
            stranger(member, value),
        );
    }
    k.any("a message of a seat read twice", "received seat", Remake::Counts, |e, at| {
        let again = e[at].clone();
        append(e, at, again);
        Some(on(e, at + 1))
    });
    k.any("somebody stands in for a seat that is not away", "received seat=-", Remake::Receipts, |e, at| {
        let place = (0..at).rev().find(|place| {
            e[*place]["kind"] == "received"
                && e[*place]["body"]["seat"].is_string()
                && e[*place]["body"]["seat"] != "gm"
                && e[*place]["body"].get("stand-in").is_none()
                && !e.iter().any(|entry| {
                    entry["kind"] == "absence" && entry["body"]["seat"] == e[*place]["body"]["seat"]
                })
        })?;
        e[place]["body"]["stand-in"] = json!(true);
        Some(place + 1..=place + 1)
    });
    k.any("unreachable: what a seat does not get, sent again", "window.opened", Remake::Counts, |e, at| {
        append(e, at, made("unreachable", json!({"seat": seat(e, 0), "unreachable": true, "again": true})));
        Some(at + 2..=at + 2)
    });
}

fn rulings(k: &mut Kinds) {
    k.any(
        "ruling: adopted before its objection period is over",
        "ruling.proposed",
        Remake::Counts,
        |e, at| {
            let mut ruling = e[at].clone();
            let body = ruling["body"].as_object_mut()?;
            body.remove("until");
            body.insert("step".to_owned(), json!("adopted"));
            append(e, at, ruling);
            Some(on(e, at + 1))
        },
    );
    k.any(
        "ruling: adopted at once, where it must be proposed",
        "ruling.proposed",
        Remake::Counts,
        |e, at| {
            let body = e[at]["body"].as_object_mut()?;
            body.remove("until");
            body.insert("step".to_owned(), json!("adopted"));
            Some(on(e, at))
        },
    );
    k.edit("ruling: forward to another entry than was left", "ruling.adopted what=forward", |e| {
        let after = e["body"]["after"].as_u64().unwrap();
        e["body"]["after"] = json!(after - 1);
        true
    });
    k.any(
        "ruling: with an answer that it does not name",
        "ruling.adopted changes.0.change=answer",
        Remake::Chain,
        |e, at| {
            e[at]["secret"]["body"]["answers"]["9/nothing"] = json!(1);
            Some(at + 1..=at + 1)
        },
    );
    k.any("ruling: back to a point at which the game was over", "ended", Remake::Counts, |e, at| {
        let number = 1 + e.iter().filter(|entry| kind(entry) == "ruling.adopted").count() as u64;
        let (turn, stage) = {
            let last = e[..at].iter().rev().find(|entry| entry["kind"] == "resolved")?;
            (last["body"]["turn"].clone(), last["body"]["stage"].clone())
        };
        let body = json!({
            "step": "adopted", "number": number, "what": "rewind", "after": at + 1, "turn": turn, "stage": stage,
            "reason": "again",
        });
        append(e, at, made_with("ruling", body, json!({})));
        Some(on(e, at + 1))
    });
}

fn seals(k: &mut Kinds) {
    k.any("sealed: a plan for a window that is closed", "window.closed", Remake::Counts, |e, at| {
        let id = e[at]["body"]["window"].clone();
        let mut sealed = e[..at]
            .iter()
            .rev()
            .find(|entry| entry["kind"] == "sealed" && entry["body"]["window"] == id)?
            .clone();
        sealed["body"]["seal"] = json!(format!("sha256:{}", "5".repeat(64)));
        append(e, at, sealed);
        let (first, count) = crate::ledger::batch(e, at);
        Some(first + count + 1..=first + count + 1)
    });
    k.any(
        "sealed: after the table of seals, with its receipt",
        "window.published",
        Remake::Counts,
        |e, at| {
            let mut sealed = e[..at]
                .iter()
                .rev()
                .find(|entry| entry["kind"] == "sealed" && entry["body"]["how"] == "seal")?
                .clone();
            (sealed["body"]["window"] == e[at]["body"]["window"]).then_some(())?;
            sealed["body"]["seal"] = json!(format!("sha256:{}", "5".repeat(64)));
            let (first, count) = crate::ledger::batch(e, at);
            append(e, at, sealed);
            Some(first + count + 1..=first + count + 1)
        },
    );
    k.any("opened: a seal before the table is published", "window.published", Remake::Counts, |e, at| {
        let place = steps(e, at).into_iter().next().unwrap_or(e.len());
        let opened =
            (at..place).find(|place| e[*place]["kind"] == "opened" && e[*place]["body"]["how"] == "seal")?;
        let opened = e[opened].clone();
        insert(e, at, opened);
        Some(on(e, at))
    });
    k.any(
        "sealed: an older revision in place of a later one",
        "sealed how=deposit",
        Remake::Counts,
        |e, at| {
            let open = (at + 1..e.len())
                .find(|place| e[*place]["kind"] == "opened" || e[*place]["kind"] == "window")?;
            let (first, count) = crate::ledger::batch(e, at);
            (open >= first + count).then_some(())?;
            let mut older = e[at].clone();
            older["body"]["seal"] = json!(format!("sha256:{}", "5".repeat(64)));
            older["body"]["revision"] = json!(3);
            e[at]["body"]["revision"] = json!(7);
            append(e, at, older);
            Some(first + count + 1..=first + count + 1)
        },
    );
    k.any("opened: bound to another window than its seal", "opened how=deposit", Remake::Chain, |e, at| {
        e[at]["body"]["window"] = json!("9-nothing");
        e[at]["secret"]["body"]["window"] = json!("9-nothing");
        Some(at + 1..=at + 1)
    });
    k.any("sealed: by the steward while the clock is stopped", "clock.paused", Remake::Counts, |e, at| {
        let open = e[..at].iter().rev().find(|entry| kind(entry) == "window.opened")?["body"].clone();
        let body = json!({
            "window": open["window"], "seat": open["asked"].as_object()?.keys().next()?, "how": "steward",
            "seal": format!("sha256:{}", "5".repeat(64)), "revision": 0,
        });
        append(e, at, made("sealed", body));
        Some(on(e, at + 1))
    });
}

fn windows(k: &mut Kinds) {
    k.any("window: closed with its seals unpublished", "window.published", Remake::Counts, |e, at| {
        let closed = steps(e, at).into_iter().find(|place| kind(&e[*place]) == "window.closed")?;
        let closed = e[closed].clone();
        (closed["body"]["why"] == "openings").then_some(())?;
        let mut now = closed;
        now["body"]["why"] = json!("gm");
        insert(e, at, now);
        Some(on(e, at))
    });
    k.any(
        "window: closed because of openings, with one missing",
        "opened how=seal",
        Remake::Counts,
        |e, at| {
            let id = e[at]["body"]["window"].clone();
            let closed = (at..e.len())
                .find(|place| kind(&e[*place]) == "window.closed" && e[*place]["body"]["window"] == id)?;
            (e[closed]["body"]["why"] == "openings").then_some(())?;
            let last = (at + 1..closed)
                .all(|place| e[place]["kind"] != "opened" || e[place]["body"]["how"] != "seal");
            last.then_some(())?;
            let (_, receipt) = (remove(e, at), e[at].clone());
            (receipt["kind"] == "received").then_some(())?;
            remove(e, at);
            Some(on(e, at - 1))
        },
    );
    k.any(
        "window: closed because all are in, which they are not",
        "window.published why=all-in",
        Remake::Counts,
        |e, at| {
            let id = e[at]["body"]["window"].clone();
            let place = (0..at).rev().find(|place| {
                e[*place]["kind"] == "received"
                    && e[*place]["body"]["final"] == true
                    && e[*place]["body"]["window"] == id
            })?;
            e[place]["body"].as_object_mut()?.remove("final");
            Some(on(e, place))
        },
    );
    k.later("window: opened in another round", "window.opened", |e| {
        e["body"]["round"] = json!("lunch");
        true
    });
    k.any("window: answered, but nothing of it is", "window.closed why=answered", Remake::Counts, |e, at| {
        let id = e[at]["body"]["window"].clone();
        let opened = (0..at)
            .rev()
            .find(|place| kind(&e[*place]) == "window.opened" && e[*place]["body"]["window"] == id)?;
        let closed = e[at].clone();
        append(e, opened, closed);
        Some(opened + 2..=opened + 2)
    });
    k.any(
        "answer: given a second time in a later batch",
        "window.opened sealed=false",
        Remake::Counts,
        |e, at| {
            let turn = e[at]["body"]["turn"].to_string();
            let given = (0..at).rev().find(|place| e[*place]["kind"] == "answered")?;
            let resolved = (given..at)
                .any(|place| e[place]["kind"] == "resolved" || kind(&e[place]) == "ruling.adopted");
            let of_turn = e[given]["body"]["key"].as_str()?.starts_with(&format!("{turn}/"));
            (!resolved && of_turn).then_some(())?;
            let again = e[given].clone();
            append(e, at, again);
            Some(at + 2..=at + 2)
        },
    );
    k.any("dispute: about a turn that has not come", "dispute.opened", Remake::Counts, |e, at| {
        e[at]["body"]["turn"] = json!(99);
        Some(at + 1..=at + 1)
    });
    k.any("dispute: withdrawn by another seat", "dispute.opened", Remake::Counts, |e, at| {
        let own = e[at]["body"]["seat"].clone();
        let other = (0..3).map(|number| seat(e, number)).find(|other| *other != own)?;
        append(
            e,
            at,
            made("dispute", json!({"what": "withdrawn", "number": e[at]["body"]["number"], "seat": other})),
        );
        let (first, count) = crate::ledger::batch(e, at);
        Some(first + count + 1..=first + count + 1)
    });
}
