//! Tampering with windows and the clock.

use crate::kinds::{Kinds, on, until};
use crate::ledger::{Remake, append, insert, kind, later, made, remove};
use serde_json::{Value, json};

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    opened(&mut k);
    closed(&mut k);
    clock(&mut k);
    k
}

fn opened(k: &mut Kinds) {
    for (name, seconds) in [
        ("an hour later", 3600),
        ("an hour earlier", -3600),
        ("a second later", 1),
        ("a day earlier", -86_400),
    ] {
        k.edit(&format!("window: a deadline {name}"), "window.opened", move |e| {
            let has = e["body"]["deadline"].is_string();
            if has {
                e["body"]["deadline"] = later(&e["body"]["deadline"], seconds);
            }
            has
        });
    }
    k.edit("window: no deadline", "window.opened", |e| e["body"]["deadline"].take().is_string());
    k.edit("window: no grace", "window.opened", |e| {
        e["body"]["grace"] = json!(0);
        true
    });
    k.edit("window: another name", "window.opened", |e| {
        e["body"]["window"] = json!(format!("{}-9", e["body"]["window"].as_str().unwrap()));
        true
    });
    k.edit("window: of the next turn", "window.opened", |e| {
        e["body"]["turn"] = json!(e["body"]["turn"].as_u64().unwrap() + 1);
        true
    });
    k.edit("window: of another stage", "window.opened", |e| {
        e["body"]["stage"] = json!("feast");
        true
    });
    k.edit("window: asking nobody", "window.opened", |e| {
        e["body"]["asked"] = json!({});
        true
    });
    k.edit("window: asking a seat that is not there", "window.opened", |e| {
        e["body"]["asked"]["nobody"] = json!([{"key": "1/x", "kind": "card"}]);
        true
    });
    k.any("window: asking what is answered", "window.opened", Remake::Chain, |e, at| {
        let before = at.checked_sub(1).filter(|before| kind(&e[*before]) == "answered")?;
        let (seat, key, of) = (
            e[before]["body"]["seat"].clone(),
            e[before]["body"]["key"].clone(),
            e[before]["body"]["kind"].clone(),
        );
        e[at]["body"]["asked"] = json!({seat.as_str()?: [{"key": key, "kind": of}]});
        Some(at + 1..=at + 1)
    });
    k.any(
        "window: asking one seat fewer, which has sealed a plan",
        "window.opened sealed=true",
        Remake::Chain,
        |e, at| {
            let asked = e[at]["body"]["asked"].as_object_mut()?;
            let first = asked.keys().next()?.clone();
            (asked.len() > 1).then(|| asked.remove(&first))?;
            Some(on(e, at))
        },
    );
    k.edit("window: another secrecy", "window.opened", |e| {
        e["body"]["secrecy"] = json!(if e["body"]["secrecy"] == "sealed" { "either" } else { "sealed" });
        true
    });
    k.later("window: of sealed plans, said to be open", "window.opened sealed=true", |e| {
        e["body"]["sealed"] = json!(false);
        e["body"]["secrecy"] = json!("deposit");
        true
    });
    k.later("window: of open plans, said to be sealed", "window.opened sealed=false", |e| {
        e["body"]["sealed"] = json!(true);
        true
    });
    k.edit("window: said to open again what no ruling closed", "window.opened again=-", |e| {
        e["body"]["again"] = json!("1-planning");
        true
    });
    k.edit("window: not said to open again what a ruling closed", "window.opened again", |e| {
        e["body"].as_object_mut().unwrap().remove("again").is_some()
    });
    k.any("window: opened twice", "window.opened", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        append(e, at, copy);
        Some(at + 2..=at + 2)
    });
    k.any("window: its opening removed", "window.opened", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("window: a later deadline, out of nothing", "window.opened", Remake::Counts, |e, at| {
        let body = json!({"what": "moved", "window": e[at]["body"]["window"], "deadline": later(&e[at]["body"]["deadline"], 7200), "why": "vote"});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("window: an earlier deadline by the game master", "window.opened", Remake::Counts, |e, at| {
        let body = json!({"what": "moved", "window": e[at]["body"]["window"], "deadline": later(&e[at]["body"]["deadline"], -7200), "why": "gm"});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("window: a deadline of next year by the game master", "window.opened", Remake::Counts, |e, at| {
        let body = json!({"what": "moved", "window": e[at]["body"]["window"], "deadline": later(&e[at]["body"]["deadline"], 365 * 86_400), "why": "gm"});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("window: a deadline of a window that is not open", "window.closed", Remake::Counts, |e, at| {
        let body = json!({"what": "moved", "window": e[at]["body"]["window"], "deadline": later(&e[at]["at"], 7200), "why": "gm"});
        insert(e, at + 1, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.edit("window: a deadline moved by another time", "window.moved why=vote", |e| {
        e["body"]["deadline"] = later(&e["body"]["deadline"], 60);
        true
    });
    k.edit("window: a deadline moved for no reason", "window.moved", |e| {
        e["body"]["why"] = json!("outage");
        true
    });
    k.any("window: somebody reminded who was not asked", "window.opened", Remake::Counts, |e, at| {
        let body = json!({"what": "reminded", "window": e[at]["body"]["window"], "seats": ["nobody"]});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
    k.any("window: waiting before its deadline", "window.opened", Remake::Counts, |e, at| {
        let seat = e[at]["body"]["asked"].as_object()?.keys().next()?.clone();
        let body = json!({"what": "waiting", "window": e[at]["body"]["window"], "seats": [seat]});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
}

fn closed(k: &mut Kinds) {
    for (from, why) in [
        ("answered", "all-in"),
        ("answered", "deadline"),
        ("answered", "openings"),
        ("openings", "all-in"),
        ("openings", "deadline"),
        ("openings", "answered"),
        ("answered", "because"),
        ("openings", "vote"),
        ("gm", "deadline"),
        ("gm", "openings"),
    ] {
        k.edit(
            &format!("close: “{why}” in place of “{from}”"),
            &format!("window.closed why={from}"),
            move |e| {
                e["body"]["why"] = json!(why);
                // The game master's word for an early close would only move the blame.
                !(from == "openings"
                    && why == "vote"
                    && e["body"]["silent"].as_object().is_some_and(|all| all.is_empty()))
            },
        );
    }
    k.edit("close: of another window", "window.closed", |e| {
        e["body"]["window"] = json!("9-nothing");
        true
    });
    k.edit("close: a seat more", "window.closed", |e| {
        e["body"]["seats"]["nobody"] = json!("in");
        true
    });
    k.edit("close: a seat fewer", "window.closed", |e| {
        let seats = e["body"]["seats"].as_object_mut().unwrap();
        let first = seats.keys().next().unwrap().clone();
        seats.remove(&first).is_some()
    });
    k.edit("close: a seat that was in is said to be missing", "window.closed", |e| {
        let seats = e["body"]["seats"].as_object_mut().unwrap();
        let found = seats.values_mut().find(|standing| **standing == "final" || **standing == "in");
        found.map(|standing| *standing = json!("nothing-came")).is_some()
    });
    k.edit("close: a seat that was missing is said to be in", "window.closed", |e| {
        let seats = e["body"]["seats"].as_object_mut().unwrap();
        let found = seats.values_mut().find(|standing| **standing == "nothing-came");
        found.map(|standing| *standing = json!("in")).is_some()
    });
    for why in ["missed", "absent", "resigned", "unusable", "not-opened", "steward"] {
        k.edit(&format!("close: “{why}” in place of “hold”"), "window.closed", move |e| {
            let found =
                e["body"]["silent"].as_object_mut().unwrap().values_mut().find(|reason| **reason == "hold");
            found.map(|reason| *reason = json!(why)).is_some()
        });
    }
    k.edit("close: a reason left out", "window.closed", |e| {
        let silent = e["body"]["silent"].as_object_mut().unwrap();
        let first = silent.keys().next().cloned();
        first.is_some_and(|first| silent.remove(&first).is_some())
    });
    k.edit("close: a reason for a seat that is not there", "window.closed", |e| {
        e["body"]["silent"]["nobody"] = json!("missed");
        true
    });
    k.any("close: twice", "window.closed", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("close: removed", "window.closed", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("close: as soon as it is open, by the game master, with nothing sent", "window.opened", Remake::Counts, |e, at| {
        let asked = e[at]["body"]["asked"].as_object()?.clone();
        let seats: serde_json::Map<String, Value> = asked.keys().map(|seat| (seat.clone(), json!("final"))).collect();
        let body = json!({"what": "closed", "window": e[at]["body"]["window"], "why": "gm", "seats": seats, "silent": {}});
        append(e, at, made("window", body));
        Some(at + 2..=at + 2)
    });
}

fn clock(k: &mut Kinds) {
    k.any("clock: an outage of years", "window.opened", Remake::Counts, |e, at| {
        let days = 40 * 86_400;
        let body = json!({"from": later(&e[at]["at"], -days), "to": e[at]["at"], "moved": [e[at]["body"]["window"], later(&e[at]["body"]["deadline"], days)]});
        append(e, at, made("clock", body));
        Some(at + 2..=at + 2)
    });
    k.any("clock: stopped, while the game goes on", "window.opened", Remake::Counts, |e, at| {
        append(e, at, made("clock", json!({"what": "paused", "by": "gm"})));
        e[at + 2..]
            .iter()
            .any(|entry| {
                matches!(
                    kind(entry).as_str(),
                    "window.closed" | "answered" | "clock.paused" | "window.published"
                )
            })
            .then_some(())?;
        Some(at + 2..=e.len())
    });
    k.any("clock: stopped twice", "clock.paused", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("clock: started without having been stopped", "window.opened", Remake::Counts, |e, at| {
        append(e, at, made("clock", json!({"what": "resumed", "by": "gm", "since": e[at]["at"]})));
        Some(at + 2..=at + 2)
    });
    k.edit("clock: stopped at another time", "clock.resumed", |e| {
        e["body"]["since"] = later(&e["body"]["since"], -60);
        true
    });
    k.edit("clock: a deadline moved by more", "clock.resumed moved", |e| {
        e["body"]["moved"][1] = later(&e["body"]["moved"][1], 3600);
        true
    });
    k.edit("clock: another window's deadline moved", "clock.resumed moved", |e| {
        e["body"]["moved"][0] = json!("9-nothing");
        true
    });
    k.any("clock: a deadline not moved", "clock.resumed moved", Remake::Chain, |e, at| {
        e[at]["body"].as_object_mut()?.remove("moved");
        Some(at + 1..=at + 1)
    });
    k.edit("clock: by somebody else", "clock.paused", |e| {
        e["body"]["by"] = json!("stark");
        true
    });
    k.edit("clock: what no clock does", "clock.paused", |e| {
        e["body"]["what"] = json!("forgotten");
        true
    });
    k.any("clock: a rehearsal ended that there is not", "window.opened", Remake::Counts, |e, at| {
        append(e, at, made("clock", json!({"what": "rehearsed", "by": "gm"})));
        Some(at + 2..=at + 2)
    });
    k.edit("dispute: the clock waited since another time", "dispute.clock", |e| {
        e["body"]["from"] = later(&e["body"]["from"], -60);
        true
    });
    k.edit("dispute: the clock waits until another time", "dispute.clock", |e| {
        e["body"]["to"] = later(&e["body"]["to"], 60);
        true
    });
    k.edit("dispute: the clock moves a deadline by more", "dispute.clock moved", |e| {
        e["body"]["moved"][1] = later(&e["body"]["moved"][1], 60);
        true
    });
    k.any("dispute: the clock waited for nothing", "window.opened", Remake::Counts, |e, at| {
        let body = json!({"what": "clock", "from": e[at]["at"], "to": e[at]["at"], "moved": [e[at]["body"]["window"], e[at]["body"]["deadline"]]});
        let waits = e[..at].iter().rev().any(|entry| matches!(kind(entry).as_str(), "dispute.opened" | "ruling.proposed"));
        (!waits).then_some(())?;
        append(e, at, made("dispute", body));
        Some(at + 2..=at + 2)
    });
    let _ = until;
}
