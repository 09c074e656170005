//! Texts that may be words of chance, though nothing in them says so.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{problems, typing};
use crate::campaign::play::engine::Engine;
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Refusal, fold};

/// The most words of a text that may be words of chance. A letter is longer, or asks something, or names its reader.
const MOST_WORDS: usize = 12;

/// Asks back a short text without a name before it, where words for the shuffles are asked for and nothing else: it may be some, and then
/// the game master must not read them before the others have sent theirs. Returns `true` if it has asked.
pub(crate) fn may_be_meant(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) -> bool {
    let prose = &written.left.prose;
    let text = prose.iter().map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ");
    let gm = engine.settings.gm.name.split_whitespace().next().unwrap_or_default();
    let names_gm = fold(&text).contains(&fold(gm));
    let is_short = (2..=MOST_WORDS).contains(&text.split_whitespace().count());
    let (document, people) = (&written.envelope.document, &engine.record.people);
    let has_sent =
        people.words.contains_key(&submitted.seat) || people.chance.seals.contains_key(&submitted.seat);
    let is_asked = typing::asks_words(engine, submitted) && !has_sent && document.chance.is_none();
    // "Sorry, was ill" is no word for anything.
    let excuses = plan::excuses(&text);
    let declines = prose.iter().any(|(_, line)| plan::declines_chance(line));
    let may_be =
        !excuses && !declines && document.rehearsal.is_none() && is_short && !names_gm && !text.contains('?');
    // "… my chance words are …" tells some, whatever stands around it; "Ready. My window: a blue truck" may.
    let hints = |line: &str| {
        !text.contains('?') && !declines && !plan::puts_off(&text) && plan::hints_at_chance(line)
    };
    let told = prose.iter().position(|(_, line)| plan::tells_chance(line) || !excuses && hints(line));
    let first = prose.get(told.unwrap_or_default());
    let Some((line, first)) = first.filter(|_| is_asked && (may_be || told.is_some())) else {
        return false;
    };
    // What was asked of it already is not asked once more.
    let is_told = |problem: &Problem| ["chance-first", "chance-unread"].contains(&problem.why.code.as_str());
    if submitted.problems.iter().any(is_told) {
        return true;
    }
    let why = Refusal::new("chance-meant").with("words", mask(&text)).with("gm", gm);
    let why = if told.is_some() { why.with("told", true) } else { why };
    let length = first.trim().chars().count().max(1);
    let problem = Problem { line: Some(*line), length, source: mask(first), ..problems::refused(&why) };
    submitted.problems.push(problem);
    true
}
