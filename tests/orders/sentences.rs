//! Every sentence that a condition of *The King is Dead* may be (games/king-is-dead/words/en.yaml), read, written back and at work in a
//! game: what becomes of each is held against a record.

use crate::at_work::Table;
use crate::outputs::{self, Scenario};
use ravenpost::table::Seat;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What may stand in a slot.
const FILLERS: &[(&str, &[&str])] = &[
    ("regions", &["Deva", "Caledonia and Ratae", "Londinium or Deva", "this struggle's region"]),
    ("region", &["Deva", "Londinium"]),
    ("second", &["Ratae", "the next struggle's region"]),
    ("side", &["the Scots", "the Saxons", "the Welsh"]),
    ("rival", &["the Saxons", "the Romano-Britons"]),
    ("faction", &["Welsh", "Scots", "Romano-Britons"]),
    ("other", &["Scots", "Welsh", "Welsh"]),
    ("seat", &["Kay", "my partner"]),
    ("than", &["Kay", "Bedivere", "my partner"]),
    ("than-me", &["me"]),
    ("me", &["I"]),
    ("my", &["my"]),
    ("others", &["somebody", "Kay", "my partner"]),
    ("one", &["Kay", "my partner"]),
    ("all", &["all others"]),
    ("nobody", &["nobody"]),
    ("card", &["the Crown", "Welsh", "the Garrison"]),
    ("n", &["2", "1", "3"]),
    (
        "count",
        &[
            "at least 2",
            "more than 1",
            "at most 3",
            "fewer than 2",
            "exactly 1",
            "no",
            "any",
            "at most 0",
            "at least 0",
        ],
    ),
    ("by", &["by at least 2", "by more than 1", "by exactly 1"]),
];
/// How amounts are compared, with the word that joins them.
const MORE: &[(&str, &str)] = &[
    ("more", "than"),
    ("at least 2 more", "than"),
    ("exactly 1 more", "than"),
    ("fewer", "than"),
    ("at least 2 fewer", "than"),
    ("as many", "as"),
    ("at least as many", "as"),
];
/// So many sentences of each pattern.
const OF_EACH: usize = 4;

/// The sentence of a pattern in which each choice is made by `turn`.
fn sentence(pattern: &str, turn: usize) -> String {
    let (text, rest) = part(pattern, turn, "");
    assert_eq!(rest, "", "{pattern}");
    let (more, joint) = MORE[turn % MORE.len()];
    let mut text = text.replace("{more}", more).replace("{joint}", joint);
    for (place, (slot, fillers)) in FILLERS.iter().enumerate() {
        text = text.replace(&format!("{{{slot}}}"), fillers[(turn + place) % fillers.len()]);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" 's", "'s")
}

/// A pattern up to one of the signs `ends`, and what follows that sign: `(a|b)`, `<one|several>`, `[left out now and then]`.
fn part<'p>(pattern: &'p str, turn: usize, ends: &str) -> (String, &'p str) {
    let (mut all, mut text, mut rest) = (Vec::new(), String::new(), pattern);
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            '(' | '<' | '[' => {
                let end = [")", ">", "]"][['(', '<', '['].iter().position(|open| *open == sign).unwrap()];
                let (inner, after) = part(rest, turn, end);
                rest = after;
                text += if sign == '[' && turn.is_multiple_of(2) { "" } else { &inner };
            }
            '|' => all.push(std::mem::take(&mut text)),
            _ if ends.contains(sign) => break,
            _ => text.push(sign),
        }
    }
    all.push(text);
    let chosen = all.swap_remove(turn % all.len());
    (chosen, rest)
}

fn patterns() -> Vec<(String, String)> {
    let text = std::fs::read_to_string("games/king-is-dead/words/en.yaml").unwrap();
    let words: Value = ravenpost::sheet::data(&text).unwrap();
    let kinds: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        serde_json::from_value(words["conditions"].clone()).unwrap();
    let of = |(kind, forms): (&String, &BTreeMap<String, Vec<String>>)| {
        forms.values().flatten().map(|pattern| (kind.clone(), pattern.clone())).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(of).collect()
}

#[test]
fn every_sentence_is_read_and_at_work() {
    let mut scenario = Scenario::new();
    let mut points = vec![Table::new("king-is-dead", 4, &json!({"mordred": true}))];
    let mut dice = fastrand::Rng::with_seed(7);
    while points.len() < 4 {
        let last = points.last().unwrap();
        let mut next = Table::new("king-is-dead", 4, &json!({"mordred": true}));
        next.position = last.position.clone();
        for _ in 0..points.len() {
            let suggest = |seat| next.referee.suggest(&next.position, Seat(seat), &[], &mut dice).unwrap();
            let plans: Vec<Vec<Value>> = (0..4).map(suggest).map(|plan| vec![plan]).collect();
            assert!(next.play(&plans, &mut String::new()));
        }
        points.push(next);
    }
    let patterns = patterns();
    assert!(patterns.len() > 200, "{}", patterns.len());
    let mut read = BTreeMap::<&str, usize>::new();
    let mut said = BTreeMap::<&str, String>::new();
    for (place, (kind, pattern)) in patterns.iter().enumerate() {
        let said = said.entry(kind).or_default();
        for turn in place..place + OF_EACH {
            let text = sentence(pattern, turn);
            let table = &points[turn % points.len()];
            let seats = [
                "plan:\n  turns: [{pass: twice, if: \"TEXT\"}, {pass: once, unless: [\"TEXT\"]}]\n  otherwise: ask\n",
                "plan:\n  turns: [{play: Crown, swap: [Deva, Ratae], crown: Deva, summon: anybody, without effect: yes, if: \"TEXT\"}, {play: Welsh, place: [Deva, nothing], summon: anybody, unless: \"TEXT\"}, {pass: \"until TEXT\"}]\n",
            ];
            for (number, form) in seats.into_iter().enumerate() {
                let mut plans = vec![Vec::new(); 4];
                for seat in [0_u8, 1] {
                    let Some(plan) = table.read(Seat(seat), &form.replace("TEXT", &text), said) else {
                        continue;
                    };
                    let written = table.referee.write_plan(&plan, &table.position).unwrap();
                    // What is written is read as what it was.
                    let mut again = String::new();
                    assert_eq!(
                        table.read(Seat(seat), &written, &mut again).as_ref(),
                        Some(&plan),
                        "{text}\n{again}"
                    );
                    let _ = writeln!(said, "written: {written}");
                    let why = table.referee.why_asked(&plan, Seat(seat), &[], &table.position).unwrap();
                    let _ = writeln!(said, "asked: {why:?}");
                    plans[usize::from(seat)].push(plan);
                    *read.entry(kind).or_default() +=
                        usize::from(number == 0 || ["effect", "complete"].contains(&kind.as_str()));
                }
                let mut then = Table::new("king-is-dead", 4, &json!({"mordred": true}));
                then.position = table.position.clone();
                then.play(&plans, said);
            }
        }
    }
    for (kind, _) in &patterns {
        assert!(
            read.get(kind.as_str()).is_some_and(|count| *count > 1) || kind.starts_with("would"),
            "{kind}: {read:?}"
        );
    }
    said.into_iter().for_each(|(kind, said)| outputs::said(kind, said));
    scenario.ends(Vec::new);
}
