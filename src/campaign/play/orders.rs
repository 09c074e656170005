//! What a game master orders, and what becomes of it.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::span_text;
use crate::campaign::state::entries::{ClockStep, How, SeatId, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Phase, Window};
use crate::campaign::store::Command;
use crate::ledger::Kind;
use crate::sheet::Refusal;
use chrono::TimeDelta;

/// The longest extension at once.
const LONGEST: TimeDelta = TimeDelta::days(31);

/// What a game master orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The clock stops: nothing closes, and mails are taken as before.
    Pause,
    /// It goes on, and open deadlines move by as long as it stood.
    Resume,
    /// The open deadline moves by so much: more than nothing, at most 31 days.
    Extend(TimeDelta),
    /// The open window closes now; what is missing counts as silence.
    Process,
    /// Seats of which something is awaited are reminded: these, or all if none is named.
    Remind(Vec<SeatId>),
    /// A seat gets another player, or its own again.
    Replace {
        /// Which.
        seat: SeatId,
        /// The player's name.
        player: String,
        /// Where mail goes.
        address: String,
    },
}

impl Order {
    /// The command that carries this order out, for who types it twice.
    pub fn command(&self) -> Command {
        Command::new("order", self)
    }

    /// Whether it is carried out before the mails that lie in the mailbox are looked at, so that none of them is too
    /// late by the order's own delay.
    pub(crate) fn comes_first(&self) -> bool {
        matches!(self, Order::Pause | Order::Resume | Order::Extend(_))
    }
}

impl Engine<'_> {
    /// Carries an order out, or says why not; then nothing has changed.
    ///
    /// # Errors
    /// The record is damaged, or a fault of the program.
    pub(crate) fn order(&mut self, order: &Order) -> Result<Result<(), Refusal>, CampaignError> {
        if self.record.game.ended.is_some() {
            return Ok(Err(Refusal::new("gm-over")));
        }
        let step = match order {
            Order::Pause => self.pause(),
            Order::Resume => self.resume(),
            Order::Extend(by) => self.more_time(*by),
            Order::Process => return self.process(),
            Order::Replace { seat, player, address } => return self.replace(seat, player, address),
            Order::Remind(seats) => self.remind_now(seats),
        };
        match step {
            Ok((kind, body)) => self.add(kind, &body).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }

    fn pause(&self) -> Result<(Kind, Body), Refusal> {
        match self.record.people.paused {
            Some(_) => Err(Refusal::new("gm-paused")),
            None => Ok((Kind::Clock, Body::Clock(ClockStep::Paused { by: GM.to_owned() }))),
        }
    }

    fn resume(&self) -> Result<(Kind, Body), Refusal> {
        let since = self.record.people.paused.ok_or_else(|| Refusal::new("gm-not-paused"))?;
        // Where a dispute holds the clock too, what it holds is moved when it is settled.
        let until = self.record.people.held.map_or(self.now, |held| held.max(since));
        let stood = until - since;
        let moved = match self.record.game.open_window() {
            Some(window) => window.deadline.map(|deadline| (window.id.clone(), deadline + stood)),
            None => self.record.people.words_until().map(|until| ("chance".to_owned(), until + stood)),
        };
        let step = ClockStep::Resumed { by: GM.to_owned(), since, moved };
        Ok((Kind::Clock, Body::Clock(step)))
    }

    fn more_time(&self, by: TimeDelta) -> Result<(Kind, Body), Refusal> {
        if by <= TimeDelta::zero() || by > LONGEST {
            return Err(Refusal::new("gm-extend").with("time", span_text(by)));
        }
        let window = self.record.game.open_window().ok_or_else(|| Refusal::new("gm-no-window"))?;
        let deadline = window.deadline.ok_or_else(|| Refusal::new("vote-no-deadline"))?;
        // A window that waits beyond its deadline gets its time from now; one whose clock stands, from when it stopped.
        let from = self.record.people.paused.unwrap_or(self.now);
        let step = WindowStep::Moved {
            window: window.id.clone(),
            deadline: deadline.max(from) + by,
            why: "gm".to_owned(),
        };
        Ok((Kind::Window, Body::Window(step)))
    }

    fn remind_now(&self, seats: &[SeatId]) -> Result<(Kind, Body), Refusal> {
        let window = self.record.game.open_window().ok_or_else(|| Refusal::new("gm-no-window"))?;
        let awaited = self.awaited(window);
        let named = |seat: &SeatId| seats.is_empty() || seats.contains(seat);
        let seats: Vec<SeatId> = awaited.into_iter().filter(named).collect();
        if seats.is_empty() {
            return Err(Refusal::new("gm-nobody"));
        }
        let step = WindowStep::Reminded { window: window.id.clone(), seats, by: Some(GM.to_owned()) };
        Ok((Kind::Window, Body::Window(step)))
    }

    /// Seats of which a plan, an answer or an opening is awaited, those that are away or given up left out.
    fn awaited(&self, window: &Window) -> Vec<SeatId> {
        match window.phase {
            Phase::Opening => window.unopened().cloned().collect(),
            _ => {
                let out = |seat: &&SeatId| self.record.people.out(seat, self.now).is_none();
                window.missing().filter(out).cloned().collect()
            }
        }
    }

    /// Closes the open window, or asks for the openings of seals if some have sealed.
    fn process(&mut self) -> Result<Result<(), Refusal>, CampaignError> {
        if self.record.people.paused.is_some() {
            return Ok(Err(Refusal::new("gm-clock-stands")));
        }
        if self.record.people.rehearsing(self.now).is_some() {
            return self.add(Kind::Clock, &ClockStep::Rehearsed { by: GM.to_owned() }).map(Ok);
        }
        let Some(window) = self.record.game.open_window().cloned() else {
            return Ok(Err(Refusal::new("gm-no-window")));
        };
        let sealed = window.seats.values().any(|part| part.how == Some(How::Seal));
        if window.phase == Phase::Collecting && sealed {
            return self.publish(&window).map(Ok);
        }
        self.close(&window, "gm").map(Ok)
    }
}

/// The body of one of two kinds of entry.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Body {
    Clock(ClockStep),
    Window(WindowStep),
}
