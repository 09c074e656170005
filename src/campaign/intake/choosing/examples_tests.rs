//! Every example that a receipt prints for a question, and every legal answer in the words in which it is shown, is read as that answer
//! when it is sent alone: over the questions of games played by chance.

use super::{FORMS, LISTED, Open, TypedLine, only};
use crate::games;
use crate::plan;
use crate::sheet::Fault;
use crate::table::{
    Choice, Choices, LineFate, Played, Position, Progress, RecordDesk, Referee, Seed, Typed, lent,
};
use fastrand::Rng;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How often a game stops to ask.
const STOPS: usize = 100;
/// How often one kind of question is looked at.
const OF_A_KIND: usize = 6;

/// A question in a position.
struct Put<'a> {
    referee: &'a dyn Referee,
    position: Position,
    open: &'a Open,
}

impl Put<'_> {
    /// Reads a line sent alone; what is wrong with it.
    fn read(&self, text: &str) -> Result<Value, String> {
        let own = std::slice::from_ref(self.open);
        let line = [TypedLine { text, line: 1 }];
        let game = |lines: &[TypedLine<'_>]| {
            let typed = self.referee.read_typed(&self.position, self.open.seat, own, &[], lines);
            typed.unwrap_or_else(|_| Typed::nothing(lines))
        };
        let typed = match only((self.referee, &self.position), (self.open.seat, &[]), (own, false)) {
            Some(asked) => asked.read(&line, &game),
            None => game(&line),
        };
        let is_taken = typed.fates == [LineFate::Taken] && !typed.faults.iter().any(Fault::is_error);
        let Some(tree) = typed.tree.filter(|_| is_taken) else {
            return Err(format!("{:?} {:?}", typed.fates, typed.faults));
        };
        let read = self.referee.read_plan(&self.position, self.open.seat, own, &tree).unwrap();
        match read.plan {
            Some(plan) if !read.faults.iter().any(Fault::is_error) => Ok(plan),
            _ => Err(format!("{:?}", read.faults)),
        }
    }

    /// Returns what still is asked with this plan, and what has happened by it.
    fn outcome(&self, at: &Position, answers: &BTreeMap<String, Value>, plan: Option<Value>) -> String {
        let mut plans = vec![Vec::new(); self.referee.seats().len()];
        plans[self.open.seat.index()].extend(plan);
        let mut desk = RecordDesk::new(answers, Seed([3; 32]));
        match self.referee.play(at, &lent(&plans), &mut desk).unwrap() {
            Played::Done { position, .. } => format!("{position:?}"),
            Played::Paused(asked) => {
                let is_this = asked.open.iter().any(|open| open.key == self.open.key);
                format!("asked again: {is_this} {:?}", if is_this { None } else { Some(asked.position) })
            }
        }
    }
}

/// Plays a game in which each question is answered by chance. Returns the kinds of questions, and what of their examples is not read.
fn play(game: &str, players: u8, seed: u64) -> (BTreeSet<String>, BTreeSet<String>) {
    let referee = games::referee(game, players, &Value::Null, &|_| None).unwrap();
    let mut at = referee.begin(&mut RecordDesk::new(&BTreeMap::new(), Seed([7; 32]))).unwrap();
    let mut dice = Rng::with_seed(seed);
    let mut answers = BTreeMap::new();
    let plans = vec![Vec::new(); usize::from(players)];
    let (mut kinds, mut unread) = (BTreeMap::<String, usize>::new(), BTreeSet::new());
    for _ in 0..STOPS {
        let played = {
            let mut desk = RecordDesk::new(&answers, Seed([3; 32]));
            referee.play(&at, &lent(&plans), &mut desk).unwrap()
        };
        let asked = match played {
            Played::Done { progress: Progress::Ended, .. } => break,
            Played::Done { position, .. } => {
                at = position;
                answers.clear();
                continue;
            }
            Played::Paused(asked) => asked,
        };
        for open in &asked.open {
            let all = &open.legal.answers;
            let answer =
                if all.is_empty() { open.default.clone() } else { all[dice.usize(..all.len())].clone() };
            let seen = kinds.entry(open.kind.clone()).or_default();
            *seen += 1;
            if *seen <= OF_A_KIND {
                let position = referee.seen(&asked.position, open.seat).unwrap();
                let put = Put { referee: &*referee, position, open };
                let mut note = |text: &str, why: &str| {
                    unread.insert(format!("{game} {}: {text:?} {why}", open.key));
                };
                examples(&put, &mut note);
                answered(&put, (&at, &answers), &mut note);
            }
            answers.insert(open.key.clone(), answer);
        }
    }
    (kinds.into_keys().collect(), unread)
}

/// Looks at what a receipt and a sheet print as examples.
fn examples(put: &Put<'_>, note: &mut dyn FnMut(&str, &str)) {
    let Some(asked) =
        only((put.referee, &put.position), (put.open.seat, &[]), (std::slice::from_ref(put.open), false))
    else {
        return;
    };
    let most = if asked.choices.examples.is_empty() { LISTED } else { FORMS };
    // Of nothing that is named, and of each thing.
    let things = asked.choices.examples.iter().flat_map(|example| example.things.iter());
    let named = things.filter_map(|thing| asked.choices.things.get(*thing)?.names.first().cloned());
    let said: BTreeSet<String> = std::iter::once(String::new()).chain(named).collect();
    let all: BTreeSet<String> =
        said.iter().flat_map(|said| plan::proposals(&asked.choices, said, most)).collect();
    for text in all {
        if let Err(why) = put.read(&text) {
            note(&text, &why);
        }
    }
}

/// Looks at all legal answers in words.
fn answered(
    put: &Put<'_>,
    (at, answers): (&Position, &BTreeMap<String, Value>),
    note: &mut dyn FnMut(&str, &str),
) {
    let Ok(Some(choices)) = put.referee.choices(&put.position, put.open.seat, put.open, &[]) else { return };
    // Of a sample, only what declines is printed for sure.
    let declines = |choice: &&Choice| choice.named == [(Choices::NONE, 1)];
    for choice in choices.all.iter().filter(|choice| choices.complete || declines(choice)) {
        let text = plan::said_choice(&choices, choice);
        let Some(answer) = choice.plan["answers"].get(&put.open.key) else { continue };
        // Which of several areas "none" is for, nobody can tell yet.
        if put.open.kind == "march" && declines(&choice) {
            continue;
        }
        match put.read(&text) {
            Err(why) => note(&text, &why),
            Ok(plan) => {
                let by_plan = put.outcome(at, answers, Some(plan.clone()));
                let given = [(put.open.key.clone(), answer.clone())];
                let by_answer = answers.clone().into_iter().chain(given).collect();
                if by_plan != put.outcome(at, &by_answer, None) {
                    note(&text, &format!("is {plan}, not {answer}"));
                }
            }
        }
    }
}

#[test]
fn what_is_printed_for_a_question_answers_it() {
    let mut all = BTreeSet::new();
    for (game, players, kind) in [
        ("thrones-1e", 5, "tie"),
        ("thrones-2e", 6, "raven"),
        ("beyond-the-wall", 3, "quest"),
        ("king-is-dead", 3, "turn"),
    ] {
        let mut known = BTreeSet::new();
        for seed in 0..2 {
            let (kinds, unread) = play(game, players, seed);
            known.extend(kinds);
            all.extend(unread);
        }
        assert!(known.contains(kind), "{game}: {known:?}");
    }
    assert!(all.is_empty(), "{}", all.into_iter().collect::<Vec<_>>().join("\n"));
}
