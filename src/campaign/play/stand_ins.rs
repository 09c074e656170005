//! Stand-ins, when their time begins.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Absent, Days, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;

impl Engine<'_> {
    /// Lets those begin to stand in whose time has come: they are mailed how the game stands.
    pub(crate) fn stand_ins_begin(&mut self) -> Result<(), CampaignError> {
        let begins = |(seat, days): &&(SeatId, Days)| {
            days.stand_in.is_some()
                && self.record.people.absence_of(seat, self.now) == Some(days)
                && !self.record.people.stands_in(seat, days)
        };
        let seats: Vec<SeatId> =
            self.record.people.away.iter().filter(begins).map(|(seat, _)| seat.clone()).collect();
        for seat in seats {
            self.add(Kind::Absence, &Absent { seat, stand_in: true, ..Absent::default() })?;
        }
        Ok(())
    }
}
