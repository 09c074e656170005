//! A campaign in which all is otherwise that a seat may not know: for the check that is made before a mailing.
//!
//! Only what has happened and is told to everybody stays: who is in, what was decided and resolved. A mail that comes out
//! the same from this as from the truth cannot hold more.
//!
//! May use: letters, record. Is used by: mails.

use super::entries::How;
use super::error::CampaignError;
use super::letters::Letters;
use super::record::{Due, DueKind, Phase, Record};
use super::rules::Standstill;
use super::secrets::Secrets;
use super::settings::Settings;
use crate::ledger::Entry;
use crate::table::Seat;
use serde_json::Value;

/// What letters are made from, without the others' secrets.
pub(super) struct Blind {
    pub(super) settings: Settings,
    pub(super) secrets: Secrets,
    pub(super) record: Record,
    pub(super) now: Standstill,
    pub(super) entries: Vec<Entry>,
}

impl Blind {
    /// As the recipient of a mail may know it.
    ///
    /// # Errors
    /// The game cannot make a position of its own view.
    pub(super) fn of(
        letters: Letters<'_>,
        entries: &[Entry],
        due: &Due,
        seat: Seat,
    ) -> Result<Self, CampaignError> {
        let to = &due.to;
        let mut settings = letters.settings.clone();
        for other in settings.seats.iter_mut().filter(|other| other.seat != *to) {
            other.addresses.clear();
        }
        let keys = [(to.clone(), letters.key_of(to))].into();
        let now = Standstill {
            position: match &letters.now.position {
                Value::Null => Value::Null,
                position => letters.rules.seen(position, seat)?.0,
            },
            open: letters.now.open.iter().filter(|open| open.seat == seat).cloned().collect(),
            together: letters.now.together,
            events: letters.now.events.clone(),
        };
        Ok(Blind {
            settings,
            secrets: Secrets { keys, chance: [0; 32], mail: [0; 32] },
            record: blind(letters.record, to),
            now,
            entries: if due.kind == DueKind::Receipt { own(entries, to) } else { Vec::new() },
        })
    }
}

/// Entries with no secrets but those of receipts of a seat.
fn own(entries: &[Entry], to: &str) -> Vec<Entry> {
    let blind = |entry: &Entry| {
        let is_own = entry.body.get("seat").is_some_and(|seat| seat == to);
        Entry { secret: entry.secret.clone().filter(|_| is_own), ..entry.clone() }
    };
    entries.iter().map(blind).collect()
}

fn blind(record: &Record, to: &str) -> Record {
    let mut record = record.clone();
    record.position = Value::Null;
    record.draws.clear();
    record.answers.clear();
    record.silenced.clear();
    record.messages.clear();
    record.strangers.clear();
    record.warned.clear();
    record.signed.clear();
    // The key itself is given; which one it is follows from secrets.
    record.keys.clear();
    record.plans.retain(|seat, _| seat == to);
    record.receipts.retain(|seat, _| seat == to);
    record.missed.retain(|seat, _| seat == to);
    record.told.retain(|seat, _| seat == to);
    record.threads.retain(|seat, _| seat == to);
    record.away.retain(|(seat, _)| seat == to);
    record.decisions.retain(|decided| decided.seat == to);
    record.events.retain(|happened| happened.event.get("only").is_none_or(|only| only == to));
    if !record.seeded {
        record.words.retain(|seat, _| seat == to);
    }
    // Until all are bound it is public that something is in, and no more.
    if let Some(window) = record.window.as_mut().filter(|window| window.phase == Phase::Collecting) {
        for (_, part) in window.seats.iter_mut().filter(|(seat, _)| *seat != to) {
            part.seal = None;
            part.how = part.how.map(|_| How::Deposit);
            (part.revision, part.receipt) = (0, 0);
        }
    }
    record
}
