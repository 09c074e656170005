//! `ravenpost dispute`: the game master speaks in a dispute or closes it.

use crate::campaign::intake;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Dispute, GM};
use crate::campaign::store::{Campaign, Command, Host};
use crate::ledger::Kind;
use crate::plan::Dispute as Asked;
use chrono::{DateTime, Utc};
use std::path::Path;

/// What the game master does in a dispute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<'a> {
    /// Adds a statement and leaves the dispute open.
    Say(&'a str),
    /// Closes the dispute with a final word.
    Close(&'a str),
}

impl Act<'_> {
    /// Returns the command that does this in the dispute `number`, so that it is not done twice when it is typed again.
    pub fn command(self, number: u64) -> Command {
        Command::new("dispute", &(number, self))
    }
}

/// Speaks in a dispute or closes it, and returns the dispute as it is then. The next tick tells everybody.
///
/// # Errors
/// If there is no such dispute or it is closed already, the text is too long, the same command has done this already and was
/// killed before it could say so, or the ledger cannot be written. Nothing is changed then.
pub fn dispute(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    number: u64,
    act: Act<'_>,
) -> Result<Dispute, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    let command = act.command(number);
    command.is_new(&campaign)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(&campaign, now)?;
    engine.note_settings()?;
    let asked = match act {
        Act::Say(says) => Asked::Say { number, says: says.to_owned() },
        Act::Close(says) => Asked::Close { number, says: says.to_owned() },
    };
    let game = engine.rules.referee.templates().to_owned();
    let mut said = false;
    match intake::dispute::step(&engine, GM, &asked) {
        Ok((Some(step), _)) => {
            engine.add(Kind::Dispute, &step)?;
            said = true;
        }
        Ok((None, _)) => {}
        Err(why) => {
            let writer = campaign.writer();
            let words = writer.refusal(&game, &why).map_err(|why| CampaignError::Fault(why.to_string()))?;
            return Err(CampaignError::Refused(format!("{words} Nothing was changed")));
        }
    }
    engine.settle()?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    if said {
        let place = drafts.iter().position(|draft| draft.kind == Kind::Dispute).unwrap_or_default();
        command.note(&campaign, &drafts, place)?;
    }
    campaign.commit(record, drafts, &vault)?;
    let none = || CampaignError::Fault(format!("dispute {number} is missing in the record"));
    campaign.record.people.dispute(number).cloned().ok_or_else(none)
}
