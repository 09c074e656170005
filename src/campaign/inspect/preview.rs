//! `ravenpost preview`: the plans that would be used if the open window closed now.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Answer, How, Line, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Window;
use crate::campaign::state::settings::Absence;
use crate::campaign::store::Campaign;
use crate::ledger::Kind;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// The plans that would be used if the open window closed now, and the answers found so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The id of the open window if its plans are sealed; then `answers` and `then` are empty.
    pub sealed: Option<String>,
    /// What would be used of each seat.
    pub seats: Vec<(SeatId, Use)>,
    /// Answers that are found but not yet in the ledger.
    pub answers: Vec<Answer>,
    /// Keys of the questions that the game would wait for next.
    pub then: Vec<String>,
}

/// What would be used of a seat if the window closed now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// Its plan, which we hold.
    Plan,
    /// A plan that it has sealed and must still open.
    Seal,
    /// A plan that came before the window, and for what it leaves open the default from the rules.
    Earlier,
    /// The plan that it had sent before a rewind.
    Kept,
    /// The default from the rules, because nothing usable has come.
    Default,
    /// The steward's plan.
    Steward,
    /// Nothing; the game would wait for it.
    Wait,
}

/// Returns what would be used of each seat if the open window closed now. Sealed plans stay sealed.
///
/// # Errors
/// If the record cannot be read by the rules.
pub fn preview(campaign: &Campaign, now: DateTime<Utc>) -> Result<Preview, CampaignError> {
    let mut preview = Preview { sealed: None, seats: Vec::new(), answers: Vec::new(), then: Vec::new() };
    let Some(window) = campaign.record.game.open_window() else { return Ok(preview) };
    preview.seats =
        window.asked.keys().map(|seat| (seat.clone(), used(campaign, window, seat, now))).collect();
    if window.sealed {
        preview.sealed = Some(window.id.clone());
        return Ok(preview);
    }
    let mut engine = Engine::of(campaign, now)?;
    engine.settle()?;
    for draft in engine.drafts.iter().filter(|draft| draft.kind == Kind::Answered) {
        let secret = draft.secret.as_ref().and_then(|secret| secret.body());
        let line = Line { seq: 0, at: now, kind: draft.kind, body: &draft.body, secret };
        preview.answers.push(line.answer().map_err(CampaignError::Fault)?.0);
    }
    let next =
        engine.record.game.open_window().into_iter().flat_map(|window| window.asked.values().flatten());
    preview.then = next.map(|question| question.key.clone()).collect();
    Ok(preview)
}

fn used(campaign: &Campaign, window: &Window, seat: &str, now: DateTime<Utc>) -> Use {
    let part = window.seats.get(seat).filter(|part| !part.is_void);
    match (part.and_then(|part| part.how.map(|how| (how, part.opened))), campaign.settings.absence) {
        (Some((How::Seal, false)), _) => Use::Seal,
        (Some(_), _) => Use::Plan,
        (None, _) if campaign.record.game.is_spared(window, seat) => Use::Kept,
        (None, Absence::Wait) if campaign.record.people.out(seat, now).is_none() => Use::Wait,
        (None, _) if campaign.record.people.waits_for(seat, now) => Use::Wait,
        (None, Absence::Steward) => Use::Steward,
        (None, _) if has_earlier(campaign, seat) => Use::Earlier,
        (None, _) => Use::Default,
    }
}

/// Returns `true` if a plan that a seat has sent before may still answer questions of the present round.
fn has_earlier(campaign: &Campaign, seat: &str) -> bool {
    let (rules, game) = (campaign.rules(), &campaign.record.game);
    let (round, at) = (rules.round(&campaign.record), game.position.clone());
    let is_past = |plan| rules.referee.is_past(plan, &at).unwrap_or_default();
    game.plans_of(seat).iter().any(|filed| filed.serves(&round) && !is_past(&filed.plan))
}
