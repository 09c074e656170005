//! Absences, of which each player has so many days a year, and seats that are given up.
//!
//! May use: engine, clock, plan. Is used by: submission.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::{date_in, days};
use crate::campaign::state::entries::{Absent, Days, Meanwhile};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::is_address;
use crate::ledger::Kind;
use crate::plan::{Absence, Given, Play};
use crate::sheet::Refusal;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};

impl Engine<'_> {
    /// Books an absence.
    pub(crate) fn absence(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let Some(Given { value: absence, span }) = &written.envelope.document.absent else { return Ok(()) };
        let days = match self.leave(absence, &submitted.seat) {
            Ok(days) => days,
            Err(why) => {
                submitted.refuse_at(*span, why, written);
                return Ok(());
            }
        };
        submitted.used = true;
        submitted.act_on("absent", *span, written);
        // Who says it again books nothing twice.
        if self.record.people.away.contains(&(submitted.seat.clone(), days.clone())) {
            return Ok(());
        }
        self.add_with(Kind::Absence, &Absent { seat: submitted.seat.clone(), ..Absent::default() }, &days)
    }

    /// The time of an absence by the player's own clock, or why it is not booked.
    fn leave(&self, absence: &Absence, seat: &str) -> Result<Days, Refusal> {
        if absence.play == Play::Wait && !self.settings.may_wait {
            return Err(Refusal::new("absent-no-wait"));
        }
        let stand_in = absence.stand_in.clone();
        if let Some(address) = &stand_in {
            self.may_stand_in(address)?;
        }
        let zone = self.settings.seat(seat).map_or("Etc/UTC", |seat| seat.timezone.as_str());
        let no_day = || Refusal::new("envelope-day").with("text", absence.to.to_string());
        let (from, to) = days(absence.from, absence.to, zone).ok_or_else(no_day)?;
        if to <= self.now {
            return Err(Refusal::new("absent-past").with("to", absence.to.to_string()));
        }
        let quota = self.settings.days_away;
        let over = |year: i16, days: i64| {
            Refusal::new("absent-quota").with("quota", quota).with("year", year).with("days", days)
        };
        // A day counts once, however often it is booked, and in its own year.
        let length = (to - from).num_days();
        if length > 2 * 366 {
            return Err(over(absence.from.year(), length));
        }
        let mut booked: BTreeSet<Date> = all(absence.from, absence.to).collect();
        for (_, days) in self.record.people.away.iter().filter(|(away, _)| away == seat) {
            if let (Some(from), Some(end)) = (date_in(days.from, zone), date_in(days.to, zone)) {
                booked.extend(all(from, end).filter(|day| *day != end));
            }
        }
        let mut years: BTreeMap<i16, i64> = BTreeMap::new();
        for day in &booked {
            *years.entry(day.year()).or_default() += 1;
        }
        let touched = absence.from.year()..=absence.to.year();
        match years.into_iter().find(|(year, days)| touched.contains(year) && *days > i64::from(quota)) {
            Some((year, days)) => Err(over(year, days)),
            None => Ok(Days { from, to, play: meanwhile(absence.play), stand_in }),
        }
    }

    /// Whether somebody may stand in: nobody who plays, and not we ourselves.
    fn may_stand_in(&self, address: &str) -> Result<(), Refusal> {
        let is = |known: &String| known.eq_ignore_ascii_case(address);
        let ours = is(&self.settings.address.address);
        if !is_address(address) || ours {
            return Err(Refusal::new("gm-address").with("address", address));
        }
        match self.settings.seats.iter().any(|seat| seat.addresses.iter().any(is)) {
            true => Err(Refusal::new("absent-stand-in")),
            false => Ok(()),
        }
    }

    /// Gives a seat up. It stays in the game, played by the plans that are here and then by the rules' defaults or the
    /// steward.
    pub(crate) fn resign(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        let Some(given) = written.envelope.document.resign.as_ref().filter(|given| given.value) else {
            return Ok(());
        };
        if self.record.game.ended.is_some() {
            submitted.refuse_at(given.span, Refusal::new("resign-over"), written);
            return Ok(());
        }
        submitted.used = true;
        submitted.act_on("resign", given.span, written);
        if self.record.people.resigned.contains(&submitted.seat) {
            return Ok(());
        }
        self.add(Kind::Absence, &Absent { seat: submitted.seat.clone(), resigned: true, ..Absent::default() })
    }
}

fn meanwhile(play: Play) -> Meanwhile {
    match play {
        Play::Plan => Meanwhile::Plan,
        Play::Steward => Meanwhile::Steward,
        Play::Wait => Meanwhile::Wait,
    }
}

/// All days from one to another, both counted.
fn all(from: Date, to: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(from), |day| day.tomorrow().ok()).take_while(move |day| *day <= to)
}
