//! Tampering with the form of lines, with times, numbers and batches.

use crate::kinds::{Kinds, around, on};
use crate::ledger::{Remake, Seen, append, batch, insert, kind, later, made, text};
use serde_json::{Value, json};

pub fn kinds() -> Kinds {
    let mut k = Kinds::default();
    times(&mut k);
    batches(&mut k);
    k.edit("an unknown kind", "*", |e| {
        e["kind"] = json!("gift");
        true
    });
    k.edit("a kind in capitals", "*", |e| {
        e["kind"] = json!(e["kind"].as_str().unwrap().to_uppercase());
        true
    });
    k.edit("an unknown member in the body", "*", |e| {
        e["body"]["x-note"] = json!("nothing");
        true
    });
    k.edit("an unknown member of the entry", "*", |e| {
        e["note"] = json!(1);
        true
    });
    k.edit("a body that is a list", "*", |e| {
        e["body"] = json!([]);
        true
    });
    k.edit("a body that is null", "*", |e| {
        e["body"] = Value::Null;
        true
    });
    k.edit("a secret of another form", "* ", |e| {
        e["secret"] = json!({"digest": "no"});
        true
    });
    k.edit("a secret that is null", "*", |e| {
        e["secret"] = Value::Null;
        true
    });
    k.edit("a secret with a short salt", "*", |e| {
        let has = e.pointer("/secret/salt").is_some();
        if has {
            e["secret"]["salt"] = json!("00");
        }
        has
    });
    for name in ["opened", "answered", "resolved", "press"] {
        k.edit(&format!("{name}: no secret"), name, |e| {
            e.as_object_mut().unwrap().remove("secret").is_some()
        });
    }
    k.edit("ruling: no secret", "ruling.adopted", |e| e.as_object_mut().unwrap().remove("secret").is_some());
    k.any("the founding twice", "founded", Remake::Counts, |entries, at| {
        let copy = entries[at].clone();
        append(entries, at, copy);
        let place = entries.iter().rposition(|e| e["kind"] == "founded")?;
        Some(place + 1..=place + 1)
    });
    k.any("no founding", "founded", Remake::Chain, |entries, at| {
        entries.remove(at);
        Some(1..=1)
    });
    k.edit("another format", "founded", |e| {
        e["body"]["format"] = json!("ravenpost/2");
        true
    });
    // Each member of each kind, left out or of another type.
    for (name, members) in [
        ("founded", "campaign format settings seats data shuffle-commitment receipt-key chance"),
        ("chance", "words gm-words"),
        ("received", "mail message received fate chain"),
        ("window.opened", "window turn stage sealed secrecy asked grace counts"),
        ("window.published", "window why seals"),
        ("window.closed", "window why seats silent"),
        ("sealed", "window seat seal how revision"),
        ("opened", "window seat seal how"),
        ("answered", "seat key kind answer source"),
        ("resolved", "number turn stage shuffles"),
        ("mailed", "to what number"),
        ("ended", "outcome shuffle-secret draws counts"),
        ("ruling.adopted", "number what after turn stage reason"),
    ] {
        for member in members.split(' ') {
            k.edit(&format!("{name}: without “{member}”"), name, move |e| {
                e["body"].as_object_mut().unwrap().remove(member).is_some()
            });
            if member != "answer" && member != "outcome" {
                k.edit(&format!("{name}: “{member}” of another type"), name, move |e| {
                    e["body"][member] = json!([false]);
                    true
                });
            }
        }
    }
    k
}

