//! Explains a turn from the ledger's entries.

use super::error::NotExplained;
use super::guide::Guide;
use super::model::{BuiltOn, Explanation, StageAccount};
use super::narrator::Narrator;
use super::trace::{Stage, Trace};
use super::{selection, subject};
use crate::campaign::state::rules::Rules;
use crate::ledger::Past;
use crate::report::model::{Head, Named};
use crate::table::{Position, Seat};
use serde_json::Value;

/// A question about the result of a turn.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    pub turn: u32,
    /// A battle, an area, a seat, a card, a stage or a number, as people write it; empty for the whole turn.
    pub what: &'a str,
    /// The seat that reads the answer, which then contains only what that seat may know; `None` for the game master.
    pub reader: Option<&'a str>,
}

/// Explains how a result came about by replaying `entries`. What is older than the entries at hand is not checked again.
///
/// # Errors
/// If the ledger cannot be replayed, the turn has not come yet, or the question names something unknown.
pub fn explain<'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    guide: &Guide,
    head: Head,
    question: &Question<'_>,
) -> Result<Explanation, NotExplained> {
    let trace = Trace::of(rules, entries).map_err(NotExplained::Record)?;
    explain_in(rules, &trace, guide, head, question)
}

/// Returns the latest of some turns, the latest first, that has what is asked about: a scene there, such as a battle, or anything
/// else. `None` if none has it, or the ledger cannot be replayed.
pub(crate) fn turn_about<'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    guide: &Guide,
    (what, reader): (&str, &str),
    turns: impl Iterator<Item = u32>,
) -> Option<u32> {
    let trace = Trace::of(rules, entries).ok()?;
    let told = turns.filter_map(|turn| {
        let question = Question { turn, what, reader: Some(reader) };
        explain_in(rules, &trace, guide, Head::default(), &question).ok()
    });
    let told: Vec<Explanation> = told.filter(|told| !told.stages.is_empty()).collect();
    let is_there = |told: &&Explanation| told.about.iter().any(|id| told.scenes.contains(id));
    told.iter().find(is_there).or(told.first()).map(|told| told.turn)
}

/// Returns the first of some subjects of which a turn has anything to tell the game master. `None` if it has nothing of any, or the
/// ledger cannot be replayed.
pub(crate) fn first_found<'w, 'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    guide: &Guide,
    turn: u32,
    mut whats: impl Iterator<Item = &'w str>,
) -> Option<&'w str> {
    let trace = Trace::of(rules, entries).ok()?;
    whats.find(|what| {
        let question = Question { turn, what, reader: None };
        let told = explain_in(rules, &trace, guide, Head::default(), &question);
        told.is_ok_and(|told| !told.stages.is_empty())
    })
}

/// Explains a result from what a replay of the ledger has found.
fn explain_in(
    rules: Rules<'_>,
    trace: &Trace,
    guide: &Guide,
    head: Head,
    question: &Question<'_>,
) -> Result<Explanation, NotExplained> {
    let turn = question.turn;
    if !trace.stages.iter().any(|stage| stage.turn == turn) {
        return Err(NotExplained::NoTurn { turn, now: trace.record.game.turn });
    }
    let reader = match question.reader {
        None => None,
        Some(id) => Some(rules.seat(id).ok_or_else(|| NotExplained::NoSeat(id.to_owned()))?),
    };
    let of_turn = || trace.stages.iter().filter(|stage| stage.turn == turn);
    let after = match of_turn().next_back() {
        Some(stage) => view_of(rules, stage, &stage.end, reader)?,
        None => Value::Null,
    };
    // The first turn begins when the board is set up.
    let opening = of_turn().find(|stage| !stage.opening.is_null());
    let before = match opening {
        Some(stage) => view_of(rules, stage, &stage.opening, reader)?,
        None => after.clone(),
    };
    let names = after.get("names").cloned().unwrap_or(Value::Null);
    let stage_names: Vec<&str> = of_turn().map(|stage| stage.name.as_str()).collect();
    let subject = subject::read(question.what, guide, &names, &stage_names, question.reader)?;
    let named = |id: &str| Named {
        id: id.to_owned(),
        name: names.get(id).and_then(Value::as_str).unwrap_or(id).to_owned(),
    };
    let narrator = Narrator { rules, guide, trace, reader: question.reader, named: &named };
    let stages = selection::stages_about(&narrator, turn, &subject);
    Ok(Explanation {
        head,
        turn,
        what: question.what.trim().to_owned(),
        about: subject.ids.iter().map(|id| named(id)).collect(),
        topics: subject.topics.iter().chain(&subject.scenes).cloned().collect(),
        whole: subject.is_all(),
        scenes: if subject.topics.is_empty() { selection::scenes(&narrator, turn) } else { Vec::new() },
        built_on: built_on(trace, turn, &stages),
        stages,
        before,
        after,
        rules: guide.rules.clone(),
        before_ruling: None,
        going_on: trace.record.game.turn == turn && trace.record.game.ended.is_none(),
    })
}

/// Returns the corrections up to the end of a turn at the openings of stages that are not told.
fn built_on(trace: &Trace, turn: u32, told: &[StageAccount]) -> Vec<BuiltOn> {
    let stages = trace.stages.iter().filter(|stage| stage.turn <= turn);
    let silent = stages.filter(|stage| told.iter().all(|told| told.number != stage.number));
    let of = |stage: &Stage| {
        let (turn, name) = (stage.turn, stage.name.clone());
        let all = stage.corrected.iter().map(|correction| correction.by.clone());
        all.map(|by| BuiltOn { turn, stage: name.clone(), by }).collect::<Vec<_>>()
    };
    silent.flat_map(of).collect()
}

/// Returns a position of a stage as the reader may know it, under the game data of that stage.
fn view_of(
    rules: Rules<'_>,
    stage: &Stage,
    position: &Position,
    reader: Option<Seat>,
) -> Result<Value, NotExplained> {
    let rules = rules.by(&stage.data).map_err(|why| NotExplained::Record(why.to_string()))?;
    let view = rules.referee.view(position, reader);
    view.map_err(|why| NotExplained::Record(why.to_string()))
}
