//! Orders and seals that are only in a quotation: a player forwards an earlier mail of hers, or sends it back. They never count, since anybody
//! may have written them; their sender is told which lines these are, and how they would count.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{nothing, only_seals, problems, typing};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Secrecy;
use crate::post::{Fate, Line};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::{LineFate, TypedLine};

/// The section of a seal, as it is written.
const SEAL: &str = "seal";

/// Tells of orders in the quotation of a message that hands in nothing else. `is_bare` if it has no words of its sender's.
pub(crate) fn take_in(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted, is_bare: bool) {
    let document = &written.envelope.document;
    let hands_in = document.plan.is_some() || document.seal.is_some() || document.opening.is_some();
    // Beside anything else of the sender's, an earlier mail is what programs quote by themselves.
    let told = |problem: Problem| Problem { warning: submitted.used || submitted.kept, ..problem };
    if !hands_in && let Some((number, text)) = seal(engine, written, submitted) {
        let below = nothing::is_only_below(written);
        let why = Refusal::new("quoted-orders").with("seal", true).with("more", 0).with("below", below);
        let length = text.chars().count().max(1);
        let problem = told(Problem { line: Some(number), length, source: text, ..problems::refused(&why) });
        submitted.problems.push(problem);
        return;
    }
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
    let length = text.chars().count().max(1);
    let source = (*text).to_owned();
    let problem = told(Problem { line: Some(first.number), length, source, ..problems::refused(&why) });
    submitted.problems.push(problem);
}

/// Returns the first quoted line with a seal as its sender pastes it, by its number, where the open window still lacks one.
fn seal(engine: &Engine<'_>, written: &Written<'_>, submitted: &Submitted) -> Option<(usize, String)> {
    let window = engine.record.game.open_window()?;
    let takes = window.phase == Phase::Collecting && window.sealed && window.secrecy != Secrecy::Deposit;
    let part = window.seats.get(&submitted.seat);
    let lacks = window.asked.contains_key(&submitted.seat) && part.is_none_or(|part| part.how.is_none());
    let mut quoted = written.found.lines.iter().filter_map(|line| Some((line.number, unquoted(line)?)));
    let is_seal = |text: &str| {
        let name = text.split_once(':').map(|(name, _)| name.trim());
        name.is_some_and(|name| name.eq_ignore_ascii_case(SEAL)) && only_seals::has_seal(text)
    };
    let (number, text) = quoted.find(|(_, text)| takes && lacks && is_seal(text))?;
    Some((number, text.to_owned()))
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
