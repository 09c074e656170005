//! Prose of a player whose seal is not open yet. It may tell the sealed plan, so nobody is shown it until the window is over:
//! "I have lost my opening file. My plan was …"

use crate::campaign::intake::problems;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Absence;
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::Refusal;

/// The fewest letters of a line of an opening in which none is a blank.
const PACKED: usize = 40;

/// Asks back the lines of prose if their writer's seal is to be opened in this window and is not open; `false` if they may be passed on.
/// A question by itself, such as `Which file do you need?`, tells no plan.
pub(super) fn asks_back(engine: &Engine<'_>, submitted: &mut Submitted, prose: &[(usize, String)]) -> bool {
    let window = engine.record.game.open_window();
    let Some(window) = window.filter(|window| matches!(window.phase, Phase::OpeningFirst | Phase::Opening))
    else {
        return false;
    };
    let is_unopened = window.unopened().any(|seat| *seat == submitted.seat);
    // Whoever took the seat over when the seals were in does not know what is in this one.
    let tenure = engine.record.people.tenures.get(&submitted.seat);
    if tenure
        .and_then(|tenure| tenure.at)
        .is_some_and(|at| window.opening_since.is_some_and(|asked| at >= asked))
    {
        return false;
    }
    let Some((number, first)) = prose.first().filter(|_| is_unopened) else { return false };
    if prose.iter().all(|(_, line)| line.trim().is_empty() || plan::is_aside(line)) {
        return false;
    }
    let has_steward = engine.settings.absence == Absence::Steward;
    // The block of an opening without its first line.
    let is_packed = |word: &str| {
        word.len() >= PACKED
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
    };
    let is_cut = prose.iter().any(|(_, line)| is_packed(line.trim()));
    let why = Refusal::new("prose-unopened").with("steward", has_steward).with("cut", is_cut);
    let length = first.chars().count().max(1);
    let problem = Problem { line: Some(*number), length, source: mask(first), ..problems::refused(&why) };
    submitted.problems.push(problem);
    true
}
