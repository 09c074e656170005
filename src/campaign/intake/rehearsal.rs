//! The rehearsal before the game begins: each seat sends a small sheet back, so that mail which does not arrive is found out
//! before the first deadline. It changes nothing of the game.
//!
//! May use: engine, plan, record. Is used by: submission, run, windows, models, status.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::WindowStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::REHEARSAL;
use crate::ledger::Kind;
use crate::sheet::Refusal;

impl Engine<'_> {
    /// Takes in the sheet of the rehearsal.
    pub(crate) fn rehearse(&self, written: &Written<'_>, submitted: &mut Submitted) {
        let Some(given) = &written.envelope.document.rehearsal else { return };
        if self.record.people.rehearsing(self.now).is_none() {
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
        let due = self.record.people.rehearsal_reminder(self.now).is_some_and(|at| at <= self.now);
        if !due || self.record.people.paused.is_some() {
            return Ok(());
        }
        let seats = self.record.people.unrehearsed();
        self.add(Kind::Window, &WindowStep::Reminded { window: REHEARSAL.to_owned(), seats, by: None })
    }
}
