//! A ruling written to the ledger: adopted at once, proposed for the objection period, or withdrawn.

use super::assembly::assemble;
use super::refusal::refused;
use super::request::Request;
use super::trial::{Trial, trial, try_ruling};
use crate::campaign::outgoing::difference::Difference;
use crate::campaign::outgoing::pages;
use crate::campaign::outgoing::render::Render;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::RulingStep;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::{Campaign, Command, Host};
use crate::ledger::Kind;
use chrono::{DateTime, Utc};
use std::path::Path;
use std::sync::Arc;

/// Returns the command that withdraws a proposal, so that a command killed midway is recognised when it is typed again.
pub fn withdrawal() -> Command {
    Command::new("withdraw", &())
}

/// Adopts a ruling: writes it with everything that follows from it in one append. The next tick sends the messages.
///
/// Returns the difference it makes, and the errors of files beside the ledger that could not be written.
///
/// # Errors
/// If [`try_ruling`] refuses it, the campaign has an objection period, the same command has adopted it already and was killed
/// before it could say so, or the ledger cannot be written. Nothing is changed then.
pub fn adopt(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    request: &Request,
    render: &dyn Render,
) -> Result<(Difference, Vec<String>), CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    if let Some(protest) = campaign.settings.rulings.protest {
        return Err(refused(format!(
            "this campaign has an objection period of {} (`rulings` in campaign.yaml); use --propose instead of --adopt",
            span_words(protest)
        )));
    }
    let command = request.adoption();
    command.is_new(&campaign)?;
    let difference = try_ruling(&campaign, request, now)?.difference()?;
    let (ruling, secret) = assemble(&campaign, request)?;
    let trial = trial(&campaign, &ruling, &secret, now, false)?;
    let Trial { engine: Engine { record, drafts, vault, .. }, .. } = trial;
    let place = drafts.iter().position(|draft| draft.kind == Kind::Ruling).unwrap_or_default();
    command.note(&campaign, &drafts, place)?;
    campaign.commit(record, drafts, &vault)?;
    let mut attention = Vec::new();
    let now = campaign.rules().pending(&campaign.record).map(Arc::new);
    let first = campaign
        .record
        .people
        .rulings
        .last()
        .map_or(difference.ruling.turn, |given| pages::first_changed_turn(&campaign.record, given));
    pages::write(&campaign, now, first, render, &mut attention);
    campaign.save();
    Ok((difference, attention))
}

/// Proposes a ruling: the next tick tells everybody, the clock waits, and a tick at the end of the objection period adopts or
/// drops it.
///
/// Returns the difference it would make, and the end of the objection period.
///
/// # Errors
/// If [`try_ruling`] refuses it, the campaign has no objection period, the same command has proposed it already and was
/// killed before it could say so, or the ledger cannot be written. Nothing is changed then.
pub fn propose(
    host: &Host,
    dir: &Path,
    now: DateTime<Utc>,
    request: &Request,
) -> Result<(Difference, DateTime<Utc>), CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    if campaign.settings.rulings.protest.is_none() {
        return Err(refused(
            "this campaign has no objection period (`rulings` in campaign.yaml); use --adopt instead of --propose",
        ));
    }
    let command = request.proposal();
    command.is_new(&campaign)?;
    let difference = try_ruling(&campaign, request, now)?.difference()?;
    let (engine, until) = proposed_by(&campaign, request, now)?;
    let Engine { record, drafts, vault, .. } = engine;
    let place = drafts.iter().position(|draft| draft.kind == Kind::Ruling).unwrap_or_default();
    command.note(&campaign, &drafts, place)?;
    campaign.commit(record, drafts, &vault)?;
    Ok((difference, until))
}

/// Returns the campaign at work after it has proposed a ruling, and the end of the objection period.
///
/// # Errors
/// If the request cannot be made into a ruling, or the campaign has no objection period.
pub(super) fn proposed_by<'a>(
    campaign: &'a Campaign,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<(Engine<'a>, DateTime<Utc>), CampaignError> {
    let Some(protest) = campaign.settings.rulings.protest else {
        return Err(refused(
            "this campaign has no objection period (`rulings` in campaign.yaml); use --adopt instead of --propose",
        ));
    };
    let (ruling, secret) = assemble(campaign, request)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(campaign, now)?;
    engine.note_settings()?;
    let until = engine.now + protest;
    engine.add_with(Kind::Ruling, &RulingStep::Proposed { ruling, until }, &secret)?;
    Ok((engine, until))
}

/// Withdraws the proposed ruling and returns its number.
///
/// # Errors
/// If no ruling is proposed, the same command has withdrawn it already and was killed before it could say so, or the ledger
/// cannot be written. Nothing is changed then.
pub fn withdraw(host: &Host, dir: &Path, now: DateTime<Utc>) -> Result<u64, CampaignError> {
    let (mut campaign, _claim) = Campaign::claim(host, dir)?;
    withdrawal().is_new(&campaign)?;
    let now = DateTime::from_timestamp(now.timestamp(), 0).unwrap_or(now);
    let mut engine = Engine::of(&campaign, now)?;
    let Some(number) = engine.record.people.proposal.as_ref().map(|proposal| proposal.ruling.number) else {
        return Err(refused("no ruling is proposed, so there is nothing to withdraw"));
    };
    engine.note_settings()?;
    engine.drop_proposal(number, "withdrawn")?;
    engine.settle()?;
    let Engine { record, drafts, vault, .. } = engine;
    let place = drafts.iter().position(|draft| draft.kind == Kind::Ruling).unwrap_or_default();
    withdrawal().note(&campaign, &drafts, place)?;
    campaign.commit(record, drafts, &vault)?;
    Ok(number)
}
