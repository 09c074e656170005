//! The rehearsal before the game begins, and the reminder in it.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::WindowStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::REHEARSAL;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Reminds the seats that have not passed the rehearsal, once, a day before it ends.
    pub(crate) fn remind_to_rehearse(&mut self) -> Result<(), CampaignError> {
        let due = self.record.people.rehearsal_reminder(self.now).is_some_and(|at| at <= self.now);
        if !due || self.record.people.paused.is_some() {
            return Ok(());
        }
        let seats = self.record.people.unrehearsed();
        self.add(Kind::Window, &WindowStep::Reminded { window: REHEARSAL.to_owned(), seats, by: None })
    }
}
