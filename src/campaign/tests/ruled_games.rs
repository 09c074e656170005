//! Rulings of every kind in real games that stewards play: other answers and outcomes, edited positions, corrected files. As in
//! `ruled_on`, what is shown first must come true, and all that leaves the program is held against the record.

use crate::campaign::Host;
use crate::campaign::outgoing::data_diff::data_diff;
use crate::campaign::play::engine::Engine;
use crate::campaign::ruling::{Request, When, decisions, position_at, try_ruling};
use crate::campaign::state::entries::{Ruling, RulingChange, RulingKind, RulingSecret};
use crate::campaign::state::record::Record;
use crate::campaign::tests::altered::{fields, put};
use crate::campaign::tests::outputs;
use crate::campaign::tests::ruled_on::{Way, of_each_sort, ruled_on};
use crate::campaign::tests::world::World;
use crate::games::embedded;
use crate::ledger::Kind;
use crate::report::model::Undone;
use crate::seal::Hash256;
use chrono::TimeDelta;
use fastrand::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most decisions of a kind, and the most places of a position or a file, in which something else is tried.
const DECISIONS: usize = 3;
const PLACES: usize = 6;

/// A campaign that stewards play until a turn.
pub(crate) fn begun(game: &str, options: &str, seats: &[&str], until: u32) -> World {
    let players: String = seats
        .iter()
        .map(|seat| format!("  {seat}: {{player: {seat}, address: {seat}@example.org}}\n"))
        .collect();
    let yaml = format!(
        "campaign: toy-1\ngame: {game}\n{options}timezone: Europe/Rome\naddress: game@example.org\n\
         gm: {{name: Maria, addresses: [maria@example.org]}}\nseats:\n{players}\
         clock: {{deadline: in 48h, outage: 1000h}}\nabsence: steward\nchance: no\nmap: no\npage: no\n"
    );
    let mut world = World::folder(&yaml);
    world.edge.game = Host::new(Arc::new(world.disk.clone())).game;
    world.start();
    world.tick();
    for _ in 0..60 {
        if world.campaign().record.game.turn >= until {
            return world;
        }
        plays_on(&mut world, &mut Rng::with_seed(0));
    }
    panic!("turn {until} has not come");
}

/// The stewards play once more.
fn plays_on(world: &mut World, _: &mut Rng) {
    world.now += TimeDelta::hours(50);
    world.tick();
}

/// Some of them, evenly spread; which, differs with how long the ledger is.
fn some<T>(all: Vec<T>, most: usize, world: &World) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    let skipped = usize::try_from(world.campaign().head().seq).unwrap() % step;
    all.into_iter().skip(skipped).step_by(step).collect()
}

/// A position with something else at one place: one more or one less of a number, and at a name what is at another.
fn edited(position: &Value, world: &World) -> Vec<Value> {
    let leaves: Vec<_> = fields(position).into_iter().filter(|(_, value)| !value.is_object()).collect();
    let mut all = Vec::new();
    for (number, (pointer, value)) in some(leaves.clone(), PLACES, world).into_iter().enumerate() {
        let to = match &value {
            Value::Number(value) => {
                json!(value.as_i64().unwrap_or_default() + if number % 2 == 0 { 1 } else { -1 })
            }
            Value::Bool(yes) => json!(!yes),
            Value::Array(parts) => json!(parts.iter().rev().collect::<Vec<_>>()),
            _ => {
                let other = leaves.iter().filter(|(_, other)| other.is_string() && *other != value);
                other.map(|(_, other)| other.clone()).nth(number).unwrap_or_default()
            }
        };
        let mut edited = position.clone();
        put(&mut edited, &pointer, Some(to));
        all.push(edited);
    }
    all
}

