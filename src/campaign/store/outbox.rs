//! Messages that could not be sent, and when to try again. The ledger knows which messages are due; this only counts
//! failures, and deleting it loses nothing.

use super::cache::{from_bytes, to_bytes};
use super::interface::{Note, Store};
use crate::campaign::state::record::Due;
use crate::post::SendError;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first pause after a failure, and the longest.
const FIRST: TimeDelta = TimeDelta::minutes(5);
const LONGEST: TimeDelta = TimeDelta::hours(12);

/// The failures to send, by message.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outbox {
    failures: BTreeMap<String, Failure>,
    #[serde(skip)]
    changed: bool,
}

/// A message that could not be sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// How often we have tried to send it.
    pub attempts: u32,
    /// When we try again.
    pub next: DateTime<Utc>,
    /// The last error.
    pub error: String,
    /// The names of the messages that were sent with it in one.
    #[serde(default)]
    pub bundled: Vec<String>,
}

fn name(due: &Due) -> String {
    format!("{}/{}", due.to, due.what)
}

impl Outbox {
    /// Loads the outbox; an empty one if none was kept or it is damaged.
    pub fn load(store: &dyn Store) -> Self {
        store.note(Note::Outbox).and_then(|bytes| from_bytes(&bytes)).unwrap_or_default()
    }

    /// Returns `true` if a message may be tried now: it has not failed, or its pause is over.
    pub fn may_send(&self, due: &Due, now: DateTime<Utc>) -> bool {
        self.failures.get(&name(due)).is_none_or(|failure| failure.next <= now)
    }

    /// Notes that a message and those bundled with it could not be sent. The pause before the next try doubles each
    /// time, from five minutes to twelve hours; after a permanent error it is twelve hours at once.
    pub fn failed(&mut self, due: &Due, bundled: &[Due], now: DateTime<Utc>, error: &SendError) {
        let attempts = self.failures.get(&name(due)).map_or(0, |failure| failure.attempts) + 1;
        let pause =
            if error.permanent { LONGEST } else { (FIRST * 2_i32.pow(attempts.min(9) - 1)).min(LONGEST) };
        let mut failure =
            Failure { attempts, next: now + pause, error: error.to_string(), bundled: Vec::new() };
        self.failures.extend(bundled.iter().map(|also| (name(also), failure.clone())));
        failure.bundled = bundled.iter().map(|also| also.what.clone()).collect();
        self.failures.insert(name(due), failure);
        self.changed = true;
    }

    /// Returns the names of the messages that were bundled with a message when it last failed; `None` if it has not failed.
    pub fn tried(&self, due: &Due) -> Option<&[String]> {
        self.failures.get(&name(due)).map(|failure| failure.bundled.as_slice())
    }

    /// Forgets the failures of a message that was sent, and of those bundled with it.
    pub fn sent(&mut self, due: &Due, bundled: &[Due]) {
        for due in bundled.iter().chain([due]) {
            self.changed |= self.failures.remove(&name(due)).is_some();
        }
    }

    /// Forgets messages that are no longer due, for example because a newer report has replaced them.
    pub fn keep(&mut self, due: &[Due]) {
        let before = self.failures.len();
        self.failures.retain(|known, _| due.iter().any(|due| name(due) == *known));
        self.changed |= self.failures.len() != before;
    }

    /// Returns the failure to send a message; `None` if it has not failed.
    pub fn failure(&self, due: &Due) -> Option<&Failure> {
        self.failures.get(&name(due))
    }

    /// Returns when the next of the due messages may be tried; `None` if none is due.
    pub fn next(&self, due: &[Due], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        due.iter().map(|due| self.failures.get(&name(due)).map_or(now, |failure| failure.next)).min()
    }

    /// Keeps the outbox if it has changed. A failure is only logged.
    pub fn save(&mut self, store: &dyn Store) {
        if !self.changed {
            return;
        }
        if let Err(error) = to_bytes(self).and_then(|bytes| store.keep_note(Note::Outbox, Some(&bytes))) {
            tracing::warn!(%error, "the outbox cannot be kept");
        }
    }
}
