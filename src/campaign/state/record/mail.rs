//! Receipts, and messages that are known.

use crate::campaign::state::entries::Fate;
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The receipts of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Receipts {
    /// How many.
    pub number: u64,
    /// The end of their chain.
    pub chain: Hash256,
    /// When its mails of the last hour came.
    pub recent: Vec<DateTime<Utc>>,
    /// When mails of the last day came that had nothing in them, since the last one that had.
    #[serde(default)]
    pub empty: Vec<DateTime<Utc>>,
}

/// A mail that is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// SHA-256 of it as it came.
    pub mail: Hash256,
    /// What it came to.
    pub fate: Fate,
}

impl Receipts {
    /// Takes note of a mail.
    pub(crate) fn note(&mut self, received: DateTime<Utc>, empty: bool) {
        self.recent.retain(|at| received - *at < TimeDelta::hours(1));
        self.recent.push(received);
        if empty {
            self.empty.retain(|at| received - *at < TimeDelta::days(1));
            self.empty.push(received);
        } else {
            self.empty.clear();
        }
    }
}
