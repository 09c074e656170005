//! The clock: it stops and starts again, and deadlines move by the time in between and by nothing else.

use super::walk::{Walk, Why, need};
use crate::campaign::state::entries::{ClockStep, Gap, Line};
use crate::campaign::state::record::{CHANCE, GM, REHEARSAL};
use chrono::{DateTime, TimeDelta, Utc};

type Moved = Option<(String, DateTime<Utc>)>;

impl Walk<'_> {
    /// Checks a step of the clock.
    pub(super) fn clock(&mut self, line: Line<'_>) -> Result<(), Why> {
        let people = &self.record.people;
        if line.body.get("what").is_none() {
            return self.outage(line, line.body()?);
        }
        need(line.body["by"] == GM, "only the game master stops the clock, starts it and ends a rehearsal")?;
        match line.body()? {
            ClockStep::Paused { .. } => need(people.paused.is_none(), "the clock is stopped already"),
            ClockStep::Resumed { since, moved, .. } => {
                need(people.paused == Some(since), "the clock was not stopped then")?;
                let until = people.held.map_or(line.at, |held| held.max(since));
                let window = self.record.game.open_window();
                let has_deadline = window.map(|window| window.deadline.is_some());
                need(
                    has_deadline.is_none_or(|has| has == moved.is_some()),
                    "the open deadline does not move",
                )?;
                self.by(&moved, until - since)
            }
            // The public number is checked when it is applied.
            ClockStep::Public { .. } => Ok(()),
            ClockStep::Rehearsed { .. } => {
                let is_one = people.founded.as_ref().is_some_and(|founded| founded.rehearsal.is_some());
                need(is_one && !people.seeded, "there is no rehearsal to end")
            }
        }
    }

    fn outage(&self, line: Line<'_>, gap: Gap) -> Result<(), Why> {
        let people = &self.record.people;
        let since = self.earlier.unwrap_or(line.at);
        need(
            since <= gap.from && gap.from < gap.to && gap.to == line.at,
            "an outage lies between two entries and ends with its own",
        )?;
        need(
            gap.to - gap.from > self.span("/clock/outage")?,
            "the settings do not count so short a time as an outage",
        )?;
        need(gap.moved.is_some() || gap.protest.is_some(), "the outage moves nothing")?;
        let stands = people.paused.is_some() || people.held.is_some();
        need(gap.moved.is_none() || !stands, "an outage moves no deadline while the clock is stopped")?;
        self.by(&gap.moved, gap.to - gap.from)?;
        let due = people.proposal.as_ref().map(|proposal| proposal.until + (gap.to - gap.from));
        need(gap.protest == due, "the objection period does not move by the outage")
    }

    /// Checks that a deadline moves by a time.
    pub(super) fn by(&self, moved: &Moved, by: TimeDelta) -> Result<(), Why> {
        let Some((id, deadline)) = moved else { return Ok(()) };
        let people = &self.record.people;
        let rehearsal = || people.founded.as_ref()?.rehearsal.as_ref()?.until.filter(|_| !people.seeded);
        let before = match self.record.game.open_window() {
            Some(window) => window.deadline.filter(|_| window.id == *id),
            None if id == CHANCE => people.chance_deadline(),
            None if id == REHEARSAL => rehearsal(),
            None => None,
        };
        need(
            before.is_some_and(|before| *deadline == before + by),
            "the deadline does not move by the time for which the clock stood",
        )
    }
}
