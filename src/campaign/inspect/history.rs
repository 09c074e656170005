//! `ravenpost history`: the stages resolved so far, those of replaced timelines among them.

use crate::campaign::state::entries::{Answer, Line, Resolved};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::timeline::{adopted, overruled_by, timeline};
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// A resolved stage.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistoryLine {
    /// Counted from 1; 0 is the set-up.
    pub number: u64,
    pub turn: u32,
    pub stage: String,
    pub at: DateTime<Utc>,
    /// The number of the entry that resolved it.
    pub entry: u64,
    /// Its decisions with their sources.
    pub answers: Vec<Answer>,
    /// The number of the ruling that replaced its timeline. `None` on the current timeline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overruled: Option<u64>,
}

/// Returns the resolved stages, oldest first, those of replaced timelines among them.
///
/// # Errors
/// If an entry of the ledger cannot be read.
pub fn history(campaign: &Campaign) -> Result<Vec<HistoryLine>, CampaignError> {
    let mut lines = Vec::new();
    let mut answers: Vec<Answer> = Vec::new();
    let mut now = (0, "set-up".to_owned());
    let entries = campaign.entries()?;
    for entry in entries {
        let line = Line::from(entry);
        match entry.kind {
            Kind::Answered => answers.push(line.answer().map_err(CampaignError::Fault)?.0),
            Kind::Ruling => {
                let Some(ruling) = adopted(entry) else { continue };
                // The decisions of its stage up to that point still count.
                let left = timeline(entries, ruling.after);
                let stage = left.iter().rev().take_while(|entry| entry.kind != Kind::Resolved);
                let given = stage
                    .filter(|entry| entry.kind == Kind::Answered)
                    .map(|entry| Line::from(*entry).answer().map(|(answer, _)| answer));
                answers = given.collect::<Result<_, _>>().map_err(CampaignError::Fault)?;
                answers.reverse();
                now = (ruling.turn, ruling.stage);
            }
            Kind::Resolved => {
                let body: Resolved = line.body().map_err(CampaignError::Fault)?;
                let next = (body.turn, body.stage);
                let (turn, stage) = std::mem::replace(&mut now, next);
                lines.push(HistoryLine {
                    number: body.number,
                    turn: if body.number == 0 { body.turn } else { turn },
                    stage,
                    at: entry.at,
                    entry: entry.seq,
                    answers: std::mem::take(&mut answers),
                    overruled: match campaign.record.people.rulings.is_empty() {
                        true => None,
                        false => overruled_by(entries, entry.seq),
                    },
                });
            }
            _ => {}
        }
    }
    Ok(lines)
}
