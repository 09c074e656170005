//! `final` from a seat that has nothing to decide: whatever it is asked has one legal answer, such as a bid without power.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{bare_words, typing};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Window;
use crate::plan::Bare;
use crate::sheet::{Node, Span};
use crate::table::{Open, TypedLine};

/// Returns the plan that says nothing to all that is asked, if the seat is waited for and no other answer is legal.
pub(super) fn plan(
    engine: &Engine<'_>,
    window: &Window,
    written: &Written<'_>,
    submitted: &Submitted,
) -> Option<Node> {
    let left = written.left;
    if left.is_early || left.is_faulty || written.envelope.has_errors() {
        return None;
    }
    let seat = engine.rules.seat(&submitted.seat)?;
    let has_sent = window.seats.get(&submitted.seat).is_some_and(|part| part.how.is_some());
    if has_sent || !window.asked.contains_key(&submitted.seat) {
        return None;
    }
    let pending = engine.pending().ok()?;
    let asked = Open::asked_of(&pending.open, seat, false);
    let is_forced = |open: &&Open| open.legal.complete && open.legal.answers.len() == 1;
    if !asked.iter().all(is_forced) {
        return None;
    }
    let span = Span { line: 1, column: 1, length: 1 };
    let line =
        |text: &str| typing::read(engine, Some(seat), &[], &[TypedLine { text, line: span.line }])?.tree;
    bare_words::answer((Bare::Nothing, span), &asked, &line)
}
