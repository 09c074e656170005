//! Keys: whose is which, and how one takes the place of another.
//!
//! Seats have a key from the founding on, the game master too. A new one is derived from the campaign's secret, so that a
//! tick that is done again makes the same; the record keeps hashes alone. The key before holds good until the new one is
//! used for the first time, or not at all if it was made to count at once. With it end the mails that carried it: an
//! answer to one of them speaks for nobody any more.
//!
//! May use: record, entries, secrets. Is used by: speaker, letters, found, tick, cli.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Changed, NewKey};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Record};
use crate::campaign::state::secrets::Secrets;
use crate::campaign::store::command::Command;
use crate::campaign::store::folder::{Campaign, Edge};
use crate::ledger::Kind;
use crate::seal::{SeatKey, StoredKey};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;

/// The keys of a seat or of the game master.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// The key in force.
    pub key: StoredKey,
    /// Its number.
    pub number: u32,
    /// The mails that carried keys before it.
    pub before: Marks,
    /// A key that waits to be used for the first time.
    pub next: Option<Next>,
}

/// A key that waits to be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Next {
    /// Its hash.
    pub key: StoredKey,
    /// Its number.
    pub number: u32,
    /// The mails that carried keys before it.
    pub before: Marks,
}

/// How many mails had been made for somebody when a key was: their Message-IDs go with the keys they carried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    /// Receipts.
    pub receipts: u64,
    /// All others.
    pub mails: u64,
}

impl Marks {
    /// Whether the mail `what` (`report-12`) is one of them.
    pub fn has(self, what: &str) -> bool {
        let (kind, number) = what.rsplit_once('-').unwrap_or((what, ""));
        let most = if kind == "receipt" { self.receipts } else { self.mails };
        // What has no number was never sent by a campaign that had any of these.
        number.parse::<u64>().map_or(most > 0, |number| number <= most)
    }
}

/// Which of somebody's keys a key is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The one in force.
    Current,
    /// The one that comes into force by being used; with its number.
    Next(u32),
}

impl Held {
    /// A first key.
    pub fn first(key: StoredKey) -> Self {
        Held { key, number: 1, before: Marks::default(), next: None }
    }

    /// The number of the newest key: the one that mails carry.
    pub fn newest(&self) -> u32 {
        self.next.as_ref().map_or(self.number, |next| next.number)
    }

    fn which(&self, key: &SeatKey, campaign: &str, of: &str) -> Option<Which> {
        if self.key.matches(key, campaign, of) {
            return Some(Which::Current);
        }
        let next = self.next.as_ref().filter(|next| next.key.matches(key, campaign, of))?;
        Some(Which::Next(next.number))
    }

    /// The key that waits comes into force.
    pub(crate) fn promote(&mut self, number: u32) {
        if let Some(next) = self.next.take_if(|next| next.number == number) {
            *self = Held { key: next.key, number: next.number, before: next.before, next: None };
        }
    }
}

impl Secrets {
    /// A key of a seat or of `gm`. The first ones of seats stand in the file, all others follow from it.
    pub fn key(&self, of: &str, number: u32) -> SeatKey {
        let drawn = self.keys.get(of).filter(|_| number == 1).cloned();
        drawn.unwrap_or_else(|| {
            let purpose = json!({"key": of, "number": number});
            SeatKey::new(crate::campaign::play::engine::first(self.derive(&purpose)))
        })
    }
}

impl Record {
    /// Whose key this is (a seat's id, or `gm`), and which of the holder's.
    pub fn holder(&self, key: &SeatKey) -> Option<(&str, Which)> {
        let campaign = &self.founded.as_ref()?.campaign;
        self.keys.iter().find_map(|(of, held)| Some((of.as_str(), held.which(key, campaign, of)?)))
    }

    /// The number of the newest key of a seat or of `gm`; none before it has one.
    pub fn newest_key(&self, of: &str) -> Option<u32> {
        self.keys.get(of).map(Held::newest)
    }

