//! Orders of the game master: pause, resume, extend, process, remind, replace, and the public number.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::{ClockStep, FirstIs, How, SeatId, Unreachable, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{CHANCE, GM, Phase, REHEARSAL, Window};
use crate::campaign::state::window_model::owing;
use crate::campaign::store::Command;
use crate::ledger::Kind;
use crate::sheet::Refusal;
use crate::table::SeatInfo;
use chrono::{DateTime, TimeDelta, Utc};

/// The longest extension in one order.
const LONGEST: TimeDelta = TimeDelta::days(31);

/// An order of the game master.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Stop the clock. No window closes, but messages are still accepted.
    Pause,
    /// Restart the clock. Open deadlines move by the time for which it was stopped.
    Resume,
    /// Move the open deadline by up to 31 days.
    Extend(TimeDelta),
    /// Move the open deadline to a time at most 31 days later.
    Until(DateTime<Utc>),
    /// Close the open window now. Seats that have sent nothing count as silent.
    Process {
        /// `true` if it closes although seats that owe something still have time to send it.
        anyway: bool,
    },
    /// Enter the public number that the game waits for, or correct it before the game begins.
    Chance {
        /// The number as the game master writes it.
        text: String,
        /// `true` if it replaces a number that was entered before.
        correct: bool,
    },
    /// Remind these seats, or all if the list is empty. Seats that owe nothing are left out.
    Remind(Vec<SeatId>),
    /// Send a seat everything once more, to the address that the settings have now.
    Resend(SeatId),
    /// Let the players of two seats change places.
    Swap([SeatId; 2]),
    /// Give a seat another player, or its own again.
    Replace {
        seat: SeatId,
        /// The player's name.
        player: String,
        /// The player's email address.
        address: String,
    },
}

impl Order {
    /// Returns the command for this order, by which a repetition is recognised.
    pub fn command(&self) -> Command {
        Command::new("order", self)
    }

    /// Returns `true` if the order is carried out before the mailbox is read, so that waiting messages are not late on
    /// account of it.
    pub(crate) fn comes_first(&self) -> bool {
        matches!(self, Order::Pause | Order::Resume | Order::Extend(_) | Order::Until(_))
    }
}

