//! A look at a deposited plan, which everybody is told of.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Campaign, Host};
use chrono::{DateTime, Utc};
use std::path::Path;

/// Lets the game master look at the deposited plan of a seat in the open window. It is written to the ledger first, and
/// everybody is told by the next tick.
///
/// # Errors
/// No such plan is there, or the ledger cannot be written; then nothing is shown.
pub fn peek(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    seat: &str,
) -> Result<serde_json::Value, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(&campaign, now)?;
    let plan = engine.record.game.open_window().and_then(|window| {
        let seal = window.seats.get(seat)?.seal.as_ref()?;
        Some((window.id.clone(), engine.vault.openings.get(seal)?.plan().clone()))
    });
    let Some((window, plan)) = plan else {
        return Err(CampaignError::Refused(format!(
            "no deposited plan of {seat} is here to look at; nothing was changed"
        )));
    };
    let seat = seat.to_owned();
    engine.add(crate::ledger::Kind::Peeked, &crate::campaign::state::entries::Peeked { window, seat })?;
    let (record, drafts, vault) = (engine.record, engine.drafts, engine.vault);
    campaign.commit(record, drafts, &vault)?;
    Ok(plan)
}