fn times(k: &mut Kinds) {
    k.any("a time before that of the entry before", "*", Remake::Chain, |entries, at| {
        let before = entries.get(at.checked_sub(1)?)?["at"].clone();
        entries[at]["at"] = later(&before, -1);
        Some(at + 1..=at + 1)
    });
    k.any("a time that goes back inside a batch", "*", Remake::Chain, |entries, at| {
        let (first, count) = batch(entries, at);
        (at > first && count > 1).then_some(())?;
        entries[at]["at"] = later(&entries[at]["at"], -3600);
        Some(at + 1..=at + 1)
    });
    k.any("a time that goes on inside a batch", "*", Remake::Chain, |entries, at| {
        let (first, _) = batch(entries, at);
        (at > first).then_some(())?;
        entries[at]["at"] = later(&entries[at]["at"], 1);
        Some(at + 1..=at + 1)
    });
    k.any("a time of the far future", "*", Remake::Chain, |entries, at| {
        let (_, count) = batch(entries, at);
        (count == 1 && at + 1 < entries.len()).then_some(())?;
        entries[at]["at"] = json!("2099-01-01T00:00:00Z");
        Some(at + 1..=at + 2)
    });
    k.edit("a time with a fraction", "*", |e| {
        e["at"] = json!(e["at"].as_str().unwrap().replace('Z', ".5Z"));
        true
    });
    k.edit("a time of another zone", "*", |e| {
        e["at"] = json!(e["at"].as_str().unwrap().replace('Z', "+01:00"));
        true
    });
    k.edit("a message that came after it was read", "received", |e| {
        e["body"]["received"] = later(&e["at"], 1);
        true
    });
}

fn batches(k: &mut Kinds) {
    let whole = |entries: &[Value], at: usize| -> Seen { at + 1..=entries.len() };
    k.any("a batch that is longer", "* batch", Remake::Chain, move |entries, at| {
        let count = entries[at]["body"]["batch"].as_u64()?;
        entries[at]["body"]["batch"] = json!(count + 1);
        Some(whole(entries, at))
    });
    k.edit("a batch of one", "* batch=-", |e| {
        e["body"]["batch"] = json!(1);
        true
    });
    k.edit("a batch of none", "*", |e| {
        e["body"]["batch"] = json!(0);
        true
    });
    k.any("a batch inside a batch", "*", Remake::Chain, |entries, at| {
        let (first, count) = batch(entries, at);
        (at > first && at + 2 <= first + count).then_some(())?;
        entries[at]["body"]["batch"] = json!(2);
        Some(at + 1..=at + 1)
    });
    k.any("a batch that is longer than the ledger", "* batch", Remake::Chain, move |entries, at| {
        entries[at]["body"]["batch"] = json!(entries.len() + 7);
        Some(at + 1..=entries.len())
    });
    k.any(
        "a batch that goes on past the opening of a window",
        "window.opened",
        Remake::Chain,
        |entries, at| {
            let next = entries.get(at + 1)?;
            let more = next["body"]["batch"].as_u64().unwrap_or(1);
            (next["at"] == entries[at]["at"]).then_some(())?;
            let (first, count) = batch(entries, at);
            entries[at + 1]["body"].as_object_mut()?.remove("batch");
            entries[first]["body"]["batch"] = json!(count as u64 + more);
            Some(at + 1..=at + 1)
        },
    );
    k.any("a ledger that ends in the middle of a batch", "*", Remake::Chain, |entries, at| {
        let (first, count) = batch(entries, at);
        (at > first || count > 1 && at == first).then_some(())?;
        (at + 1 < first + count).then_some(())?;
        entries.truncate(at + 1);
        Some(first + 1..=at + 1)
    });
    k.any("a plan and its receipt in two batches", "received seal", Remake::Chain, |entries, at| {
        let (first, count) = batch(entries, at);
        (at > first && entries[first..at].iter().any(|e| kind(e) == "sealed")).then_some(())?;
        let set = |entry: &mut Value, count: usize| {
            entry["body"].as_object_mut().unwrap().remove("batch");
            if count > 1 {
                entry["body"]["batch"] = json!(count);
            }
        };
        set(&mut entries[first], at - first);
        set(&mut entries[at], first + count - at);
        Some(first + 1..=at)
    });
    k.any("an entry of nothing put in", "answered", Remake::Counts, |entries, at| {
        insert(
            entries,
            at,
            made("unreachable", json!({"seat": entries[at]["body"]["seat"], "unreachable": false})),
        );
        Some(on(entries, at))
    });
    k.any("words of chance put in late", "resolved", Remake::Counts, |entries, at| {
        insert(
            entries,
            at + usize::from(false),
            made("chance", json!({"gm-words": {}, "public": null, "words": {}})),
        );
        (at > 1).then(|| around(entries, at))
    });
}

