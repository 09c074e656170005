//! The clock that waits for disputes.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::DisputeStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::DisputeClock;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Lets the clock go on when nothing that it waits for is disputed any more, or the campaign does not wait any more.
    /// The open deadline moves by the time in which the clock stood.
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
