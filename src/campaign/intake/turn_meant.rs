//! Which turn somebody means who asks or complains about a result and names no turn.

use crate::campaign::explain;
use crate::campaign::play::engine::Engine;
use serde_json::Value;

/// The most turns that are searched; plans on file may have played so many at once.
const MOST_TURNS: u32 = 12;

/// Returns the last turn whose results a seat has been sent and that has what a text names: "my march should have won", written
/// while the orders of turn 5 are asked for, is about turn 4. If the text names nothing that these results have, it is the last one.
pub(super) fn turn_meant(engine: &Engine<'_>, text: &str, seat: &str) -> u32 {
    let game = &engine.record.game;
    let last = game.disputed_turn();
    // The last reports begin with the turn whose window closed last, or with the end of the one before.
    let first = game.last_closed().unwrap_or(last).min(last).saturating_sub(1);
    let first = first.max(last.saturating_sub(MOST_TURNS)).max(1);
    subject(engine, text, seat)
        .and_then(|(guide, subject)| {
            let turns = (first..=last).rev();
            explain::turn_about(engine.rules, engine.rules.past, &guide, (&subject, seat), turns)
        })
        .unwrap_or(last)
}

/// Returns what a text is about, in words that an explanation understands; `None` if it names nothing.
fn subject(engine: &Engine<'_>, text: &str, seat: &str) -> Option<(explain::Guide, String)> {
    let guide = explain::guide_of(engine.rules, &engine.record).ok()?;
    let view = engine.rules.referee.view(&engine.record.game.position, engine.rules.seat(seat)).ok()?;
    let names = view.get("names").cloned().unwrap_or(Value::Null);
    let subject = explain::subject_in(text, &guide, &names);
    (!subject.is_empty()).then_some((guide, subject))
}
