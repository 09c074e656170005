//! Tampering with receipts and with the record of what was mailed.

use crate::kinds::{Kinds, around, on, until};
use crate::ledger::{Remake, insert, kind, made, remove};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// Up to the next entry that counts the messages.
fn until_counted(e: &[Value], at: usize) -> Option<RangeInclusive<usize>> {
    let next = (at..e.len()).find(|place| e[*place]["body"].get("counts").is_some())?;
    Some(at + 1..=next + 1)
}

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    receipts(&mut k);
    mailed(&mut k);
    k
}

fn receipts(k: &mut Kinds) {
    k.edit("receipt: a number more", "received seat", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.receipt("receipt: a number more, its chain remade", "received seat", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.receipt("receipt: the number of the one before, its chain remade", "received seat", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() - 1);
        true
    });
    k.edit("receipt: a chain of zeros", "received seat", |e| {
        e["body"]["chain"] = json!("0".repeat(64));
        true
    });
    k.edit("receipt: another mail", "received seat", |e| {
        e["body"]["mail"] = json!("ab".repeat(32));
        true
    });
    k.edit("receipt: used, but said to be refused", "received fate=used", |e| {
        e["body"]["fate"] = json!("refused");
        true
    });
    k.edit("receipt: refused, but said to be used", "received fate=refused", |e| {
        e["body"]["fate"] = json!("used");
        true
    });
    k.receipt(
        "receipt: said to be refused, its chain remade, although its plan counts",
        "received seal",
        |e| {
            e["body"]["fate"] = json!("refused");
            true
        },
    );
    k.any("receipt: said to be a stranger's", "received seat", Remake::Chain, |e, at| {
        e[at]["body"]["fate"] = json!("stranger");
        Some(at + 1..=at + 1)
    });
    k.any("receipt: of another seat, its chain remade", "received seat", Remake::Numbers, |e, at| {
        let seats: Vec<Value> =
            e[0]["body"]["seats"].as_array()?.iter().map(|seat| seat["seat"].clone()).collect();
        let other = seats.iter().find(|seat| **seat != e[at]["body"]["seat"])?.clone();
        (e[at]["body"].get("seal").is_some()).then_some(())?;
        e[at]["body"]["seat"] = other;
        Some(around(e, at))
    });
    k.receipt("receipt: of a seat that is not there", "received seat", |e| {
        e["body"]["seat"] = json!("nobody");
        true
    });
    k.receipt("receipt: another seal", "received seal", |e| {
        e["body"]["seal"] = json!(format!("sha256:{}", "1".repeat(64)));
        true
    });
    k.receipt("receipt: no seal", "received seal", |e| {
        e["body"].as_object_mut().unwrap().remove("seal").is_some()
    });
    k.edit("receipt: no seal, its chain kept", "received seal", |e| {
        e["body"].as_object_mut().unwrap().remove("seal").is_some()
    });
    k.receipt("receipt: a seal that was not given", "received seal=-", |e| {
        let is_seat = e["body"].get("seat").is_some();
        e["body"]["seal"] = json!(format!("sha256:{}", "1".repeat(64)));
        is_seat
    });
    k.edit("receipt: another window", "received window", |e| {
        e["body"]["window"] = json!("9-nothing");
        true
    });
    k.edit("receipt: no window", "received window", |e| {
        e["body"].as_object_mut().unwrap().remove("window").is_some()
    });
    k.edit("receipt: a window while none is open", "received window=-", |e| {
        e["body"]["window"] = json!("1-planning");
        true
    });
    k.edit("receipt: “final” without a plan", "received fate=refused", |e| {
        e["body"]["final"] = json!(true);
        true
    });
    k.edit("receipt: “final: false”", "received final=-", |e| {
        e["body"]["final"] = json!(false);
        true
    });
    k.later("receipt: “final” left out", "received final", |e| {
        e["body"].as_object_mut().unwrap().remove("final").is_some()
    });
    k.0.pop();
    k.any(
        "receipt: “final” left out of the last word of a seat",
        "received final",
        Remake::Chain,
        |e, at| {
            let seat = e[at]["body"]["seat"].clone();
            let close = (at..e.len()).find(|place| {
                kind(&e[*place]) == "window.closed" || kind(&e[*place]).starts_with("ruling")
            })?;
            (kind(&e[close]) == "window.closed" && e[close]["body"]["seats"][seat.as_str()?] == "final")
                .then_some(())?;
            let again = (at + 1..close).any(|place| {
                e[place]["body"]["seat"] == seat && matches!(kind(&e[place]).as_str(), "received" | "sealed")
            });
            let opened = e[close]["body"]["window"] == e[at]["body"]["window"];
            (!again && opened).then_some(())?;
            e[at]["body"].as_object_mut()?.remove("final");
            Some(at + 1..=close + 1)
        },
    );
    k.edit("receipt: words of chance after their time", "received seat", |e| {
        let late = e["body"].get("words").is_none() && e["body"].get("window").is_some();
        e["body"]["words"] = json!("winter is coming");
        late
    });
    k.any("receipt: other words of chance", "received words", Remake::Chain, |e, at| {
        e[at]["body"]["words"] = json!("summer is coming");
        Some(until(e, at, "chance"))
    });
    k.edit("receipt: a new key that was not made", "received seat", |e| {
        let has = e["body"].get("new-key").is_some();
        e["body"]["new-key"] = json!(7);
        !has
    });
    k.edit("receipt: a rehearsal after the beginning", "received window", |e| {
        e["body"]["rehearsed"] = json!(true);
        true
    });
    k.edit("receipt: a stand-in for a seat that is there", "received stand-in=-", |e| {
        let is_seat = e["body"].get("seat").is_some_and(|seat| seat != "gm");
        e["body"]["stand-in"] = json!(true);
        is_seat && e["body"].get("window").is_some()
    });
    k.0.pop();
    k.edit("receipt: a warning in a seat's message", "received seat", |e| {
        e["body"]["warned"] = json!({"of": e["body"]["seat"], "what": "wrong-key"});
        true
    });
    k.edit("receipt: a stranger's mark in a seat's message", "received seat", |e| {
        e["body"]["stranger"] = json!("0".repeat(64));
        true
    });
    k.any("receipt: the same message twice", "received seat", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        insert(e, at + 1, copy);
        Some(at + 2..=at + 2)
    });
    k.any("receipt: the message of another receipt", "received seat", Remake::Receipts, |e, at| {
        let seat = e[at]["body"]["seat"].clone();
        let before = (0..at)
            .rev()
            .find(|place| kind(&e[*place]) == "received" && e[*place]["body"]["seat"] == seat)?;
        e[at]["body"]["message"] = e[before]["body"]["message"].clone();
        Some(at + 1..=at + 1)
    });
    k.any("receipt: removed", "received seat", Remake::Chain, |e, at| {
        let seat = e[at]["body"]["seat"].clone();
        let next = (at + 1..e.len())
            .find(|place| kind(&e[*place]) == "received" && e[*place]["body"]["seat"] == seat);
        let counted = (at..e.len()).any(|place| e[place]["body"].get("counts").is_some());
        (next.is_some() || counted).then_some(())?;
        let first = around(e, at);
        remove(e, at);
        Some(*first.start()..=e.len())
    });
    k.any("receipt: removed, its numbers remade", "received seat", Remake::Numbers, |e, at| {
        let seen = until_counted(e, at)?;
        let first = *around(e, at).start();
        remove(e, at);
        Some(first..=*seen.end())
    });
    k.any(
        "receipt: that of a plan removed, its numbers and counts remade",
        "received seal",
        Remake::Counts,
        |e, at| {
            let (first, _) = crate::ledger::batch(e, at);
            let own = e[at]["body"]["seat"].clone();
            (first..at).find(|place| kind(&e[*place]) == "sealed" && e[*place]["body"]["seat"] == own)?;
            remove(e, at);
            Some(first + 1..=e.len())
        },
    );
    k.any("receipt: all removed", "founded", Remake::Numbers, |e, _| {
        let first = e.iter().position(|entry| kind(entry) == "received")?;
        let (batch, _) = crate::ledger::batch(e, first);
        let mut place = 0;
        while place < e.len() {
            if kind(&e[place]) == "received" && crate::ledger::batch(e, place).1 > 0 {
                remove(e, place);
            } else {
                place += 1;
            }
        }
        Some(batch + 1..=e.len())
    });
    k.any("receipt: two exchanged in a batch", "received seal", Remake::Numbers, |e, at| {
        let range = around(e, at);
        let other = (at + 1..*range.end()).find(|place| {
            e[*place]["body"].get("seal").is_some()
                && kind(&e[*place]) == "received"
                && e[*place]["body"]["seat"] != e[at]["body"]["seat"]
        })?;
        e.swap(at, other);
        Some(range)
    });
}

