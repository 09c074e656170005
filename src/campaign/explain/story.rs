//! What happened, stage by stage, without where it came from.
//!
//! May use: trace. Is used by: answers.

use crate::campaign::explain::trace::{Step, Trace};
use crate::campaign::state::rules::Rules;
use crate::ledger::Entry;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// A stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StageStory {
    /// Its turn.
    pub turn: u32,
    /// When it was resolved; none if it goes on.
    pub at: Option<DateTime<Utc>>,
    /// What happened that the reader may know.
    pub events: Vec<Value>,
}

/// The stages so far. An event with `only` is told to that seat, and to the game master.
///
/// # Errors
/// In words: the record does not follow.
pub(crate) fn story(
    rules: Rules<'_>,
    entries: &[Entry],
    reader: Option<&str>,
) -> Result<Vec<StageStory>, String> {
    let may_know = |event: &Value| match (event.get("only"), reader) {
        (Some(only), Some(reader)) => only == reader,
        _ => true,
    };
    let trace = Trace::of(rules, entries)?;
    let stages = trace.stages.into_iter().map(|stage| StageStory {
        turn: stage.turn,
        at: stage.resolved.map(|(at, _)| at),
        events: stage
            .steps
            .into_iter()
            .filter_map(|step| match step {
                Step::Told(event) if may_know(&event) => Some(event),
                _ => None,
            })
            .collect(),
    });
    Ok(stages.collect())
}
