//! The stages of a turn, each with the board before and after it, from the ledger.

use crate::campaign::state::entries::Line;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Happened, Record};
use crate::campaign::state::rules::Rules;
use crate::ledger::{Kind, Passing, Past};
use serde_json::Value;
use std::sync::Arc;

/// A stage that was resolved, as everybody may know it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StageShown {
    /// Its number, from 1; 0 is the set-up.
    number: u64,
    /// The stage in the words of the game's data, such as `marches`.
    pub(crate) name: String,
    /// The board before it, which is that after the stage before.
    pub(crate) before: Arc<Value>,
    pub(crate) after: Arc<Value>,
    pub(crate) events: Vec<Value>,
}

/// Hands on the stages that were resolved after the entry `from` and up to the entry `upto`, without those that a ruling replaced: each
/// as soon as no ruling follows that could replace it, for the boards of a turn take much room. What is older than the entries at hand
/// is not checked again.
///
/// # Errors
/// If an entry cannot be read or replayed, or `each` fails.
pub(crate) fn stages_of<'e>(
    rules: Rules<'_>,
    entries: impl Into<Past<'e>>,
    (from, upto): (u64, u64),
    each: &mut dyn FnMut(StageShown) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let mut record = Record::default();
    let mut held: Vec<StageShown> = Vec::new();
    let mut before = Arc::new(Value::Null);
    let entries: Past<'_> = entries.into();
    let is_ruling =
        |passing: &Passing<'_>| passing.kind() == Kind::Ruling && (from..=upto).contains(&passing.seq());
    let (mut ahead, mut rulings) = (entries.walk(), 0);
    while let Some(passing) = ahead.step()? {
        rulings += usize::from(is_ruling(&passing));
    }
    let mut walk = entries.walk();
    while let Some(passing) = walk.step()?.filter(|passing| passing.seq() <= upto) {
        let entry = passing.whole()?;
        let told = record.game.history.len();
        record.apply(rules, Line::from(&*entry))?;
        let resolved = entry.kind == Kind::Resolved && record.game.history.len() > told;
        if is_ruling(&passing) {
            held.retain(|stage| stage.number < record.game.stage);
            rulings -= 1;
        }
        if !resolved && entry.kind != Kind::Ruling || entry.seq < from {
            continue;
        }
        // The board as it lay there for everybody, before anything was asked in the next stage.
        let position = record.game.position.clone();
        let after = match position.is_null() {
            true => Value::Null,
            false => rules.of(&record)?.referee.view(&position, None)?,
        };
        let after = Arc::new(after);
        if let Some(past) = record.game.history.last().filter(|_| resolved && entry.seq > from) {
            let happened =
                |happened: &&Happened| happened.stage == past.number && happened.event.get("only").is_none();
            let events = record.game.events.iter().filter(happened);
            held.push(StageShown {
                number: past.number,
                name: past.stage.clone(),
                before,
                after: after.clone(),
                events: events.map(|happened| Value::clone(&happened.event)).collect(),
            });
        }
        before = after;
        if rulings == 0 {
            held.drain(..).try_for_each(&mut *each)?;
        }
    }
    Ok(())
}
