//! Resignations: a player gives a seat up.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Absent;
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;
use crate::sheet::Refusal;

/// Takes in a resignation. The seat stays in the game: its filed plans are played first, then the defaults of the
/// rules or the steward decide for it.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let Some(given) = written.envelope.document.resign.as_ref().filter(|given| given.value) else {
        return Ok(());
    };
    if engine.record.game.ended.is_some() {
        submitted.refuse_at(given.span, Refusal::new("resign-over"), written);
        return Ok(());
    }
    submitted.used = true;
    submitted.act_on("resign", given.span, written);
    if engine.record.people.resigned.contains(&submitted.seat) {
        return Ok(());
    }
    engine.add(Kind::Absence, &Absent { seat: submitted.seat.clone(), resigned: true, ..Absent::default() })
}
