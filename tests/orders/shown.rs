//! What our messages show of a game, and how it comes back: every name with a colon behind it, and every legal answer to every question of
//! games played by chance, is shown as it is, without the brackets that make the words of people harmless, and is read as what it was.

use crate::at_work::Table;
use fastrand::Rng;
use ravenpost::plan::KEYS;
use ravenpost::post::{tame, tame_lines};
use ravenpost::sheet::parse;
use ravenpost::table::{Open, Played, Progress, RecordDesk, Seed, lent};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How often a game stops to ask.
const STOPS: usize = 60;
/// Answers to one question that are looked at.
const ANSWERS: usize = 12;

/// Writes an answer as a sheet shows it, with names in place of ids.
fn shown(answer: &Value, names: &Map<String, Value>) -> String {
    let name = |id: &str| names.get(id).and_then(Value::as_str).unwrap_or(id).to_owned();
    match answer {
        Value::Null => "none".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(id) => name(id),
        Value::Array(all) => {
            format!("[{}]", all.iter().map(|one| shown(one, names)).collect::<Vec<_>>().join(", "))
        }
        Value::Object(all) => {
            let entry = |(key, value): (&String, &Value)| format!("{}: {}", name(key), shown(value, names));
            format!("{{{}}}", all.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A name at the beginning of what a person writes, and of what we write.
fn is_no_section(name: &str) {
    let text = format!("{name}: x");
    assert_eq!(tame(&text, KEYS), text);
    assert_eq!(tame_lines(&text, KEYS), [text.as_str()]);
}

/// Plays a game in which each question is answered by chance, and looks at all that is asked. Returns the kinds of questions.
fn play(game: &str, players: u8) -> BTreeSet<String> {
    let mut table = Table::new(game, players, &Value::Null);
    let mut dice = Rng::with_seed(u64::from(players));
    let mut answers = BTreeMap::new();
    let plans = vec![Vec::new(); usize::from(players)];
    let (mut kinds, mut unread) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..STOPS {
        let played = {
            let mut desk = RecordDesk::new(&answers, Seed([3; 32]));
            table.referee.play(&table.position, &lent(&plans), &mut desk).unwrap()
        };
        let asked = match played {
            Played::Done { progress: Progress::Ended, .. } => break,
            Played::Done { position, .. } => {
                table.position = position;
                continue;
            }
            Played::Paused(asked) => asked,
        };
        for open in &asked.open {
            kinds.insert(open.kind.clone());
            let view = table.referee.view(&asked.position, Some(open.seat)).unwrap();
            let names = view["names"].as_object().cloned().unwrap_or_default();
            names.values().filter_map(Value::as_str).for_each(is_no_section);
            let own: Vec<Open> = asked.open.iter().filter(|other| other.seat == open.seat).cloned().collect();
            // The King is Dead tells its answers in sentences.
            let most = if game == "king-is-dead" { 0 } else { ANSWERS };
            for answer in open.legal.answers.iter().take(most) {
                let text = shown(answer, &names);
                assert_eq!(tame(&text, KEYS), text);
                let key = open.key.splitn(5, '/').last().unwrap_or_default();
                let plan = parse(&format!("answers:\n  {key}: {text}\n")).unwrap();
                let read = table.referee.read_plan(&asked.position, open.seat, &own, &plan).unwrap();
                if read.faults.iter().any(|fault| fault.is_error()) {
                    unread.insert(format!("{}: {text} {:?}", open.key, read.faults));
                }
            }
            let all = &open.legal.answers;
            let answer =
                if all.is_empty() { open.default.clone() } else { all[dice.usize(..all.len())].clone() };
            answers.insert(open.key.clone(), answer);
        }
    }
    assert!(unread.is_empty(), "{game}: {}", unread.into_iter().collect::<Vec<_>>().join("\n"));
    kinds
}

#[test]
fn names_and_answers_are_shown_as_they_are_and_read_back() {
    for (game, players, kind) in [
        ("thrones-1e", 5, "orders"),
        ("thrones-2e", 6, "orders"),
        ("thrones-nine", 9, "orders"),
        ("beyond-the-wall", 3, "orders"),
        ("westeros-and-the-north", 9, "orders"),
        ("king-is-dead", 3, "turn"),
    ] {
        let kinds = play(game, players);
        assert!(kinds.contains(kind), "{game}: {kinds:?}");
    }
}
