//! What becomes of the questions that a plan leaves open: a game does not know the settings, so the campaign says it.

use crate::campaign::play::silence::Habits;
use crate::campaign::state::record::Window;
use crate::campaign::state::settings::Settings;
use crate::report::model::Problem;
use serde_json::Value;

/// Says in a problem about a question that comes later whether its seat will be asked, and in one about questions that a plan
/// leaves open what then happens.
pub(super) fn asked_or_not(
    (settings, window): (&Settings, &Window),
    seat: &str,
    mut problem: Problem,
) -> Problem {
    if let Some(kind) = problem.why.details.get("question-kind").and_then(Value::as_str) {
        let asks = settings.always_asks(seat, kind);
        problem.why.details.insert("asks".to_owned(), asks.into());
    }
    if let Some(questions) = problem.why.details.get("questions").and_then(Value::as_array) {
        let kind = |question: &'_ Value| question.get("kind").unwrap_or(question).as_str().map(str::to_owned);
        let kinds: Vec<String> = questions.iter().filter_map(kind).collect();
        let then = then((settings, window), seat, &kinds);
        problem.why.details.insert("then".to_owned(), then.into());
    }
    problem
}

/// Returns what happens to questions of these kinds that a seat leaves open in a window: `wait`, `ask` when they come up, `default`,
/// or `both` of the last.
fn then((settings, window): (&Settings, &Window), seat: &str, kinds: &[String]) -> &'static str {
    if !window.sealed {
        return "wait";
    }
    let own = window.asked.get(seat).map(Vec::as_slice).unwrap_or_default();
    // Once the window closes, only what may come up later can still be asked.
    let is_asked = |kind: &&String| {
        let is_held = own.iter().any(|question| question.kind == **kind && !question.ahead);
        !is_held && settings.always_asks(seat, kind)
    };
    match kinds.iter().filter(is_asked).count() {
        0 => "default",
        all if all == kinds.len() => "ask",
        _ => "both",
    }
}
