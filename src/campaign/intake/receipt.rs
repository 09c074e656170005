//! What a receipt says, as it is kept in the private part of the ledger until it is sent.

use crate::campaign::intake::problems::refused;
use crate::campaign::intake::reading::{Reading, signs};
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::closing::closes_with_the_last;
use crate::campaign::state::entries::How;
use crate::campaign::state::instead::instead;
use crate::campaign::state::record::Phase;
use crate::campaign::state::settings::Absence;
use crate::campaign::state::window_model::{seats_in, state, window_at};
use crate::plan;
use crate::post::{Fate, Found, Letter, Line, Note, PartKind, is_opening, one_line};
use crate::report::model::{Answers, Ignored, Named, NoWindow, Place, Problem, Standing, WindowState};
use crate::seal::mask;
use crate::sheet::Refusal;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// How many runs of ignored lines a receipt lists.
const MOST_RUNS: usize = 12;

/// Describes a message as its sender knows it, and which part of it was read.
pub(crate) fn answers(letter: &Letter, reading: &Reading, received: DateTime<Utc>) -> Answers {
    let (found, read_in) = (&reading.found, reading.letter(letter));
    // Without a document, an opening may have been read.
    let opening = || {
        let pasted = found.blocks.iter().find(|block| !block.quoted).map(|block| block.part);
        pasted.or_else(|| read_in.parts.iter().position(|part| is_opening(&part.text)))
    };
    let read = if found.document.is_ok() { found.part } else { opening() };
    let part = read.and_then(|number| read_in.parts.get(number));
    Answers {
        subject: mask(&letter.subject),
        received,
        date: letter.date.map(|date| date.to_rfc3339()).unwrap_or_default(),
        message_id: letter.message_id.clone().unwrap_or_default(),
        from: letter.sender().map(|from| from.address.clone()).unwrap_or_default(),
        part: part.map(|part| match part.kind {
            PartKind::Plain => "text".to_owned(),
            PartKind::Html => "html".to_owned(),
            PartKind::Attachment => one_line(&part.path),
        }),
        attached: reading.attached.as_deref().map(mask),
        places: places(found),
    }
}

/// Returns where the lines of the document are, first the sender's own: one run for each kind of text.
fn places(found: &Found) -> Vec<Place> {
    let is_copy = |line: &Line| !line.text.trim_start().starts_with('>');
    let kind_of = |line: &Line| match line.is_own {
        true => "own",
        false if is_copy(line) => "copy",
        false => "quoted",
    };
    let run = |kind: &str| {
        let is_it = |line: &&Line| matches!(line.fate, Fate::Used { .. }) && kind_of(line) == kind;
        let used = found.lines.iter().filter(is_it);
        let numbers: Vec<usize> = used.map(|line| line.number).collect();
        let lines = (*numbers.first()?, *numbers.last()?);
        Some(Place { kind: kind.to_owned(), lines })
    };
    ["own", "quoted", "copy"].into_iter().filter_map(run).collect()
}

/// Returns the lines that were ignored and not `passed` on, in runs that include the empty lines between them. Quoted lines form one run
/// from the first to the last, whatever is between them; otherwise a sheet filled in on a phone would be listed line
/// by line. After `MOST_RUNS` all other lines are added to the last run of their kind. A greeting and the name of its `player` below a
/// message are nothing that anybody would miss.
pub fn ignored(found: &Found, passed: &[usize], player: Option<&str>) -> Vec<Ignored> {
    let mut all: Vec<Ignored> = Vec::new();
    let mut before = "";
    let widest =
        found.lines.iter().filter(|line| is_marked(line)).map(|line| line.text.chars().count()).max();
    for (at, line) in found.lines.iter().enumerate() {
        if line.fate == Fate::Blank {
            continue;
        }
        // What is told elsewhere is between two runs.
        if passed.contains(&line.number) {
            before = "";
            continue;
        }
        let why = match line.fate {
            Fate::Quoted | Fate::Replaced { .. } | Fate::Copy | Fate::Separator => "quotation",
            Fate::Signature => "signature",
            Fate::Greeting | Fate::Prose if is_tail(&found.lines, at, widest) => "quotation",
            Fate::Greeting | Fate::Prose if is_idle(&line.text, player) => "",
            Fate::Greeting | Fate::Prose => "prose",
            Fate::Used { .. } | Fate::Fence | Fate::Armour | Fate::Blank => "",
        };
        let is_long = all.len() >= MOST_RUNS;
        let run = all.iter_mut().rev().find(|run| run.why == why);
        match run.filter(|_| why == before || why == "quotation" || is_long) {
            _ if why.is_empty() => {}
            Some(run) => {
                run.lines.1 = line.number;
                run.parted |= why != before;
            }
            None => {
                let lines = (line.number, line.number);
                all.push(Ignored { lines, why: why.to_owned(), parted: false });
            }
        }
        before = why;
    }
    all
}

