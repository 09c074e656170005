//! Orders that are only in a quotation: a player forwards an earlier mail of hers, or sends it back. They never count, since anybody
//! may have written them; their sender is told which lines these are, and how they would count.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{problems, typing};
use crate::campaign::play::engine::Engine;
use crate::post::{Fate, Line};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::{LineFate, TypedLine};

/// Tells of orders in the quotation of a message that hands in nothing else. `is_bare` if it has no words of its sender's.
pub(crate) fn take_in(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted, is_bare: bool) {
    let document = &written.envelope.document;
    let hands_in = document.plan.is_some() || document.seal.is_some() || document.opening.is_some();
    // Beside anything else of the sender's, an earlier mail is what programs quote by themselves.
    let says_more = submitted.used || submitted.kept || !submitted.problems.is_empty();
    let is_sent_back = is_bare || written.found.quotes_itself && !says_more;
    if hands_in || written.left.is_early || !is_sent_back {
        return;
    }
    let quoted: Vec<(&Line, &str)> =
        written.found.lines.iter().filter_map(|line| Some((line, unquoted(line)?))).collect();
    // What stands in a message of ours is no order of the sender's.
    if quoted.iter().any(|(_, text)| typing::is_ours(engine.settings, text)) {
        return;
    }
    let lines: Vec<TypedLine<'_>> =
        quoted.iter().map(|(line, text)| TypedLine { text, line: line.number }).collect();
    let Some(typed) = typing::lines(engine, &submitted.seat, &lines) else { return };
    let taken = quoted.iter().zip(&typed.fates).filter(|(_, fate)| **fate == LineFate::Taken);
    let mut orders = taken.map(|(line, _)| line);
    let Some((first, text)) = orders.next() else { return };
    let why = Refusal::new("quoted-orders").with("more", orders.count());
    submitted.problems.push(Problem {
        warning: submitted.used || submitted.kept,
        line: Some(first.number),
        length: text.chars().count().max(1),
        source: (*text).to_owned(),
        ..problems::refused(&why)
    });
}

/// Returns a line of a quotation without its mark; `None` for other lines, and for quotations within it.
fn unquoted(line: &Line) -> Option<&str> {
    if line.is_own || !matches!(line.fate, Fate::Quoted | Fate::Copy) {
        return None;
    }
    let text = line.text.trim_start();
    let text = text.strip_prefix('>').map_or(text, str::trim_start);
    (!text.starts_with('>') && !text.is_empty()).then_some(text)
}
