//! Tampering with what people do, and with rulings.

use crate::kinds::{Kinds, around, on, until};
use crate::ledger::{Remake, append, insert, kind, later, made, made_with, remove};
use serde_json::{Value, json};

fn seat(e: &[Value], number: usize) -> Value {
    e[0]["body"]["seats"][number]["seat"].clone()
}

/// Puts in an entry behind the opening of a window, where the game goes on.
fn within(
    k: &mut Kinds,
    name: &str,
    entry: impl Fn(&[Value], usize) -> Option<Value> + Send + Sync + 'static,
) {
    k.any(name, "window.opened", Remake::Counts, move |e, at| {
        let new = entry(e, at)?;
        append(e, at, new);
        Some(at + 2..=at + 2)
    });
}

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    votes(&mut k);
    others(&mut k);
    rulings(&mut k);
    k
}

fn votes(k: &mut Kinds) {
    within(k, "vote: for a draw, that nobody sent", |e, _| {
        Some(made("vote", json!({"on": "draw", "seat": seat(e, 0), "yes": true})))
    });
    within(k, "vote: for more time, that nobody sent", |e, _| {
        Some(made("vote", json!({"on": "extend", "seat": seat(e, 0), "minutes": 60})))
    });
    within(k, "vote: conceding, that nobody sent", |e, _| {
        Some(made("vote", json!({"on": "concede", "seat": seat(e, 0), "to": seat(e, 1)})))
    });
    within(k, "vote: replacing somebody, that nobody sent", |e, _| {
        Some(made("vote", json!({"on": "replace", "seat": seat(e, 0), "whom": seat(e, 1)})))
    });
    within(k, "vote: conceding to oneself", |e, _| {
        Some(made("vote", json!({"on": "concede", "seat": seat(e, 0), "to": seat(e, 0)})))
    });
    within(k, "vote: replacing oneself", |e, _| {
        Some(made("vote", json!({"on": "replace", "seat": seat(e, 0), "whom": seat(e, 0)})))
    });
    within(k, "vote: on a ruling that is not proposed", |e, at| {
        let proposed = e[..at].iter().any(|entry| kind(entry) == "ruling.proposed");
        (!proposed).then(|| made("vote", json!({"on": "ruling", "seat": seat(e, 0), "yes": false})))
    });
    within(k, "vote: on what there is no vote on", |e, _| {
        Some(made("vote", json!({"on": "lunch", "seat": seat(e, 0), "yes": true})))
    });
    within(k, "vote: by nobody known", |_, _| {
        Some(made("vote", json!({"on": "draw", "seat": "nobody", "yes": true})))
    });
    k.any("vote: by another seat", "vote", Remake::Chain, |e, at| {
        let own = e[at]["body"]["seat"].clone();
        e[at]["body"]["seat"] = if seat(e, 0) == own { seat(e, 1) } else { seat(e, 0) };
        Some(around(e, at))
    });
    k.any("vote: twice", "vote", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("vote: removed, although the draw counts", "vote.draw", Remake::Counts, |e, at| {
        let ended = (at..e.len())
            .find(|place| kind(&e[*place]) == "ended" && e[*place]["body"]["outcome"]["by"] == "draw-vote")?;
        remove(e, at);
        Some(at + 1..=ended)
    });
    k.any(
        "vote: no in place of yes, although the draw counts",
        "vote.draw yes=true",
        Remake::Chain,
        |e, at| {
            let ended = (at..e.len()).find(|place| {
                kind(&e[*place]) == "ended" && e[*place]["body"]["outcome"]["by"] == "draw-vote"
            })?;
            e[at]["body"]["yes"] = json!(false);
            Some(at + 1..=ended + 1)
        },
    );
    k.any("vote: for another time, although the deadline moved", "vote.extend", Remake::Chain, |e, at| {
        let moved = (at..(at + 5).min(e.len())).find(|place| kind(&e[*place]) == "window.moved")?;
        let before = e[..moved].iter().rev().take(6).filter(|entry| kind(entry) == "vote.extend").count();
        (before > 0).then_some(())?;
        e[at]["body"]["minutes"] = json!(7);
        Some(at + 1..=moved + 1)
    });
    k.any("vote: before the game is set up", "chance", Remake::Counts, |e, at| {
        let body = json!({"on": "draw", "seat": seat(e, 0), "yes": true});
        insert(e, at, made("vote", body));
        Some(at + 1..=at + 1)
    });
}

fn others(k: &mut Kinds) {
    within(k, "press: that came with no message", |e, _| {
        let letter = json!({"from": seat(e, 0), "to": [seat(e, 1)], "all": false, "grey": false, "text": "x", "gm-reads": false});
        Some(made_with("press", json!({}), letter))
    });
    k.edit("press: its writer told to all", "press", |e| {
        e["body"]["from"] = json!("stark");
        true
    });
    within(k, "absence: that nobody booked", |e, _| {
        Some(made_with(
            "absence",
            json!({"seat": seat(e, 0)}),
            json!({"from": "2026-01-01T00:00:00Z", "to": "2026-02-01T00:00:00Z"}),
        ))
    });
    within(k, "absence: a seat given up by nobody's vote", |e, _| {
        Some(made("absence", json!({"seat": seat(e, 0), "resigned": true, "by": "vote"})))
    });
    within(k, "absence: a seat given up that its player never confirmed", |e, _| {
        Some(made("absence", json!({"seat": seat(e, 0), "resigned": true})))
    });
    within(k, "absence: of nobody known", |_, _| {
        Some(made("absence", json!({"seat": "nobody", "resigned": true})))
    });
    within(k, "absence: a stand-in whom nobody named", |e, at| {
        let own = seat(e, 0);
        let away = e[..at].iter().any(|entry| kind(entry) == "absence" && entry["body"]["seat"] == own);
        (!away).then(|| made("absence", json!({"seat": own, "stand-in": true})))
    });
    within(k, "absence: a new player with the key of the old", |e, _| {
        let replaced = json!({"number": 1, "key": "0".repeat(64)});
        Some(made_with(
            "absence",
            json!({"seat": seat(e, 0), "replaced": replaced}),
            json!({"player": "", "address": "", "was": ["", []]}),
        ))
    });
    within(k, "absence: several things at once", |e, _| {
        Some(made("absence", json!({"seat": seat(e, 0), "resigned": true, "stand-in": true})))
    });
    k.edit("absence: a new player with a key too far on", "absence replaced", |e| {
        e["body"]["replaced"]["number"] = json!(e["body"]["replaced"]["number"].as_u64().unwrap() + 1);
        true
    });
    within(k, "key: for nobody known", |_, _| {
        Some(made("settings", json!({"key": {"of": "nobody", "number": 2, "hash": "0".repeat(64)}})))
    });
    within(k, "key: the first again", |e, _| {
        Some(made("settings", json!({"key": {"of": seat(e, 0), "number": 1, "hash": "0".repeat(64)}})))
    });
    within(k, "key: one left out", |e, _| {
        Some(made("settings", json!({"key": {"of": seat(e, 0), "number": 9, "hash": "0".repeat(64)}})))
    });
    k.edit("key: another number", "settings key", |e| {
        e["body"]["key"]["number"] = json!(e["body"]["key"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.any("key: removed, although it is used", "settings key", Remake::Counts, |e, at| {
        let of = e[at]["body"]["key"]["of"].clone();
        let used = (at..e.len())
            .find(|place| e[*place]["body"].get("new-key").is_some() && e[*place]["body"]["seat"] == of)?;
        remove(e, at);
        Some(at + 1..=used)
    });
    within(k, "settings: unchanged", |e, at| {
        let last = e[..at].iter().rev().find_map(|entry| entry["body"].get("settings"))?.clone();
        let replaced = e[..at].iter().any(|entry| entry["body"].get("replaced").is_some());
        (!replaced).then(|| made("settings", json!({"settings": last})))
    });
    for what in ["game", "players", "campaign", "options"] {
        within(k, &format!("settings: another “{what}”"), move |e, at| {
            let mut last = e[..at].iter().rev().find_map(|entry| entry["body"].get("settings"))?.clone();
            last[what] = json!("another");
            Some(made("settings", json!({"settings": last})))
        });
    }
    within(k, "settings: nothing at all", |_, _| Some(made("settings", json!({}))));
    k.any("settings: another clock from the beginning", "founded", Remake::Chain, |e, _| {
        e[0]["body"]["settings"]["clock"]["deadline"] = json!("in 30h");
        e[0]["body"]["settings"]["clock"]["question"] = json!("in 30h");
        let first = e.iter().position(|entry| kind(entry) == "window.opened")?;
        Some(1..=first + 1)
    });
    k.any("settings: another grace from the beginning", "founded", Remake::Chain, |e, _| {
        e[0]["body"]["settings"]["clock"]["grace"] = json!("3h");
        let first = e.iter().position(|entry| kind(entry) == "window.opened")?;
        Some(1..=first + 1)
    });
    k.edit("founding: a seat fewer", "founded", |e| {
        e["body"]["seats"].as_array_mut().unwrap().pop().is_some()
    });
    k.edit("founding: a seat twice", "founded", |e| {
        let seats = e["body"]["seats"].as_array_mut().unwrap();
        let again = seats[0].clone();
        seats[1] = again;
        true
    });
    k.edit("founding: settings of another campaign", "founded", |e| {
        e["body"]["settings"]["campaign"] = json!("another");
        true
    });
    k.edit("founding: words of chance otherwise than in the settings", "founded", |e| {
        e["body"]["chance"]["words"] =
            json!(if e["body"]["chance"]["words"] == "no" { "open" } else { "no" });
        true
    });
    k.edit("founding: a rehearsal that the settings do not give", "founded", |e| {
        e["body"]["rehearsal"] = json!({"from": e["at"], "until": "2030-01-01T00:00:00Z"});
        true
    });
    within(k, "unreachable: back, although it was never away", |e, at| {
        let own = seat(e, 0);
        let last =
            e[..at].iter().rev().find(|entry| kind(entry) == "unreachable" && entry["body"]["seat"] == own);
        last.is_none_or(|last| last["body"]["unreachable"] == false)
            .then(|| made("unreachable", json!({"seat": own, "unreachable": false})))
    });
    k.any("unreachable: twice", "unreachable", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        append(e, at, copy);
        let place = (at + 1..e.len()).find(|place| kind(&e[*place]) == "unreachable")?;
        Some(place + 1..=place + 1)
    });
    within(k, "peeked: where there is no plan", |e, at| {
        Some(made("peeked", json!({"seat": seat(e, 0), "window": e[at]["body"]["window"]})))
    });
    within(k, "peeked: into a window that is not open", |e, _| {
        Some(made("peeked", json!({"seat": seat(e, 0), "window": "9-nothing"})))
    });
    within(k, "dispute: that nobody opened", |e, at| {
        let number = e[..at].iter().filter(|entry| kind(entry) == "dispute.opened").count() + 1;
        let waits = e[..at].iter().rev().find_map(|entry| entry["body"].get("settings"))?["disputes"]["clock"]
            == "waits";
        let mut body =
            json!({"what": "opened", "number": number, "seat": seat(e, 0), "turn": 1, "about": "x"});
        if waits {
            body["waits"] = json!(true);
        }
        Some(made("dispute", body))
    });
    within(k, "dispute: a word in one that is not open", |_, _| {
        Some(made("dispute", json!({"what": "said", "number": 77, "by": "gm", "says": "x"})))
    });
    within(k, "dispute: the end of one that is not open", |_, _| {
        Some(made("dispute", json!({"what": "closed", "number": 77, "says": "x"})))
    });
    within(k, "dispute: of a number too far on", |e, _| {
        Some(made(
            "dispute",
            json!({"what": "opened", "number": 99, "seat": seat(e, 0), "turn": 1, "about": "x"}),
        ))
    });
    k.edit("dispute: another number", "dispute.opened", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.edit("dispute: the clock waits, or not, against the settings", "dispute.opened", |e| {
        let body = e["body"].as_object_mut().unwrap();
        if body.remove("waits").is_none() {
            body.insert("waits".to_owned(), json!(true));
        }
        true
    });
    k.any("dispute: opened by another seat", "dispute.opened", Remake::Chain, |e, at| {
        let own = e[at]["body"]["seat"].clone();
        e[at]["body"]["seat"] = if seat(e, 0) == own { seat(e, 1) } else { seat(e, 0) };
        Some(around(e, at))
    });
    k.any("dispute: removed", "dispute.opened", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("dispute: settled twice", "dispute.closed", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
}

fn rulings(k: &mut Kinds) {
    k.edit("ruling: a number more", "ruling", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.edit("ruling: back to the future", "ruling.adopted", |e| {
        e["body"]["after"] = json!(99_999);
        true
    });
    k.edit("ruling: back to itself", "ruling.adopted", |e| {
        e["body"]["after"] = e["seq"].clone();
        true
    });
    k.edit("ruling: back to before the game", "ruling.adopted", |e| {
        e["body"]["after"] = json!(1);
        true
    });
    k.edit("ruling: back to nothing", "ruling.adopted", |e| {
        e["body"]["after"] = json!(0);
        true
    });
    k.edit("ruling: another turn", "ruling.adopted", |e| {
        e["body"]["turn"] = json!(e["body"]["turn"].as_u64().unwrap() + 1);
        true
    });
    k.edit("ruling: another stage", "ruling.adopted", |e| {
        e["body"]["stage"] = json!("feast");
        true
    });
    k.edit("ruling: overruling nothing", "ruling.adopted overrules", |e| {
        e["body"].as_object_mut().unwrap().remove("overrules").is_some()
    });
    k.edit("ruling: overruling the founding", "ruling.adopted", |e| {
        e["body"]["overrules"] = json!([1]);
        true
    });
    k.edit("ruling: overruling what is to come", "ruling.adopted", |e| {
        e["body"]["overrules"] = json!([e["seq"].as_u64().unwrap() + 1]);
        true
    });
    k.edit("ruling: a dispute that is not open", "ruling.adopted dispute=-", |e| {
        e["body"]["dispute"] = json!(77);
        true
    });
    k.edit("ruling: of another kind", "ruling.adopted what=forward", |e| {
        e["body"]["what"] = json!("rewind");
        true
    });
    k.edit("ruling: forward, where there is nothing to undo", "ruling.adopted number=1", |e| {
        let changes = e["body"].as_object_mut().unwrap().remove("changes").is_some();
        e["body"]["what"] = json!("forward");
        changes
    });
    k.edit("ruling: keeping a window that was not open", "ruling.adopted", |e| {
        e["secret"]["body"]["keeps"] = json!([{"window": "9-nothing", "asked": {}, "seats": {}}]);
        true
    });
    k.edit("ruling: not keeping the seals of a window that it closes", "ruling.adopted", |e| {
        e["secret"]["body"].as_object_mut().unwrap().remove("keeps").is_some()
    });
    k.any(
        "ruling: another answer than is used",
        "ruling.adopted changes.0.change=answer",
        Remake::Chain,
        |e, at| {
            let answers = e[at]["secret"]["body"]["answers"].as_object_mut()?;
            let (key, answer) = answers.iter_mut().next()?;
            let key = json!(key);
            *answer = json!("something else");
            let used = (at..e.len())
                .find(|place| kind(&e[*place]) == "answered" && e[*place]["body"]["key"] == key)?;
            (e[used]["body"]["source"]["from"] == "ruling").then_some(())?;
            Some(at + 1..=used + 1)
        },
    );
    k.any(
        "ruling: another question than is answered",
        "ruling.adopted changes.0.change=answer",
        Remake::Chain,
        |e, at| {
            e[at]["body"]["changes"][0]["key"] = json!("1/nothing");
            Some(on(e, at))
        },
    );
    k.any("ruling: removed", "ruling.adopted", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.any("ruling: twice", "ruling.adopted", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    within(k, "ruling: dropped, although it was never proposed", |_, _| {
        Some(made("ruling", json!({"step": "dropped", "number": 99, "why": "withdrawn"})))
    });
    within(k, "ruling: proposed without a period for objections", |e, at| {
        let settings = e[..at].iter().rev().find_map(|entry| entry["body"].get("settings"))?;
        settings["rulings"]["protest"].is_null().then_some(())?;
        let adopted = e[..at].iter().filter(|entry| kind(entry).starts_with("ruling.adopted")).count();
        let proposed = e[..at].iter().any(|entry| kind(entry) == "ruling.proposed");
        (!proposed).then_some(())?;
        let body = json!({"step": "proposed", "number": adopted + 1, "what": "rewind", "after": at + 1, "turn": e[at]["body"]["turn"],
            "stage": e[at]["body"]["stage"], "reason": "x", "until": later(&e[at]["at"], 3600)});
        Some(made_with("ruling", body, json!({})))
    });
    k.edit("ruling: proposed for longer", "ruling.proposed", |e| {
        e["body"]["until"] = later(&e["body"]["until"], 3600);
        true
    });
    k.edit("ruling: proposed for a shorter time", "ruling.proposed", |e| {
        e["body"]["until"] = later(&e["body"]["until"], -3600);
        true
    });
    k.any("ruling: another adopted than was proposed", "ruling.proposed", Remake::Chain, |e, at| {
        let number = e[at]["body"]["number"].clone();
        let adopted = (at..e.len())
            .find(|place| kind(&e[*place]) == "ruling.adopted" && e[*place]["body"]["number"] == number)?;
        e[adopted]["body"]["reason"] = json!("another reason");
        Some(adopted + 1..=adopted + 1)
    });
    k.any("ruling: its proposal removed", "ruling.proposed", Remake::Counts, |e, at| {
        remove(e, at);
        Some(on(e, at))
    });
    k.edit("ruling: dropped for objections that were not made", "ruling.dropped why=withdrawn", |e| {
        e["body"]["why"] = json!("objections");
        true
    });
    k.edit("ruling: dropped for no reason", "ruling.dropped", |e| {
        e["body"]["why"] = json!("because");
        true
    });
    k.any("ruling: the objection of nobody", "ruling.proposed", Remake::Counts, |e, at| {
        append(e, at, made("vote", json!({"on": "ruling", "seat": seat(e, 0), "yes": false})));
        Some(at + 2..=at + 2)
    });
    let _ = until;
}
