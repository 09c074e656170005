//! Rulings that the game master asks for by mail: shown in the receipt, and adopted by an answer to it.

use super::adoption::proposed_by;
use super::assembly::{assemble, part_at_fault};
use super::decisions::decisions;
use super::request::Request;
use super::trial::{trial, try_ruling};
use crate::campaign::intake::problems;
use crate::campaign::outgoing::ruling_answer::RulingAnswer;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Line;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::receipt::{Kept, Wanted};
use crate::campaign::state::record::{Due, DueKind, GM, Given, Record, Standing};
use crate::campaign::state::shown_rulings::{ShownRuling, Since, shown_ruling, since_shown};
use crate::campaign::store::Campaign;
use crate::ledger::{Draft, Kind};
use crate::report::model::{Answer, Problem};
use crate::seal::mask;
use crate::sheet::Refusal;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// Returns `true` if one of these entries is a message by which the game master adopts a ruling.
pub(crate) fn wants_adoption(drafts: &[Draft]) -> bool {
    drafts.iter().filter(|draft| draft.kind == Kind::Received).any(|draft| {
        let asked = draft.secret.as_ref().and_then(|secret| secret.body()?.get("asked"));
        let asked = asked.and_then(Value::as_array);
        asked.into_iter().flatten().any(|wanted| wanted.get("ask").is_some_and(|ask| ask == "adopt"))
    })
}

