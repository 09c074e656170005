//! Absences, for which each player has a number of days a year.

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::{date_in, days};
use crate::campaign::state::entries::{Absent, Away, Back, Days, Meanwhile};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::settings::is_address;
use crate::ledger::Kind;
use crate::plan::{Absence, Given, Leave, Play};
use crate::sheet::{Fault, Refusal};
use chrono::{DateTime, Utc};
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Books the absence that a message announces, or takes back those that are booked.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let Some(Given { value, span }) = &written.envelope.document.absent else { return Ok(()) };
    let absence = match value {
        Absence::Away(absence) => absence,
        Absence::Back => {
            let mut booked = engine.record.people.away.iter();
            let is_booked = booked.any(|(seat, days)| *seat == submitted.seat && engine.now < days.to);
            if !is_booked {
                // "I'm back" is also what people say above their orders.
                let why = Fault::warning(*span, Refusal::new("absent-none"));
                submitted.problems.push(problems::problem(&why, written.text, written.found));
                return Ok(());
            }
            submitted.used = true;
            submitted.act_on("absent", *span, written);
            let body = Absent { seat: submitted.seat.clone(), ..Absent::default() };
            return engine.add_with(Kind::Absence, &body, &Away::Back(Back { back: true }));
        }
    };
    let days = match leave(engine, absence, &submitted.seat) {
        Ok(days) => days,
        Err(why) => {
            submitted.refuse_at(*span, why, written);
            return Ok(());
        }
    };
    submitted.used = true;
    submitted.act_on("absent", *span, written);
    // The same absence sent again is not booked twice.
    if engine.record.people.away.contains(&(submitted.seat.clone(), days.clone())) {
        return Ok(());
    }
    engine.add_with(Kind::Absence, &Absent { seat: submitted.seat.clone(), ..Absent::default() }, &days)
}

/// Returns the days of an absence in the player's time zone, or the reason why it cannot be booked.
fn leave(engine: &Engine<'_>, absence: &Leave, seat: &str) -> Result<Days, Refusal> {
    if engine.record.game.ended.is_some() {
        return Err(Refusal::new("absent-over"));
    }
    if absence.play == Play::Wait && !engine.settings.may_wait {
        return Err(Refusal::new("absent-no-wait"));
    }
    let stand_in = absence.stand_in.clone();
    let zone = engine.settings.seat(seat).map_or("Etc/UTC", |seat| seat.timezone.as_str());
    let no_day = || Refusal::new("envelope-day").with("text", absence.to.to_string());
    let (from, to) = days(absence.from, absence.to, zone).ok_or_else(no_day)?;
    if let Some(address) = &stand_in {
        may_stand_in(engine, address, seat, &(from..to))?;
    }
    if to <= engine.now {
        return Err(Refusal::new("absent-past").with("to", absence.to.to_string()));
    }
    let quota = engine.settings.days_away;
    let over = |year: i16, days: i64| {
        Refusal::new("absent-quota").with("quota", quota).with("year", year).with("days", days)
    };
    // A day that is booked twice counts once, and it counts for the year in which it falls.
    let length = (to - from).num_days();
    if length > 2 * 366 {
        return Err(over(absence.from.year(), length));
    }
    let mut booked: BTreeSet<Date> = all(absence.from, absence.to).collect();
    for (_, days) in engine.record.people.away.iter().filter(|(away, _)| away == seat) {
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

/// Refuses a stand-in who plays a seat or writes for another one at the same time, and the address of the campaign itself.
fn may_stand_in(
    engine: &Engine<'_>,
    address: &str,
    seat: &str,
    time: &Range<DateTime<Utc>>,
) -> Result<(), Refusal> {
    let is = |known: &String| known.eq_ignore_ascii_case(address);
    let ours = is(&engine.settings.address.address);
    if !is_address(address) || ours {
        return Err(Refusal::new("gm-address").with("address", address));
    }
    if engine.settings.seats.iter().any(|seat| seat.addresses.iter().any(is)) {
        return Err(Refusal::new("absent-stand-in"));
    }
    let busy = engine.record.people.away.iter().any(|(other, days)| {
        other != seat
            && days.from < time.end
            && time.start < days.to
            && days.stand_in.as_ref().is_some_and(is)
    });
    if busy { Err(Refusal::new("absent-stand-in-twice")) } else { Ok(()) }
}

fn meanwhile(play: Play) -> Meanwhile {
    match play {
        Play::Plan => Meanwhile::Plan,
        Play::Steward => Meanwhile::Steward,
        Play::Wait => Meanwhile::Wait,
    }
}

/// Returns all days from one to another, including both.
fn all(from: Date, to: Date) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(from), |day| day.tomorrow().ok()).take_while(move |day| *day <= to)
}
