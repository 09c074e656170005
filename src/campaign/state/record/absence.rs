//! Absences: which seats are away, have a stand-in, or are waited for.

use super::people::People;
use super::{Record, Window};
use crate::campaign::state::entries::{Days, LeavingStep, Meanwhile, SeatId};
use chrono::{DateTime, TimeDelta, Utc};

/// How long the game waits for a seat that our mail does not reach.
const PATIENCE: TimeDelta = TimeDelta::days(3);

impl People {
    /// Returns the absence of a seat at an instant. If several cover it, the one that was booked last counts.
    pub fn absence_of(&self, seat: &str, at: DateTime<Utc>) -> Option<&Days> {
        let is_it = |(away, days): &&(SeatId, Days)| away == seat && days.from <= at && at < days.to;
        self.away.iter().rev().find(is_it).map(|(_, days)| days)
    }

    /// Ends a seat's absence at an instant, and takes back those that begin later.
    pub(crate) fn come_back(&mut self, seat: &str, at: DateTime<Utc>) {
        self.away.retain(|(away, days)| away != seat || days.from < at);
        for (_, days) in self.away.iter_mut().filter(|(away, days)| away == seat && at < days.to) {
            days.to = at;
        }
    }

    /// Returns `true` if a seat is away without a stand-in, and the game does not wait for it.
    pub fn is_away(&self, seat: &str, at: DateTime<Utc>) -> bool {
        let is_out = |days: &Days| days.stand_in.is_none() && days.play != Meanwhile::Wait;
        self.absence_of(seat, at).is_some_and(is_out)
    }

    /// Returns `true` if a seat is away and the game waits for it.
    pub fn waits_for(&self, seat: &str, at: DateTime<Utc>) -> bool {
        self.absence_of(seat, at).is_some_and(|days| days.play == Meanwhile::Wait)
    }

    /// Returns why the game does not wait for a seat: `resigned` or `absent`; `None` if it does.
    pub fn out(&self, seat: &str, at: DateTime<Utc>) -> Option<&'static str> {
        match self.resigned.contains(seat) || self.is_leaving(seat) {
            true => Some("resigned"),
            false => self.is_away(seat, at).then_some("absent"),
        }
    }

    /// Returns `true` if the game does not wait for a seat until a window closes: it is out at both ends. Who is back before the
    /// deadline is waited for like everybody else. A window that waits beyond its deadline can close at any time.
    pub fn is_out_until(&self, seat: &str, now: DateTime<Utc>, deadline: Option<DateTime<Utc>>) -> bool {
        let is_out = |deadline: DateTime<Utc>| self.out(seat, deadline.max(now)).is_some();
        self.out(seat, now).is_some() && deadline.is_none_or(is_out)
    }

    /// Returns `true` if a seat's player has resigned, with effect from the end of the open window.
    pub fn is_leaving(&self, seat: &str) -> bool {
        self.leaving.get(seat).is_some_and(|leaving| leaving.resign == LeavingStep::Confirmed)
    }

    /// Returns when an absence next changes something after `now`: it begins, so that a stand-in is told or a window waits for one seat
    /// less, or a game that is `waiting` goes on.
    pub(crate) fn next_absence(&self, now: DateTime<Utc>, waiting: bool) -> Option<DateTime<Utc>> {
        let instants = self.away.iter().flat_map(|(seat, days)| {
            let begins = Some(days.from).filter(|_| !self.stands_in(seat, days));
            let ends = Some(days.to).filter(|_| waiting && days.play == Meanwhile::Wait);
            begins.into_iter().chain(ends)
        });
        instants.filter(|at| *at > now).min()
    }

    /// Returns `true` if the stand-in of this absence has begun.
    pub(crate) fn stands_in(&self, seat: &str, days: &Days) -> bool {
        self.standing_in.get(seat).is_some_and(|from| *from == days.from)
    }
}

impl Record {
    /// Returns until when the game waits for a seat because our mail does not reach it; `None` if it is reached. That is for three days
    /// after it was marked, or after the end of the first window that it lets pass. It is not for ever, since anybody who got a message
    /// from us can write a report that it failed, also the one who got it.
    pub(crate) fn waits_for_mail_until(&self, seat: &str) -> Option<DateTime<Utc>> {
        let marked = *self.people.unreachable.get(seat)?;
        let window = self.game.open_window().filter(|_| !self.game.missed.contains_key(seat));
        let ends = window.and_then(Window::last_call).unwrap_or(marked);
        Some(ends.max(marked) + PATIENCE)
    }

    /// Returns `true` if the game waits for a seat because our mail does not reach it.
    pub(crate) fn is_out_of_reach(&self, seat: &str, at: DateTime<Utc>) -> bool {
        self.waits_for_mail_until(seat).is_some_and(|until| at < until)
    }

    /// Returns when the game next stops waiting for a seat that our mail does not reach.
    pub(crate) fn next_given_up(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let all = self.people.unreachable.keys().filter_map(|seat| self.waits_for_mail_until(seat));
        all.filter(|at| *at > now).min()
    }
}
