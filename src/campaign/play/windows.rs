//! Windows: when they open and close, and how a seat that stays silent is treated.

use crate::campaign::play::asked::questions_of;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::closing::closes_with_the_last;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::{Phase, Window};
use crate::campaign::state::secrets::first;
use crate::campaign::state::settings::{Absence, CloseEarly, Secrecy};
use crate::campaign::state::window_model::{owing, to_remind};
use crate::ledger::Kind;
use crate::seal::{Binding, Opening};
use crate::table::Asked;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The next step for a window.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Wait,
    /// Wait beyond the deadline for these seats.
    WaitFor(Vec<SeatId>),
    /// Publish the seals and ask for their openings.
    ///
    /// With the reason that the ledger gives.
    Publish(&'static str),
    /// Ask the others for their openings; the seat that opens first has done so or can no longer.
    AskOthers(FirstIs),
    /// Close it, with the reason that the ledger gives.
    Close(&'static str),
}

/// What comes of a window at a moment after its deadline if nobody writes any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterDeadline {
    /// It closes, or its seals are published.
    Closes,
    /// The seats that did not have to open first are asked for their openings.
    AsksOthers,
    /// The game waits for these seats.
    WaitsFor(Vec<SeatId>),
}

impl Engine<'_> {
    /// Opens a window for the questions that the game has paused at.
    pub(crate) fn open_window(&mut self, asked: &Asked) -> Result<(), CampaignError> {
        let (questions, sealed) = questions_of(self.rules, asked);
        let several = sealed || !asked.ahead.is_empty();
        let (turn, stage) = (self.record.game.turn, self.record.game.stage_name.clone());
        let name = format!("{turn}-{stage}");
        let id = match self.record.people.counts.get(&name) {
            None | Some(0) => name,
            Some(count) => format!("{name}-{}", count + 1),
        };
        let kinds = questions.values().flatten().map(|question| question.kind.clone()).collect::<Vec<_>>();
        let clock = &self.settings.clock;
        let rule = if several { &clock.deadline } else { &clock.question };
        // A ruling may have closed a window with the same questions; plans sealed in it still count.
        let shut = self.record.game.shut.iter().find(|shut| {
            let asks = |(seat, asked): (&SeatId, &Vec<Question>)| {
                shut.asked.get(seat).is_some_and(|was| asked.iter().any(|question| was.contains(question)))
            };
            sealed && questions.iter().any(asks)
        });
        let deadline = match (rule.after(self.now), shut.and_then(|shut| shut.deadline)) {
            (Some(fresh), Some(was)) => Some(fresh.max(was)),
            (fresh, _) => fresh,
        };
        let again = shut.map(|shut| shut.window.clone());
        self.add(
            Kind::Window,
            &WindowStep::Opened {
                window: id,
                turn,
                stage,
                round: self.rules.round(&self.record).name,
                sealed,
                secrecy: if sealed {
                    self.settings.secrecy_for(kinds.iter().map(String::as_str))
                } else {
                    Secrecy::Deposit
                },
                asked: questions,
                deadline,
                grace: clock.grace.num_seconds(),
                again,
                counts: self.record.people.counts_of_mail,
            },
        )
    }

    /// Closes the open window because its questions are answered.
    pub(crate) fn close_answered(&mut self) -> Result<(), CampaignError> {
        self.close_without_opening("answered")
    }

    /// Closes the open window and leaves its sealed plans unopened.
    pub(crate) fn close_without_opening(&mut self, why: &str) -> Result<(), CampaignError> {
        let Some(window) = self.record.game.open_window() else { return Ok(()) };
        let seats = window.asked.keys().map(|seat| (seat.clone(), window.standing(seat))).collect();
        let (window, why) = (window.id.clone(), why.to_owned());
        self.add(Kind::Window, &WindowStep::Closed { window, why, seats, silent: BTreeMap::new() })
    }

    /// Returns `true` if the next tick closes the open window, or publishes its seals, unless something comes before.
    pub(crate) fn closes_next(&self) -> bool {
        self.comes_next() == Some(AfterDeadline::Closes)
    }

    /// Returns what the next tick does with the open window, unless something comes before; `None` if it leaves it open.
    pub(crate) fn comes_next(&self) -> Option<AfterDeadline> {
        match self.verdict(self.record.game.open_window()?) {
            Verdict::Publish(_) | Verdict::Close(_) => Some(AfterDeadline::Closes),
            Verdict::AskOthers(_) => Some(AfterDeadline::AsksOthers),
            Verdict::WaitFor(seats) => Some(AfterDeadline::WaitsFor(seats)),
            Verdict::Wait => None,
        }
    }

    fn verdict(&self, window: &Window) -> Verdict {
        if self.record.people.paused.is_some() {
            return Verdict::Wait;
        }
        let held = self.record.people.held.is_some();
        let late = !held && window.last_call().is_some_and(|last| self.now >= last);
        if window.phase == Phase::OpeningFirst {
            return Self::first_is(window, late).map_or(Verdict::Wait, Verdict::AskOthers);
        }
        if window.phase == Phase::Opening {
            return match window.unopened().next() {
                None => Verdict::Close("openings"),
                Some(_) if late => Verdict::Close("deadline"),
                Some(_) => Verdict::Wait,
            };
        }
        let away = |seat: &SeatId| self.is_away_from(window, seat);
        // A plan that does not answer an open question is none: its seat is waited for.
        let owing = owing(window, &self.record.people).into_iter();
        let missing: Vec<SeatId> = owing.filter(|seat| !away(seat)).cloned().collect();
        // Where everybody is away, the deadline is what the game goes by: it must not run ahead of its players.
        let close = |why| {
            if window.unopened().next().is_some() { Verdict::Publish(why) } else { Verdict::Close(why) }
        };
        let all_away = window.asked.keys().all(away);
        // Only stewards play here, and nobody waits for them.
        if all_away && !held && self.is_anybody_there() {
            return close("all-in");
        }
        let early = missing.is_empty()
            && window.sealed
            && !all_away
            && match self.settings.close_early {
                // While a dispute holds the clock, a window closes early only if every seat has said “final”.
                _ if !held && closes_with_the_last(window, self.settings) => {
                    self.mendings(window).next().is_none()
                }
                CloseEarly::No => false,
                CloseEarly::AllIn | CloseEarly::Final => {
                    window.asked.keys().all(|seat| away(seat) || window.standing(seat) == Standing::Final)
                }
            }
            // Its “final” was said of another position, and its seat is asked for another plan.
            && !window.asked.keys().any(|seat| !away(seat) && self.keeps_a_misfit(window, seat));
        if early {
            return close("all-in");
        }
        if !late {
            return Verdict::Wait;
        }
        // A seat that our mail does not reach has not been silent.
        let waits = self.settings.absence == Absence::Wait;
        let is_waited_for =
            |seat: &SeatId| waits && !self.record.game.is_spared(window, seat) || self.is_waited_for(seat);
        let waited: Vec<SeatId> = missing.into_iter().filter(is_waited_for).collect();
        match waited.is_empty() {
            false => Verdict::WaitFor(waited),
            // Who was waited for has not had the time that others had.
            true if window.waiting && self.mendings(window).next().is_some() => Verdict::Wait,
            // It may have come in the very pass in which the waiting would have begun.
            true if window.mends_late(self.now).is_some() => Verdict::Wait,
            true => close("deadline"),
        }
    }

    /// Returns `true` if a seat of the game is neither away nor given up.
    fn is_anybody_there(&self) -> bool {
        let people = &self.record.people;
        people.seats().any(|seat| people.out(seat, self.now).is_none())
    }

    /// Returns `true` if a window does not wait for a seat.
    fn is_away_from(&self, window: &Window, seat: &str) -> bool {
        self.record.people.is_out_until(seat, self.now, window.deadline)
    }

    /// Returns until when seats can mend their plans, which have the grace period once more for it.
    pub(super) fn mendings<'w>(&self, window: &'w Window) -> impl Iterator<Item = DateTime<Utc>> + use<'w> {
        let now = self.now;
        window.asked.keys().filter_map(|seat| window.mends_until(seat)).filter(move |until| now < *until)
    }

    /// Returns `true` if a seat is waited for beyond the deadline whatever the settings say, because our mail has not
    /// reached it for a few days or it has asked the others to wait.
    pub(crate) fn is_waited_for(&self, seat: &str) -> bool {
        self.record.is_out_of_reach(seat, self.now) || self.record.people.waits_for(seat, self.now)
    }

    /// Does what is due with the open window. Returns `true` if it has been published or closed.
    pub(crate) fn judge(&mut self) -> Result<bool, CampaignError> {
        let Some(window) = self.record.game.open_window().cloned() else { return Ok(false) };
        match self.verdict(&window) {
            Verdict::Wait => Ok(false),
            Verdict::WaitFor(_) if window.waiting => Ok(false),
            Verdict::WaitFor(seats) => {
                let told = seats.iter().any(|seat| self.is_waited_for(seat));
                self.add(Kind::Window, &WindowStep::Waiting { window: window.id, seats, told })?;
                Ok(false)
            }
            Verdict::Publish(why) => {
                self.publish(&window, why)?;
                Ok(true)
            }
            Verdict::AskOthers(why) => {
                self.ask_the_others(&window, why)?;
                Ok(true)
            }
            Verdict::Close(why) => {
                self.close(&window, why)?;
                Ok(true)
            }
        }
    }

    /// Closes a window: opens the deposited plans, and decides for each silent seat.
    pub(crate) fn close(&mut self, window: &Window, why: &str) -> Result<(), CampaignError> {
        let mut lost = Vec::new();
        for (seat, part) in &window.seats {
            if part.how == Some(How::Deposit) && !part.opened && !self.release(&window.id, seat)? {
                lost.push(seat.clone());
            }
        }
        let Some(window) = self.record.game.open_window().cloned() else { return Ok(()) };
        let mut seats = BTreeMap::new();
        let mut silent = BTreeMap::new();
        for seat in window.asked.keys().chain(window.seats.keys()) {
            let standing = match (window.standing(seat), window.phase) {
                (_, _) if lost.contains(seat) => Standing::NotOpened,
                (Standing::Sealed, _) => Standing::NotOpened,
                (standing, _) => standing,
            };
            seats.insert(seat.clone(), standing);
            if !window.asked.contains_key(seat) {
                continue;
            }
            let why = match standing {
                Standing::NotOpened => "not-opened",
                Standing::Unusable => "unusable",
                Standing::NothingCame => self.record.people.out(seat, self.now).unwrap_or("missed"),
                // All plans of a sealed window are open from now on, so nobody is asked again; and a plan that does not answer
                // what it was asked must not have it asked for ever.
                _ => "hold",
            };
            silent.insert(seat.clone(), why.to_owned());
        }
        for (seat, why) in silent.iter_mut().filter(|(_, why)| *why != "hold") {
            // What plays for a seat that should have opened first was fixed then.
            if window.has_forfeited(seat) {
                continue;
            }
            // Its own plan of before a rewind plays.
            if self.record.game.has_standby(&window, seat, why) {
                continue;
            }
            if instead(self.settings, &self.record.people, seat, self.now) == Instead::Steward {
                self.steward(&window, seat)?;
                if why != "not-opened" {
                    *why = "steward".to_owned();
                }
            }
        }
        let (window, why) = (window.id, why.to_owned());
        self.add(Kind::Window, &WindowStep::Closed { window, why, seats, silent })
    }

    /// Opens a deposited plan. Returns `false` if it is missing or is not a plan of this game.
    pub(crate) fn release(&mut self, id: &str, seat: &str) -> Result<bool, CampaignError> {
        let Some(window) = self.record.game.open_window().filter(|window| window.id == id) else {
            return Ok(false);
        };
        let Some(part) = window.seats.get(seat) else { return Ok(false) };
        let opening = part.seal.as_ref().and_then(|seal| self.vault.openings.get(seal));
        let Some(opening) = opening else {
            tracing::error!(window = window.id, seat, "a deposited plan is missing from private/");
            return Ok(false);
        };
        if self.rules.referee.accept_plan(opening.plan()).is_err() {
            return Ok(false);
        }
        let document = opening.to_value();
        let seal = opening.seal().to_string();
        let body = OpenedPlan {
            window: window.bound(seat).to_owned(),
            seat: seat.to_owned(),
            seal,
            how: part.how.unwrap_or(How::Deposit),
        };
        self.add_with(Kind::Opened, &body, &document)?;
        Ok(true)
    }

    /// Seals a plan for a seat and returns the seal. `what` tells the plan from others of the seat, so that each gets
    /// a different nonce.
    pub(crate) fn deposit(
        &mut self,
        window: &str,
        seat: &str,
        plan: Value,
        how: How,
        revision: u64,
        what: &str,
    ) -> Result<String, CampaignError> {
        let binding =
            Binding { campaign: self.settings.id.clone(), seat: seat.to_owned(), window: window.to_owned() };
        let nonce = self.secrets.derive(&json!({"nonce": what, "seat": seat, "window": window}));
        let opening = Opening::new(&binding, plan, &first(nonce))
            .map_err(|why| CampaignError::Refused(format!("the plan cannot be sealed: {why}")))?;
        let seal = opening.seal().to_string();
        self.vault.openings.insert(seal.clone(), opening);
        let body =
            Sealed { window: window.to_owned(), seat: seat.to_owned(), seal: seal.clone(), how, revision };
        self.add(Kind::Sealed, &body)?;
        Ok(seal)
    }

    /// Reminds the seats that still have to send something: once before the deadline, and again and again while the game waits
    /// for them beyond it.
    pub(crate) fn remind(&mut self) -> Result<(), CampaignError> {
        let (Some(window), Some(before)) = (self.record.game.open_window(), self.settings.clock.reminder)
        else {
            return Ok(());
        };
        let stopped = self.record.people.paused.is_some() || self.record.people.held.is_some();
        let is_before = window.deadline.is_none_or(|deadline| self.now < deadline);
        let at = if is_before { window.remind_at(before) } else { window.nudge_at() };
        if stopped || at.is_none_or(|at| self.now < at) {
            return Ok(());
        }
        let seats: Vec<SeatId> = match window.phase {
            Phase::OpeningFirst | Phase::Opening => window.asked_to_open().cloned().collect(),
            _ => {
                let seats = to_remind(window, &self.record.people).into_iter();
                seats.filter(|seat| !self.is_away_from(window, seat)).cloned().collect()
            }
        };
        let window = window.id.clone();
        self.add(Kind::Window, &WindowStep::Reminded { window, seats, by: None })
    }

    /// Returns the next time at which something happens without a message or command; `None` if nothing is due.
    pub fn next_instant(&self) -> Option<DateTime<Utc>> {
        if self.record.people.paused.is_some() {
            return None;
        }
        // While a dispute holds the clock, no deadline passes.
        let window = self.record.game.open_window().filter(|_| self.record.people.held.is_none());
        let last = window.filter(|window| !window.waiting).and_then(|window| window.last_call());
        let remind = self.settings.clock.reminder.and_then(|before| window.and_then(|w| w.remind_at(before)));
        let nudge = self.settings.clock.reminder.and(window.and_then(Window::nudge_at));
        let mended = window.into_iter().flat_map(|window| self.mendings(window));
        let record = &self.record;
        let ruling = record.people.proposal.as_ref().map(|proposal| proposal.until);
        let waiting = record.game.open_window().is_some_and(|window| window.waiting);
        let given_up = record.next_given_up(self.now).filter(|_| waiting);
        let (away, rehearsal) =
            (record.people.next_absence(self.now, waiting), record.people.next_rehearsal(self.now));
        [last, remind, nudge, ruling, away, given_up, rehearsal, record.people.next_chance(self.now)]
            .into_iter()
            .flatten()
            .chain(mended)
            .min()
    }
}
