//! Keys: whose is which, and how one takes the place of another.
//!
//! Seats have a key from the founding on, the game master too. A new one is derived from the campaign's secret, so that a
//! tick that is done again makes the same; the record keeps hashes alone. The key before holds good until the new one is
//! used for the first time, or not at all if it was made to count at once. With it end the mails that carried it: an
//! answer to one of them speaks for nobody any more.
//!
//! May use: record, entries, secrets. Is used by: speaker, models, found, tick, cli.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::GM;
use crate::campaign::store::{Campaign, Command, Host};
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::path::Path;

/// What may be told of a key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KeyStatus {
    /// Whose it is.
    pub of: String,
    /// The number of the key in force.
    pub number: u32,
    /// The number of a newer one that waits to be used.
    pub waits: Option<u32>,
    /// The newest key in clear; the game master's alone is ever told so. None: a campaign that has not been ticked since
    /// there are such keys.
    pub key: Option<String>,
}

impl Campaign {
    /// How the keys of a seat, or of `gm`, stand.
    ///
    /// # Errors
    /// There is no such seat.
    pub fn key_status(&self, of: &str) -> Result<KeyStatus, CampaignError> {
        self.has_keys(of)?;
        let held = self.record.people.keys.get(of);
        let newest = held.filter(|_| of == GM).map(|held| self.secrets.key(of, held.newest()).text());
        Ok(KeyStatus {
            of: of.to_owned(),
            number: held.map_or(0, |held| held.number),
            waits: held.and_then(|held| held.next.as_ref()).map(|next| next.number),
            key: newest,
        })
    }

    fn has_keys(&self, of: &str) -> Result<(), CampaignError> {
        if of == GM || self.record.people.seats().any(|seat| seat == of) {
            return Ok(());
        }
        let seats: Vec<&str> = self.record.people.seats().collect();
        Err(CampaignError::Refused(format!(
            "there is no seat “{of}”; there are: {}, and gm for the game master's own key",
            seats.join(", ")
        )))
    }
}

/// The command that makes a new key, for who types it twice.
pub fn new_key_command(of: &str, now: bool) -> Command {
    Command::new("key", &(of, now))
}

/// Makes a new key by command, and tells how the holder's keys stand then. A seat is sent it by the next tick.
///
/// # Errors
/// There is no such seat, the ledger cannot be written, or the same command has made the key already and was broken off; then
/// nothing has changed.
pub fn new_key(
    host: &Host,
    dir: &Path,
    time: DateTime<Utc>,
    of: &str,
    now: bool,
) -> Result<KeyStatus, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    campaign.has_keys(of)?;
    let command = new_key_command(of, now);
    command.is_new(&campaign)?;
    let time = DateTime::from_timestamp(time.timestamp(), 0).unwrap_or(time);
    let mut engine = Engine::of(&campaign, time)?;
    engine.new_key(of, now)?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    command.note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    campaign.key_status(of)
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
