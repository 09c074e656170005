//! Who is away, who stands in, and for whom the game waits.

use super::people::People;
use crate::campaign::state::entries::{Days, Meanwhile, SeatId};
use chrono::{DateTime, Utc};

impl People {
    /// The absence that counts for a seat at a time: the last booked.
    pub fn absence_of(&self, seat: &str, at: DateTime<Utc>) -> Option<&Days> {
        let is_it = |(away, days): &&(SeatId, Days)| away == seat && days.from <= at && at < days.to;
        self.away.iter().rev().find(is_it).map(|(_, days)| days)
    }

    /// Whether a seat is away, and neither waited for nor stood in for.
    pub fn is_away(&self, seat: &str, at: DateTime<Utc>) -> bool {
        let is_out = |days: &Days| days.stand_in.is_none() && days.play != Meanwhile::Wait;
        self.absence_of(seat, at).is_some_and(is_out)
    }

    /// Whether the game waits for a seat that is away.
    pub fn waits_for(&self, seat: &str, at: DateTime<Utc>) -> bool {
        self.absence_of(seat, at).is_some_and(|days| days.play == Meanwhile::Wait)
    }

    /// Why nothing of a seat is waited for, if so: it is given up, or away.
    pub fn out(&self, seat: &str, at: DateTime<Utc>) -> Option<&'static str> {
        match self.resigned.contains(seat) {
            true => Some("resigned"),
            false => self.is_away(seat, at).then_some("absent"),
        }
    }

    /// When an absence changes something by itself after `now`: a stand-in begins, a game that waited goes on.
    pub(crate) fn next_absence(&self, now: DateTime<Utc>, waiting: bool) -> Option<DateTime<Utc>> {
        let instants = self.away.iter().flat_map(|(seat, days)| {
            let begins = Some(days.from).filter(|_| days.stand_in.is_some() && !self.stands_in(seat, days));
            let ends = Some(days.to).filter(|_| waiting && days.play == Meanwhile::Wait);
            begins.into_iter().chain(ends)
        });
        instants.filter(|at| *at > now).min()
    }

    pub(crate) fn stands_in(&self, seat: &str, days: &Days) -> bool {
        self.standing_in.get(seat).is_some_and(|from| *from == days.from)
    }
}
