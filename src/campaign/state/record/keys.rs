//! Keys: whose is which, and how one takes the place of another.
//!
//! Seats have a key from the founding on, the game master too. A new one is derived from the campaign's secret, so that a
//! tick that is done again makes the same; the record keeps hashes alone. The key before holds good until the new one is
//! used for the first time, or not at all if it was made to count at once. With it end the mails that carried it: an
//! answer to one of them speaks for nobody any more.

use crate::seal::{SeatKey, StoredKey};
use serde::{Deserialize, Serialize};

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

    pub(crate) fn which(&self, key: &SeatKey, campaign: &str, of: &str) -> Option<Which> {
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