fn mailed(k: &mut Kinds) {
    k.edit("mail: a number more", "mailed", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() + 1);
        true
    });
    k.edit("mail: the number before", "mailed", |e| {
        e["body"]["number"] = json!(e["body"]["number"].as_u64().unwrap() - 1);
        true
    });
    k.edit("mail: to nobody", "mailed", |e| {
        e["body"]["to"] = json!("nobody");
        true
    });
    k.any("mail: to another reader", "mailed", Remake::Chain, |e, at| {
        let to = e[at]["body"]["to"].clone();
        let seats = e[0]["body"]["seats"].as_array()?.clone();
        let other = seats.iter().map(|seat| &seat["seat"]).find(|seat| **seat != to)?.clone();
        let had = |who: &Value| {
            e[..at].iter().filter(|entry| kind(entry) == "mailed" && entry["body"]["to"] == *who).count()
        };
        (had(&other) != had(&to)).then_some(())?;
        e[at]["body"]["to"] = other;
        Some(at + 1..=at + 1)
    });
    k.edit("mail: a receipt for a message that never came", "mailed", |e| {
        e["body"]["what"] = json!("receipt-999");
        true
    });
    k.edit("mail: a receipt with the number 0", "mailed", |e| {
        e["body"]["what"] = json!("receipt-0");
        true
    });
    k.edit("mail: itself in itself", "mailed", |e| {
        e["body"]["with"] = json!([e["body"]["what"]]);
        true
    });
    k.edit("mail: telling of what is still to come", "mailed told", |e| {
        e["body"]["told"]["seq"] = json!(999_999);
        true
    });
    k.edit("mail: naming a head of another ledger", "mailed head", |e| {
        e["body"]["head"]["hash"] = json!("0".repeat(64));
        true
    });
    k.edit("mail: naming a head that is still to come", "mailed head", |e| {
        e["body"]["head"]["seq"] = json!(999_999);
        true
    });
    k.edit("mail: naming the head of entry 0", "mailed head", |e| {
        e["body"]["head"]["seq"] = json!(0);
        true
    });
    k.edit("mail: given up: no", "mailed", |e| {
        e["body"]["given-up"] = json!(false);
        true
    });
    k.edit("mail: an empty list of what is with it", "mailed with=-", |e| {
        e["body"]["with"] = json!([]);
        true
    });
    k.0.pop();
    k.any("mail: one twice", "mailed", Remake::Counts, |e, at| {
        let copy = e[at].clone();
        crate::ledger::append(e, at, copy);
        Some(at + 2..=at + 2)
    });
    k.any("mail: a name of one before", "mailed", Remake::Chain, |e, at| {
        let to = e[at]["body"]["to"].clone();
        let before =
            (0..at).rev().find(|place| kind(&e[*place]) == "mailed" && e[*place]["body"]["to"] == to)?;
        e[at]["body"]["what"] = e[before]["body"]["what"].clone();
        Some(at + 1..=at + 1)
    });
    k.any("mail: one removed", "mailed", Remake::Chain, |e, at| {
        let to = e[at]["body"]["to"].clone();
        let next = (at + 1..e.len()).any(|place| kind(&e[place]) == "mailed" && e[place]["body"]["to"] == to);
        (next || until_counted(e, at).is_some()).then_some(())?;
        remove(e, at);
        Some(on(e, at))
    });
    k.any("mail: one removed, all numbers remade", "mailed", Remake::Numbers, |e, at| {
        let seen = until_counted(e, at)?;
        remove(e, at);
        Some(seen)
    });
    k.any("mail: all removed", "founded", Remake::Numbers, |e, _| {
        let first = e.iter().position(|entry| kind(entry) == "mailed")?;
        let seen = until_counted(e, first)?;
        e.retain(|entry| kind(entry) != "mailed");
        Some(1..=*seen.end())
    });
    k.any("mail: all to one seat removed", "founded", Remake::Numbers, |e, _| {
        let seat = e[0]["body"]["seats"][0]["seat"].clone();
        let is_it = |entry: &Value| kind(entry) == "mailed" && entry["body"]["to"] == seat;
        let first = e.iter().position(is_it)?;
        let seen = until_counted(e, first)?;
        e.retain(|entry| !is_it(entry));
        Some(1..=*seen.end())
    });
    k.any("mail: one made up", "mailed", Remake::Numbers, |e, at| {
        let seen = until_counted(e, at)?;
        let to = e[at]["body"]["to"].clone();
        crate::ledger::append(e, at, made("mailed", json!({"to": to, "what": "notice-9999", "number": 0})));
        Some(at + 1..=*seen.end() + 1)
    });
    k.any("mail: a receipt before its message", "received seat", Remake::Numbers, |e, at| {
        let name = format!("receipt-{}", e[at]["body"]["number"]);
        let seat = e[at]["body"]["seat"].clone();
        let mail = (at..e.len()).find(|place| {
            kind(&e[*place]) == "mailed"
                && e[*place]["body"]["to"] == seat
                && e[*place]["body"]["what"] == *name
        })?;
        let entry = remove(e, mail);
        let (first, _) = crate::ledger::batch(e, at);
        let at_that_time = e[first]["at"].clone();
        let mut entry = entry;
        entry["at"] = at_that_time;
        e.insert(first, entry);
        Some(first + 1..=first + 1)
    });
    for (name, member, by) in [
        ("a message more that came", "received", 1i64),
        ("a message fewer that came", "received", -1),
        ("a mail more", "mailed", 1),
        ("a mail fewer", "mailed", -1),
    ] {
        for from in ["window.opened", "ended"] {
            k.edit(&format!("count: {name} before “{from}”"), from, move |e| {
                let count = &mut e["body"]["counts"][member];
                let changed = count.as_i64().unwrap() + by;
                *count = json!(changed);
                changed >= 0
            });
        }
    }
}