/// Files of the game with one number otherwise, or one line gone; one that says the same, one that is none, and one that is not there.
fn corrected(world: &World) -> Vec<Vec<(String, String)>> {
    let campaign = world.campaign();
    let game = campaign.settings.game.clone();
    let mut all = vec![vec![("none.yaml".to_owned(), "a: 1\n".to_owned())]];
    let founded = campaign.record.people.founded.iter();
    for file in founded.flat_map(|founded| founded.data.keys()) {
        let of = file.rsplit_once('/').map_or(file.as_str(), |(_, name)| name);
        let Some(text) = embedded(&game, of) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        let digits: Vec<usize> =
            (0..lines.len()).filter(|at| lines[*at].contains(|c: char| ('1'..'9').contains(&c))).collect();
        let with = |at: usize, line: Option<String>| {
            let all = lines.iter().enumerate();
            let all = all.filter_map(|(i, old)| if i == at { line.clone() } else { Some((*old).to_owned()) });
            vec![(file.clone(), all.collect::<Vec<_>>().join("\n") + "\n")]
        };
        for at in some(digits, PLACES, world) {
            let place = lines[at].find(|c: char| ('1'..'9').contains(&c)).unwrap();
            let digit = lines[at].as_bytes()[place] + 1;
            let line = format!("{}{}{}", &lines[at][..place], char::from(digit), &lines[at][place + 1..]);
            all.push(with(at, Some(line)));
        }
        all.extend(some((0..lines.len()).collect(), 2, world).into_iter().map(|at| with(at, None)));
        all.push(vec![(file.clone(), format!("{text}# the same\n"))]);
        all.push(vec![(file.clone(), "[".to_owned())]);
    }
    all
}

pub(super) fn requests(world: &World) -> Vec<Request> {
    let campaign = world.campaign();
    let of = |what, when: When| Request::new(what, when, "tried");
    let rule = || of(RulingKind::Rule, When::Latest);
    let mut all = vec![of(RulingKind::Forward, When::Latest), of(RulingKind::Rewind, When::Latest)];
    let (mut kinds, mut others) = (BTreeMap::<String, usize>::new(), BTreeMap::<String, Value>::new());
    for turn in 1..=campaign.record.game.turn {
        for stage in decisions(&campaign, turn).unwrap_or_default() {
            let when = When::Turn { turn, stage: Some(stage.stage.clone()) };
            all.push(of(RulingKind::Rewind, when.clone()));
            if let Ok((_, position)) = position_at(&campaign, &when) {
                let edits = edited(&position, world).into_iter();
                all.extend(
                    edits.map(|state| Request { state: Some(state), ..of(RulingKind::Rule, when.clone()) }),
                );
            }
            for worked in stage.worked {
                let outcomes = |value: Value| vec![(worked.key.clone(), value)];
                let other = worked.legal.iter().rfind(|value| **value != worked.found).cloned();
                for value in
                    [other, Some(worked.found.clone()), Some(json!("nonsense"))].into_iter().flatten()
                {
                    all.push(Request { outcomes: outcomes(value), ..rule() });
                }
            }
            for decision in stage.decisions {
                let (key, kind, answer) = (decision.answer.key, decision.answer.kind, decision.answer.answer);
                let other = others.insert(kind.clone(), answer.clone()).unwrap_or(json!("nonsense"));
                let count = kinds.entry(kind).or_default();
                *count += 1;
                if *count > DECISIONS {
                    continue;
                }
                all.push(Request { answers: vec![(key.clone(), other.clone())], ..rule() });
                all.push(Request {
                    answers: vec![(key.clone(), answer)],
                    ..of(RulingKind::Rule, when.clone())
                });
                all.push(of(RulingKind::Rewind, When::Before(key)));
            }
            for open in some(stage.open, DECISIONS, world) {
                for value in open.legal.first().into_iter().chain(open.legal.last()) {
                    all.push(Request { answers: vec![(open.key.clone(), value.clone())], ..rule() });
                }
            }
        }
        for data in corrected(world) {
            let when = When::Turn { turn, stage: None };
            all.push(Request { data: data.clone(), ..rule() });
            all.push(Request { data, ..of(RulingKind::Rule, when) });
        }
    }
    all
}

/// Stops at some points of a game, and tries one request of each sort, or as many as are wanted, at each.
fn along(game: &str, options: &str, seats: &[&str], from: u32, stops: usize, seed: u64) {
    let mut world = begun(game, options, seats, from);
    let mut dice = Rng::with_seed(seed);
    let way = Way { seats: seats.iter().map(|seat| (*seat).to_owned()).collect(), plays_on, requests };
    let (mut said, mut made, mut tried) = (String::new(), 0, 0);
    for _ in 0..stops {
        for _ in 0..2 {
            for request in of_each_sort(&way, &world, &mut dice) {
                tried += 1;
                made += usize::from(ruled_on(&way, &world, &request, &mut dice, &mut said));
            }
        }
        plays_on(&mut world, &mut dice);
    }
    assert!(tried > 10 && made * 4 > tried, "{made} of {tried}");
    outputs::said("ruled on", said);
}

