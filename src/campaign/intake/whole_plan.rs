//! What a plan says together with what its seat has sent before: earlier lines that still count, what is left out in spite of
//! them, and what came twice.

use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::How;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Window;
use crate::plan;
use crate::sheet::{Fault, Refusal, Severity};
use crate::table::{Kept, Open, Seat};
use chrono::{DateTime, Utc};
use serde_json::Value;

/// Returns what the plan that a seat has on file for a window leaves out, with what its earlier plans say. Empty for a seal.
pub(super) fn omitted(engine: &Engine<'_>, window: &Window, id: &str) -> Result<Vec<Fault>, CampaignError> {
    let part = window.seats.get(id).filter(|part| !part.is_void && part.how == Some(How::Deposit));
    let plan = part.and_then(|part| engine.vault.openings.get(part.seal.as_ref()?));
    let (Some(plan), Some(seat)) = (plan, engine.rules.seat(id)) else { return Ok(Vec::new()) };
    let (pending, game) = (engine.pending()?, &engine.record.game);
    let position = pending.seen(engine.rules, seat)?;
    let earlier = engine.rules.plans_for(game, id, game.turn, &game.position);
    let whole = engine.rules.with_earlier(plan.plan(), earlier, &game.position)?;
    let asked = pending.open.iter().filter(|open| open.seat == seat && window.asks(&open.key));
    let open: Vec<Open> = asked.cloned().collect();
    let text = engine.rules.referee.write_plan(&whole, &position)?;
    let Some(node) = plan::read_text(&text, &engine.rules.referee.seats()).document.plan else {
        return Ok(Vec::new());
    };
    let faults = engine.rules.referee.read_plan(&position, seat, &open, &node.value)?.faults;
    Ok(faults.into_iter().filter(|fault| fault.severity == Severity::Omission).collect())
}

/// Returns when a plan came that says the same and was used in the window that this message answers, the last to close: its sender is
/// impatient, and means nothing new.
pub(super) fn repeated(
    engine: &Engine<'_>,
    window: &Window,
    plan: &Value,
    submitted: &Submitted,
) -> Option<DateTime<Utc>> {
    let (game, seat) = (&engine.record.game, &submitted.seat);
    let meant = submitted.window.as_ref().filter(|meant| !window.answers_to(meant))?;
    let before = game.before.as_ref().filter(|before| before.id == *meant)?;
    let filed = game.plans_of(seat).into_iter().find(|filed| filed.window == *meant)?;
    // A plan may know when it was read.
    let text = |plan: &Value| engine.rules.referee.write_plan(plan, &game.position).ok();
    (text(&filed.plan)? == text(plan)?).then(|| before.seats.get(seat)?.at)?
}

/// Returns a plan merged into the seat's plan of the same window, and what still counts of that. A plan sealed elsewhere
/// cannot be read, so nothing of it is kept; its player is told.
pub(super) fn merged(
    engine: &Engine<'_>,
    window: &Window,
    plan: Value,
    submitted: &mut Submitted,
) -> Result<(Value, Vec<Kept>), CampaignError> {
    let part = window.seats.get(&submitted.seat).filter(|part| !part.is_void);
    let Some((how, seal)) = part.and_then(|part| part.how.zip(part.seal.as_ref())) else {
        return merged_with_earlier(engine, plan, &submitted.seat);
    };
    match (how, engine.vault.openings.get(seal)) {
        (How::Deposit, Some(old)) => Ok(engine.rules.referee.merge(old.plan(), &plan)?),
        (How::Seal, _) => {
            submitted.warn(&Refusal::new("merge-sealed"));
            Ok((plan, Vec::new()))
        }
        _ => Ok((plan, Vec::new())),
    }
}

/// Returns a plan with what an earlier one of the same turn says in the sections that both have: orders that were sent with the bids
/// stand beside those that are sent now. The earlier plan still answers what this one does not speak of at all.
fn merged_with_earlier(
    engine: &Engine<'_>,
    plan: Value,
    seat: &str,
) -> Result<(Value, Vec<Kept>), CampaignError> {
    let (game, turn) = (&engine.record.game, engine.record.game.turn);
    let plans = game.plans_of(seat);
    let Some(old) = plans.first().filter(|old| old.round.turn == turn && old.how != How::Steward) else {
        return Ok((plan, Vec::new()));
    };
    let lasting = engine.rules.referee.lasting(&old.plan, &game.position)?;
    let (merged, kept) = engine.rules.referee.merge(&lasting, &plan)?;
    let adds =
        plan.as_object().into_iter().flatten().any(|(section, value)| merged.get(section) != Some(value));
    Ok(if adds { (merged, kept) } else { (plan, Vec::new()) })
}

/// Returns what is remarked of a plan with an earlier one that is true of neither alone. `known` are the remarks on the new part.
pub(super) fn of_both(
    engine: &Engine<'_>,
    (window, seat): (&Window, Seat),
    whole: &Value,
    known: &[Fault],
) -> Result<Vec<Refusal>, CampaignError> {
    let position = engine.pending()?.seen(engine.rules, seat)?;
    let mut all = engine.rules.referee.together(whole, seat, &position)?;
    all.retain(|why| known.iter().all(|fault| fault.why.code() != why.code()));
    if all.is_empty() {
        return Ok(all);
    }
    let id = engine.rules.seat_id(seat);
    let deposited = window.seats.get(&id).filter(|part| !part.is_void).and_then(|part| part.seal.as_ref());
    let deposited = deposited.and_then(|seal| engine.vault.openings.get(seal)).map(|old| old.plan().clone());
    let old = deposited.or_else(|| engine.record.game.plans_of(&id).first().map(|old| old.plan.clone()));
    if let Some(old) = old {
        let before = engine.rules.referee.together(&old, seat, &position)?;
        all.retain(|why| before.iter().all(|other| other.code() != why.code()));
    }
    Ok(all)
}

/// Returns those omissions of a part of a plan that the whole has too, as they are there for the open questions of its seat.
pub(super) fn left_out(
    engine: &Engine<'_>,
    (seat, open): (Seat, &[Open]),
    plan: &Value,
    omissions: Vec<Fault>,
) -> Result<Vec<Fault>, CampaignError> {
    if omissions.is_empty() {
        return Ok(omissions);
    }
    let position = engine.pending()?.seen(engine.rules, seat)?;
    let text = engine.rules.referee.write_plan(plan, &position)?;
    let whole = plan::read_text(&text, &engine.rules.referee.seats()).document.plan;
    let faults = match whole {
        Some(node) => engine.rules.referee.read_plan(&position, seat, open, &node.value)?.faults,
        None => Vec::new(),
    };
    let is_left_out = |whole: &&Fault| {
        let same = |part: &Fault| part.severity == whole.severity && part.why.code() == whole.why.code();
        omissions.iter().any(same)
    };
    // The place in the text as we have written it is none in the message.
    let known = faults.iter().filter(is_left_out).map(|whole| {
        let part = omissions.iter().find(|part| part.why == whole.why);
        Fault { span: part.and_then(|part| part.span), ..whole.clone() }
    });
    Ok(known.collect())
}
