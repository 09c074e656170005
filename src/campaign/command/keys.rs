//! `ravenpost key`: the status of a seat's keys, and a new key.
//!
//! Seats and the game master have a key from the founding on. A new one is derived from the campaign's secret, so that a tick
//! that is repeated makes the same key; the ledger keeps only hashes. The old key is good until the new one is first used, or
//! ends at once if the game master says so. A reply to a message that carried an ended key speaks for nobody.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::campaign::store::{Campaign, Command, Host};
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::path::Path;

/// The status of the keys of a seat or of the game master.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeyStatus {
    /// The seat's id, or `gm`.
    pub of: String,
    /// The number of the key that counts now, from 1; 0 if there is none yet.
    pub number: u32,
    /// The number of a newer key that has not been used yet.
    pub waits: Option<u32>,
    /// The newest key in clear, for the game master alone. `None` for a seat, or if the game master has no key yet.
    pub key: Option<String>,
}

/// Returns the status of the keys of a seat, or of `gm`.
///
/// # Errors
/// If there is no such seat.
pub fn key_status(campaign: &Campaign, of: &str) -> Result<KeyStatus, CampaignError> {
    has_keys(campaign, of)?;
    let held = campaign.record.people.keys.get(of);
    let newest = held.filter(|_| of == GM).map(|held| campaign.secrets.key(of, held.newest()).text());
    Ok(KeyStatus {
        of: of.to_owned(),
        number: held.map_or(0, |held| held.number),
        waits: held.and_then(|held| held.next.as_ref()).map(|next| next.number),
        key: newest,
    })
}

fn has_keys(campaign: &Campaign, of: &str) -> Result<(), CampaignError> {
    if of == GM || campaign.record.people.seats().any(|seat| seat == of) {
        return Ok(());
    }
    let seats: Vec<&str> = campaign.record.people.seats().collect();
    Err(CampaignError::Refused(format!(
        "there is no seat “{of}”; the seats are {}, and `gm` stands for the game master",
        seats.join(", ")
    )))
}

/// Returns the command that makes a new key, so that it is not made twice when the command is typed again.
pub fn new_key_command(of: &str, now: bool) -> Command {
    Command::new("key", &(of, now))
}

/// Makes a new key for a seat or for `gm`, and returns the status of its keys. The next tick sends a seat its new key.
///
/// With `now` the old key ends at once, not when the new one is first used.
///
/// # Errors
/// If there is no such seat, the same command has made the key already and was killed before it could say so, or the ledger
/// cannot be written. Nothing is changed then.
pub fn new_key(
    host: &Host,
    dir: &Path,
    time: DateTime<Utc>,
    of: &str,
    now: bool,
) -> Result<KeyStatus, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    has_keys(&campaign, of)?;
    let command = new_key_command(of, now);
    command.is_new(&campaign)?;
    let time = DateTime::from_timestamp(time.timestamp(), 0).unwrap_or(time);
    let mut engine = Engine::of(&campaign, time)?;
    engine.new_key(of, now)?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    command.note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    key_status(&campaign, of)
}

#[cfg(test)]
mod tests {
    use crate::campaign::state::record::Marks;

    #[test]
    fn mails_that_carried_an_older_key_are_told_from_later_ones() {
        let marks = Marks { receipts: 3, mails: 7 };
        let old = ["receipt-3", "report-7", "opening-1", "strange", "end-x"];
        let new = ["receipt-4", "report-8", "receipt-30", "notice-70"];
        assert!(old.iter().all(|what| marks.has(what)) && !new.iter().any(|what| marks.has(what)));
        assert!(!Marks::default().has("opening-1") && !Marks::default().has("strange"));
    }
}
