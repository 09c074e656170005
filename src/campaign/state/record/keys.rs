//! The keys of seats and of the game master, and how a new key replaces an old one.
//!
//! Everybody has a key from the founding on. A new key is derived from the campaign's secret, so that a repeated tick
//! makes the same key; the record keeps only hashes. The old key counts until the new one is first used, or is void at
//! once if the new key was made so. Our messages that carried a void key no longer count either: a reply to one of them
//! is from nobody.

use crate::seal::{SeatKey, StoredKey};
use serde::{Deserialize, Serialize};

/// The keys of a seat or of the game master.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// The hash of the key that counts.
    pub key: StoredKey,
    pub number: u32,
    /// The messages that carried older keys.
    pub before: Marks,
    /// A new key that was not used yet; `None` if there is none.
    pub next: Option<Next>,
}

/// A new key, which counts from its first use on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Next {
    pub key: StoredKey,
    pub number: u32,
    /// The messages that carried older keys.
    pub before: Marks,
}

/// How many messages had been made for a recipient when a key was made. Replies to those are void with the older keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    pub receipts: u64,
    /// All messages but receipts.
    pub mails: u64,
}

impl Marks {
    /// Returns `true` if the message `what` (`report-12`) is one of them.
    pub fn has(self, what: &str) -> bool {
        let (kind, number) = what.rsplit_once('-').unwrap_or((what, ""));
        let most = if kind == "receipt" { self.receipts } else { self.mails };
        // Campaigns that made names without numbers never had any of these.
        number.parse::<u64>().map_or(most > 0, |number| number <= most)
    }
}

/// The place of a key among its holder's keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The key that counts.
    Current,
    /// The new key, which counts from its first use on; with its number.
    Next(u32),
}

impl Held {
    /// Creates the keys of a holder who has only a first key.
    pub fn first(key: StoredKey) -> Self {
        Held { key, number: 1, before: Marks::default(), next: None }
    }

    /// Returns the number of the newest key, which our messages carry.
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

    /// Puts the new key in force if it has this number.
    pub(crate) fn promote(&mut self, number: u32) {
        if let Some(next) = self.next.take_if(|next| next.number == number) {
            *self = Held { key: next.key, number: next.number, before: next.before, next: None };
        }
    }
}