    /// Whether an answer to our mail `what` still speaks for its receiver.
    pub fn still_speaks(&self, of: &str, what: &str) -> bool {
        self.keys.get(of).is_none_or(|held| !held.before.has(what))
    }

    /// How many mails were made for somebody.
    pub(crate) fn marks(&self, of: &str) -> Marks {
        Marks {
            receipts: self.receipts.get(of).map_or(0, |receipts| receipts.number),
            mails: self.numbers.get(of).copied().unwrap_or(0),
        }
    }
}

impl Engine<'_> {
    /// Makes a new key for a seat or for `gm`. A seat is sent it to its first address; the game master is not sent keys.
    /// With `now` the key before is worth nothing from here on, else until the new one is used.
    ///
    /// # Errors
    /// A fault of the program.
    pub fn new_key(&mut self, of: &str, now: bool) -> Result<(), CampaignError> {
        let number = self.record.newest_key(of).map_or(1, |number| number.saturating_add(1));
        let hash = self.secrets.key(of, number).stored(&self.settings.id, of);
        let key = NewKey { of: of.to_owned(), number, hash, now: now || number == 1 };
        self.add(Kind::Settings, &Changed { settings: None, key: Some(key) })
    }

    /// Gives the game master a key, where a campaign was founded when there was none.
    ///
    /// # Errors
    /// A fault of the program.
    pub(crate) fn key_for_the_gm(&mut self) -> Result<(), CampaignError> {
        match self.record.founded.is_some() && !self.record.keys.contains_key(GM) {
            true => self.new_key(GM, true),
            false => Ok(()),
        }
    }
}

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
        let held = self.record.keys.get(of);
        let newest = held.filter(|_| of == GM).map(|held| self.secrets.key(of, held.newest()).text());
        Ok(KeyStatus {
            of: of.to_owned(),
            number: held.map_or(0, |held| held.number),
            waits: held.and_then(|held| held.next.as_ref()).map(|next| next.number),
            key: newest,
        })
    }

    fn has_keys(&self, of: &str) -> Result<(), CampaignError> {
        if of == GM || self.record.seats().any(|seat| seat == of) {
            return Ok(());
        }
        let seats: Vec<&str> = self.record.seats().collect();
        Err(CampaignError::Refused(format!(
            "there is no seat “{of}”; there are: {}, and gm for the game master's own key",
            seats.join(", ")
        )))
    }
}

/// Makes a new key by command, and tells how the holder's keys stand then. A seat is sent it by the next tick.
///
/// # Errors
/// There is no such seat, the ledger cannot be written, or the same command has made the key already and was broken off; then
/// nothing has changed.
pub fn new_key(
    edge: &Edge,
    dir: &Path,
    time: DateTime<Utc>,
    of: &str,
    now: bool,
) -> Result<KeyStatus, CampaignError> {
    let _lock = if edge.lock { Some(crate::ledger::Lock::take(dir)?) } else { None };
    let mut campaign = Campaign::open_to_write(edge, dir)?;
    campaign.has_keys(of)?;
    let command = Command::NewKey { of, now };
    command.is_new(&campaign)?;
    let time = DateTime::from_timestamp(time.timestamp(), 0).unwrap_or(time);
    let mut engine = campaign.engine(time)?;
    engine.new_key(of, now)?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    command.note(&campaign, &drafts, 0)?;
    campaign.commit(record, drafts, &vault)?;
    campaign.key_status(of)
}

#[cfg(test)]
mod tests {
    use crate::campaign::state::keys::Marks;

    #[test]
    fn mails_that_carried_an_older_key_are_told_from_later_ones() {
        let marks = Marks { receipts: 3, mails: 7 };
        let old = ["receipt-3", "report-7", "opening-1", "strange", "end-x"];
        let new = ["receipt-4", "report-8", "receipt-30", "notice-70"];
        assert!(old.iter().all(|what| marks.has(what)) && !new.iter().any(|what| marks.has(what)));
        assert!(!Marks::default().has("opening-1") && !Marks::default().has("strange"));
    }
}
