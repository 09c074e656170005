//! Words that were plainly meant as the answer to what a seat is asked, and that nobody could read: `Renly, so that I get a knight`. They
//! may be secret, so they are asked back and shown to nobody.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Refusal, fold};
use crate::table::Open;
use serde_json::Value;
use std::collections::BTreeSet;

/// The most questions that are answered in a word or two; with more, a plan is asked for, and names in prose are talk of the game.
const MOST_QUESTIONS: usize = 2;
/// The most words of such an answer.
const MOST_WORDS: usize = 30;
/// The most words of an answer that names nothing of it: `me obviously`, `Yes please, Nora`.
const FEW_WORDS: usize = 10;
/// The fewest letters of a word that tells an answer: that of a card, an area or a unit.
const FEWEST_LETTERS: usize = 4;

/// Returns `true` if lines are few words, ask nothing, and name something that answers what the seat is asked and has not answered.
pub(crate) fn is_one(engine: &Engine<'_>, submitted: &Submitted, prose: &[(usize, String)]) -> bool {
    let Some(window) = engine.record.game.open_window() else { return false };
    let has_plan = window.seats.get(&submitted.seat).is_some_and(|part| part.how.is_some() && !part.is_void);
    if has_plan || !window.asked.contains_key(&submitted.seat) {
        return false;
    }
    let (Some(seat), Ok(pending)) = (engine.rules.seat(&submitted.seat), engine.pending()) else {
        return false;
    };
    let asked: Vec<&Open> = pending.open.iter().filter(|open| open.seat == seat && !open.ahead).collect();
    // What is asked is for people; what is said beside it may be an answer.
    let told: Vec<&str> = prose
        .iter()
        .flat_map(|(_, line)| line.split_inclusive(['.', '!', '?']))
        .filter(|sentence| !sentence.ends_with('?'))
        .collect();
    let said: Vec<String> = told.iter().flat_map(|sentence| words(sentence)).collect();
    if asked.is_empty() || asked.len() > MOST_QUESTIONS || said.len() > MOST_WORDS {
        return false;
    }
    let answers_it = |sentence: &&str| plan::answers_question(sentence);
    if said.len() <= FEW_WORDS && asked.len() == 1 && told.iter().any(answers_it) {
        return true;
    }
    let mut named = BTreeSet::new();
    asked.iter().flat_map(|open| &open.legal.answers).for_each(|answer| names(answer, &mut named));
    asked.iter().for_each(|open| named.extend(words(&open.kind)));
    said.iter().any(|word| {
        plan::answers(word)
            || named.contains(word)
            || word.strip_suffix('s').is_some_and(|one| named.contains(one))
    })
}

/// Asks back the lines, whose sheet the receipt brings.
pub(crate) fn ask_back(submitted: &mut Submitted, prose: &[(usize, String)]) {
    let Some((line, text)) = prose.first() else { return };
    let problem = problems::refused(&Refusal::new("answer-unread"));
    let length = text.chars().count().max(1);
    submitted.problems.push(Problem { line: Some(*line), length, source: mask(text), ..problem });
}

/// Returns the words of a text, folded.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).map(fold).filter(|word| !word.is_empty()).collect()
}

/// Collects the words of which an answer is made.
fn names(answer: &Value, all: &mut BTreeSet<String>) {
    let mut add = |text: &str| {
        all.extend(words(text).into_iter().filter(|word| word.chars().count() >= FEWEST_LETTERS));
    };
    match answer {
        Value::String(text) => add(text),
        Value::Array(list) => list.iter().for_each(|one| names(one, all)),
        Value::Object(map) => {
            map.keys().for_each(|key| add(key));
            map.values().for_each(|one| names(one, all));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_made_of_the_names_in_it() {
        let mut all = BTreeSet::new();
        names(&json!(["renly-baratheon", {"the-reach": {"ship": 1}}, null, true, 3]), &mut all);
        assert_eq!(
            all.iter().map(String::as_str).collect::<Vec<_>>(),
            ["baratheon", "reach", "renly", "ship"]
        );
    }
}
