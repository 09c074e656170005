//! The board as a reader may know it at the end of a turn, from the ledger.

use super::retelling::retell;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Record};
use crate::campaign::state::rules::Rules;
use crate::ledger::Past;
use serde_json::Value;

/// The board at one time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoardAt {
    pub(crate) view: Value,
    /// What happened in the turn, as far as the reader may know.
    pub(crate) events: Vec<Value>,
    /// The stage; empty if the turn is over.
    pub(crate) stage: String,
}

/// Returns the board at the end of a turn, or now if it is the present one; `None` if there is no such turn. `reader` is a seat, or
/// `None` for what everybody may know.
///
/// # Errors
/// If an entry cannot be replayed.
pub(crate) fn board_at<'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    record: &Record,
    reader: Option<&str>,
    turn: u32,
) -> Result<Option<BoardAt>, CampaignError> {
    let is_now = turn == record.game.turn;
    let ended = record.game.history.iter().rev().find(|stage| stage.turn == turn).map(|stage| stage.seq);
    let upto = if is_now { Some(u64::MAX) } else { ended };
    let Some(upto) = upto else { return Ok(None) };
    let retold = retell(rules, entries, reader.unwrap_or(GM), 0, upto)?;
    let chapters = retold.chapters.into_iter().filter(|chapter| chapter.turn == turn);
    let events = chapters.flat_map(|chapter| chapter.events).collect();
    let rules = rules.of(&retold.record)?;
    let position = retold.record.game.position.clone();
    let view = rules.referee.view(&position, reader.and_then(|seat| rules.seat(seat)))?;
    let stage = if is_now { retold.record.game.stage_name } else { String::new() };
    Ok(Some(BoardAt { view, events, stage }))
}
