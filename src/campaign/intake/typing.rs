//! What must be known of the campaign to read the lines that a player types: the game, its names, and which lines are ours.

use crate::campaign::intake::answers_below::{Below, may_answer, without_closings};
use crate::campaign::intake::printed::Print;
use crate::campaign::intake::reading::{Ours, Reading, Typing};
use crate::campaign::intake::rehearsal::may_rehearse;
use crate::campaign::intake::speaker::keys;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::wrapped::read_wrapped;
use crate::campaign::intake::{choosing, only_seals, rows};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::date_in;
use crate::campaign::state::entries::How;
use crate::campaign::state::record::{GM, Reply};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::settings::{SeatSettings, Settings, Words};
use crate::plan::{Given, People};
use crate::post::{Between, Letter};
use crate::sheet::Refusal;
use crate::table::{Open, RecordDesk, Seat, SeatInfo, Seed, Typed, TypedLine};
use chrono::{DateTime, Utc};
use jiff::civil::Date;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

/// Returns the day of an instant where a player or the game master is.
pub(crate) fn today(engine: &Engine<'_>, seat: &str, at: DateTime<Utc>) -> Option<Date> {
    let zone = engine.settings.seat(seat).map(|seat| seat.timezone.as_str());
    date_in(at.min(engine.now), zone.unwrap_or(&engine.settings.gm.timezone))
}

/// Returns `true` for a line that only our own messages have: one with the campaign's address, tag or title, a key, a
/// hash, or a heading. Each of our messages has such a line.
pub(crate) fn is_ours(settings: &Settings, line: &str) -> bool {
    let lower = line.to_lowercase();
    let bare = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '=' | '>'));
    lower.contains(&settings.address.address.to_lowercase())
        || !bare.is_empty() && bare == settings.title.trim()
        || is_ours_by_form(&settings.id, line)
}

/// Returns `true` for a line that only messages of ours have, as far as that shows without the campaign's settings.
pub fn is_ours_by_form(campaign: &str, line: &str) -> bool {
    // The line below a heading.
    let is_rule = |line: &str| line.len() >= 8 && line.trim().bytes().all(|byte| byte == b'=');
    let is_hash = |word: &str| word.len() >= 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    line.to_lowercase().contains(&format!("[{}]", campaign.to_lowercase()))
        || keys(line).next().is_some()
        || is_rule(line)
        || line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_hash)
}

/// How many lines of its own a message may have in which orders are looked for. A reply in which nothing marks the quotation has some
/// hundred; each line that might be an order takes half a millisecond.
pub(crate) const MOST_LINES: usize = 4000;

