//! A request made into a ruling: the point it goes back to, its changes, and the entries it overrules.

use super::changes::ChangeSet;
use super::corrections::corrections;
use super::past::{edited_opening, opening_of, point, replaced_timeline, then};
use super::refusal::refused;
use super::request::{Request, When};
use super::{edit, idle, mail};
use crate::campaign::state::entries::{Ruling, RulingChange, RulingKind, RulingSecret};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::shut_windows::keeps;
use crate::campaign::store::Campaign;
use crate::seal::mask;

/// Returns the ruling that a request asks for, and its secret part.
///
/// # Errors
/// If the request names something that does not exist or cannot be ruled on, or another ruling is proposed.
pub(super) fn assemble(
    campaign: &Campaign,
    request: &Request,
) -> Result<(Ruling, RulingSecret), CampaignError> {
    check_form(campaign, request)?;
    let set = changes(campaign, request).map_err(|wrong| wrong.1)?;
    let ChangeSet { mut secret, mut changes, overrules, latest, .. } = set;
    let before = latest.into_iter().min().map_or(campaign.head().seq, |seq| seq.saturating_sub(1));
    let after = goes_back_to(campaign, request, before)?;
    let then = then(campaign, after)?;
    changes.extend(corrections(campaign, &request.data, &then)?);
    if let Some(position) = &request.state {
        edit::check(campaign, &then, &changes, position)?;
        secret.position = Some(position.clone());
        changes.push(RulingChange::State);
    } else if !request.data.is_empty() {
        edit::check_data(campaign, &then, &changes)?;
    }
    idle::check(campaign, request, &then, after)?;
    idle::check_mails(campaign, &changes)?;
    secret.keeps = keeps(campaign.rules(), &campaign.record, (request.what, after), &changes)?;
    let ruling = Ruling {
        number: campaign.record.people.rulings.len() as u64 + 1,
        what: request.what,
        after,
        turn: then.game.turn,
        stage: then.game.stage_name.clone(),
        reason: mask(request.reason.trim()),
        overrules,
        changes,
        dispute: request.dispute,
        standby: request.what == RulingKind::Rewind,
    };
    Ok((ruling, secret))
}

/// Returns the changes that a request makes, or the key or name of the first part that is wrong, with its error.
fn changes<'a>(
    campaign: &'a Campaign,
    request: &Request,
) -> Result<ChangeSet<'a>, Box<(String, CampaignError)>> {
    let mut set = ChangeSet::new(campaign);
    for (key, value) in &request.answers {
        set.answer(key, value).map_err(|error| Box::new((key.clone(), error)))?;
    }
    for name in &request.refuse {
        mail::refuse(&mut set, name).map_err(|error| Box::new((name.clone(), error)))?;
    }
    for name in &request.accept {
        mail::accept(&mut set, name).map_err(|error| Box::new((name.clone(), error)))?;
    }
    for (key, value) in &request.outcomes {
        set.outcome(key, value).map_err(|error| Box::new((key.clone(), error)))?;
    }
    Ok(set)
}

/// Returns which part of a request was refused with the words `why`: a key, the name of a message, `when` or `dispute`; `None`
/// if it is the request as a whole.
pub(super) fn part_at_fault(campaign: &Campaign, request: &Request, why: &str) -> Option<String> {
    if check_form(campaign, request).is_err() {
        let disputed = request.dispute.filter(|_| campaign.record.people.proposal.is_none());
        return disputed.map(|_| "dispute".to_owned());
    }
    if let Err(wrong) = changes(campaign, request) {
        return Some(wrong.0);
    }
    // The trial refuses an answer that is not legal where it is asked for.
    let illegal = request.answers.iter().find(|(key, _)| why.starts_with(&format!("{key} cannot be")));
    if let Some((key, _)) = illegal {
        return Some(key.clone());
    }
    (request.when != When::Latest && point(campaign, &request.when).is_err()).then(|| "when".to_owned())
}

/// Checks what can be checked of a request without looking at the past.
fn check_form(campaign: &Campaign, request: &Request) -> Result<(), CampaignError> {
    if let Some(proposal) = &campaign.record.people.proposal {
        return Err(refused(format!(
            "ruling {} is proposed until {}; wait until then, or withdraw it with `ravenpost rule DIR --withdraw` (by mail, `do: withdraw`)",
            proposal.ruling.number, proposal.until
        )));
    }
    if let Some(number) = request.dispute {
        match campaign.record.people.dispute(number) {
            None => {
                return Err(refused(format!(
                    "there is no dispute {number}; `ravenpost dispute DIR` lists all disputes"
                )));
            }
            Some(dispute) if dispute.end.is_some() => {
                return Err(refused(format!(
                    "dispute {number} is closed already; make the ruling without it"
                )));
            }
            Some(_) => {}
        }
    }
    if request.reason.trim().is_empty() {
        return Err(refused("a ruling needs a reason, which every player reads: add --because \"…\""));
    }
    if request.what == RulingKind::Rule && !request.changes_something() {
        return Err(refused(
            "this ruling changes nothing; to replay the game from a past point use `ravenpost rewind`",
        ));
    }
    Ok(())
}

/// Returns the last entry that the ruling keeps; the changes have no effect after the entry `before`.
fn goes_back_to(campaign: &Campaign, request: &Request, before: u64) -> Result<u64, CampaignError> {
    let at_opening = request.state.is_some() || !request.data.is_empty();
    let mut after = match (&request.when, request.what) {
        (_, RulingKind::Forward) => replaced_timeline(campaign)?,
        (When::Latest, _) if at_opening => opening_of(campaign, before)?,
        (When::Latest, _) => before,
        (when @ When::Turn { .. }, _) if at_opening => edited_opening(campaign, point(campaign, when)?)?,
        (when, _) => point(campaign, when)?,
    };
    if at_opening {
        let opening = opening_of(campaign, after)?;
        if request.when != When::Latest && opening != after {
            let what = match request.state.is_some() {
                true => "a position can be edited",
                false => "the game's data can be corrected",
            };
            return Err(refused(format!(
                "{what} only at the opening of a stage; go back to entry {opening} instead of {after}"
            )));
        }
        after = opening;
    }
    if after > before {
        return Err(refused(format!(
            "the point after entry {after} is too late, since the ruling changes something in entry {}; go back to entry {before} or earlier",
            before + 1
        )));
    }
    Ok(after)
}
