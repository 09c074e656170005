//! An explanation of a turn, from the ledger's entries.

use super::error::NotExplained;
use super::guide::Guide;
use super::model::Explanation;
use super::trace::{Stage, Trace};
use super::{model, selection, subject};
use crate::campaign::state::rules::Rules;
use crate::ledger::Entry;
use crate::report::model::{Head, Named};
use crate::table::{Position, Seat};
use serde_json::Value;

/// What is to be explained, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    /// The turn.
    pub turn: u32,
    /// A battle, an area, a seat, a card, a stage or a number, as people write it; empty for the whole turn.
    pub what: &'a str,
    /// The seat that is told, and only what it may know; none for the game master.
    pub reader: Option<&'a str>,
}

/// Explains from entries whose chain holds.
///
/// # Errors
/// The record does not follow, there is no such turn, or the question names what is not there.
pub fn explain(
    rules: Rules<'_>,
    entries: &[Entry],
    guide: &Guide,
    head: Head,
    question: &Question<'_>,
) -> Result<Explanation, NotExplained> {
    let trace = Trace::of(rules, entries).map_err(NotExplained::Record)?;
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
    let wanted = subject::read(question.what, guide, &names, &stage_names, question.reader)?;
    let named = |id: &str| Named {
        id: id.to_owned(),
        name: names.get(id).and_then(Value::as_str).unwrap_or(id).to_owned(),
    };
    let teller = model::Teller { rules, guide, trace: &trace, reader: question.reader, named: &named };
    let stages = selection::choose(&teller, turn, &wanted);
    Ok(Explanation {
        head,
        turn,
        what: question.what.trim().to_owned(),
        about: wanted.ids.iter().map(|id| named(id)).collect(),
        topics: wanted.topics.iter().chain(&wanted.scenes).cloned().collect(),
        whole: wanted.is_all(),
        scenes: if wanted.topics.is_empty() { selection::scenes(&teller, turn) } else { Vec::new() },
        stages,
        before,
        after,
        rules: guide.rules.clone(),
        going_on: trace.record.game.turn == turn && trace.record.game.ended.is_none(),
    })
}

/// A position of a stage as somebody may know it.
fn view_of(
    rules: Rules<'_>,
    stage: &Stage,
    position: &Value,
    reader: Option<Seat>,
) -> Result<Value, NotExplained> {
    let rules = rules.by(&stage.data).map_err(|why| NotExplained::Record(why.to_string()))?;
    let view = rules.referee.view(&Position(position.clone()), reader);
    view.map_err(|why| NotExplained::Record(why.to_string()))
}
