//! The sender's own lines below a quotation that was cut short: they may be the words of somebody else, so they are not read. One that
//! seems to say something is told, whatever else the message says.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::GM;
use crate::plan::{self, Said};
use crate::post::{Fate, Line};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::Refusal;
use serde_json::Value;

/// Notes the first of such lines.
pub(crate) fn tell(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    if !submitted.used || submitted.seat == GM {
        // Why nothing counts is said elsewhere.
        return;
    }
    let names = names(engine, submitted).unwrap_or_default();
    let is_read = |line: &Line| written.left.lines.iter().any(|(number, _)| *number == line.number);
    let below = written.found.lines.iter().skip_while(|line| !line.text.trim_start().starts_with('>'));
    let mut unread = below.filter(|line| line.is_own && line.fate == Fate::Prose && !is_read(line));
    let Some(line) = unread.find(|line| says_something(&line.text, line.number, &names)) else { return };
    let length = line.text.trim_end().chars().count().max(1);
    let problem = problems::refused(&Refusal::new("line-below-quotation"));
    submitted.problems.push(Problem {
        line: Some(line.number),
        length,
        source: mask(&line.text),
        warning: true,
        ..problem
    });
}

/// Returns `true` for a line that asks, says a section by itself, or names something of the game.
fn says_something(text: &str, number: usize, names: &[String]) -> bool {
    text.trim_end().ends_with('?')
        || matches!(plan::said(text, number, None), Some(Said::Section(..)))
        || plan::names_one(names.iter().map(String::as_str), text)
}

/// Returns the names that a seat knows of the game.
fn names(engine: &Engine<'_>, submitted: &Submitted) -> Option<Vec<String>> {
    let (seat, pending) = (engine.rules.seat(&submitted.seat)?, engine.pending().ok()?);
    let position = pending.seen(engine.rules, seat).ok()?;
    let view = engine.rules.referee.view(&position, Some(seat)).ok()?;
    let names = view["names"].as_object()?.values().filter_map(Value::as_str);
    Some(names.map(str::to_owned).collect())
}
