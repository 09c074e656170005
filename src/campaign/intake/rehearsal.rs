//! The rehearsal before the game begins: each seat sends a small sheet back, so that we find out before the first
//! deadline whether mail arrives. It changes nothing in the game.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::REHEARSAL;
use crate::sheet::Refusal;

/// Takes in a sheet of the rehearsal.
pub(crate) fn take_in(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let Some(given) = &written.envelope.document.rehearsal else { return };
    if engine.record.people.rehearsing(engine.now).is_none() {
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
