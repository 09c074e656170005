//! The rehearsal before the game begins: each seat sends a small sheet back, so that mail which does not arrive is found out
//! before the first deadline. It changes nothing of the game.
//!
//! May use: engine, plan, record. Is used by: submission, run, windows, letters, status.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Rehearsal, SeatId, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::ledger::Kind;
use crate::sheet::Refusal;
use chrono::{DateTime, TimeDelta, Utc};

/// What a rehearsal is called where windows have their ids.
pub(crate) const REHEARSAL: &str = "rehearsal";

impl Record {
    /// The rehearsal, as long as it goes on.
    pub fn rehearsing(&self, now: DateTime<Utc>) -> Option<&Rehearsal> {
        let rehearsal = self.founded.as_ref()?.rehearsal.as_ref()?;
        let over = self.seeded
            || self.rehearsal.1
            || self.unrehearsed().is_empty()
            || rehearsal.until.is_some_and(|until| until <= now);
        (!over).then_some(rehearsal)
    }

    /// Seats that have not passed the rehearsal; none if there is none.
    pub fn unrehearsed(&self) -> Vec<SeatId> {
        let there_is_one = self.founded.as_ref().is_some_and(|founded| founded.rehearsal.is_some());
        let missing = self.seats().filter(|seat| there_is_one && !self.rehearsed.contains(*seat));
        missing.filter(|seat| !self.resigned.contains(*seat)).map(str::to_owned).collect()
    }

    /// When those who have not passed are reminded: a day before the end, but not in the first half.
    fn rehearsal_reminder(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rehearsal = self.rehearsing(now).filter(|_| !self.rehearsal.0)?;
        let until = rehearsal.until?;
        Some((until - TimeDelta::days(1)).max(rehearsal.from + (until - rehearsal.from) / 2))
    }

    /// When something happens to the rehearsal by itself.
    pub(crate) fn next_rehearsal(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.rehearsal_reminder(now).or(self.rehearsing(now)?.until)
    }
}

impl Engine<'_> {
    /// Takes in the sheet of the rehearsal.
    pub(crate) fn rehearse(&self, written: &Written<'_>, submitted: &mut Submitted) {
        let Some(given) = &written.envelope.document.rehearsal else { return };
        if self.record.rehearsing(self.now).is_none() {
            submitted.refuse_at(given.span, Refusal::new("rehearsal-over"), written);
            return;
        }
        match given.value.ready {
            Some(ready) => {
                submitted.used = true;
                submitted.rehearsed = ready;
                submitted.act_on(REHEARSAL, given.span, written);
            }
            None => submitted.refuse_at(given.span, Refusal::new("rehearsal-empty"), written),
        }
    }

    /// Reminds those who have not passed, once, a day before the rehearsal ends.
    pub(crate) fn remind_to_rehearse(&mut self) -> Result<(), CampaignError> {
        let due = self.record.rehearsal_reminder(self.now).is_some_and(|at| at <= self.now);
        if !due || self.record.paused.is_some() {
            return Ok(());
        }
        let seats = self.record.unrehearsed();
        self.add(Kind::Window, &WindowStep::Reminded { window: REHEARSAL.to_owned(), seats, by: None })
    }
}
