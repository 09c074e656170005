//! The decisions and outcomes of a turn with the keys by which a ruling changes them.

use super::past::{own_timeline, turn_to_come};
use crate::campaign::state::entries::{Answer, Line, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Record, Ruled};
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use serde::Serialize;
use serde_json::Value;

/// A decision of a turn and the entry that records it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The number of its entry.
    pub entry: u64,
    #[serde(flatten)]
    pub answer: Answer,
}

/// An outcome that the rules worked out in a stage, which a ruling can replace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worked {
    pub key: String,
    pub found: Value,
    /// What a ruling has set in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<Ruled>,
    /// Every outcome that a ruling may set.
    pub legal: Vec<Value>,
}

/// A stage of a turn with everything in it that a ruling can change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageDecided {
    pub turn: u32,
    pub stage: String,
    /// The last entry before the stage.
    pub after: u64,
    pub decisions: Vec<Decision>,
    pub worked: Vec<Worked>,
    /// Questions that are open now, and those that may come up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenQuestion>,
}

/// An open question that a ruling can answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpenQuestion {
    pub seat: SeatId,
    pub key: String,
    pub kind: String,
    /// `true` if it may come up, and is not asked for certain.
    pub ahead: bool,
    /// The answer that a ruling has given for the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruled: Option<Ruled>,
    /// Legal answers.
    pub legal: Vec<Value>,
    /// `true` if `legal` has all of them.
    pub complete: bool,
}

/// Returns the stages of a turn on the current timeline with their decisions and outcomes.
///
/// # Errors
/// If the turn has not come yet, or the record at one of its stages cannot be read by the rules.
pub fn decisions(campaign: &Campaign, turn: u32) -> Result<Vec<StageDecided>, CampaignError> {
    let own = own_timeline(campaign)?;
    let head = campaign.head().seq;
    let game = &campaign.record.game;
    let mut stages = Vec::new();
    let mut after = 0;
    let now = (game.turn, game.stage_name.clone(), head);
    let past = game.history.iter().map(|past| (past.turn, past.stage.clone(), past.seq));
    for (of, stage, last) in past.chain([now]) {
        let begins = std::mem::replace(&mut after, last);
        if of != turn || begins == 0 || game.over && last == head {
            continue;
        }
        let mut decisions = Vec::new();
        for entry in
            own.iter().filter(|entry| entry.seq > begins && entry.seq <= last && entry.kind == Kind::Answered)
        {
            let (answer, _) = Line::from(*entry).answer().map_err(CampaignError::Fault)?;
            decisions.push(Decision { entry: entry.seq, answer });
        }
        let record = Record::at(campaign.rules(), if last == head { last } else { last - 1 })?;
        let open = if last == head { open_now(campaign)? } else { Vec::new() };
        let worked = campaign.rules().points(&record)?.into_iter();
        let worked = worked.map(|point| Worked {
            ruled: record.game.outcomes.get(&point.key).cloned(),
            key: point.key,
            found: point.found,
            legal: point.legal,
        });
        stages.push(StageDecided { turn, stage, after: begins, decisions, worked: worked.collect(), open });
    }
    if stages.is_empty() {
        return Err(turn_to_come(campaign, turn));
    }
    Ok(stages)
}

/// Returns the questions that the game asks now, with their legal answers.
fn open_now(campaign: &Campaign) -> Result<Vec<OpenQuestion>, CampaignError> {
    let rules = campaign.rules();
    let open = rules.pending(&campaign.record)?.open.into_iter();
    let told = open.map(|open| OpenQuestion {
        seat: rules.seat_id(open.seat),
        ruled: campaign.record.game.ruled.get(&open.key).cloned(),
        key: open.key,
        kind: open.kind,
        ahead: open.ahead,
        legal: open.legal.answers,
        complete: open.legal.complete,
    });
    Ok(told.collect())
}
