//! `ravenpost status`: the position of a campaign, its open window, and what needs attention.

use super::presence::{Away, away, wrote};
use crate::campaign::outgoing::votes::votes;
use crate::campaign::play::engine::Engine;
use crate::campaign::play::windows::AfterDeadline;
use crate::campaign::state::closing::closes_at;
use crate::campaign::state::entries::{LeavingStep, Question, SeatId, Standing};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{ChanceState, Dispute, Phase, Window};
use crate::campaign::state::settings::Secrecy;
use crate::campaign::state::typed_path::typed_path;
use crate::campaign::state::window_model::{is_unanswered, owing};
use crate::campaign::store::{Campaign, Outbox};
use crate::report::model::{Named, Vote};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// The status of a campaign at one moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    pub campaign: String,
    pub title: String,
    /// The id of the game, such as `thrones-1e`.
    pub game: String,
    pub turn: u32,
    pub stage: String,
    /// The open window. `None` if the game waits for nobody.
    pub window: Option<WindowStatus>,
    /// The end of the time in which words of chance are accepted. `None` once they are no longer accepted.
    pub words_until: Option<DateTime<Utc>>,
    /// Whose openings of sealed words of chance are still missing. `None` unless they are asked for now.
    pub words_opening: Option<WordsOpening>,
    /// What is known of the public number. `None` if the game waits for none.
    pub public_number: Option<PublicStatus>,
    /// When the clock was stopped. `None` while it runs.
    pub paused: Option<DateTime<Utc>>,
    /// `None` if the campaign has no rehearsal or it is over.
    pub rehearsal: Option<RehearsalStatus>,
    /// The players who are away now.
    pub away: Vec<Away>,
    /// The votes under way.
    pub votes: Vec<Vote>,
    /// The next time at which a tick changes something even if nobody writes.
    pub next: Option<DateTime<Utc>>,
    /// `None` if no tick has run yet.
    pub last_tick: Option<DateTime<Utc>>,
    /// Messages that wait to be sent.
    pub unsent: Vec<Unsent>,
    /// The result of the game. `None` while it goes on.
    pub outcome: Option<Value>,
    /// The open disputes.
    pub disputes: Vec<Dispute>,
    pub proposal: Option<ProposalStatus>,
    /// What needs the game master's attention, one sentence each.
    pub attention: Vec<String>,
}

/// The openings of sealed words of chance, while they are asked for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WordsOpening {
    /// The deadline of the openings. `None` if there is none.
    pub until: Option<DateTime<Utc>>,
    /// The seats that have not opened.
    pub missing: Vec<SeatId>,
}

/// A public number that the game waits for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PublicStatus {
    pub name: String,
    /// When it becomes known. `None` if the settings do not say.
    pub due: Option<DateTime<Utc>>,
    /// The number as it will be hashed. `None` if it was not entered yet.
    pub value: Option<String>,
    /// When the game begins with it. `None` if it was not entered yet.
    pub until: Option<DateTime<Utc>>,
}

/// A proposed ruling in its objection period.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProposalStatus {
    pub number: u64,
    /// The end of the objection period.
    pub until: DateTime<Utc>,
    /// The seats that object.
    pub against: Vec<SeatId>,
    /// `true` if they are enough for it to be dropped.
    pub falls: bool,
}

/// A rehearsal under way.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RehearsalStatus {
    /// Its end. `None` if it ends when all seats have passed.
    pub until: Option<DateTime<Utc>>,
    pub passed: Vec<SeatId>,
    /// The seats that have not passed yet.
    pub missing: Vec<SeatId>,
}

/// The open window of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WindowStatus {
    pub id: String,
    /// `true` if its plans stay sealed until all are in.
    pub sealed: bool,
    pub secrecy: Secrecy,
    pub phase: Phase,
    pub opened: DateTime<Utc>,
    /// `None` if the window has no deadline.
    pub deadline: Option<DateTime<Utc>>,
    /// The end of the grace period, until which messages count. `None` without a deadline.
    pub last_call: Option<DateTime<Utc>>,
    /// When it closes before that, because everybody is in and plans can only be corrected. `None` if it does not.
    pub closes: Option<DateTime<Utc>>,
    /// What comes at the end of the grace period, or at the next tick if that is over, unless somebody writes before. `None` before
    /// the deadline, while no deadline passes, and once the game waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<AfterDeadline>,
    /// The seats that it asks.
    pub seats: Vec<SeatStatus>,
}

