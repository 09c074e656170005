//! Resignations that take effect.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Absent, Leaving, LeavingStep, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Gives up the seats whose players have confirmed that they resign, once the window in which they did is over. A
    /// window of questions that only such seats have left unanswered is over for them.
    pub(crate) fn give_up(&mut self) -> Result<(), CampaignError> {
        let people = &self.record.people;
        let open = self.record.game.open_window();
        let waits_for_others = open.is_some_and(|window| {
            window.sealed
                || window.missing().any(|seat| !people.is_out_until(seat, self.now, window.deadline))
        });
        let is_over = |window: &Option<String>| {
            let id = window.as_deref();
            id != Some(Leaving::NEXT)
                && (!waits_for_others || id.is_none_or(|id| open.is_none_or(|open| open.id != id)))
        };
        let leaving = people.leaving.iter();
        let due: Vec<SeatId> = leaving
            .filter(|(_, leaving)| leaving.resign == LeavingStep::Confirmed && is_over(&leaving.window))
            .map(|(seat, _)| seat.clone())
            .collect();
        for seat in due {
            self.add(Kind::Absence, &Absent { seat, resigned: true, ..Absent::default() })?;
        }
        Ok(())
    }
}
