//! Messages in which nothing can be acted on: what their sender is told, and why, as far as their form shows.

use crate::campaign::intake::reading::{LONGEST_TEXT, Left, signs};
use crate::campaign::intake::refusals::is_beside_plans;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{hand_in, only_seals, rehearsal, typing};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::settings::Secrecy;
use crate::plan;
use crate::post::{Fate, Line};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::LONGEST_LINE;

/// Says of a message of which nothing counts that this is so, and why.
pub(super) fn tell(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted, empty: bool) {
    let is_refused = submitted.problems.iter().any(|problem| !problem.warning);
    if submitted.used || submitted.kept || is_refused {
        return;
    }
    // What does not count and is all there is says by itself that nothing counts.
    let is_all = |problem: &&mut Problem| problem.line.is_some() && is_beside_plans(&problem.why);
    if let Some(problem) = submitted.problems.iter_mut().find(is_all) {
        problem.warning = false;
        return;
    }
    let rehearses = rehearsal::may_rehearse(engine, &submitted.seat);
    if !rehearses && is_courtesy(engine, written.left, submitted) {
        submitted.warn(&Refusal::new("courtesy"));
        if typing::is_awaited(engine, &submitted.seat) {
            submitted.asked.extend(hand_in::sheet_again(engine, &submitted.seat, Vec::new()));
        }
        return;
    }
    let why = if rehearses && !empty {
        Refusal::new("rehearsal-empty")
    } else {
        why(engine, (written, submitted), empty)
    };
    submitted.refuse(&why);
}

/// Returns why nothing in a message can be acted on: it has no words of its sender's, or they are where we do not read.
pub(crate) fn why(
    engine: &Engine<'_>,
    (written, submitted): (&Written<'_>, &Submitted),
    empty: bool,
) -> Refusal {
    let lines = &written.found.lines;
    let is_quoted = |line: &&Line| line.text.trim_start().starts_with('>');
    // A copy of our own message has them too.
    let is_above = |line: &&Line| !is_quoted(line) && line.fate != Fate::Separator;
    let has_bars = lines.iter().take_while(is_above).any(|line| plan::is_section(barred(&line.text)))
        || has_table(lines);
    let sealed = engine
        .record
        .game
        .open_window()
        .is_some_and(|window| window.sealed && window.secrecy == Secrecy::Sealed);
    let only_below = is_only_below(written);
    // What is too long was not read at all.
    let longest =
        written.left.lines.iter().map(|(_, line)| line.trim().chars().count()).max().unwrap_or_default();
    if !empty && (written.left.text.len() > LONGEST_TEXT || longest > LONGEST_LINE) {
        return Refusal::new("no-document")
            .with("length", written.left.text.len())
            .with("longest", longest)
            .with("most", LONGEST_TEXT)
            .with("most_line", LONGEST_LINE);
    }
    // Whoever is asked one thing is told what would answer it.
    let says = written.left.text.trim();
    // What is typed within a copy that nothing marks may be anybody's.
    let is_copied = lines.iter().any(|line| line.fate == Fate::Copy);
    let with_copy = |why: Refusal| if is_copied { why.with("copy", true) } else { why };
    if !has_bars
        && !only_below
        && !sealed
        && !says.is_empty()
        && let Some(alone) = typing::alone(engine, submitted)
    {
        return with_copy(alone.which(says));
    }
    let why = Refusal::new("no-document")
        .with("empty", empty && !has_bars)
        .with("bars", has_bars)
        .with("below", only_below)
        .with("over", engine.record.game.ended.is_some())
        .with("early", engine.record.game.position.is_null())
        .with("words", typing::asks_words(engine, submitted))
        .with("sealed", sealed);
    let why = with_copy(why);
    match only_seals::shown(written).filter(|_| sealed) {
        Some(line) => why.with("seal_line", line),
        None => why,
    }
}

/// Returns `true` for a message whose sender has written nothing but words below a quotation, where nobody can tell whose they are.
pub(super) fn is_only_below(written: &Written<'_>) -> bool {
    let is_quoted = |line: &&Line| line.text.trim_start().starts_with('>');
    let is_prose = |line: &Line| line.is_own && matches!(line.fate, Fate::Greeting | Fate::Prose);
    written.left.lines.is_empty()
        && written.found.lines.iter().skip_while(|line| !is_quoted(line)).any(is_prose)
}

/// Returns `true` for a message that greets or thanks and says nothing else, in words or with a picture: nothing is wrong with it, even if
/// its seat is waited for.
pub(crate) fn is_courtesy(engine: &Engine<'_>, left: &Left, submitted: &Submitted) -> bool {
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let is_told = !submitted.problems.is_empty();
    (left.greets || left.lines.iter().any(|(_, line)| is_picture(line)))
        && !is_told
        && !left.says
        && left.unclear.is_empty()
        && left.prose.iter().all(|(_, line)| signs(player, line) || is_picture(line))
}

/// Returns `true` for a line of pictures: 👍.
fn is_picture(line: &str) -> bool {
    let is_one = |c: char| matches!(u32::from(c), 0x2190..=0x2BFF | 0x1F000..=0x1FAFF);
    line.chars().any(is_one) && !line.chars().any(char::is_alphanumeric)
}

/// Returns `true` if a message begins with a table whose rows begin with a bar: `| Winterfell | march +1 |`.
fn has_table(lines: &[Line]) -> bool {
    let is_row = |line: &Line| line.text.trim_start().starts_with('|') && line.text.matches('|').count() > 2;
    let above = lines.iter().take_while(|line| !line.text.trim_start().starts_with('>'));
    let mut said = above.filter(|line| !line.text.trim().is_empty());
    said.by_ref().find(|line| !matches!(line.fate, Fate::Greeting)).is_some_and(is_row)
}

/// Returns the name before the colon of a line that is marked with a bar as our messages mark the words of others.
fn barred(line: &str) -> &str {
    let name = line.trim_start().strip_prefix('|').and_then(|rest| rest.split_once(':'));
    name.map_or("", |(name, _)| name.trim())
}
