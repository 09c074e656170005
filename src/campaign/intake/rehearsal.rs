//! The rehearsal before the game begins: each seat sends a small sheet back, so that we find out before the first
//! deadline whether mail arrives. It changes nothing in the game.

use crate::campaign::intake::reading::Reading;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::REHEARSAL;
use crate::plan::{self, Bare};
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

/// Returns `true` during the rehearsal for a seat that has not passed it yet.
pub(super) fn may_rehearse(engine: &Engine<'_>, seat: &str) -> bool {
    let people = &engine.record.people;
    people.rehearsing(engine.now).is_some() && !people.rehearsed.contains(seat)
}

/// Returns `true` if a message answers the welcome, and its seat has not passed the rehearsal yet.
pub(super) fn rehearses(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    let about = submitted.about.as_deref().unwrap_or_default();
    may_rehearse(engine, &submitted.seat)
        && ["opening-", "welcome-", "reminder-", "receipt-"].iter().any(|kind| about.starts_with(kind))
}

/// Returns `true` if the sender's own words let the game begin: the rehearsal only tries whether mail arrives, so any words
/// will do that neither ask nor object, so will words of chance, and so does "I am ready" beside a question.
pub(super) fn says_ready(reading: &Reading) -> bool {
    let (document, left) = (&reading.envelope.document, &reading.left);
    let objects = left.bare.iter().any(|(bare, _)| matches!(bare, Bare::No | Bare::Nothing))
        || left.lines.iter().any(|(_, line)| plan::doubts(line))
        || !left.unclear.is_empty();
    let agrees =
        plan::agrees_to_begin(left.lines.iter().map(|(_, line)| line.as_str())) && left.unclear.is_empty();
    let says = document.chance.is_some() || !left.lines.is_empty();
    let asks = !document.ask.is_empty() || document.resign.is_some() || document.absent.is_some();
    document.rehearsal.is_none() && (says && !objects || agrees) && !asks && !reading.envelope.has_errors()
}
