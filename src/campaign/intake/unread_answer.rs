//! Words that are perhaps the answer to what a seat is asked, and that nobody could read: `Renly, so that I get a knight`. They may be
//! secret, so they are asked back and shown to nobody. Only talk that names nothing of the game goes to somebody.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::typing;
use crate::campaign::play::engine::Engine;
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Refusal, fold};
use crate::table::Open;
use serde_json::Value;

/// The most questions that are answered in a word or two; with more, a plan is asked for, and names in prose are talk of the game.
const MOST_QUESTIONS: usize = 2;
/// The most words of an answer that names nothing of it: `me obviously`, `Yes please, Nora`.
const FEW_WORDS: usize = 10;

/// Returns `true` if lines name something of the game, or answer something, where a seat is asked one or two things.
pub(crate) fn is_one(engine: &Engine<'_>, submitted: &Submitted, prose: &[(usize, String)]) -> bool {
    let Some(window) = engine.record.game.open_window() else { return false };
    if prose.is_empty() || !window.asked.contains_key(&submitted.seat) {
        return false;
    }
    let (Some(seat), Ok(pending)) = (engine.rules.seat(&submitted.seat), engine.pending()) else {
        return false;
    };
    let asked: Vec<&Open> = pending.open.iter().filter(|open| open.seat == seat && !open.ahead).collect();
    if asked.is_empty() || asked.len() > MOST_QUESTIONS {
        return false;
    }
    let text = text(prose);
    let told = text.split_inclusive(['.', '!', '?']).filter(|sentence| !sentence.ends_with('?'));
    let is_short = text.split_whitespace().count() <= FEW_WORDS && asked.len() == 1;
    if is_short && told.into_iter().any(plan::answers_question) {
        return true;
    }
    // "How much may I bid?" tells nothing.
    let asks = text.contains('?');
    let names = typing::player_names(engine.settings, &engine.rules);
    let Ok(position) = pending.seen(engine.rules, seat) else { return false };
    let is_about = |open: &&Open| {
        let choices = engine.rules.referee.choices(&position, seat, open, &names);
        let legal = open.legal.answers.iter().filter_map(Value::as_str);
        choices.is_ok_and(|choices| choices.is_some_and(|choices| plan::names_something(&choices, &text)))
            || plan::names_one(legal, &text)
            || !asks && plan::names_one(std::iter::once(open.kind.as_str()), &text)
    };
    let view = engine.rules.referee.view(&position, Some(seat)).unwrap_or_default();
    let known =
        view["names"].as_object().into_iter().flat_map(|names| names.values()).filter_map(Value::as_str);
    asked.iter().any(is_about)
        || plan::names_one(known, &text)
        || !asks && text.split(|c: char| !c.is_alphanumeric()).any(|word| plan::answers(&fold(word)))
}

/// Asks back the lines, whose sheet the receipt brings.
pub(crate) fn ask_back(engine: &Engine<'_>, submitted: &mut Submitted, prose: &[(usize, String)]) {
    let Some((line, first)) = prose.first() else { return };
    let alone = typing::alone(engine, submitted);
    let why = alone.map_or_else(|| Refusal::new("answer-unread"), |alone| alone.which(&text(prose)));
    let length = first.chars().count().max(1);
    let problem = problems::refused(&why);
    submitted.problems.push(Problem { line: Some(*line), length, source: mask(first), ..problem });
}

fn text(prose: &[(usize, String)]) -> String {
    prose.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n")
}