#[test]
fn of_westeros() {
    along("thrones-1e", "", &["stark", "lannister", "baratheon"], 2, 2, 1);
}

#[test]
fn of_britain() {
    along("king-is-dead", "", &["bedivere", "morgan"], 2, 2, 2);
}

#[test]
fn of_the_north() {
    along("beyond-the-wall", "", &["nights-watch", "wildlings", "others"], 2, 1, 3);
}

/// Data are corrected where a stage begins: in the middle of one, what has been answered would be an answer to another game.
#[test]
fn data_are_not_corrected_in_the_middle_of_a_stage() {
    let world = begun("king-is-dead", "", &["bedivere", "morgan"], 2);
    let campaign = world.campaign();
    let asked = corrected(&world)
        .into_iter()
        .map(|data| Request { data, ..Request::new(RulingKind::Rule, When::Latest, "misprinted") });
    let good = asked
        .filter_map(|request| {
            try_ruling(&campaign, &request, world.now).map(|trial| trial.ruling().clone()).ok()
        })
        .next()
        .expect("a file that can be corrected");
    // What is corrected is the file that the game was played with.
    let mut other = good.clone();
    for change in &mut other.changes {
        if let RulingChange::Data { was, .. } = change {
            *was = Hash256::of("another text");
        }
    }
    let then = Record::at(campaign.rules(), good.after).unwrap();
    let told = then.clone().corrected(campaign.rules(), &other).err().unwrap();
    assert!(told.contains("is not the one that the game was played with"), "{told}");
    then.clone().corrected(campaign.rules(), &good).unwrap_or_else(|why| panic!("{why}"));
    let own = campaign.entries().unwrap();
    let mut tried = 0;
    for entry in own.iter().filter(|entry| entry.kind == Kind::Answered) {
        let wrong = Ruling { after: entry.seq, ..good.clone() };
        let then = Record::at(campaign.rules(), entry.seq).unwrap();
        if then.game.answers.is_empty() {
            continue;
        }
        let mut engine = Engine::of(&campaign, world.now).unwrap();
        let told = engine.rule(&wrong, &RulingSecret::default()).unwrap_err().to_string();
        assert!(told.contains("in the middle of a stage"), "{told}");
        tried += 1;
    }
    assert!(tried > 2, "{tried}");
}

/// What a ruling corrects itself is not undone by it; what it goes back behind is.
#[test]
fn a_correction_that_is_corrected_again_is_not_undone() {
    let mut world = begun("king-is-dead", "", &["bedivere", "morgan"], 2);
    let correct = |data: Vec<(String, String)>| {
        let when = When::Turn { turn: 2, stage: None };
        Request { data, ..Request::new(RulingKind::Rule, when, "misprinted") }
    };
    let picture: Vec<_> = corrected(&world)
        .into_iter()
        .filter(|data| data[0].0 == "picture.yaml")
        .map(correct)
        .filter(|request| try_ruling(&world.campaign(), request, world.now).is_ok())
        .take(2)
        .collect();
    assert_eq!(picture.len(), 2);
    for request in &picture {
        assert_eq!(world.rule(request).undone, []);
        // Everybody is shown the lines that it changes.
        let campaign = world.campaign();
        let given = campaign.record.people.rulings.last().unwrap();
        let lines = data_diff(campaign.rules(), &given.ruling).unwrap();
        assert_eq!(lines.keys().collect::<Vec<_>>(), ["picture.yaml"]);
        assert!(!lines["picture.yaml"].is_empty(), "ruling {}", given.ruling.number);
    }
    let back = Request::new(RulingKind::Rewind, When::Turn { turn: 1, stage: None }, "again");
    let file = Some("picture.yaml".to_owned());
    assert_eq!(world.rule(&back).undone, [Undone { ruling: 2, file, key: None }]);
}
