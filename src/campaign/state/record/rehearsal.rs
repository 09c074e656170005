//! The rehearsal (a test of the players' mail before the game): which seats have passed it, and when it ends.

use super::people::People;
use crate::campaign::state::entries::{Rehearsal, SeatId};
use chrono::{DateTime, TimeDelta, Utc};

/// The id of the rehearsal, in place of a window's.
pub const REHEARSAL: &str = "rehearsal";

impl People {
    /// Returns the rehearsal while it goes on.
    pub fn rehearsing(&self, now: DateTime<Utc>) -> Option<&Rehearsal> {
        let rehearsal = self.rehearsal_to_end()?;
        let over = self.unrehearsed().is_empty() || rehearsal.until.is_some_and(|until| until <= now);
        (!over).then_some(rehearsal)
    }

    /// Returns the rehearsal unless the game has begun or the game master has ended it, whatever the time.
    pub fn rehearsal_to_end(&self) -> Option<&Rehearsal> {
        let is_over = self.seeded || self.rehearsal.1;
        self.founded.as_ref()?.rehearsal.as_ref().filter(|_| !is_over)
    }

    /// Returns the seats that have not passed the rehearsal, without those that resigned; empty if there is no rehearsal.
    pub fn unrehearsed(&self) -> Vec<SeatId> {
        let there_is_one = self.founded.as_ref().is_some_and(|founded| founded.rehearsal.is_some());
        let missing = self.seats().filter(|seat| there_is_one && !self.rehearsed.contains(*seat));
        missing.filter(|seat| !self.resigned.contains(*seat)).map(str::to_owned).collect()
    }

    /// Returns when to remind the seats that have not passed: a day before the end, but never in the first half. `None`
    /// if the rehearsal is over, has no end, or they were reminded already.
    pub(crate) fn rehearsal_reminder(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rehearsal = self.rehearsing(now).filter(|_| !self.rehearsal.0)?;
        let until = rehearsal.until?;
        Some((until - TimeDelta::days(1)).max(rehearsal.from + (until - rehearsal.from) / 2))
    }

    /// Returns when the rehearsal next needs a tick: for the reminder or for its end.
    pub(crate) fn next_rehearsal(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.rehearsal_reminder(now).or(self.rehearsing(now)?.until)
    }
}
