//! Outages: time in which no tick ran, and the deadlines that it moves.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Gap;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{CHANCE, REHEARSAL};
use crate::ledger::Kind;
use chrono::{DateTime, TimeDelta, Utc};

/// Moves the open deadline and the end of an objection period by the length of an outage, if it is longer than the settings
/// allow. `last` is the time of the last tick.
pub(super) fn gap(engine: &mut Engine<'_>, last: Option<DateTime<Utc>>) -> Result<(), CampaignError> {
    let Some(from) = last else { return Ok(()) };
    let missed = engine.now - from;
    if missed <= engine.settings.clock.outage {
        return Ok(());
    }
    let (to, protest) =
        (engine.now, engine.record.people.proposal.as_ref().map(|proposal| proposal.until + missed));
    let moved = moved_by(engine, from, missed);
    match moved.is_some() || protest.is_some() {
        true => engine.add(Kind::Clock, &Gap { from, to, moved, protest }),
        false => Ok(()),
    }
}

/// Returns what an outage moves (the open window, the words of chance or the rehearsal) and its new deadline.
///
/// It is `None` while the clock is stopped: restarting it moves all deadlines.
fn moved_by(engine: &Engine<'_>, from: DateTime<Utc>, missed: TimeDelta) -> Option<(String, DateTime<Utc>)> {
    let record = &engine.record;
    if record.game.ended.is_some() || record.people.paused.is_some() || record.people.held.is_some() {
        return None;
    }
    match record.game.open_window() {
        Some(window) if window.waiting => None,
        Some(window) => window.deadline.map(|deadline| (window.id.clone(), deadline + missed)),
        None => {
            let rehearsal = record.people.rehearsing(from).and_then(|rehearsal| rehearsal.until);
            let until = record.people.chance_deadline().map(|until| (CHANCE, until));
            let until = until.or(rehearsal.map(|until| (REHEARSAL, until)));
            until.map(|(what, until)| (what.to_owned(), until + missed))
        }
    }
}
