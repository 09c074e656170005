//! How a campaign stands, as data: whose move it is, what waits and why, what was.
//!
//! May use: folder, engine, models. Is used by: cli.

use crate::campaign::outgoing::votes::votes;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Answer, How, Line, Resolved, SeatId, Standing};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Dispute, Phase, Window};
use crate::campaign::state::settings::{Absence, Secrecy};
use crate::campaign::state::timeline::{adopted, overruled_by, timeline};
use crate::campaign::store::{Campaign, Outbox};
use crate::ledger::Kind;
use crate::report::model::{Named, Vote};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

/// Whose move it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// The campaign's id.
    pub campaign: String,
    /// Its title.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The turn.
    pub turn: u32,
    /// The stage.
    pub stage: String,
    /// The window that is open.
    pub window: Option<WindowStatus>,
    /// Until when words of chance are taken.
    pub words_until: Option<DateTime<Utc>>,
    /// Since when the clock stands, if it does.
    pub paused: Option<DateTime<Utc>>,
    /// The rehearsal, as long as it goes on.
    pub rehearsal: Option<RehearsalStatus>,
    /// Votes as they stand.
    pub votes: Vec<Vote>,
    /// When something happens by itself.
    pub next: Option<DateTime<Utc>>,
    /// When the last tick ran.
    pub last_tick: Option<DateTime<Utc>>,
    /// Mails that wait.
    pub unsent: Vec<Unsent>,
    /// How the game ended.
    pub outcome: Option<Value>,
    /// Disputes that are open.
    pub disputes: Vec<Dispute>,
    /// A ruling that is proposed.
    pub proposal: Option<ProposalStatus>,
    /// What is stuck and why.
    pub attention: Vec<String>,
}

/// A ruling that is proposed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProposalStatus {
    /// Its number.
    pub number: u64,
    /// Until when it may be objected to.
    pub until: DateTime<Utc>,
    /// Who objects.
    pub against: Vec<SeatId>,
}

/// A rehearsal that goes on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RehearsalStatus {
    /// Until when; none: until all have passed.
    pub until: Option<DateTime<Utc>>,
    /// Seats that have passed.
    pub passed: Vec<SeatId>,
    /// Seats that have not.
    pub missing: Vec<SeatId>,
}

/// An open window.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WindowStatus {
    /// Its id.
    pub id: String,
    /// Whether its plans stay sealed until all are in.
    pub sealed: bool,
    /// How they are handed in.
    pub secrecy: Secrecy,
    /// Where it stands.
    pub phase: Phase,
    /// When it opened.
    pub opened: DateTime<Utc>,
    /// Its deadline.
    pub deadline: Option<DateTime<Utc>>,
    /// Until when mails count.
    pub last_call: Option<DateTime<Utc>>,
    /// Its seats.
    pub seats: Vec<SeatStatus>,
}

/// A seat in an open window.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatStatus {
    /// Its id.
    pub seat: SeatId,
    /// Its name.
    pub name: String,
    /// Its player.
    pub player: String,
    /// Kinds of the questions it is asked.
    pub asked: Vec<String>,
    /// How it stands.
    pub standing: Standing,
    /// What binds it.
    pub seal: Option<String>,
    /// Whether its mail comes back.
    pub unreachable: bool,
    /// Whether it has booked an absence.
    pub away: bool,
}

/// A mail that waits to be sent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unsent {
    /// To whom.
    pub to: String,
    /// What.
    pub what: String,
    /// Since when.
    pub since: DateTime<Utc>,
    /// How often it was tried.
    pub attempts: u32,
    /// What went wrong last.
    pub error: Option<String>,
}

/// What would be resolved now.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Preview {
    /// The open window, if its plans are sealed: they stay so, and nothing beyond it is told.
    pub sealed: Option<String>,
    /// What would be used of each seat if the window closed now.
    pub seats: Vec<(SeatId, Use)>,
    /// Answers that are found already and not yet on record.
    pub answers: Vec<Answer>,
    /// What would then be waited for: keys of questions.
    pub then: Vec<String>,
}

