//! Deposited plans and words of chance that are missing or damaged before they are opened. The game waits, so that no player
//! loses a turn, and nobody can drop words without leaving a trace.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, In, SeatId};
use crate::campaign::state::record::CHANCE;
use std::collections::BTreeMap;

impl Engine<'_> {
    /// Returns what is sealed at present, with the name of its window: plans for the open window, or words of chance before
    /// they are fixed.
    fn sealed_now(&self) -> Option<(&str, &BTreeMap<SeatId, In>)> {
        let people = &self.record.people;
        match self.record.game.open_window() {
            Some(window) => Some((&window.id, &window.seats)),
            None => (!people.seeded).then_some((CHANCE, &people.chance.seals)),
        }
    }

    /// Returns the seats of which something was deposited that is missing from `private/` or damaged.
    pub(crate) fn missing_plans(&self) -> Vec<SeatId> {
        let Some((_, seats)) = self.sealed_now() else { return Vec::new() };
        let is_here =
            |seal: &Option<String>| seal.as_ref().is_some_and(|seal| self.vault.openings.contains_key(seal));
        let deposited = seats.iter().filter(|(_, part)| part.how == Some(How::Deposit) && !part.opened);
        deposited.filter(|(_, part)| !is_here(&part.seal)).map(|(seat, _)| seat.clone()).collect()
    }

    /// Returns a message for the game master about them; `None` if nothing is missing.
    pub(crate) fn told_of_missing_plans(&self) -> Option<String> {
        let (seats, window) = (self.missing_plans(), self.sealed_now()?.0);
        let what =
            if window == CHANCE { "words of chance that were deposited are" } else { "a deposited plan is" };
        let again = if window == CHANCE { "them" } else { "the plan" };
        (!seats.is_empty()).then(|| {
            format!(
                "{what} missing from private/{window} or damaged, so nothing is resolved: put back your copy of that folder, or ask for {again} to be sent again ({})",
                seats.join(", ")
            )
        })
    }
}
