//! The events of a campaign stage by stage, without the decisions behind them.

use crate::campaign::explain::trace::{Step, Trace};
use crate::campaign::state::rules::Rules;
use crate::ledger::Past;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// The events of one stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StageStory {
    pub turn: u32,
    /// When the stage was resolved; `None` while it is played.
    pub at: Option<DateTime<Utc>>,
    /// Only events that the reader may know.
    pub events: Vec<Value>,
}

/// Returns the stages so far. An event with `only` is for that seat and for the game master (`reader` `None`).
///
/// # Errors
/// If the ledger cannot be replayed.
pub(crate) fn story(
    rules: Rules<'_>,
    entries: Past<'_>,
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