/// A tampering with the bytes of a ledger.
pub type Raw = (&'static str, fn(&[String], usize) -> Option<(String, Seen)>);

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn with(lines: &[String], at: usize, line: impl Fn(&str) -> String) -> Option<(String, Seen)> {
    let mut lines = lines.to_vec();
    let changed = line(&lines[at]);
    (changed != lines[at]).then_some(())?;
    lines[at] = changed;
    Some((joined(&lines), at + 1..=at + 1))
}

/// What is done to the bytes, with nothing remade.
pub const RAW: [Raw; 20] = [
    ("a letter changed", |l, at| with(l, at, |line| line.replacen("\"at\":\"2", "\"at\":\"3", 1))),
    ("a space", |l, at| with(l, at, |line| line.replacen("\":", "\": ", 1))),
    ("a number with a point", |l, at| {
        with(l, at, |line| line.replacen(&format!("\"seq\":{}", at + 1), &format!("\"seq\":{}.0", at + 1), 1))
    }),
    ("another number", |l, at| {
        with(l, at, |line| line.replacen(&format!("\"seq\":{}", at + 1), &format!("\"seq\":{}", at + 2), 1))
    }),
    ("a number beyond all numbers", |l, at| {
        with(l, at, |line| line.replacen("\"seq\":", "\"seq\":99999999999999999", 1))
    }),
    ("another predecessor", |l, at| {
        with(l, at, |line| {
            let place = line.find("\"prev\":\"").unwrap() + 8;
            format!("{}{}{}", &line[..place], "f".repeat(64), &line[place + 64..])
        })
    }),
    ("another hash", |l, at| {
        with(l, at, |line| {
            let place = line.find("\"hash\":\"").unwrap() + 8;
            format!("{}{}{}", &line[..place], "f".repeat(64), &line[place + 64..])
        })
    }),
    ("a member twice", |l, at| with(l, at, |line| line.replacen("{\"at\"", "{\"at\":\"\",\"at\"", 1))),
    ("half a line", |l, at| {
        with(l, at, |line| line[..line.len() / 2].to_owned()).filter(|_| l[at].is_ascii())
    }),
    ("an empty line", |l, at| with(l, at, |_| String::new()).filter(|_| at > 0)),
    ("no JSON", |l, at| with(l, at, |_| "no ledger at all".to_owned())),
    ("a carriage return", |l, at| with(l, at, |line| format!("{line}\r"))),
    ("a mark at the beginning", |l, at| with(l, at, |line| format!("\u{feff}{line}"))),
    ("a line left out", |l, at| {
        let mut lines = l.to_vec();
        lines.remove(at);
        (at + 1 < l.len()).then(|| (joined(&lines), at + 1..=at + 1))
    }),
    ("a line twice", |l, at| {
        let mut lines = l.to_vec();
        lines.insert(at, l[at].clone());
        Some((joined(&lines), at + 2..=at + 2))
    }),
    ("two lines exchanged", |l, at| {
        let mut lines = l.to_vec();
        (at + 1 < l.len()).then(|| lines.swap(at, at + 1))?;
        Some((joined(&lines), at + 1..=at + 1))
    }),
    ("an empty file", |_, at| (at == 0).then(|| (String::new(), 0..=1))),
    ("a file of one line end", |_, at| (at == 0).then(|| ("\n".to_owned(), 0..=1))),
    ("a line that is nested too deeply", |l, at| {
        with(l, at, |line| {
            line.replacen("\"body\":{", &format!("\"body\":{{\"!\":{}{},", "[".repeat(90), "]".repeat(90)), 1)
        })
    }),
    ("a line that is nested beyond all bounds", |l, at| {
        with(l, at, |line| {
            line.replacen(
                "\"body\":{",
                &format!("\"body\":{{\"!\":{}{},", "[".repeat(50_000), "]".repeat(50_000)),
                1,
            )
        })
        .filter(|_| at % 7 == 0)
    }),
];

/// A ledger with a line that is longer than any may be, its chain remade.
pub fn too_long(entries: &[Value]) -> (String, Seen) {
    let mut entries = entries.to_vec();
    entries[0]["body"]["campaign"] = json!("x".repeat(5 << 20));
    crate::ledger::remake(&mut entries, Remake::Chain);
    (text(&entries), 1..=1)
}
