//! The receipts of a seat, and the messages that we have received.

use crate::campaign::state::entries::{Fate, SeatId};
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The receipts of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Receipts {
    /// How many receipts the seat has had.
    pub number: u64,
    /// The hash of the last receipt, which covers all earlier ones.
    pub chain: Hash256,
    /// The entries of the last receipts, each with the hash of the receipt before it.
    #[serde(default)]
    latest: Vec<(u64, Option<Hash256>)>,
    /// When the seat's messages of the last hour came.
    pub recent: Vec<DateTime<Utc>>,
    /// When the empty messages of the last day came, since the last one that was not empty.
    #[serde(default)]
    pub empty: Vec<DateTime<Utc>>,
}

/// A message that we have received.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// The seat it spoke for, or `gm`; `None` for a stranger's.
    pub of: Option<SeatId>,
    /// The SHA-256 of the message as it came.
    pub mail: Hash256,
    pub fate: Fate,
}

/// What a plain answer to one of our messages is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "kebab-case")]
pub enum Reply {
    /// The proposed ruling with this number.
    Ruling { number: u64 },
    /// Press of this writer, a seat's id or `gm`; `None` if it is unsigned, or of several writers.
    Press { from: Option<String> },
    /// What is asked in this window: a reminder, or the news that the game waits.
    Window { id: String },
    /// The news of the vote that this seat cast on something.
    Vote { by: String, on: String },
}

/// How many receipts are remembered with the one before, besides those that wait to be sent.
const LATEST: usize = 16;

impl Receipts {
    /// Takes the next receipt, whose entry is `seq`. `waiting` is the entry of the first one that is yet to be sent.
    pub(crate) fn follow(&mut self, seq: u64, number: u64, chain: Hash256, waiting: Option<u64>) {
        let before = (number > 1).then_some(self.chain);
        let sent = self.latest.iter().take_while(|(own, _)| waiting.is_none_or(|first| *own < first)).count();
        self.latest.drain(..sent.min((self.latest.len() + 1).saturating_sub(LATEST)));
        self.latest.push((seq, before));
        (self.number, self.chain) = (number, chain);
    }

    /// Returns the hash of the receipt before the one whose entry is `seq`, or `Some(None)` if that is the first; `None` if
    /// it is not remembered any more.
    pub(crate) fn before(&self, seq: u64) -> Option<Option<&Hash256>> {
        self.latest.iter().find(|(own, _)| *own == seq).map(|(_, before)| before.as_ref())
    }

    /// Notes a message, and forgets those that are too old to count.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What came an hour ago, or said nothing a day ago, counts no longer.
    #[test]
    fn messages_count_for_an_hour_and_empty_ones_for_a_day() {
        let begun = DateTime::UNIX_EPOCH;
        for (later, empty, recent, counted) in [
            (TimeDelta::minutes(59), true, 2, 2),
            (TimeDelta::hours(1), true, 1, 2),
            (TimeDelta::hours(23), true, 1, 2),
            (TimeDelta::days(1), true, 1, 1),
            (TimeDelta::minutes(1), false, 2, 0),
        ] {
            let mut receipts = Receipts::default();
            receipts.note(begun, true);
            receipts.note(begun + later, empty);
            assert_eq!((receipts.recent.len(), receipts.empty.len()), (recent, counted), "{later} {empty}");
        }
    }
}
