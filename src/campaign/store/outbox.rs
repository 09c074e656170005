//! Mails that could not be sent, and when to try again. What is due is known from the ledger; this only keeps count of
//! failures, and deleting it loses nothing.
//!
//! May use: disk, record, cache. Is used by: tick, status.

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

/// Failures by mail.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outbox {
    failures: BTreeMap<String, Failure>,
    #[serde(skip)]
    changed: bool,
}

/// A mail that could not be sent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// How often it was tried.
    pub attempts: u32,
    /// When it is tried again.
    pub next: DateTime<Utc>,
    /// What went wrong last.
    pub error: String,
    /// What went bundled with it, by name.
    #[serde(default)]
    pub bundled: Vec<String>,
}

fn name(due: &Due) -> String {
    format!("{}/{}", due.to, due.what)
}

impl Outbox {
    /// As it was left.
    pub fn load(store: &dyn Store) -> Self {
        store.note(Note::Outbox).and_then(|bytes| from_bytes(&bytes)).unwrap_or_default()
    }

    /// Whether a mail may be tried now.
    pub fn may_send(&self, due: &Due, now: DateTime<Utc>) -> bool {
        self.failures.get(&name(due)).is_none_or(|failure| failure.next <= now)
    }

    /// A mail was not sent: it is tried again after a pause, twice as long each time, and what went bundled with it as well.
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

    /// What went bundled with a mail when it was tried before; none if it was not.
    pub fn tried(&self, due: &Due) -> Option<&[String]> {
        self.failures.get(&name(due)).map(|failure| failure.bundled.as_slice())
    }

    /// A mail was sent, with what went bundled.
    pub fn sent(&mut self, due: &Due, bundled: &[Due]) {
        for due in bundled.iter().chain([due]) {
            self.changed |= self.failures.remove(&name(due)).is_some();
        }
    }

    /// Forgets mails that are not due any more: a newer report has taken their place, say.
    pub fn keep(&mut self, due: &[Due]) {
        let before = self.failures.len();
        self.failures.retain(|known, _| due.iter().any(|due| name(due) == *known));
        self.changed |= self.failures.len() != before;
    }

    /// What is known of failures to send a mail.
    pub fn failure(&self, due: &Due) -> Option<&Failure> {
        self.failures.get(&name(due))
    }

    /// When something is to be tried again.
    pub fn next(&self, due: &[Due], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        due.iter().map(|due| self.failures.get(&name(due)).map_or(now, |failure| failure.next)).min()
    }

    /// Keeps it.
    pub fn save(&mut self, store: &dyn Store) {
        if !self.changed {
            return;
        }
        if let Err(error) = to_bytes(self).and_then(|bytes| store.keep_note(Note::Outbox, Some(&bytes))) {
            tracing::warn!(%error, "the outbox cannot be kept");
        }
    }
}