/// What would be used of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// Its plan, which is here.
    Plan,
    /// A plan that it has sealed and must still open.
    Seal,
    /// The rules' default, for nothing usable is in.
    Default,
    /// The steward's plan.
    Steward,
    /// Nothing: the game would wait.
    Wait,
}

/// A stage that is over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HistoryLine {
    /// Its number, from 1; 0 is the set-up.
    pub number: u64,
    /// Its turn.
    pub turn: u32,
    /// Its name.
    pub stage: String,
    /// When it was resolved.
    pub at: DateTime<Utc>,
    /// By which entry of the ledger.
    pub entry: u64,
    /// What was decided in it, with sources.
    pub answers: Vec<Answer>,
    /// The ruling that has left it behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overruled: Option<u64>,
}

impl Campaign {
    /// How it stands at a time.
    ///
    /// # Errors
    /// The record cannot be read by the rules.
    pub fn status(&self, now: DateTime<Utc>) -> Result<Status, CampaignError> {
        let engine = Engine::of(self, now)?;
        let outbox = Outbox::load(self.store());
        let unsent = self.record.people.due.iter().map(|due| {
            let failure = outbox.failure(due);
            Unsent {
                to: due.to.clone(),
                what: due.what.clone(),
                since: due.at,
                attempts: failure.map_or(0, |failure| failure.attempts),
                error: failure.map(|failure| failure.error.clone()),
            }
        });
        let last_tick = self.store().last_tick();
        Ok(Status {
            campaign: self.settings.id.clone(),
            title: self.settings.title.clone(),
            game: self.referee.id().to_owned(),
            turn: self.record.game.turn,
            stage: self.record.game.stage_name.clone(),
            window: self.record.game.open_window().map(|window| self.window_status(window, now)),
            words_until: self.record.people.words_until(),
            paused: self.record.people.paused,
            rehearsal: self.record.people.rehearsing(now).map(|rehearsal| RehearsalStatus {
                until: rehearsal.until,
                passed: self.record.people.rehearsed.iter().cloned().collect(),
                missing: self.record.people.unrehearsed(),
            }),
            votes: votes(&self.record.people, &|seat| Named { id: seat.to_owned(), name: self.name(seat) }),
            next: engine.next_instant(),
            last_tick,
            unsent: unsent.collect(),
            outcome: self.record.game.ended.as_ref().map(|ended| ended.outcome.clone()),
            disputes: self.record.people.open_disputes().cloned().collect(),
            proposal: self.record.people.proposal.as_ref().map(|proposal| ProposalStatus {
                number: proposal.ruling.number,
                until: proposal.until,
                against: proposal.against.iter().cloned().collect(),
            }),
            attention: self.attention(engine, last_tick, now),
        })
    }

