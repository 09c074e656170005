//! The clock while it waits for disputes.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::DisputeStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::DisputeClock;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Restarts the clock when the last dispute that holds it is closed, or the settings no longer make it wait. The
    /// open deadline moves by the time for which the clock was stopped.
    pub(crate) fn release_clock(&mut self) -> Result<(), CampaignError> {
        let Some(from) = self.record.people.held else { return Ok(()) };
        if self.record.people.proposal.is_some() {
            return Ok(());
        }
        let waits = self.settings.disputes.clock == DisputeClock::Waits;
        if waits
            && self.record.game.ended.is_none()
            && self.record.people.open_disputes().any(|dispute| dispute.waits)
        {
            return Ok(());
        }
        let to = self.now;
        let moved = self.record.game.open_window().and_then(|window| {
            let deadline = window.deadline?.checked_add_signed(to - from)?;
            Some((window.id.clone(), deadline))
        });
        self.add(Kind::Dispute, &DisputeStep::Clock { from, to, moved })
    }
}
