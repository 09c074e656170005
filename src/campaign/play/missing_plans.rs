//! Deposited plans that are gone or damaged before their window has closed: no player may lose a turn by that.
//!
//! May use: engine. Is used by: run, tick.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, SeatId};

impl Engine<'_> {
    /// Seats whose deposited plan for the open window is not in `private/` as it was sealed.
    pub(crate) fn missing_plans(&self) -> Vec<SeatId> {
        let Some(window) = self.record.game.open_window() else { return Vec::new() };
        let is_here =
            |seal: &Option<String>| seal.as_ref().is_some_and(|seal| self.vault.openings.contains_key(seal));
        let deposited =
            window.seats.iter().filter(|(_, part)| part.how == Some(How::Deposit) && !part.opened);
        deposited.filter(|(_, part)| !is_here(&part.seal)).map(|(seat, _)| seat.clone()).collect()
    }

    /// What the game master is told of them.
    pub(crate) fn told_of_missing_plans(&self) -> Option<String> {
        let (seats, window) = (self.missing_plans(), self.record.game.open_window()?);
        (!seats.is_empty()).then(|| {
            format!(
                "the plan that was deposited for {} is not in private/{} any more, or damaged, so nothing is resolved: put back your copy of that folder, or ask for the plan to be mailed once more ({})",
                window.id,
                window.id,
                seats.join(", ")
            )
        })
    }
}