    fn attention(
        &self,
        mut engine: Engine<'_>,
        last: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Vec<String> {
        let mut all = self.notes.clone();
        // A try on a copy: nothing of it is kept.
        match engine.settle() {
            Ok(()) => all.extend(engine.stuck),
            Err(error) => all.push(error.to_string()),
        }
        if let Some(window) = self.record.game.open_window().filter(|window| window.waiting) {
            let seats: Vec<&str> = window.missing().map(String::as_str).collect();
            all.push(format!(
                "the deadline of {} is past, and the game waits for: {}",
                window.id,
                seats.join(", ")
            ));
        }
        for seat in self.record.people.unreachable.keys() {
            all.push(format!("mail to {seat} comes back: correct the address in campaign.yaml, or reach the player otherwise"));
        }
        all.extend(self.stale(last, now));
        all
    }

    /// Whether ticks have stopped: what to say of it.
    pub(crate) fn stale(&self, last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<String> {
        match last {
            _ if self.record.game.ended.is_some() => None,
            None => Some("no tick has run yet: is the line in your crontab?".to_owned()),
            Some(last) if now - last > self.settings.clock.outage => Some(format!(
                "no tick has run since {last}: is the line in your crontab, and the machine on?"
            )),
            Some(_) => None,
        }
    }

    fn window_status(&self, window: &Window, now: DateTime<Utc>) -> WindowStatus {
        let seats = window.asked.iter().map(|(seat, questions)| SeatStatus {
            seat: seat.clone(),
            name: self.name(seat),
            player: self.settings.seat(seat).map(|seat| seat.player.clone()).unwrap_or_default(),
            asked: questions.iter().map(|question| question.kind.clone()).collect(),
            standing: window.standing(seat),
            seal: window.seats.get(seat).and_then(|part| part.seal.clone()).filter(|_| window.sealed),
            unreachable: self.record.people.unreachable.contains_key(seat),
            away: self.record.people.absence_of(seat, now).is_some(),
        });
        WindowStatus {
            id: window.id.clone(),
            sealed: window.sealed,
            secrecy: window.secrecy,
            phase: window.phase,
            opened: window.opened,
            deadline: window.deadline,
            last_call: window.last_call(),
            seats: seats.collect(),
        }
    }

    fn name(&self, seat: &str) -> String {
        let info = self.referee.seats().into_iter().find(|info| info.id == seat);
        info.map_or_else(|| seat.to_owned(), |info| info.name)
    }

    /// What would be resolved now, and from whose plans or silences. Sealed plans stay sealed.
    ///
    /// # Errors
    /// The record cannot be read by the rules.
    pub fn preview(&self, now: DateTime<Utc>) -> Result<Preview, CampaignError> {
        let mut preview = Preview { sealed: None, seats: Vec::new(), answers: Vec::new(), then: Vec::new() };
        let Some(window) = self.record.game.open_window() else { return Ok(preview) };
        preview.seats =
            window.asked.keys().map(|seat| (seat.clone(), self.used(window, seat, now))).collect();
        if window.sealed {
            preview.sealed = Some(window.id.clone());
            return Ok(preview);
        }
        let mut engine = Engine::of(self, now)?;
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

    fn used(&self, window: &Window, seat: &str, now: DateTime<Utc>) -> Use {
        let part = window.seats.get(seat).filter(|part| !part.is_void);
        match (part.and_then(|part| part.how.map(|how| (how, part.opened))), self.settings.absence) {
            (Some((How::Seal, false)), _) => Use::Seal,
            (Some(_), _) => Use::Plan,
            (None, Absence::Wait) if self.record.people.out(seat, now).is_none() => Use::Wait,
            (None, _) if self.record.people.waits_for(seat, now) => Use::Wait,
            (None, Absence::Steward) => Use::Steward,
            (None, _) => Use::Default,
        }
    }

    /// The stages so far, oldest first, those too that rulings have left behind.
    ///
    /// # Errors
    /// The ledger holds what it should not.
    pub fn history(&self) -> Result<Vec<HistoryLine>, CampaignError> {
        let mut lines = Vec::new();
        let mut answers: Vec<Answer> = Vec::new();
        let mut now = (0, "set-up".to_owned());
        for entry in self.entries() {
            let line = Line::from(entry);
            match entry.kind {
                Kind::Answered => answers.push(line.answer().map_err(CampaignError::Fault)?.0),
                Kind::Ruling => {
                    let Some(ruling) = adopted(entry) else { continue };
                    // What was decided in its stage up to there stands.
                    let left = timeline(self.entries(), ruling.after);
                    let stage = left.iter().rev().take_while(|entry| entry.kind != Kind::Resolved);
                    let given = stage
                        .filter(|entry| entry.kind == Kind::Answered)
                        .map(|entry| Line::from(*entry).answer().map(|(answer, _)| answer));
                    answers = given.collect::<Result<_, _>>().map_err(CampaignError::Fault)?;
                    answers.reverse();
                    now = (ruling.turn, ruling.stage);
                }
                Kind::Resolved => {
                    let body: Resolved = line.body().map_err(CampaignError::Fault)?;
                    let next = (body.turn, body.stage);
                    let (turn, stage) = std::mem::replace(&mut now, next);
                    lines.push(HistoryLine {
                        number: body.number,
                        turn: if body.number == 0 { body.turn } else { turn },
                        stage,
                        at: entry.at,
                        entry: entry.seq,
                        answers: std::mem::take(&mut answers),
                        overruled: match self.record.people.rulings.is_empty() {
                            true => None,
                            false => overruled_by(self.entries(), entry.seq),
                        },
                    });
                }
                _ => {}
            }
        }
        Ok(lines)
    }
}
