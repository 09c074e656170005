//! Rulings that would change nothing. They are refused, because everybody would be told of a ruling and wonder what it was.

use super::past::{answered, own_timeline};
use super::refusal::refused;
use super::request::Request;
use crate::campaign::state::entries::{RulingChange, RulingKind};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Record, Standing};
use crate::campaign::state::timeline::adopted;
use crate::campaign::store::Campaign;
use crate::ledger::{Entry, Kind};
use crate::report::yaml_flow;

/// Checks that a ruling on messages alone is not what the last ruling has said of them.
///
/// # Errors
/// If it is.
pub(super) fn check_mails(campaign: &Campaign, changes: &[RulingChange]) -> Result<(), CampaignError> {
    let Some(last) = campaign.record.people.rulings.iter().rfind(|given| given.standing == Standing::Adopted)
    else {
        return Ok(());
    };
    let is_said = |change: &RulingChange| {
        matches!(change, RulingChange::Mail { .. }) && last.ruling.changes.contains(change)
    };
    match !changes.is_empty() && changes.iter().all(is_said) {
        true => Err(refused(format!(
            "this ruling would change nothing: ruling {} says the same",
            last.ruling.number
        ))),
        false => Ok(()),
    }
}

/// Checks that a ruling which goes back to the record `then`, after the entry `after`, has something to change.
///
/// # Errors
/// If everything it says is so already.
pub(super) fn check(
    campaign: &Campaign,
    request: &Request,
    then: &Record,
    after: u64,
) -> Result<(), CampaignError> {
    match request.what {
        RulingKind::Forward => Ok(()),
        RulingKind::Rewind => rewind(campaign, then, after),
        RulingKind::Rule => rule(campaign, request, then),
    }
}

/// Checks that something has been sent or decided since the point that a rewind goes back to, and that it is not in the middle of
/// the window that is open now: whatever was sent in that one counts before and after.
fn rewind(campaign: &Campaign, then: &Record, after: u64) -> Result<(), CampaignError> {
    let own = own_timeline(campaign)?;
    let since = || own.iter().filter(|entry| entry.seq > after);
    let is_decided = |entry: &Entry| match entry.kind {
        Kind::Answered | Kind::Resolved | Kind::Ended => true,
        Kind::Ruling => adopted(entry).is_some(),
        _ => false,
    };
    if since().any(|entry| is_decided(entry)) {
        return Ok(());
    }
    if !since().any(|entry| matches!(entry.kind, Kind::Sealed | Kind::Opened)) {
        return Err(refused(
            "the game is at that point now, and nothing has been sent or decided since, so there is nothing to go back from",
        ));
    }
    let open = then.game.open_window();
    let now = campaign.record.game.open_window();
    if let Some((open, now)) = open.zip(now)
        && (&open.id, open.phase) == (&now.id, now.phase)
        // Those who have opened their seals must open them again.
        && !(open.sealed && since().any(|entry| entry.kind == Kind::Opened))
    {
        let (turn, stage) = (then.game.turn, &then.game.stage_name);
        return Err(refused(format!(
            "this ruling would change nothing: that point is in the middle of the window that is still open, and all that has been sent in it counts in any case. `ravenpost rewind DIR {turn}/{stage}` asks everybody anew, `ravenpost extend DIR 24h` gives more time, and `ravenpost rule DIR --refuse SEAT/RECEIPT` leaves out one message"
        )));
    }
    Ok(())
}

fn rule(campaign: &Campaign, request: &Request, then: &Record) -> Result<(), CampaignError> {
    if !request.accept.is_empty() || !request.refuse.is_empty() || !request.data.is_empty() {
        return Ok(());
    }
    let own = own_timeline(campaign)?;
    let mut same = Vec::new();
    for (key, value) in &request.answers {
        // An answer that is ruled but not needed yet is not in the ledger.
        let is = match campaign.record.game.ruled.get(key) {
            Some(ruled) => Some(ruled.value.clone()),
            None => answered(&own, key)?.map(|(_, answer)| answer.answer),
        };
        if is.as_ref() != Some(value) {
            return Ok(());
        }
        same.push(format!("{key} is answered by {} already", yaml_flow(value)));
    }
    for (key, value) in &request.outcomes {
        let ruled = campaign.record.game.outcomes.get(key).map(|ruled| &ruled.value);
        let found = match ruled {
            Some(value) => Some(value.clone()),
            None => found(campaign, key)?,
        };
        if found.as_ref() != Some(value) {
            return Ok(());
        }
        same.push(format!("{key} is {} already", yaml_flow(value)));
    }
    if let Some(position) = &request.state {
        if *position != *then.game.position {
            return Ok(());
        }
        same.push("the position is as it was at that point".to_owned());
    }
    Err(refused(format!("this ruling would change nothing: {}", same.join("; "))))
}

/// Returns what the rules have worked out under a key.
fn found(campaign: &Campaign, key: &str) -> Result<Option<serde_json::Value>, CampaignError> {
    let Some(turn) = key.split('/').next().and_then(|turn| turn.parse().ok()) else { return Ok(None) };
    let stages = super::decisions::decisions(campaign, turn)?;
    let worked = stages.into_iter().flat_map(|stage| stage.worked);
    Ok(worked.filter(|worked| worked.key == key).map(|worked| worked.found).next())
}
