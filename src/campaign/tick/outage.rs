//! Time in which nothing ran, and what it moves.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Gap;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::REHEARSAL;
use crate::ledger::Kind;
use chrono::{DateTime, TimeDelta, Utc};

/// Moves the open deadline by the time in which nothing ran, if that was long; and the time in which everybody may object to a
/// ruling.
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

/// What a gap moves, and where to: the open window, the words of chance, or the rehearsal. A clock that stands moves all
/// deadlines when it goes on again.
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
            let until = record.people.words_until().map(|until| ("chance", until));
            let until = until.or(rehearsal.map(|until| (REHEARSAL, until)));
            until.map(|(what, until)| (what.to_owned(), until + missed))
        }
    }
}