fn is_marked(line: &Line) -> bool {
    !line.is_own && line.text.trim_start().starts_with('>')
}

/// Returns `true` for the end of a quoted line that a program broke in two without a mark before the second half: it is between quoted
/// lines, and its first word did not fit into the one above.
fn is_tail(lines: &[Line], at: usize, widest: Option<usize>) -> bool {
    let before = lines.get(..at).and_then(<[Line]>::last).filter(|line| is_marked(line));
    let (Some(above), Some(line), Some(below), Some(widest)) =
        (before, lines.get(at), lines.get(at + 1), widest)
    else {
        return false;
    };
    let long = |text: &str| text.chars().count();
    let first = line.text.split_whitespace().next().map_or(0, long);
    is_marked(below) && long(&above.text) + 1 + first > widest && long(line.text.trim()) * 2 <= widest
}

/// Returns `true` for a line that greets, thanks or closes a message, for the name below it, and for a line of our sheet that was left as
/// it was.
pub(crate) fn is_idle(text: &str, player: Option<&str>) -> bool {
    const MOST_WORDS: usize = 6;
    let text = text.trim();
    let letters: Vec<char> =
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let initial = player.and_then(|name| name.to_lowercase().chars().next());
    let is_short = text.split_whitespace().count() <= MOST_WORDS && !text.contains('?');
    is_short && plan::is_kind(text)
        || signs(player, text)
        || letters.len() == 1 && letters.first().copied() == initial
        || text.strip_suffix('~').is_some_and(|rest| rest.trim_end().ends_with(':'))
}

/// Returns warnings about other parts or documents in the message that were not used.
pub(crate) fn notes(letter: &Letter, found: &Found) -> Vec<Problem> {
    let warn = |refusal: Refusal| Problem { warning: true, ..refused(&refusal) };
    let note = |note: &Note| match note {
        Note::DiffersElsewhere { part } => {
            let part = letter.parts.get(*part).map(|part| one_line(&part.path)).unwrap_or_default();
            Some(warn(Refusal::new("parts-differ").with("part", part)))
        }
        Note::SecondIgnored { line } => Some(warn(Refusal::new("second-document").with("line", *line))),
        Note::EarlierIgnored { line } => Some(warn(Refusal::new("earlier-document").with("line", *line))),
        Note::SameElsewhere { .. } | Note::QuotedIgnored { .. } => None,
    };
    found.notes.iter().filter_map(note).collect()
}

/// Returns what will be used for a seat if nothing more comes.
pub(crate) fn standing(engine: &Engine<'_>, submitted: &Submitted) -> Standing {
    let seat = submitted.seat.as_str();
    if engine.record.people.resigned.contains(seat) {
        return Standing::Resigned;
    }
    let Some(window) = engine.record.game.open_window() else {
        return Standing::NoWindow { why: no_window(engine, submitted) };
    };
    let part = window.seats.get(seat);
    match part.and_then(|part| part.how) {
        _ if window.has_forfeited(seat) => Standing::Nothing,
        _ if part.is_some_and(|part| part.is_void) => Standing::Void,
        None if window.asked.contains_key(seat) => Standing::Nothing,
        None => match engine.record.game.plans_of(seat).iter().find(|filed| filed.how != How::Steward) {
            Some(filed) if !is_past(engine, &filed.plan) && !is_used_up(engine, seat, &filed.plan) => {
                Standing::OnFile { window: filed.window.clone() }
            }
            _ => Standing::NotAsked,
        },
        Some(How::Seal) if part.is_some_and(|part| !part.opened) => Standing::Seal,
        Some(_) if part.is_some_and(|part| part.receipt == submitted.number) => Standing::This,
        Some(_) => Standing::Earlier {
            received: part.and_then(|part| part.at).unwrap_or(engine.now),
            receipt: part.map_or(0, |part| u32::try_from(part.receipt).unwrap_or(u32::MAX)),
        },
    }
}

