//! What the game master says in a dispute at the command line.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Dispute, GM};
use crate::campaign::store::{Campaign, Command, Host};
use crate::ledger::Kind;
use crate::plan::Dispute as Asked;
use chrono::{DateTime, Utc};
use std::path::Path;

/// What the game master does with a dispute at the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act<'a> {
    /// Adds a word.
    Say(&'a str),
    /// Settles it with a last word.
    Close(&'a str),
}

impl Act<'_> {
    /// The command that does this in a dispute, for who types it twice.
    pub fn command(self, number: u64) -> Command {
        Command::new("dispute", &(number, self))
    }
}

/// Does what the game master wants with a dispute; everybody is told by the next tick.
///
/// # Errors
/// It is not there or settled already, the words are too many, the ledger cannot be written, or the same command has done it and
/// was broken off; then nothing is changed.
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
    let asked = match act {
        Act::Say(says) => Asked::Say { number, says: says.to_owned() },
        Act::Close(says) => Asked::Close { number, says: says.to_owned() },
    };
    let game = engine.rules.referee.templates().to_owned();
    let mut said = false;
    match engine.dispute_step(GM, &asked) {
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
        command.note(&campaign, &drafts, 0)?;
    }
    campaign.commit(record, drafts, &vault)?;
    let none = || CampaignError::Fault(format!("dispute {number} is not in the record"));
    campaign.record.people.dispute(number).cloned().ok_or_else(none)
}