/// Reads what the own lines of a message say that have not the form of a document. Returns the day on which it came.
pub(crate) fn take_in(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &mut Reading,
    (letter, seats, ours): (&Letter, &[SeatInfo], &Ours<'_>),
    print: &dyn Print,
) -> Option<Date> {
    let seat = engine.rules.seat(&submitted.seat);
    let is_playing = engine.record.game.ended.is_none();
    let names = player_names(engine.settings, &engine.rules);
    let people = People { players: &names, gm: &engine.settings.gm.name };
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let has_plan = has_plan(engine, &submitted.seat);
    let only = OnceCell::new();
    let stands = RefCell::new(Vec::new());
    let is_early = engine.record.game.position.is_null();
    let takes_only_seals = only_seals::takes_only(engine, &submitted.seat);
    let known = Known::default();
    let orders = |lines: &[TypedLine<'_>]| {
        known.of(lines, || read(engine, seat, &names, lines).unwrap_or_else(|| Typed::nothing(lines)))
    };
    // Of each line by itself, as the mail program has broken it.
    let line_by_line = |lines: &[TypedLine<'_>]| -> Typed {
        let rows = rows::texts(lines, &orders);
        let lines = &without_closings(&rows::with(lines, &rows), player);
        // Its answers are looked for only where somebody may have typed one.
        let says_anything = lines.iter().any(|line| !line.text.trim().is_empty());
        let asked = || alone(engine, submitted).or_else(|| awaited(engine, submitted));
        let alone = says_anything.then(|| only.get_or_init(asked).as_ref()).flatten();
        let typed = match alone {
            Some(asked) => asked.read(lines, &orders),
            None => orders(lines),
        };
        if typed.tree.is_some() {
            return typed;
        }
        changed(engine, &submitted.seat, &names, lines).unwrap_or(typed)
    };
    let game = |lines: &[TypedLine<'_>]| -> Typed {
        let mut typed = read_wrapped(lines, &line_by_line);
        if is_early || takes_only_seals {
            // No line counts, so none is worth sending again.
            typed.faults.clear();
        }
        if is_early {
            // There is no turn that could be written in another way.
            typed.secret.iter_mut().for_each(|(_, why)| *why = Refusal::new("statement-early"));
        }
        if !has_plan {
            return typed;
        }
        let (typed, kept) = typed.beside_earlier(lines);
        stands.borrow_mut().extend(kept);
        typed
    };
    let printed = OnceCell::new();
    let may_answer = may_answer(engine, submitted, reading, ours);
    let of = Below {
        engine,
        seat: &submitted.seat,
        names: &names,
        player,
        game: &game,
        is_reply: submitted.about.is_some(),
    };
    let below = |one: &Between| {
        let print = || if may_answer { print.questions(engine, &submitted.seat) } else { Vec::new() };
        of.is(printed.get_or_init(print), one)
    };
    let is_long = reading.found.lines.iter().filter(|line| line.is_own).nth(MOST_LINES).is_some();
    let typing = Typing {
        is_ours: &|line| is_ours(engine.settings, line),
        today: today(engine, &submitted.seat, submitted.received),
        people,
        asks_words: asks_words(engine, submitted),
        rehearses: may_rehearse(engine, &submitted.seat),
        player,
        answers_press: matches!(reply(engine, submitted), Some(Reply::Press { from }) if from.as_deref() != Some(GM)),
        commands: submitted.seat == GM,
        game: if is_playing && seat.is_some() && !is_long { Some(&game) } else { None },
        alone: Some(&orders),
        below: if is_early { None } else { Some(&below) },
    };
    if is_playing && let Some(seat) = seat {
        name_seats(engine, seat, &names, reading);
    }
    reading.take_typed(letter, seats, &typing);
    reading.take_files(letter, seats, (ours, &typing));
    let today = typing.today;
    reading.left.stands = stands.into_inner();
    // What only looks like an order is told in the same words: there is no sheet yet by which it could be put right.
    let has_orders = reading.left.has_orders || !reading.left.unclear.is_empty();
    reading.left.is_early = is_early && seat.is_some() && has_orders;
    reading.left.is_long = is_long;
    today
}

/// What the game has made of lines of a message: the same words are looked at again and again, and to read them costs more than all else.
#[derive(Default)]
struct Known(RefCell<BTreeMap<Vec<(usize, String)>, Typed>>);

impl Known {
    fn of(&self, lines: &[TypedLine<'_>], read: impl FnOnce() -> Typed) -> Typed {
        let key: Vec<(usize, String)> = lines.iter().map(|line| (line.line, line.text.to_owned())).collect();
        if let Some(typed) = self.0.borrow().get(&key) {
            return typed.clone();
        }
        let typed = read();
        self.0.borrow_mut().insert(key, typed.clone());
        typed
    }
}

/// Returns `true` if the seat may send words for the shuffles, and has sent none.
pub(crate) fn asks_words(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    let people = &engine.record.people;
    !matches!(people.words_mode(), None | Some(Words::No))
        && people.bound_words(&submitted.seat).is_none()
        && people.takes_words(submitted.received)
}

/// Returns `true` if a plan of a seat is on file for the open window, so that what it says stands where a later message says
/// nothing else.
pub(super) fn has_plan(engine: &Engine<'_>, seat: &str) -> bool {
    let part = engine.record.game.open_window().and_then(|window| window.seats.get(seat));
    part.is_some_and(|part| part.how == Some(How::Deposit) && !part.is_void)
}

/// Returns `true` for a seat that owes an answer, or whose game has not begun.
pub(super) fn is_awaited(engine: &Engine<'_>, seat: &str) -> bool {
    let is_asked = engine.record.game.open_window().is_some_and(|window| window.asked.contains_key(seat));
    is_asked && !has_plan(engine, seat) || engine.record.game.position.is_null()
}

/// Puts the names of seats in place of those of their players in a plan that has its form; what cannot be read is reported by the rest
/// of the intake.
fn name_seats(engine: &Engine<'_>, seat: Seat, names: &[(String, Seat)], reading: &mut Reading) {
    let Some(given) = &reading.envelope.document.plan else { return };
    let position = engine.pending().ok().and_then(|pending| pending.seen(engine.rules, seat).ok());
    let Some(position) = position.filter(|position| !position.is_null()) else { return };
    if let Ok((value, faults)) = engine.rules.referee.name_seats(&position, seat, names, given.value.clone())
    {
        reading.envelope.document.plan = Some(Given { span: given.span, value });
        reading.envelope.faults.extend(faults);
    }
}

/// Gives lines to the game, with what the seat may know of the position. `None` if it cannot be read, which the rest of the
/// intake reports.
pub(super) fn read(
    engine: &Engine<'_>,
    seat: Option<Seat>,
    names: &[(String, Seat)],
    lines: &[TypedLine<'_>],
) -> Option<Typed> {
    let seat = seat?;
    if engine.record.game.position.is_null() {
        // Before the game begins any set-up will do to tell orders from prose; none of them counts.
        let none = BTreeMap::new();
        let begun = engine.rules.referee.begin(&mut RecordDesk::new(&none, Seed([1; 32]))).ok()?;
        return engine.rules.referee.read_typed(&begun, seat, &[], names, lines).ok();
    }
    let pending = engine.pending().ok()?;
    let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
    let position = pending.seen(engine.rules, seat).ok()?;
    engine.rules.referee.read_typed(&position, seat, &open, names, lines).ok()
}

/// Gives lines to the game as changes of the plan that a seat has on file; `None` if they are none.
fn changed(
    engine: &Engine<'_>,
    seat: &str,
    names: &[(String, Seat)],
    lines: &[TypedLine<'_>],
) -> Option<Typed> {
    let place = engine.rules.seat(seat)?;
    let part = engine.record.game.open_window().and_then(|window| window.seats.get(seat));
    let on_file = match part.filter(|part| !part.is_void) {
        Some(part) if part.how == Some(How::Deposit) => {
            engine.vault.openings.get(part.seal.as_ref()?)?.plan().clone()
        }
        Some(part) if part.how.is_some() => return None,
        _ => {
            let plans = engine.record.game.plans_of(seat);
            plans.first().filter(|filed| filed.how != How::Steward)?.plan.clone()
        }
    };
    let position = engine.pending().ok()?.seen(engine.rules, place).ok()?;
    engine.rules.referee.read_changes(&position, place, names, &on_file, lines).ok()?
}

/// Gives lines to the game as orders of a seat; `None` if nothing can be ordered.
pub(super) fn lines(engine: &Engine<'_>, seat: &str, lines: &[TypedLine<'_>]) -> Option<Typed> {
    let seat = engine.rules.seat(seat).filter(|_| engine.record.game.ended.is_none());
    read(engine, seat, &player_names(engine.settings, &engine.rules), lines)
}

/// Returns the names of the players with their seats: people write `to: anna`. Empty if nobody may know who plays what.
pub(crate) fn player_names(settings: &Settings, rules: &Rules<'_>) -> Vec<(String, Seat)> {
    let named = |seat: &SeatSettings| Some((seat.player.clone(), rules.seat(&seat.seat)?));
    settings
        .seats
        .iter()
        .filter(|_| !settings.anonymous)
        .filter_map(named)
        .filter(|(name, _)| !name.is_empty())
        .collect()
}

/// Returns what our message, which a message answers, asked or was.
pub(crate) fn reply<'e>(engine: &'e Engine<'_>, submitted: &Submitted) -> Option<&'e Reply> {
    let about = submitted.about.as_ref()?;
    engine.record.people.replies.to(&submitted.seat, about)
}

/// Returns the one question that the sender is asked now.
pub(super) fn alone(engine: &Engine<'_>, submitted: &Submitted) -> Option<choosing::Asked> {
    let is_playing = engine.record.game.ended.is_none() && submitted.seat != GM;
    let names = player_names(engine.settings, &engine.rules);
    is_playing.then(|| choosing::asked(engine, &submitted.seat, &names)).flatten()
}

/// Returns the one question that the sender must answer now, beside which its sheet asks for what may come up.
pub(super) fn awaited(engine: &Engine<'_>, submitted: &Submitted) -> Option<choosing::Asked> {
    let is_playing = engine.record.game.ended.is_none() && submitted.seat != GM;
    let names = player_names(engine.settings, &engine.rules);
    is_playing.then(|| choosing::awaited(engine, &submitted.seat, &names)).flatten()
}
