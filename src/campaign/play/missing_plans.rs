//! Deposited plans that are missing or damaged before their window has closed. The game waits, so that no player
//! loses a turn.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, SeatId};

impl Engine<'_> {
    /// Returns the seats whose deposited plan for the open window is missing from `private/` or damaged.
    pub(crate) fn missing_plans(&self) -> Vec<SeatId> {
        let Some(window) = self.record.game.open_window() else { return Vec::new() };
        let is_here =
            |seal: &Option<String>| seal.as_ref().is_some_and(|seal| self.vault.openings.contains_key(seal));
        let deposited =
            window.seats.iter().filter(|(_, part)| part.how == Some(How::Deposit) && !part.opened);
        deposited.filter(|(_, part)| !is_here(&part.seal)).map(|(seat, _)| seat.clone()).collect()
    }

    /// Returns a message for the game master about such plans; `None` if there are none.
    pub(crate) fn told_of_missing_plans(&self) -> Option<String> {
        let (seats, window) = (self.missing_plans(), self.record.game.open_window()?);
        (!seats.is_empty()).then(|| {
            format!(
                "a plan deposited for {} is missing from private/{} or damaged, so nothing is resolved: put back your copy of that folder, or ask for the plan to be sent again ({})",
                window.id,
                window.id,
                seats.join(", ")
            )
        })
    }
}