/// Returns `true` if the game master has written an adoption that is still to be answered, and that a pass which was killed may
/// not have carried out.
///
/// # Errors
/// If older entries of the ledger cannot be read.
pub(crate) fn is_wished(campaign: &Campaign) -> Result<bool, CampaignError> {
    for due in &campaign.record.people.due {
        if wish(campaign, due)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the rulings whose adoption the game master has written and that are still to be answered, as far as they do what was
/// shown of them. Everything that came in before must be written.
///
/// # Errors
/// If the ledger or a deposit cannot be read.
pub(crate) fn wished(campaign: &mut Campaign, now: DateTime<Utc>) -> Result<Vec<Request>, CampaignError> {
    let mut wishes = Vec::new();
    for due in &campaign.record.people.due {
        wishes.extend(wish(campaign, due)?);
    }
    let mut requests = Vec::new();
    for (entry, shown) in wishes {
        let Some(ShownRuling { ruling, .. }) = shown_ruling(campaign.past(), shown)? else { continue };
        let request = Request::written(&ruling);
        if carried_out(campaign, entry, &request).is_none() && is_as_shown(campaign, shown, &request, now)? {
            requests.push(request);
        }
    }
    Ok(requests)
}

/// Carries out the first of these rulings that can be carried out, and returns the campaign at work after it; `None` if none can.
///
/// # Errors
/// If the ledger or a deposit cannot be read.
pub(crate) fn adopt_first<'a>(
    campaign: &'a Campaign,
    requests: &[Request],
    now: DateTime<Utc>,
) -> Result<Option<Engine<'a>>, CampaignError> {
    for request in requests {
        match carry_out(campaign, request, now) {
            Ok(engine) => return Ok(Some(engine)),
            // The receipt says why.
            Err(CampaignError::Refused(_) | CampaignError::Fault(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// Returns `true` if a ruling would do now what a receipt has shown of it. Plans that came in since for the open window are no
/// reason to show it again while it does the same with and without them.
fn is_as_shown(
    campaign: &mut Campaign,
    shown: u64,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<bool, CampaignError> {
    let mailed = match since_shown(campaign.past(), shown)? {
        Since::Nothing => return Ok(true),
        Since::Play => return Ok(false),
        Since::Plans { mailed } => mailed,
    };
    let does = |campaign: &Campaign| match try_ruling(campaign, request, now) {
        Ok(trial) => trial.difference().map(Some),
        Err(CampaignError::Refused(_) | CampaignError::Fault(_)) => Ok(None),
        Err(error) => Err(error),
    };
    let now = does(campaign)?;
    let then = Record::at(campaign.rules(), mailed)?.game;
    let then = campaign.with_game(then, does)?;
    Ok(now.is_some() && now == then)
}

/// Returns the entry of the message that a due receipt answers, and the receipt whose ruling the message adopts.
fn wish(campaign: &Campaign, due: &Due) -> Result<Option<(u64, u64)>, CampaignError> {
    if due.to != GM || due.kind != DueKind::Receipt {
        return Ok(None);
    }
    let Some(entry) = campaign.past().get(due.seq)? else { return Ok(None) };
    let kept = Line::from(entry).secret::<Kept>().map_err(CampaignError::Fault)?;
    let mut asked = kept.into_iter().flat_map(|kept| kept.asked);
    Ok(asked.find_map(|wanted| match wanted {
        Wanted::Adopt { shown } => Some((entry.seq, shown)),
        _ => None,
    }))
}

fn carry_out<'a>(
    campaign: &'a Campaign,
    request: &Request,
    now: DateTime<Utc>,
) -> Result<Engine<'a>, CampaignError> {
    try_ruling(campaign, request, now)?;
    if campaign.settings.rulings.protest.is_some() {
        return proposed_by(campaign, request, now).map(|(engine, _)| engine);
    }
    let (ruling, secret) = assemble(campaign, request)?;
    Ok(trial(campaign, &ruling, &secret, now, false)?.engine)
}

/// Returns the ruling that a message, whose entry is `after`, has adopted or proposed; `None` if it has not.
fn carried_out<'a>(campaign: &'a Campaign, after: u64, request: &Request) -> Option<&'a Given> {
    let reason = mask(request.reason.trim());
    let is_it = |given: &&Given| {
        given.seq > after
            && given.standing != Standing::Dropped
            && given.ruling.what == request.what
            && given.ruling.reason == reason
            && given.ruling.dispute == request.dispute
    };
    campaign.record.people.rulings.iter().find(is_it)
}

/// Answers what the game master has written about a ruling, for the receipt that is due.
///
/// # Errors
/// If the ledger cannot be read, or the record cannot be read by the rules.
pub(crate) fn answer(
    campaign: &Campaign,
    due: &Due,
    wanted: &Wanted,
    now: DateTime<Utc>,
) -> Result<RulingAnswer, CampaignError> {
    match wanted {
        Wanted::Decisions { turn, stage } => listed(campaign, *turn, stage.as_deref()),
        Wanted::Ruling { ruling, spots } => {
            let shown = ShownRuling { ruling: (**ruling).clone(), spots: spots.clone() };
            show(campaign, &shown, now, false)
        }
        Wanted::Adopt { shown } => {
            let Some(shown) = shown_ruling(campaign.past(), *shown)? else {
                return Ok(RulingAnswer::Refused(refusal("no message has shown this ruling")));
            };
            match carried_out(campaign, due.seq, &Request::written(&shown.ruling)) {
                Some(given) => Ok(RulingAnswer::Told(told(campaign, given))),
                // A place in the message before would be none in the one that is answered.
                None => show(campaign, &ShownRuling { spots: Vec::new(), ..shown }, now, true),
            }
        }
        _ => Err(CampaignError::Fault("only rulings are answered here".to_owned())),
    }
}

fn told(campaign: &Campaign, given: &Given) -> Answer {
    let proposal = campaign.record.people.proposal.as_ref();
    let proposal = proposal.filter(|proposal| proposal.ruling.number == given.ruling.number);
    Answer::Ruling {
        step: if given.standing == Standing::Proposed { "proposed" } else { "adopted" }.to_owned(),
        number: given.ruling.number,
        until: proposal.map(|proposal| proposal.until),
        told: None,
    }
}

/// Returns the difference that a ruling makes now, or why it cannot be made.
fn show(
    campaign: &Campaign,
    shown: &ShownRuling,
    now: DateTime<Utc>,
    again: bool,
) -> Result<RulingAnswer, CampaignError> {
    let request = Request::written(&shown.ruling);
    let trial = match try_ruling(campaign, &request, now) {
        Ok(trial) => trial,
        Err(CampaignError::Refused(why)) => {
            let part = part_at_fault(campaign, &request, &why);
            let spot = shown.spots.iter().find(|spot| part.as_ref() == Some(&spot.of));
            let problem = spot.map(|spot| spot.problem.clone());
            let refused = refusal(&why);
            let problem = match problem {
                Some(place) => Problem { why: refused.why, ..place },
                None => refused,
            };
            return Ok(RulingAnswer::Refused(problem));
        }
        Err(error) => return Err(error),
    };
    let protest = campaign.settings.rulings.protest.is_some();
    let told = trial.told(false)?;
    Ok(RulingAnswer::Told(Answer::Ruling {
        step: match (again, protest) {
            (false, false) => "adopt",
            (false, true) => "propose",
            (true, false) => "adopt-again",
            (true, true) => "propose-again",
        }
        .to_owned(),
        number: told.number,
        until: None,
        told: Some(Box::new(told)),
    }))
}

/// Parts a refusal from the list of legal answers below it.
fn parted(why: &str) -> (&str, Vec<&str>) {
    match why.split_once('\n') {
        Some((why, list)) => (why, list.lines().skip(1).map(str::trim).collect()),
        None => (why, Vec::new()),
    }
}

/// Commands that refusals name, and what has the same effect by mail. A section would be shown in brackets in a mail, where it
/// comes from the words of a refusal, so its name is left out.
const BY_MAIL: [(&str, &str); 3] = [
    ("`ravenpost rule DIR TURN` (by mail, `do: {decisions: TURN}`)", "the order “decisions TURN”"),
    ("`ravenpost rule DIR --withdraw` (by mail, `do: withdraw`)", "the order “withdraw”"),
    ("`ravenpost dispute DIR`", "a message that asks for the status"),
];

/// Returns a refusal that points at no place.
fn refusal(why: &str) -> Problem {
    let (why, legal) = parted(why);
    let why = BY_MAIL.iter().fold(why.to_owned(), |why, (command, order)| why.replace(command, order));
    let why = why.trim_end_matches('.');
    problems::refused(&Refusal::new("ruling-refused").with("why", why).with("legal", legal))
}

fn listed(
    campaign: &Campaign,
    turn: Option<u32>,
    stage: Option<&str>,
) -> Result<RulingAnswer, CampaignError> {
    let turn = turn.unwrap_or(campaign.record.game.turn.max(1));
    let mut stages = match decisions(campaign, turn) {
        Ok(stages) => stages,
        Err(CampaignError::Refused(why)) => return Ok(RulingAnswer::Refused(refusal(&why))),
        Err(error) => return Err(error),
    };
    let names = stages.iter().map(|decided| decided.stage.as_str()).collect::<Vec<_>>().join(", ");
    stages.retain(|decided| stage.is_none_or(|stage| decided.stage == stage));
    if let (Some(stage), true) = (stage, stages.is_empty()) {
        let why = format!("turn {turn} has no stage “{stage}” so far; its stages are {names}");
        return Ok(RulingAnswer::Refused(refusal(&why)));
    }
    let stages = serde_json::to_value(&stages).map_err(|why| CampaignError::Fault(why.to_string()))?;
    Ok(RulingAnswer::Told(Answer::Decisions { stages }))
}
