//! When a mail of a seat gets no answer: so that two machines cannot write to each other for ever, and a flood of mails
//! calls forth no flood.
//!
//! May use: engine, record. Is used by: submission, fold.

use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Receipts;
use chrono::{DateTime, TimeDelta, Utc};

/// Mails with nothing in them that are answered within a day, for each seat. Autoresponders that do not say what they
/// are answer each receipt with one.
const MOST_EMPTY: usize = 3;

/// Refusals of mails in which nothing was that could be acted on.
const EMPTY: [&str; 12] = [
    "no-document",
    "attachments-unread",
    "attached-nothing",
    "attached-ours",
    "attached-machine",
    "archive-too-much",
    "archive-locked",
    "archive-nested",
    "archive-damaged",
    "mail-encrypted",
    "mail-winmail",
    "mail-unreadable",
];

/// Whether nothing was in a mail that could be acted on: prose, or our own sheet quoted as it was.
pub(crate) fn is_empty(submitted: &Submitted) -> bool {
    let mut refused = submitted.problems.iter().filter(|problem| !problem.warning);
    !submitted.used && refused.all(|problem| EMPTY.contains(&problem.why.code.as_str()))
}

impl Engine<'_> {
    /// Whether more of a seat's mails came within the hour than are read, and it was told so: then they are put away
    /// without an entry and an answer.
    pub(crate) fn is_flooded(&self, seat: &str, received: DateTime<Utc>) -> bool {
        let hour = TimeDelta::hours(1);
        self.since(seat, hour, received, |receipts| &receipts.recent) > self.settings.limits.mails_an_hour
    }

    /// Whether enough mails with nothing in them were answered for a day.
    pub(crate) fn is_weary(&self, seat: &str, received: DateTime<Utc>) -> bool {
        self.since(seat, TimeDelta::days(1), received, |receipts| &receipts.empty) >= MOST_EMPTY
    }

    fn since(
        &self,
        seat: &str,
        span: TimeDelta,
        now: DateTime<Utc>,
        of: impl Fn(&Receipts) -> &Vec<DateTime<Utc>>,
    ) -> usize {
        let all = self.record.people.receipts.get(seat).map(of);
        all.map_or(0, |all| all.iter().filter(|at| now - **at < span).count())
    }
}
