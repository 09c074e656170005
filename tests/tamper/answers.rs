//! Tampering with answers, stages, draws and the end.

use crate::kinds::{Kinds, around, on, until};
use crate::ledger::{Remake, append, insert, kind, made, remove};
use serde_json::{Value, json};

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    sources(&mut k);
    answers(&mut k);
    stages(&mut k);
    ends(&mut k);
    k
}

fn stage_of(e: &[Value], at: usize) -> std::ops::RangeInclusive<usize> {
    until(e, at, "resolved")
}

fn sources(k: &mut Kinds) {
    let sources: [(&str, Value); 8] = [
        ("the game master, without a ruling", json!({"from": "gm"})),
        ("a ruling that there is not", json!({"from": "ruling", "number": 99})),
        ("the first ruling", json!({"from": "ruling", "number": 1})),
        ("a default for silence", json!({"from": "default", "why": "missed"})),
        ("a default for a seat that is given up", json!({"from": "default", "why": "resigned"})),
        ("a default for a plan that was not opened", json!({"from": "default", "why": "not-opened"})),
        ("a default for no reason", json!({"from": "default", "why": "because"})),
        ("the steward", json!({"from": "steward", "window": "1-planning"})),
    ];
    for (name, source) in sources {
        let own = source.clone();
        k.any(
            &format!("answer: by a plan, said to be by {name}"),
            "answered source.from=plan",
            Remake::Chain,
            move |e, at| {
                let key = e[at]["body"]["key"].clone();
                // A ruling that answers this question is not a lie about who did, but about what was said.
                let ruled = e
                    .iter()
                    .any(|entry| entry["body"]["changes"].to_string().contains(key.as_str().unwrap()));
                (!ruled && e[at]["body"].get("again").is_none()).then_some(())?;
                e[at]["body"]["source"] = own.clone();
                e[at]["secret"]["body"].as_object_mut()?.remove("path");
                Some(at + 1..=at + 1)
            },
        );
        // With another answer in the same stroke.
        k.any(
            &format!("answer: another, said to be by {name}"),
            "answered source.from=plan",
            Remake::Chain,
            move |e, at| {
                let (key, of) = (e[at]["body"]["key"].clone(), e[at]["body"]["kind"].clone());
                let ruled = e
                    .iter()
                    .any(|entry| entry["body"]["changes"].to_string().contains(key.as_str().unwrap()));
                (!ruled && e[at]["body"].get("again").is_none()).then_some(())?;
                let other = e.iter().find(|entry| {
                    entry["body"]["kind"] == of && entry["body"]["answer"] != e[at]["body"]["answer"]
                })?;
                e[at]["body"]["answer"] = other["body"]["answer"].clone();
                e[at]["body"]["source"] = source.clone();
                e[at]["secret"]["body"].as_object_mut()?.remove("path");
                Some(at + 1..=at + 1)
            },
        );
    }
    k.edit("answer: from a plan for another window", "answered source.from=plan", |e| {
        e["body"]["source"]["window"] = json!("9-nothing");
        true
    });
    k.edit("answer: from a place that is not in the plan", "answered source.from=plan", |e| {
        e["secret"]["body"]["path"] = json!("nowhere.7");
        true
    });
    k.edit("answer: a plan's, said to be the steward's", "answered source.from=plan", |e| {
        e["body"]["source"]["from"] = json!("steward");
        true
    });
    k.edit("answer: the steward's, said to be a plan's", "answered source.from=steward", |e| {
        e["body"]["source"]["from"] = json!("plan");
        true
    });
    k.edit("answer: with the place in the plan told to all", "answered source.from=plan", |e| {
        e["body"]["source"]["path"] = json!("orders");
        true
    });
    k.edit("answer: with a source of more members", "answered", |e| {
        e["body"]["source"]["note"] = json!(1);
        true
    });
    for why in ["resigned", "not-opened", "unusable", "steward", "because"] {
        k.edit(
            &format!("answer: a default for another reason, “{why}”"),
            "answered source.from=default",
            move |e| {
                let other = e["body"]["source"]["why"] != why;
                e["body"]["source"]["why"] = json!(why);
                other
            },
        );
    }
    k.edit("answer: of another ruling", "answered source.from=ruling", |e| {
        e["body"]["source"]["number"] = json!(77);
        true
    });
    k.edit("answer: said to repeat itself", "answered again=-", |e| {
        e["body"]["again"] = e["seq"].clone();
        true
    });
    k.edit("answer: said to repeat what was never answered", "answered again=-", |e| {
        e["body"]["again"] = json!(1);
        true
    });
    k.edit("answer: repeating another entry", "answered again", |e| {
        e["body"]["again"] = json!(2);
        true
    });
    k.any(
        "answer: a plan that counted in place of one that did not",
        "answered source.from=default",
        Remake::Chain,
        |e, at| {
            let seat = e[at]["body"]["seat"].clone();
            e[at]["body"]["source"] = json!({"from": "plan", "window": "9-nothing"});
            (!seat.is_null()).then_some(at + 1..=at + 1)
        },
    );
}

