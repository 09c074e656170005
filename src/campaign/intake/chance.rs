//! Words of chance: what a player adds to the shuffles before the game begins.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::seal::mask;
use crate::sheet::Refusal;

/// Takes in a seat's words of chance, if their time is not over.
pub(crate) fn take_in(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let Some(words) = &written.envelope.document.chance else { return };
    match engine.record.people.words_until() {
        Some(until) if submitted.received < until => {
            submitted.used = true;
            submitted.words = Some(mask(&words.value));
            submitted.act_on("chance", words.span, written);
        }
        _ => submitted.refuse_at(words.span, Refusal::new("chance-over"), written),
    }
}
