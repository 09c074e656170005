//! Resignations: a player gives a seat up.

use crate::campaign::intake::problems::{self, line_in_mail};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Absent, Away, Leaving, LeavingStep};
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;
use crate::sheet::{Fault, Refusal};
use serde_json::json;

/// Takes in a resignation, its confirmation, or its withdrawal. One message does not give a seat up: it is asked about,
/// and the confirmation takes effect at the end of the window. The seat stays in the game: its filed plans are played
/// first, then the defaults of the rules or the steward decide for it.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let Some(given) = &written.envelope.document.resign else { return Ok(()) };
    let people = &engine.record.people;
    let known = people.leaving.get(&submitted.seat).cloned();
    if !given.value && known.is_none() {
        if people.resigned.contains(&submitted.seat) {
            submitted.refuse_at(given.span, Refusal::new("seat-resigned"), written);
        } else {
            let fault = Fault::warning(given.span, Refusal::new("resign-none"));
            submitted.problems.push(problems::problem(&fault, written.text, written.found));
        }
        return Ok(());
    }
    if engine.record.game.ended.is_some() {
        submitted.refuse_at(given.span, Refusal::new("resign-over"), written);
        return Ok(());
    }
    let open = engine.record.game.open_window().map(|window| window.id.clone());
    let is_gone = people.resigned.contains(&submitted.seat);
    let step = match known.as_ref().map(|known| known.resign) {
        _ if !given.value => LeavingStep::Withdrawn,
        Some(LeavingStep::Confirmed) => LeavingStep::Confirmed,
        _ if is_gone => LeavingStep::Confirmed,
        Some(_) if known.as_ref().is_some_and(|known| answers(submitted, known)) => LeavingStep::Confirmed,
        _ => LeavingStep::Asked,
    };
    submitted.used = true;
    let line = line_in_mail(given.span.line, written.found);
    let waits = step == LeavingStep::Confirmed && !is_gone && open.is_some();
    submitted.understand(line, json!({"item": "resign", "step": step, "waits": waits}));
    if is_gone || known.is_some_and(|known| known.resign == step && step == LeavingStep::Confirmed) {
        return Ok(());
    }
    let window = open.filter(|_| step == LeavingStep::Confirmed);
    let leaving = Leaving { resign: step, receipt: submitted.number, at: engine.now, window };
    let body = Absent { seat: submitted.seat.clone(), ..Absent::default() };
    engine.add_with(Kind::Absence, &body, &Away::Leaving(leaving))
}

/// Returns `true` if a message can confirm: it answers the receipt that asked, or a later one, or it answers nothing
/// and came after we asked. An answer to anything older was perhaps written before.
fn answers(submitted: &Submitted, asked: &Leaving) -> bool {
    let Some(about) = &submitted.about else { return submitted.received > asked.at };
    let receipt = about.strip_prefix("receipt-").and_then(|number| number.parse::<u64>().ok());
    receipt.is_some_and(|number| number >= asked.receipt)
}