/// A seat in an open window.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatStatus {
    pub seat: SeatId,
    pub name: String,
    /// The name of its player.
    pub player: String,
    /// The kinds of the questions it is asked.
    pub asked: Vec<String>,
    pub standing: Standing,
    /// When its player last wrote in this window. `None` if that is longer ago, or if its plan came since.
    pub wrote: Option<DateTime<Utc>>,
    /// `true` if a plan is in that does not answer what the window asks.
    pub unanswered: bool,
    /// `true` if nothing usable has come in this window, and its plan from before a rewind is used.
    pub kept: bool,
    /// The seal that commits it to a plan. `None` before it has sealed one, or if plans of the window are not sealed.
    pub seal: Option<String>,
    /// `true` if mail to its player comes back.
    pub unreachable: bool,
    /// `true` if its player has booked an absence for now.
    pub away: bool,
    /// `true` if its player has resigned, with effect from the end of the window.
    pub leaving: bool,
}

/// A message that waits to be sent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unsent {
    /// The id of a seat, `gm`, or another receiver.
    pub to: String,
    /// The name of the message, such as `report-7`.
    pub what: String,
    pub since: DateTime<Utc>,
    pub attempts: u32,
    /// The error of the last attempt. `None` if there was no attempt yet.
    pub error: Option<String>,
}

/// Returns the status of a campaign at the time `now`.
///
/// # Errors
/// If the record cannot be read by the rules.
pub fn status(campaign: &Campaign, now: DateTime<Utc>) -> Result<Status, CampaignError> {
    let engine = Engine::of(campaign, now)?;
    let outbox = Outbox::load(campaign.store());
    let unsent = campaign.record.people.due.iter().map(|due| {
        let failure = outbox.failure(due);
        Unsent {
            to: due.to.clone(),
            what: due.what.clone(),
            since: due.at,
            attempts: failure.map_or(0, |failure| failure.attempts),
            error: failure.map(|failure| failure.error.clone()),
        }
    });
    let last_tick = campaign.store().last_tick();
    let window = campaign.record.game.open_window().map(|window| window_status(campaign, window, now));
    Ok(Status {
        campaign: campaign.settings.id.clone(),
        title: campaign.settings.title.clone(),
        game: campaign.referee.id().to_owned(),
        turn: campaign.record.game.turn,
        stage: campaign.record.game.stage_name.clone(),
        window: window.transpose()?,
        words_until: campaign.record.people.words_until(),
        words_opening: words_opening(&campaign.record.people.chance, now),
        public_number: public_number(campaign),
        paused: campaign.record.people.paused,
        rehearsal: campaign.record.people.rehearsing(now).map(|rehearsal| RehearsalStatus {
            until: rehearsal.until,
            passed: campaign.record.people.rehearsed.iter().cloned().collect(),
            missing: campaign.record.people.unrehearsed(),
        }),
        away: away(campaign, now, |seat| name(campaign, seat)),
        votes: votes(&campaign.record.people, &|seat| Named {
            id: seat.to_owned(),
            name: name(campaign, seat),
        }),
        next: engine.next_instant(),
        last_tick,
        unsent: unsent.collect(),
        outcome: campaign.record.game.ended.as_ref().map(|ended| ended.outcome.clone()),
        disputes: campaign.record.people.open_disputes().cloned().collect(),
        proposal: campaign.record.people.proposal.as_ref().map(|proposal| ProposalStatus {
            number: proposal.ruling.number,
            until: proposal.until,
            against: proposal.against.iter().cloned().collect(),
            falls: campaign.settings.rulings.vote && campaign.record.people.is_opposed(),
        }),
        attention: attention(campaign, engine, last_tick, now),
    })
}

fn words_opening(chance: &ChanceState, now: DateTime<Utc>) -> Option<WordsOpening> {
    let missing = || chance.unopened().cloned().collect();
    chance.is_opening(now).then(|| WordsOpening { until: chance.deadline, missing: missing() })
}

fn public_number(campaign: &Campaign) -> Option<PublicStatus> {
    let (people, entered) = (&campaign.record.people, campaign.record.people.chance.public.as_ref());
    people.public_number().map(|public| PublicStatus {
        name: public.name.clone(),
        due: public.due,
        value: entered.map(|entered| entered.value.clone()),
        until: entered.map(|entered| entered.until),
    })
}

/// Returns a sentence for each seat that nobody plays, or soon will not.
fn vacancies(campaign: &Campaign) -> Vec<String> {
    let (people, dir) = (&campaign.record.people, typed_path(&campaign.dir));
    if campaign.record.game.ended.is_some() {
        return Vec::new();
    }
    let leaving = people.leaving.iter().filter(|(seat, leaving)| {
        leaving.resign == LeavingStep::Confirmed && !people.resigned.contains(*seat)
    });
    let leaving = leaving
        .map(|(seat, _)| format!("{seat} resigns at the end of the window: ravenpost replace {dir} {seat} --player NAME --address ADDRESS"));
    let vacant = people.resigned.iter().map(|seat| {
        format!("nobody plays {seat}: ravenpost replace {dir} {seat} --player NAME --address ADDRESS")
    });
    leaving.chain(vacant).collect()
}