fn answers(k: &mut Kinds) {
    k.any(
        "answer: that of another question of its kind, where it stands in the plan",
        "answered source.from=plan",
        Remake::Chain,
        |e, at| {
            let of = e[at]["body"]["kind"].clone();
            (of == "orders").then_some(())?;
            let other = e.iter().find(|entry| {
                entry["body"]["kind"] == of && entry["body"]["answer"] != e[at]["body"]["answer"]
            })?;
            e[at]["body"]["answer"] = other["body"]["answer"].clone();
            Some(at + 1..=at + 1)
        },
    );
    k.edit("answer: a bid of more than the plan says", "answered kind=bid source.from=plan", |e| {
        e["body"]["answer"] = json!(99);
        true
    });
    k.any("answer: another by the same ruling", "answered source.from=ruling", Remake::Chain, |e, at| {
        let of = e[at]["body"]["kind"].clone();
        let other = e.iter().find(|entry| {
            entry["body"]["kind"] == of && entry["body"]["answer"] != e[at]["body"]["answer"]
        })?;
        e[at]["body"]["answer"] = other["body"]["answer"].clone();
        Some(at + 1..=at + 1)
    });
    k.edit("answer: by a seat that is not there", "answered", |e| {
        e["body"]["seat"] = json!("nobody");
        true
    });
    k.any("answer: by another seat", "answered source.from=plan", Remake::Chain, |e, at| {
        let seats = e[0]["body"]["seats"].as_array()?.clone();
        let window = e[at]["body"]["source"]["window"].clone();
        let opened = |seat: &Value| {
            e.iter().any(|entry| {
                kind(entry) == "opened" && entry["body"]["seat"] == *seat && entry["body"]["window"] == window
            })
        };
        let other = seats.iter().map(|seat| &seat["seat"]).find(|seat| !opened(seat))?.clone();
        e[at]["body"]["seat"] = other;
        Some(at + 1..=at + 1)
    });
    k.edit("answer: to a question of another turn", "answered", |e| {
        e["body"]["key"] = json!(format!("99{}", e["body"]["key"].as_str().unwrap()));
        true
    });
    k.any("answer: twice", "answered", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("answer: after the end of its stage", "answered", Remake::Counts, |e, at| {
        let next =
            e.get(at + 1).filter(|next| kind(next) == "resolved" && next["body"].get("over").is_some())?;
        let _ = next;
        let entry = remove(e, at);
        insert(e, at + 1, entry);
        Some(on(e, at))
    });
    k.any("answer: while plans are sealed", "window.opened sealed=true", Remake::Counts, |e, at| {
        let answered = (at..e.len()).find(|place| kind(&e[*place]) == "answered")?;
        let copy = e[answered].clone();
        append(e, at, copy);
        Some(at + 2..=at + 2)
    });
    k.any("answer: before the game is set up", "chance", Remake::Counts, |e, at| {
        let answered = e.iter().position(|entry| kind(entry) == "answered")?;
        let copy = e[answered].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
}

fn stages(k: &mut Kinds) {
    k.edit("stage: a number more", "resolved", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.edit("stage: two turns on", "resolved", |e| {
        let is_later = e["body"]["number"] != 0;
        e["body"]["turn"] = json!(e["body"]["turn"].as_u64().unwrap() + 2);
        is_later
    });
    k.edit("stage: back a turn", "resolved", |e| {
        let turn = e["body"]["turn"].as_u64().unwrap();
        let may = turn > 1 && e["body"]["number"] != 0;
        e["body"]["turn"] = json!(turn.saturating_sub(2));
        may
    });
    k.any("stage: followed by a stage of another name", "resolved", Remake::Chain, |e, at| {
        let next = e.get(at + 1).filter(|next| kind(next) == "window.opened")?;
        let _ = next;
        e[at]["body"]["stage"] = json!("feast");
        Some(at + 1..=at + 2)
    });
    k.any("stage: said to be the last", "resolved over=-", Remake::Chain, |e, at| {
        e[at]["body"]["over"] = json!(true);
        (at + 1 < e.len()).then_some(at + 1..=at + 2)
    });
    k.any("stage: the last, said not to be", "resolved over", Remake::Chain, |e, at| {
        e[at]["body"].as_object_mut()?.remove("over");
        Some(at + 1..=at + 2)
    });
    k.any("stage: removed", "resolved", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("stage: twice", "resolved", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("stage: ended while a window is open", "window.opened", Remake::Counts, |e, at| {
        let resolved = (at..e.len()).find(|place| kind(&e[*place]) == "resolved")?;
        let copy = e[resolved].clone();
        append(e, at, copy);
        Some(at + 2..=at + 2)
    });
    k.any("draw: left out of its stage", "resolved shuffles.0", Remake::Chain, |e, at| {
        e[at]["body"]["shuffles"].as_array_mut()?.pop();
        Some(at + 1..=at + 1)
    });
    k.any("draw: of another label", "resolved shuffles.0", Remake::Chain, |e, at| {
        e[at]["body"]["shuffles"][0]["label"] = json!("0/another/shuffle");
        Some(at + 1..=at + 1)
    });
    k.any("draw: of another length", "resolved shuffles.0", Remake::Chain, |e, at| {
        e[at]["body"]["shuffles"][0]["count"] = json!(3);
        Some(at + 1..=at + 1)
    });
    k.any("draw: twice in a stage", "resolved shuffles.0", Remake::Chain, |e, at| {
        let again = e[at]["body"]["shuffles"][0].clone();
        e[at]["body"]["shuffles"].as_array_mut()?.push(again);
        let again = e[at]["secret"]["body"]["draws"][0].clone();
        e[at]["secret"]["body"]["draws"].as_array_mut()?.push(again);
        Some(at + 1..=at + 1)
    });
    k.any("draw: made again in a later stage", "resolved shuffles.0=-", Remake::Chain, |e, at| {
        let before = (0..at)
            .find(|place| kind(&e[*place]) == "resolved" && e[*place]["body"]["shuffles"].get(0).is_some())?;
        let (label, draw) =
            (e[before]["body"]["shuffles"][0].clone(), e[before]["secret"]["body"]["draws"][0].clone());
        e[at]["body"]["shuffles"] = json!([label]);
        e[at]["secret"]["body"]["draws"] = json!([draw]);
        Some(at + 1..=at + 1)
    });
    k.any("draw: another order", "resolved shuffles.0", Remake::Chain, |e, at| {
        e[at]["secret"]["body"]["draws"][0]["order"].as_array_mut()?.swap(0, 1);
        let ended = e.iter().any(|entry| kind(entry) == "ended");
        ended.then_some(at + 1..=at + 1)
    });
    k.any("draw: another in the secret than in the body", "resolved shuffles.0", Remake::Chain, |e, at| {
        e[at]["secret"]["body"]["draws"][0]["label"] = json!("0/another/shuffle");
        Some(at + 1..=at + 1)
    });
    k.any("chance: a public number that nobody waits for", "chance", Remake::Chain, |e, at| {
        e[at]["body"]["public"] = json!("3 7 12");
        Some(at + 1..=at + 1)
    });
    k.any("chance: words said to be fixed at the founding", "chance", Remake::Chain, |e, at| {
        let seat = e[0]["body"]["seats"][0]["seat"].clone();
        e[at]["body"]["gm-words"][seat.as_str()?] = json!("winter is coming");
        Some(at + 1..=at + 1)
    });
    k.any("chance: other words", "chance", Remake::Chain, |e, at| {
        e[at]["body"]["words"]["nobody"] = json!("aha");
        Some(at + 1..=at + 1)
    });
    k.any("chance: words of a seat that sent none", "chance", Remake::Chain, |e, at| {
        let seat = e[0]["body"]["seats"].as_array()?.last()?["seat"].clone();
        (e[at]["body"]["words"].get(seat.as_str()?).is_none()).then_some(())?;
        e[at]["body"]["words"][seat.as_str()?] = json!("winter is coming");
        Some(at + 1..=at + 1)
    });
    k.any("chance: words left out", "chance", Remake::Chain, |e, at| {
        let words = e[at]["body"]["words"].as_object_mut()?;
        let first = words.keys().next()?.clone();
        words.remove(&first);
        Some(at + 1..=at + 1)
    });
    k.any("chance: twice", "chance", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("chance: removed", "chance", Remake::Counts, |e, at| {
        remove(e, at);
        Some(at + 1..=at + 1)
    });
    k.any("chance: another commitment", "founded", Remake::Chain, |e, _| {
        e[0]["body"]["shuffle-commitment"] = json!("ab".repeat(32));
        let ended = e.iter().position(|entry| kind(entry) == "ended")?;
        Some(1..=ended + 1)
    });
}

fn ends(k: &mut Kinds) {
    k.edit("end: another secret", "ended", |e| {
        e["body"]["shuffle-secret"] = json!("04".repeat(32));
        true
    });
    k.edit("end: a draw left out", "ended", |e| e["body"]["draws"].as_array_mut().unwrap().pop().is_some());
    k.edit("end: no draws", "ended", |e| {
        e["body"]["draws"] = json!([]);
        true
    });
    k.edit("end: a draw of another order", "ended", |e| {
        e["body"]["draws"][0]["order"].as_array_mut().unwrap().swap(0, 1);
        true
    });
    k.edit("end: a draw of another label", "ended", |e| {
        e["body"]["draws"][0]["label"] = json!("0/another/shuffle");
        true
    });
    k.edit("end: a draw more", "ended", |e| {
        let more = json!({"label": "9/more", "length": 1, "order": [0]});
        e["body"]["draws"].as_array_mut().unwrap().push(more);
        true
    });
    k.edit("end: two draws exchanged", "ended", |e| {
        let draws = e["body"]["draws"].as_array_mut().unwrap();
        draws.len() > 1 && {
            draws.swap(0, 1);
            true
        }
    });
    k.edit("end: the draw a second time", "ended", |e| {
        let draws = e["body"]["draws"].as_array_mut().unwrap();
        let again = draws[0].clone();
        draws.push(again);
        true
    });
    k.any("end: by a vote that nobody took part in", "window.opened", Remake::Counts, |e, at| {
        let seats: Vec<Value> = e[0]["body"]["seats"].as_array()?.iter().map(|seat| seat["seat"].clone()).collect();
        let ended = e.iter().find(|entry| kind(entry) == "ended")?.clone();
        let asked: Vec<String> = e[at]["body"]["asked"].as_object()?.keys().cloned().collect();
        let standings: serde_json::Map<String, Value> = asked.iter().map(|seat| (seat.clone(), json!("nothing-came"))).collect();
        let close = json!({"what": "closed", "window": e[at]["body"]["window"], "why": "vote", "seats": standings, "silent": {}});
        (e[at]["body"].get("again").is_none()).then_some(())?;
        e.truncate(at + 1);
        append(e, at, made("window", close));
        let mut end = ended;
        end["body"]["outcome"] = json!({"by": "draw-vote", "winners": seats});
        append(e, at + 1, end);
        Some(at + 3..=at + 3)
    });
    k.edit("end: another outcome, by votes", "ended outcome.by=draw-vote", |e| {
        e["body"]["outcome"]["winners"].as_array_mut().unwrap().pop();
        true
    });
    k.edit("end: conceded, where a draw was voted for", "ended outcome.by=draw-vote", |e| {
        e["body"]["outcome"]["by"] = json!("concede");
        true
    });
    k.any("end: twice", "ended", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        append(e, at, copy);
        Some(at + 2..=at + 2)
    });
    k.any("end: removed", "ended", Remake::Counts, |e, at| {
        (e.len() > at + 2).then_some(())?;
        let voted = e[at]["body"]["outcome"]["by"] == "draw-vote";
        (!voted).then_some(())?;
        remove(e, at);
        Some(at + 1..=at + 1)
    });
    k.any("end: the game played on, with a window", "ended", Remake::Counts, |e, at| {
        let window = e.iter().rev().find(|entry| kind(entry) == "window.opened")?.clone();
        append(e, at, window);
        Some(at + 2..=at + 2)
    });
    k.any("end: the game played on, with a plan", "ended", Remake::Counts, |e, at| {
        let plan = e.iter().rev().find(|entry| kind(entry) == "sealed")?.clone();
        append(e, at, plan);
        Some(at + 2..=at + 2)
    });
    k.any("end: the game played on, with an answer", "ended", Remake::Counts, |e, at| {
        let answer = e.iter().rev().find(|entry| kind(entry) == "answered")?.clone();
        append(e, at, answer);
        Some(at + 2..=at + 2)
    });
    k.any("end: the game played on, with a stage", "ended", Remake::Counts, |e, at| {
        let stage = e.iter().rev().find(|entry| kind(entry) == "resolved")?.clone();
        append(e, at, stage);
        Some(at + 2..=at + 2)
    });
    let _ = (around as fn(&[Value], usize) -> _, stage_of as fn(&[Value], usize) -> _);
}
