//! The rehearsal before the game: who has passed it, and until when it goes on.

use super::people::People;
use crate::campaign::state::entries::{Rehearsal, SeatId};
use chrono::{DateTime, TimeDelta, Utc};

/// What a rehearsal is called where windows have their ids.
pub const REHEARSAL: &str = "rehearsal";

impl People {
    /// The rehearsal, as long as it goes on.
    pub fn rehearsing(&self, now: DateTime<Utc>) -> Option<&Rehearsal> {
        let rehearsal = self.founded.as_ref()?.rehearsal.as_ref()?;
        let over = self.seeded
            || self.rehearsal.1
            || self.unrehearsed().is_empty()
            || rehearsal.until.is_some_and(|until| until <= now);
        (!over).then_some(rehearsal)
    }

    /// Seats that have not passed the rehearsal; none if there is none.
    pub fn unrehearsed(&self) -> Vec<SeatId> {
        let there_is_one = self.founded.as_ref().is_some_and(|founded| founded.rehearsal.is_some());
        let missing = self.seats().filter(|seat| there_is_one && !self.rehearsed.contains(*seat));
        missing.filter(|seat| !self.resigned.contains(*seat)).map(str::to_owned).collect()
    }

    /// When those who have not passed are reminded: a day before the end, but not in the first half.
    pub(crate) fn rehearsal_reminder(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let rehearsal = self.rehearsing(now).filter(|_| !self.rehearsal.0)?;
        let until = rehearsal.until?;
        Some((until - TimeDelta::days(1)).max(rehearsal.from + (until - rehearsal.from) / 2))
    }

    /// When something happens to the rehearsal by itself.
    pub(crate) fn next_rehearsal(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.rehearsal_reminder(now).or(self.rehearsing(now)?.until)
    }
}