impl Engine<'_> {
    /// Carries an order out. If it is refused, nothing has changed.
    ///
    /// # Errors
    /// If the record is damaged or an entry does not follow from it, which is a bug.
    pub(crate) fn order(&mut self, order: &Order) -> Result<Result<(), Refusal>, CampaignError> {
        // The last report may have gone astray.
        if self.record.game.ended.is_some() && !matches!(order, Order::Resend(_)) {
            return Ok(Err(Refusal::new("gm-over")));
        }
        let step = match order {
            Order::Pause => self.pause(),
            Order::Resume => self.resume(),
            Order::Extend(by) => self.more_time(*by),
            Order::Until(at) => self.time_until(*at),
            Order::Process { anyway } => return self.process(*anyway),
            Order::Replace { seat, player, address } => return self.replace(seat, player, address),
            Order::Swap(seats) => return self.swap(seats),
            Order::Resend(seat) => return self.resend(seat),
            Order::Remind(seats) => self.remind_now(seats),
            Order::Chance { text, correct } => {
                self.public_number(text, *correct).map(|step| (Kind::Clock, Body::Clock(step)))
            }
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
        // If a dispute holds the clock too, the time from then on is added when the dispute is closed.
        let until = self.record.people.held.map_or(self.now, |held| held.max(since));
        let stopped = until - since;
        let moved = match self.record.game.open_window() {
            Some(window) => window.deadline.map(|deadline| (window.id.clone(), deadline + stopped)),
            None => self.record.people.chance_deadline().map(|until| (CHANCE.to_owned(), until + stopped)),
        };
        let step = ClockStep::Resumed { by: GM.to_owned(), since, moved };
        Ok((Kind::Clock, Body::Clock(step)))
    }

    fn more_time(&self, by: TimeDelta) -> Result<(Kind, Body), Refusal> {
        if by <= TimeDelta::zero() || by > LONGEST {
            return Err(Refusal::new("gm-extend").with("time", span_words(by)));
        }
        self.moved(|from| Ok(from + by))
    }

    fn time_until(&self, at: DateTime<Utc>) -> Result<(Kind, Body), Refusal> {
        self.moved(|from| match at - from {
            by if by <= TimeDelta::zero() || by > LONGEST => Err(Refusal::new("gm-extend-until")),
            _ => Ok(at),
        })
    }

    /// Moves the deadline of the open window from where its extension counts from: the deadline, or, when it has passed, now or
    /// when the clock was stopped.
    fn moved(
        &self,
        to: impl FnOnce(DateTime<Utc>) -> Result<DateTime<Utc>, Refusal>,
    ) -> Result<(Kind, Body), Refusal> {
        let window = self.record.game.open_window().ok_or_else(|| Refusal::new("gm-no-window"))?;
        let deadline = window.deadline.ok_or_else(|| Refusal::new("vote-no-deadline"))?;
        let deadline = to(deadline.max(self.record.people.paused.unwrap_or(self.now)))?;
        let step = WindowStep::Moved { window: window.id.clone(), deadline, why: "gm".to_owned() };
        Ok((Kind::Window, Body::Window(step)))
    }

    /// Sends a seat a welcome with everything that it may know, and takes it for reachable.
    fn resend(&mut self, seat: &str) -> Result<Result<(), Refusal>, CampaignError> {
        if !self.record.people.seats().any(|known| known == seat) {
            return Ok(Err(Refusal::new("gm-no-seat")));
        }
        let seat = seat.to_owned();
        let again = Unreachable { seat, unreachable: false, reason: None, again: true };
        self.add(Kind::Unreachable, &again).map(Ok)
    }

    fn remind_now(&self, seats: &[SeatId]) -> Result<(Kind, Body), Refusal> {
        let (window, owing) = match self.record.game.open_window() {
            Some(window) => (window.id.clone(), self.owing(window)),
            None if self.record.people.rehearsing(self.now).is_some() => {
                (REHEARSAL.to_owned(), self.record.people.unrehearsed())
            }
            None => return Err(Refusal::new("gm-no-window")),
        };
        let all = seats.is_empty();
        let named = |seat: &SeatId| all || seats.contains(seat);
        let seats: Vec<SeatId> = owing.into_iter().filter(named).collect();
        if seats.is_empty() {
            return Err(Refusal::new("gm-nobody").with("named", !all));
        }
        let step = WindowStep::Reminded { window, seats, by: Some(GM.to_owned()) };
        Ok((Kind::Window, Body::Window(step)))
    }

    /// Returns the seats that still owe a plan, an answer or an opening. A seat that is away or vacant owes neither
    /// plan nor answer.
    fn owing(&self, window: &Window) -> Vec<SeatId> {
        match window.phase {
            Phase::OpeningFirst | Phase::Opening => window.asked_to_open().cloned().collect(),
            _ => {
                let people = &self.record.people;
                let owes = |seat: &&SeatId| !people.is_out_until(seat, self.now, window.deadline);
                owing(window, people).into_iter().filter(owes).cloned().collect()
            }
        }
    }

    /// Closes the open window; if some seats have sent seals, asks for openings, and if the first seat has not opened,
    /// for those of the others. In a rehearsal, ends it.
    ///
    /// The window may have opened a moment ago, because the last one closed in the tick that carries the order out; so it is refused
    /// while seats that owe something still have time, unless they are to do without it `anyway`.
    fn process(&mut self, anyway: bool) -> Result<Result<(), Refusal>, CampaignError> {
        if self.record.people.paused.is_some() {
            return Ok(Err(Refusal::new("gm-clock-stands")));
        }
        if self.record.people.rehearsing(self.now).is_some() {
            return self.add(Kind::Clock, &ClockStep::Rehearsed { by: GM.to_owned() }).map(Ok);
        }
        let Some(window) = self.record.game.open_window().cloned() else {
            return Ok(Err(Refusal::new("gm-no-window")));
        };
        let owing = self.owing(&window);
        if !anyway && !owing.is_empty() && window.last_call().is_none_or(|last| self.now < last) {
            let infos = self.rules.referee.seats();
            let is_owing = |info: &&SeatInfo| owing.contains(&info.id);
            let names: Vec<&str> = infos.iter().filter(is_owing).map(|info| info.name.as_str()).collect();
            let opened = window.phase != Phase::Collecting;
            return Ok(Err(Refusal::new("gm-process-early").with("seats", names).with("opened", opened)));
        }
        let sealed = window.seats.values().any(|part| part.how == Some(How::Seal));
        if window.phase == Phase::Collecting && sealed {
            return self.publish(&window, "gm").map(Ok);
        }
        if window.phase == Phase::OpeningFirst {
            return self.ask_the_others(&window, FirstIs::Gm).map(Ok);
        }
        self.close(&window, "gm").map(Ok)
    }
}

/// The body of a clock or window entry.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Body {
    Clock(ClockStep),
    Window(WindowStep),
}
