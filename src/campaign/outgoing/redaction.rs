//! A copy of the campaign with everything removed or replaced that one seat may not know.
//!
//! The leak check makes each message from this copy too. If both messages are equal, the real one reveals nothing
//! that was removed. Public facts remain: which seats are in, decisions and results.

use crate::campaign::outgoing::models::MailModels;
use crate::campaign::state::entries::{How, Letter};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Phase, Record};
use crate::campaign::state::rules::PendingPosition;
use crate::campaign::state::secrets::Secrets;
use crate::campaign::state::settings::Settings;
use crate::ledger::{Entry, Kind, Secret};
use crate::table::{Position, Seat};
use serde_json::Value;
use std::sync::Mutex;

/// The source of models without the secrets of other seats.
pub(crate) struct Redaction {
    pub(crate) settings: Settings,
    pub(crate) secrets: Secrets,
    pub(crate) record: Record,
    pub(crate) now: PendingPosition,
    pub(crate) entries: Vec<Entry>,
}

impl Redaction {
    /// Redacts models and ledger entries for `to`, the id of `seat`.
    ///
    /// # Errors
    /// If the game cannot turn its own view into a position.
    pub(crate) fn of(
        models: MailModels<'_>,
        entries: &[Entry],
        to: &str,
        seat: Seat,
    ) -> Result<Self, CampaignError> {
        let mut settings = models.settings.clone();
        let anonymous = settings.anonymous && !(settings.reveal && models.record.game.ended.is_some());
        for other in settings.seats.iter_mut().filter(|other| other.seat != *to) {
            other.addresses.clear();
            if anonymous {
                other.player.clear();
            }
            other.timezone = settings.gm.timezone.clone();
            (other.pace, other.ask_about) = (None, None);
        }
        let keys = [(to.to_owned(), models.key_of(to))].into();
        let now = PendingPosition {
            position: match models.now.position.is_null() {
                true => Position::default(),
                false => models.now.seen(models.rules, seat)?,
            },
            open: models.now.open.iter().filter(|open| open.seat == seat).cloned().collect(),
            together: models.now.together,
            events: models.now.events.iter().filter(|event| may_know(event, to)).cloned().collect(),
            views: Mutex::default(),
            seen: Mutex::default(),
        };
        Ok(Redaction {
            settings,
            secrets: Secrets { keys, chance: [0; 32], mail: [0; 32] },
            record: redact_record(models.record, to),
            now,
            entries: redact_entries(entries, to),
        })
    }
}

/// Removes the secrets of entries, except those of a seat's own messages, of press to it and of rulings.
fn redact_entries(entries: &[Entry], to: &str) -> Vec<Entry> {
    let redact = |entry: &Entry| {
        let secret = match entry.kind {
            Kind::Press => entry.secret.as_ref().and_then(|secret| redact_press(secret, to)),
            // Nothing after a ruling can be replayed without its secret part.
            Kind::Ruling => entry.secret.clone(),
            _ if entry.body.get("seat").is_some_and(|seat| seat == to) => entry.secret.clone(),
            _ => None,
        };
        Entry { secret, ..entry.clone() }
    };
    entries.iter().map(redact).collect()
}

/// Returns press if it is to a seat; unsigned press is then given the reader as its author, who must not matter.
fn redact_press(secret: &Secret, to: &str) -> Option<Secret> {
    let mut letter: Letter = serde_json::from_value(secret.body()?.clone()).ok()?;
    if letter.grey {
        to.clone_into(&mut letter.from);
    }
    let body = serde_json::to_value(&letter).ok().filter(|_| letter.to.iter().any(|reader| reader == to))?;
    Some(Secret::Kept { salt: String::new(), body })
}

fn may_know(event: &Value, to: &str) -> bool {
    event.get("only").is_none_or(|only| only == to)
}

/// Removes from a record what `to` may not know.
fn redact_record(record: &Record, to: &str) -> Record {
    let mut record = record.clone();
    record.game.position = Position::default();
    record.game.draws.clear();
    record.game.answers.clear();
    record.game.silenced.clear();
    record.people.messages.clear();
    record.people.strangers.clear();
    record.people.warned.clear();
    record.people.signed.clear();
    // The reader's key is in the redacted secrets already.
    record.people.keys.clear();
    record.game.ruled.clear();
    record.game.shut.clear();
    // A report names the seat's own plan that counts again after a ruling.
    let carried = &mut record.game.carried;
    carried.answers.retain(|_, answer| answer.seat == to);
    carried.plans.retain(|seat, _| seat == to);
    carried.standby.retain(|seat, _| seat == to);
    let own: Vec<u64> = carried.plans.values().flatten().map(|filed| filed.seq).collect();
    carried.lying.retain(|seq, _| own.contains(seq));
    record.game.plans.retain(|seat, _| seat == to);
    record.people.receipts.retain(|seat, _| seat == to);
    record.game.missed.retain(|seat, _| seat == to);
    record.people.told.retain(|seat, _| seat == to);
    record.people.told_of_rulings.retain(|seat, _| seat == to);
    record.people.tenures.retain(|seat, _| seat == to);
    record.people.threads.retain(|seat, _| seat == to);
    record.people.away.retain(|(seat, _)| seat == to);
    record.game.decisions.retain(|decided| decided.seat == to);
    record.game.events.retain(|happened| may_know(&happened.event, to));
    record.people.due.retain(|due| due.to == to);
    record.people.numbers.retain(|recipient, _| recipient == to);
    record.people.pressed.retain(|seat, _| seat == to);
    if record.game.ended.is_none() {
        for dispute in &mut record.people.disputes {
            if dispute.private && dispute.seat != to {
                dispute.about.clear();
            }
            dispute
                .said
                .iter_mut()
                .filter(|said| said.private && said.by != to)
                .for_each(|said| said.says.clear());
        }
    }
    record.people.about.only_to(to);
    record.people.replies.only_to(to);
    if !record.people.seeded {
        record.people.words.retain(|seat, _| seat == to);
        if !record.people.chance.published {
            record.people.chance.seals.retain(|seat, _| seat == to);
        }
    }
    // While plans are collected it is public only that a seat is in.
    if let Some(window) = record.game.window.as_mut().filter(|window| window.phase == Phase::Collecting) {
        for (_, part) in window.seats.iter_mut().filter(|(seat, _)| *seat != to) {
            part.seal = None;
            part.how = part.how.map(|_| How::Deposit);
            (part.revision, part.receipt, part.at) = (0, 0, None);
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What one seat alone may know is in no other seat's copy: the leak check would find it harmless in a mail to all.
    #[test]
    fn what_is_for_one_seat_is_in_no_other_copy() {
        let seen = |event: Value| ["ash", "birch"].map(|to| may_know(&event, to));
        assert_eq!(seen(json!({"event": "a"})), [true, true]);
        assert_eq!(seen(json!({"event": "b", "only": "ash"})), [true, false]);
    }
}
