//! Messages that could not be sent, and when to try again. The ledger knows which messages are due; this only counts
//! failures, and deleting it loses nothing.

use super::cache::{from_bytes, to_bytes};
use super::interface::{Note, Store};
use crate::campaign::state::record::Due;
use crate::post::{Cause, SendError};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The first pause after a failure, and the longest.
const FIRST: TimeDelta = TimeDelta::minutes(5);
const LONGEST: TimeDelta = TimeDelta::hours(12);
/// The longest pause if it was not the message's fault: when the server is back, nobody shall wait for half a day.
const LONGEST_FOR_SERVER: TimeDelta = TimeDelta::hours(1);
/// The pause if this machine itself cannot hand messages over: shorter than between two ticks, so that the first one with room on the
/// disk sends all.
const FOR_MACHINE: TimeDelta = TimeDelta::minutes(1);

/// The failures to send, by message.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outbox {
    failures: BTreeMap<String, Failure>,
    /// The last failure of the server itself, or of this machine; until its pause is over nothing is tried.
    #[serde(default)]
    server: Option<Failure>,
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

    /// Returns the failure of a message itself. Thousands may wait for a server of which only a few have failed.
    fn own(&self, due: &Due) -> Option<&Failure> {
        if self.failures.is_empty() { None } else { self.failures.get(&name(due)) }
    }

    /// Returns `true` if a message may be tried now: neither it nor the server has failed, or the pauses are over.
    pub fn may_send(&self, due: &Due, now: DateTime<Utc>) -> bool {
        // While the server is down, nothing else needs to be looked at.
        let is_over = |failure: &Failure| failure.next <= now;
        self.server.as_ref().is_none_or(is_over) && self.own(due).is_none_or(is_over)
    }

    /// Returns `true` if the last message failed because of the server or this machine.
    pub fn doubts_server(&self) -> bool {
        self.server.is_some()
    }

    /// Notes that a message and those bundled with it could not be sent. The pause before the next try doubles each
    /// time, from five minutes to twelve hours; after a permanent error it is twelve hours at once. Where the server or this machine has
    /// failed, all other messages wait too.
    pub fn failed(&mut self, due: &Due, bundled: &[Due], now: DateTime<Utc>, error: &SendError) {
        let is_server = matches!(error.cause, Cause::Server | Cause::Machine);
        let longest = match error.cause {
            Cause::Machine => FOR_MACHINE,
            Cause::Server => LONGEST_FOR_SERVER,
            _ => LONGEST,
        };
        let again = |before: Option<&Failure>| {
            let attempts = before.map_or(0, |failure| failure.attempts) + 1;
            let pause = if error.permanent { longest } else { FIRST * 2_i32.pow(attempts.min(9) - 1) };
            Failure {
                attempts,
                next: now + pause.min(longest),
                error: error.to_string(),
                bundled: Vec::new(),
            }
        };
        let mut failure = again(self.failures.get(&name(due)));
        if is_server {
            self.server = Some(again(self.server.as_ref()));
        }
        self.failures.extend(bundled.iter().map(|also| (name(also), failure.clone())));
        failure.bundled = bundled.iter().map(|also| also.what.clone()).collect();
        self.failures.insert(name(due), failure);
        self.changed = true;
    }

    /// Returns the names of the messages that were bundled with a message when it last failed; `None` if it has not failed.
    pub fn tried(&self, due: &Due) -> Option<&[String]> {
        self.own(due).map(|failure| failure.bundled.as_slice())
    }

    /// Forgets the failures of a message that was sent, of those bundled with it, and of the server that took it.
    pub fn sent(&mut self, due: &Due, bundled: &[Due]) {
        self.changed |= self.server.take().is_some();
        for due in bundled.iter().chain([due]) {
            self.changed |= self.failures.remove(&name(due)).is_some();
        }
    }

    /// Forgets messages that are no longer due, for example because a newer report has replaced them.
    pub fn keep(&mut self, due: &[Due]) {
        let before = self.failures.len();
        if before > 0 {
            let names: BTreeSet<String> = due.iter().map(name).collect();
            self.failures.retain(|known, _| names.contains(known));
        }
        self.changed |= self.failures.len() != before;
    }

    /// Returns the failure to send a message, or that of the server for which it waits; `None` if nothing has failed.
    pub fn failure(&self, due: &Due) -> Option<&Failure> {
        self.own(due).or(self.server.as_ref())
    }

    /// Returns when the next of the due messages may be tried; `None` if none is due.
    pub fn next(&self, due: &[Due], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let next = due.iter().map(|due| self.own(due).map_or(now, |failure| failure.next)).min();
        next.map(|next| self.server.as_ref().map_or(next, |server| server.next.max(next)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::record::DueKind;

    fn due(what: &str) -> Due {
        let at = DateTime::UNIX_EPOCH;
        Due { to: "ash".to_owned(), what: what.to_owned(), kind: DueKind::Receipt, at, seq: 1 }
    }

    fn minutes(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn when_the_server_is_down_nothing_else_is_tried_and_nobody_waits_long_after() {
        let (one, two) = (due("receipt-1"), due("receipt-2"));
        let down = SendError { cause: Cause::Server, ..SendError::temporary("no answer") };
        let mut outbox = Outbox::default();
        outbox.failed(&one, &[], minutes(0), &down);
        assert!(!outbox.may_send(&one, minutes(4)) && !outbox.may_send(&two, minutes(4)));
        assert_eq!(outbox.next(&[one.clone(), two.clone()], minutes(4)), Some(minutes(5)));
        assert_eq!(outbox.failure(&two).map(|failure| failure.attempts), Some(1), "it waits for the server");
        assert_eq!(outbox.tried(&two), None, "it has not been tried itself");
        let mut now = minutes(5);
        for _ in 0..12 {
            assert!(outbox.may_send(&two, now));
            outbox.failed(&two, &[], now, &down);
            now = outbox.next(std::slice::from_ref(&two), now).unwrap();
        }
        let last = outbox.failure(&two).unwrap().next;
        outbox.failed(&two, &[], last, &down);
        assert_eq!(outbox.failure(&two).unwrap().next - last, LONGEST_FOR_SERVER);
        outbox.sent(&two, &[]);
        assert!(outbox.may_send(&due("receipt-3"), minutes(0)));
    }

    /// Whoever has made room on the disk does not wait for long, however often there was none.
    #[test]
    fn a_full_disk_stops_all_messages_and_for_a_minute_only() {
        let (one, two) = (due("receipt-1"), due("receipt-2"));
        let mut outbox = Outbox::default();
        for round in 0..40 {
            outbox.failed(&one, &[], minutes(5 * round), &SendError::here("no room"));
            assert!(!outbox.may_send(&two, minutes(5 * round)), "one line for one cause");
            assert!(
                outbox.may_send(&one, minutes(5 * round + 1))
                    && outbox.may_send(&two, minutes(5 * round + 1))
            );
        }
        outbox.sent(&two, &[]);
        assert!(outbox.may_send(&one, minutes(300)));
    }

    #[test]
    fn a_refused_message_keeps_no_other_back() {
        let mut outbox = Outbox::default();
        outbox.failed(&due("receipt-1"), &[], minutes(0), &SendError::temporary("not today"));
        assert!(
            !outbox.may_send(&due("receipt-1"), minutes(4)) && outbox.may_send(&due("receipt-2"), minutes(0))
        );
        outbox.keep(&[due("receipt-2")]);
        assert!(outbox.may_send(&due("receipt-1"), minutes(0)), "it is not due any more");
    }

    /// Whatever has failed and been sent before, the next try is at the first minute at which a message may be sent.
    #[test]
    fn the_next_try_is_as_soon_as_any_message_may_be_sent() {
        let (mut waited, mut at_once, mut of_server) = (0, 0, 0);
        for seed in 0..300 {
            let mut dice = fastrand::Rng::with_seed(seed);
            let all: Vec<Due> = (0..4).map(|number| due(&format!("receipt-{number}"))).collect();
            let mut outbox = Outbox::default();
            let mut now = 0;
            for _ in 0..dice.usize(1..9) {
                now += dice.i64(0..40);
                let (one, other) = (&all[dice.usize(..4)], &all[dice.usize(..4)]);
                let bundled = if dice.bool() { std::slice::from_ref(other) } else { &[] };
                let error = SendError {
                    cause: if dice.bool() { Cause::Server } else { SendError::temporary("").cause },
                    permanent: dice.u8(..4) == 0,
                    ..SendError::temporary("no answer")
                };
                match dice.u8(..4) {
                    0 => outbox.sent(one, bundled),
                    _ => outbox.failed(one, bundled, minutes(now), &error),
                }
                for waiting in [&all[..], &all[..2], &all[3..]] {
                    let first = (now..now + 2000)
                        .find(|at| waiting.iter().any(|due| outbox.may_send(due, minutes(*at))));
                    let next = outbox.next(waiting, minutes(now)).map(|next| next.max(minutes(now)));
                    assert_eq!(next, first.map(minutes), "{seed}: {outbox:?}");
                    waited += usize::from(first > Some(now));
                    at_once += usize::from(first == Some(now));
                }
                of_server += usize::from(outbox.server.is_some());
                assert_eq!(outbox.next(&[], minutes(now)), None);
            }
        }
        assert!(waited > 200 && at_once > 200 && of_server > 200, "{waited} {at_once} {of_server}");
    }
}
