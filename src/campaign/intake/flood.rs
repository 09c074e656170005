//! Limits on answers: two mail programs must not answer each other for ever, and a flood of messages must not cause a
//! flood of receipts.

use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::{GM, Receipts};
use chrono::{DateTime, TimeDelta, Utc};

/// How many empty messages of a seat are answered in a day. Autoresponders that do not mark their mail send one for
/// each receipt; a person may write several notes to the game master in an evening.
const MOST_EMPTY: usize = 12;

/// How many times as many messages the game master may send.
const OF_THE_GM: usize = 5;

/// Refusals of messages with nothing to act on.
const EMPTY: [&str; 13] = [
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
    "statement-unread",
];

/// Returns `true` if a message had nothing to act on, such as prose or our own sheet quoted unchanged.
pub(crate) fn is_empty(submitted: &Submitted) -> bool {
    let mut refused = submitted.problems.iter().filter(|problem| !problem.warning);
    !submitted.used && !submitted.kept && refused.all(|problem| EMPTY.contains(&problem.why.code.as_str()))
}

/// Returns `true` if a seat has sent more messages in an hour than we read and was already told so. Further ones get
/// neither an entry nor an answer.
pub(crate) fn is_flooded(engine: &Engine<'_>, seat: &str, received: DateTime<Utc>) -> bool {
    let hour = TimeDelta::hours(1);
    since(engine, seat, hour, received, |receipts| &receipts.recent) > most_an_hour(engine, seat)
}

/// Returns how many messages of a seat are read in an hour. The game master may make rulings by mail, which takes several for each,
/// while all the others wait.
pub(crate) fn most_an_hour(engine: &Engine<'_>, seat: &str) -> usize {
    let most = engine.settings.limits.mails_an_hour;
    if seat == GM { most.saturating_mul(OF_THE_GM) } else { most }
}

/// Returns how many more empty messages of a seat are answered for now.
pub(crate) fn still_answered(engine: &Engine<'_>, seat: &str, received: DateTime<Utc>) -> usize {
    let answered = since(engine, seat, TimeDelta::days(1), received, |receipts| &receipts.empty);
    MOST_EMPTY.saturating_sub(answered)
}

fn since(
    engine: &Engine<'_>,
    seat: &str,
    span: TimeDelta,
    now: DateTime<Utc>,
    of: impl Fn(&Receipts) -> &Vec<DateTime<Utc>>,
) -> usize {
    let all = engine.record.people.receipts.get(seat).map(of);
    all.map_or(0, |all| all.iter().filter(|at| now - **at < span).count())
}
