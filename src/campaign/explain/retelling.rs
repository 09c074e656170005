//! The story of a campaign, retold from its ledger for one reader.

use crate::campaign::state::entries::{From, Line};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::Rules;
use crate::ledger::{Kind, Past};
use crate::report::model::{Chapter, Decision, Origin};
use crate::table::Event;
use serde_json::Value;

/// The story up to an entry of the ledger.
pub(crate) struct Retelling {
    /// One chapter for each turn.
    pub(crate) chapters: Vec<Chapter>,
    /// The record after the last entry.
    pub(crate) record: Record,
}

struct Stage {
    number: u64,
    turn: u32,
    events: Vec<Value>,
    decisions: Vec<Decision>,
}

/// Retells the stages resolved after the entry `from` and up to the entry `upto`. `to` is a seat, or `gm` for what
/// everybody may know.
///
/// The chain is checked up to there.
///
/// # Errors
/// If an entry does not follow, or cannot be replayed.
pub(crate) fn retell<'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    to: &str,
    from: u64,
    upto: u64,
) -> Result<Retelling, CampaignError> {
    let mut record = Record::default();
    let mut stages: Vec<Stage> = Vec::new();
    let mut decisions: Vec<Decision> = Vec::new();
    let mut walk = entries.into().walk_checked();
    while let Some(passing) = walk.step()?.filter(|passing| passing.seq() <= upto) {
        let entry = passing.whole()?;
        let (turn, told) = (record.game.turn, record.game.history.len());
        record.apply(rules, Line::from(&*entry))?;
        match entry.kind {
            Kind::Answered => decisions.extend(
                record.game.decisions.last().filter(|decided| decided.seat == to).map(|decided| Decision {
                    key: decided.key.clone(),
                    kind: decided.kind.clone(),
                    answer: decided.answer.clone(),
                    origin: origin(&decided.source),
                    unmet: Vec::new(),
                }),
            ),
            Kind::Resolved if record.game.history.len() > told => {
                let number = record.game.history.last().map_or(0, |stage| stage.number);
                let may_know = |event: &&Event| event.get("only").is_none_or(|only| only == to);
                let events = record.game.events.iter().filter(|happened| happened.stage == number);
                let events = events.map(|happened| &happened.event).filter(may_know);
                let events = events.map(|event| Value::clone(event)).collect();
                let turn = if number == 0 { record.game.turn } else { turn };
                let decisions = std::mem::take(&mut decisions);
                if entry.seq > from {
                    stages.push(Stage { number, turn, events, decisions });
                }
            }
            // Stages that a ruling replaced are not part of the story.
            Kind::Ruling => {
                stages.retain(|stage| stage.number < record.game.stage);
                decisions.clear();
            }
            _ => {}
        }
    }
    let mut chapters: Vec<Chapter> = Vec::new();
    for Stage { turn, events, decisions, .. } in stages {
        match chapters.last_mut() {
            Some(chapter) if chapter.turn == turn => {
                chapter.events.extend(events);
                chapter.decisions.extend(decisions);
            }
            _ => chapters.push(Chapter { turn, events, decisions }),
        }
    }
    Ok(Retelling { chapters, record })
}

/// Converts the source of an answer for reports. The line in the plan is not known here.
pub(crate) fn origin(source: &From) -> Origin {
    match source {
        From::Plan { path, .. } => Origin::Plan { path: path.clone(), line: None },
        From::Steward { .. } => Origin::Steward,
        From::Default { why } => Origin::Default { why: why.clone() },
        From::Ruling { number } => Origin::Ruling { number: *number },
    }
}