/// Returns `true` if what a plan was for is over.
fn is_past(engine: &Engine<'_>, plan: &Value) -> bool {
    let at = engine.record.game.position.clone();
    engine.rules.referee.is_past(plan, &at).unwrap_or_default()
}

/// Returns `true` for a list of turns that are all done, behind which its owner is asked.
fn is_used_up(engine: &Engine<'_>, seat: &str, plan: &Value) -> bool {
    let lines = plan.get("turns").and_then(Value::as_array).map_or(0, Vec::len);
    let asks = plan.get("otherwise").is_none_or(|otherwise| otherwise == "ask");
    let at = engine.record.game.position.clone();
    let done =
        engine.rules.seat(seat).and_then(|seat| engine.rules.referee.lines_done(plan, seat, &at).ok()?);
    asks && lines > 0 && done.is_some_and(|done| done >= lines)
}

/// Returns why no window is open.
fn no_window(engine: &Engine<'_>, submitted: &Submitted) -> NoWindow {
    let (people, game) = (&engine.record.people, &engine.record.game);
    if game.ended.is_some() || game.over {
        NoWindow::Over
    } else if people.rehearsing(engine.now).is_some() {
        let is_in = submitted.rehearsed || people.rehearsed.contains(&submitted.seat);
        if is_in { NoWindow::Rehearsed } else { NoWindow::Rehearsal }
    } else if game.position.is_null() {
        NoWindow::NotBegun
    } else {
        NoWindow::Between
    }
}

/// Returns until when a plan with slips that just came can be mended, if the open window would close with it.
pub(crate) fn mends_until(engine: &Engine<'_>) -> Option<DateTime<Utc>> {
    let window = engine.record.game.open_window().filter(|window| window.phase == Phase::Collecting)?;
    let is_late = window.last_call().is_some_and(|last| last <= engine.now);
    let closes = window.waiting || is_late || closes_with_the_last(window, engine.settings);
    let is_last = window.missing().next().is_none();
    (closes && is_last && window.grace > 0).then(|| engine.now + window.grace_period())
}

/// Returns the open window as a seat may know it, or `None` if no window is open.
pub(crate) fn window_state(engine: &Engine<'_>, seat: &str) -> Option<WindowState> {
    let window = engine.record.game.open_window()?;
    let people = &engine.record.people;
    // Nobody waits for whoever leaves or will be away at the end, whatever the campaign does otherwise.
    let end = window.last_call().map_or(engine.now, |last| last.max(engine.now));
    let waits = (engine.settings.absence == Absence::Wait
        || engine.is_waited_for(seat)
        || people.waits_for(seat, end))
        && !people.is_out_until(seat, end, window.deadline);
    let seats = engine.rules.referee.seats();
    let named = |seat: &str| {
        let info = seats.iter().find(|info| info.id == seat);
        Named { id: seat.to_owned(), name: info.map_or_else(|| seat.to_owned(), |info| info.name.clone()) }
    };
    let collecting = window.phase == Phase::Collecting;
    Some(WindowState {
        window: window_at(window, people, engine.now, named),
        own: state(window, people, seat),
        seats_in: Some(seats_in(window, people)),
        seats_asked: window.asked.len(),
        asked: window.asked.contains_key(seat),
        takes_plans: collecting,
        mends_until: None,
        silence: match waits && collecting {
            true => "wait",
            false if engine.record.game.standby_of(seat).any(|filed| filed.round == window.round()) => {
                "standby"
            }
            false => instead(engine.settings, people, seat, end).word(),
        }
        .to_owned(),
    })
}