fn attention(
    campaign: &Campaign,
    mut engine: Engine<'_>,
    last: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Vec<String> {
    let mut all = campaign.notes.clone();
    // This plays on with a copy; nothing of it is kept.
    match engine.settle() {
        Ok(()) => all.extend(engine.stuck),
        Err(error) => all.push(error.to_string()),
    }
    let waiting = campaign.record.game.open_window().filter(|window| window.waiting);
    let closes = |window: &&Window| closes_at(window, (&campaign.settings, &campaign.record.people), now);
    if let Some(window) = waiting.filter(|window| closes(window).is_none()) {
        let owing = owing(window, &campaign.record.people).into_iter();
        let seats: Vec<&str> = owing.map(String::as_str).collect();
        all.push(format!(
            "the deadline of {} is past, and the game waits for: {}; ravenpost extend {dir} 24h, or ravenpost process {dir}",
            window.id,
            seats.join(", "),
            dir = typed_path(&campaign.dir)
        ));
    }
    if let Some(public) =
        campaign.record.people.public_number().filter(|_| campaign.record.people.public_is_due(now))
    {
        let (name, dir) = (&public.name, typed_path(&campaign.dir));
        all.push(format!("the game waits for the public number “{name}”: ravenpost chance {dir} NUMBER"));
    }
    all.extend(vacancies(campaign));
    for seat in campaign.record.people.unreachable.keys() {
        all.push(format!("mail to {seat} comes back: correct the address in campaign.yaml, or reach the player some other way"));
    }
    all.extend(stale(campaign, last, now));
    all
}

/// Returns a warning if ticks have stopped while the game goes on; `last` is the time of the last one.
pub(crate) fn stale(campaign: &Campaign, last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<String> {
    match last {
        _ if campaign.record.game.ended.is_some() => None,
        None => Some("no tick has run yet: is `ravenpost tick` in your crontab?".to_owned()),
        Some(last) if now - last > campaign.settings.clock.outage => Some(format!(
            "no tick has run since {last}: is `ravenpost tick` in your crontab, and was the machine on?"
        )),
        Some(_) => None,
    }
}

fn window_status(
    campaign: &Campaign,
    window: &Window,
    now: DateTime<Utc>,
) -> Result<WindowStatus, CampaignError> {
    let seats = window.asked.iter().map(|(seat, questions)| SeatStatus {
        seat: seat.clone(),
        name: name(campaign, seat),
        player: campaign.settings.seat(seat).map(|seat| seat.player.clone()).unwrap_or_default(),
        asked: kinds(questions),
        standing: window.standing(seat),
        wrote: wrote(campaign, window, seat),
        unanswered: (is_unanswered(window, &campaign.record.people)
            || window.is_open() && window.is_beside(seat))
            && matches!(window.standing(seat), Standing::In | Standing::Final),
        kept: campaign.record.game.is_spared(window, seat),
        seal: window.seats.get(seat).and_then(|part| part.seal.clone()).filter(|_| window.sealed),
        unreachable: campaign.record.people.unreachable.contains_key(seat),
        away: campaign.record.people.absence_of(seat, now).is_some(),
        leaving: campaign.record.people.is_leaving(seat),
    });
    Ok(WindowStatus {
        id: window.id.clone(),
        sealed: window.sealed,
        secrecy: window.secrecy,
        phase: window.phase,
        opened: window.opened,
        deadline: window.deadline,
        last_call: window.last_call(),
        closes: closes_at(window, (&campaign.settings, &campaign.record.people), now),
        then: after_deadline(campaign, window, now)?,
        seats: seats.collect(),
    })
}

/// Returns what comes of a window whose deadline has passed; see [`WindowStatus::then`].
fn after_deadline(
    campaign: &Campaign,
    window: &Window,
    now: DateTime<Utc>,
) -> Result<Option<AfterDeadline>, CampaignError> {
    let last = window.last_call().filter(|_| window.is_late(now) && !window.waiting);
    let Some(last) = last else { return Ok(None) };
    Ok(Engine::of(campaign, last.max(now))?.comes_next())
}

/// Returns the kinds of questions, each once.
fn kinds(questions: &[Question]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for question in questions {
        if !kinds.contains(&question.kind) {
            kinds.push(question.kind.clone());
        }
    }
    kinds
}

fn name(campaign: &Campaign, seat: &str) -> String {
    let info = campaign.referee.seats().into_iter().find(|info| info.id == seat);
    info.map_or_else(|| seat.to_owned(), |info| info.name)
}
