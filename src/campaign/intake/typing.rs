//! What must be known of the campaign to read the lines that a player types: the game, its names, and which lines are ours.

use crate::campaign::intake::answers_below::{Below, may_answer, without_closings};
use crate::campaign::intake::printed::Print;
use crate::campaign::intake::problems::line_in_mail;
use crate::campaign::intake::reading::{Ours, Reading, Typing, signs};
use crate::campaign::intake::rehearsal::{NOWHERE, may_rehearse, rehearses, says_ready, use_ready_lines};
use crate::campaign::intake::speaker::keys;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::intake::{bare_words, choosing, only_seals, rows};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::{date_in, time_of};
use crate::campaign::state::entries::{Ballots, How, Leaving, LeavingStep};
use crate::campaign::state::record::{GM, Reply};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::settings::{SeatSettings, Settings, Words};
use crate::plan::{self, Bare, Given, People, Said};
use crate::post::{Between, Letter};
use crate::sheet::{Content, Fault, Node, Refusal, Span};
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
    let orders =
        |lines: &[TypedLine<'_>]| read(engine, seat, &names, lines).unwrap_or_else(|| Typed::nothing(lines));
    let game = |lines: &[TypedLine<'_>]| -> Typed {
        let rows = rows::texts(lines, &orders);
        let lines = &without_closings(&rows::with(lines, &rows), player);
        // Its answers are looked for only where somebody may have typed one.
        let says_anything = lines.iter().any(|line| !line.text.trim().is_empty());
        let alone = says_anything.then(|| only.get_or_init(|| alone(engine, submitted)).as_ref()).flatten();
        let mut typed = match alone {
            Some(asked) => asked.read(lines, &orders),
            None => orders(lines),
        };
        if is_early || takes_only_seals {
            // No line counts, so none is worth sending again.
            typed.faults.clear();
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
fn read(
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

/// Gives words such as `Yes!` the meaning of what was asked in the message that they answer. Where that is not clear, their
/// writer is asked, and nothing is done.
pub(crate) fn answer(
    engine: &Engine<'_>,
    submitted: &Submitted,
    reading: &mut Reading,
    (seats, today): (&[SeatInfo], Option<Date>),
) {
    // In an answer to press they are for its writer.
    let is_read_elsewhere = reading.opened.is_some() || !reading.problems.is_empty();
    if is_read_elsewhere || submitted.seat == GM {
        return;
    }
    if matches!(reply(engine, submitted), Some(Reply::Press { .. })) {
        return ask_back_in_press(reading);
    }
    // A sheet that comes back as it went out says nothing.
    let document = &reading.envelope.document;
    let is_alone = !reading.left.says_more && document.only_asks();
    // "2", and "none" below it: the word is said of something alone, and not of all that is asked.
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let left = &reading.left;
    let is_all = left.bare.len() == 1
        && left.secret.is_empty()
        && left.prose.iter().all(|(_, line)| signs(player, line));
    for (bare, span) in reading.left.bare.clone() {
        // A vote that ends the game or gives a seat away takes more than "OK".
        let is_seen = ends_much(engine, submitted) && plan::may_only_be_seen(reading.line_text(span.line));
        let mut meanings = if is_seen { Vec::new() } else { meanings(engine, submitted, bare, span) };
        let word = reading.line_text(span.line).trim().to_owned();
        if meanings.is_empty() && plan::names_vote(&word) {
            meanings.extend(only_extension(engine, bare, span));
        }
        if meanings.is_empty()
            && is_alone
            && let Some(value) =
                only_answer(engine, submitted, (bare, reading.line_text(span.line)), (span, is_all))
        {
            reading.envelope.document.plan = Some(Given { span, value });
            continue;
        }
        match <[Said; 1]>::try_from(meanings) {
            Ok([Said::Section(key, value)]) => {
                let tree = Node { span, content: Content::Map(vec![(key, value)]) };
                reading.envelope.add(plan::read_on(&tree, seats, People::default(), today));
            }
            _ if is_seen => {
                let why = Refusal::new("word-seen").with("word", reading.line_text(span.line).trim());
                let fault = if is_alone { Fault::error(span, why) } else { Fault::warning(span, why) };
                reading.envelope.faults.push(fault);
            }
            // "OK" behind a plan says that our message has come.
            _ if bare == Bare::Yes
                && is_alone
                && plan::may_only_be_seen(&word)
                && !is_awaited(engine, &submitted.seat) =>
            {
                (reading.left.greets, reading.left.says) = (true, false);
            }
            _ => {
                let word = word.as_str();
                let is_early = engine.record.game.position.is_null();
                let mut why = match bare {
                    Bare::Ready | Bare::Done if is_early => Refusal::new("ready-early")
                        .with("word", word.trim())
                        .with("words", asks_words(engine, submitted)),
                    _ => bare_words::refusal(bare, word, asked(engine, submitted).len()),
                };
                // “No” could speak for the ruling or for the objection to it, which that message told of.
                let is_on_ruling = |reply: &&Reply| matches!(reply, Reply::Vote { on, .. } if on == "ruling");
                if reply(engine, submitted).filter(is_on_ruling).is_some()
                    && engine.record.people.proposal.is_some()
                {
                    why = why.with("ruling", true);
                }
                if let Some(alone) =
                    alone(engine, submitted).filter(|_| matches!(bare, Bare::Yes | Bare::No | Bare::Nothing))
                {
                    why = alone.which(word);
                } else if bare == Bare::Nothing {
                    // Where the game has orders, how none are given is said.
                    let example = [TypedLine { text: plan::no_orders(), line: 1 }];
                    let taken = lines(engine, &submitted.seat, &example).and_then(|typed| typed.tree);
                    let instead = taken.filter(|_| !engine.gathers()).map_or("", |_| plan::no_orders());
                    why = why.with("instead", instead);
                }
                // Next to a plan it is mere talk.
                let says_more = !is_alone;
                let fault = if says_more { Fault::warning(span, why) } else { Fault::error(span, why) };
                // "Vote yes" is not, and says for nothing what it is for.
                let is_vote = matches!(bare, Bare::Yes | Bare::No) && plan::names_vote(word);
                let fault = if says_more && is_vote {
                    Fault::warning(span, Refusal::new("vote-half").with("kind", "any"))
                } else {
                    fault
                };
                let is_talk = says_more && matches!(bare, Bare::Yes | Bare::No) && !is_vote;
                if !is_talk && line_in_mail(span.line, &reading.found).is_some() {
                    reading.envelope.faults.push(fault);
                }
            }
        }
    }
    let says_ready = rehearses(engine, submitted) && says_ready(reading);
    if says_ready || rehearses(engine, submitted) && reading.envelope.document.rehearsal.is_some() {
        let has_others = reading.left.lines.len() > 1;
        // What tells some is asked back; and below "Yes!" a few words about nobody may be some. What was read as anything else, such as
        // an order, is none.
        let hints = |line: &str| {
            plan::hints_at_chance(line) && !plan::tells_chance(line)
                || has_others && plan::may_be_chance(line)
        };
        let hint = reading.left.prose.iter().find(|(_, line)| hints(line));
        if let Some((_, line)) = hint
            && reading.envelope.document.chance.is_none()
            && asks_words(engine, submitted)
        {
            let why = Refusal::new("chance-unread").with("line", line.trim());
            reading.envelope.faults.push(Fault { span: None, ..Fault::warning(NOWHERE, why) });
        }
    }
    if says_ready {
        let span = use_ready_lines(reading);
        let Said::Section(key, value) = Said::entry(span, "rehearsal", "ready", "yes") else { return };
        let tree = Node { span, content: Content::Map(vec![(key, value)]) };
        reading.envelope.add(plan::read_on(&tree, seats, People::default(), today));
    }
}

/// Asks back words in an answer to press that are said to the program, such as `vote yes`: its writer is not to get them. Of those that may
/// be for both, such as `done`, their writer is told.
fn ask_back_in_press(reading: &mut Reading) {
    for (bare, span) in reading.left.bare.clone() {
        let word = reading.line_text(span.line).trim().to_owned();
        let is_vote = matches!(bare, Bare::Yes | Bare::No) && plan::names_vote(&word);
        let fault = match bare {
            Bare::Ready | Bare::Done => Fault::warning(span, bare_words::refusal(bare, &word, 0)),
            _ if is_vote => Fault::error(span, Refusal::new("vote-half").with("kind", "any")),
            _ => continue,
        };
        reading.left.says_more |= is_vote;
        reading.left.is_faulty |= is_vote;
        reading.envelope.faults.push(fault);
    }
}

/// Returns what `I vote yes` says where the only votes that are open are for so much more time.
fn only_extension(engine: &Engine<'_>, bare: Bare, span: Span) -> Option<Said> {
    let people = &engine.record.people;
    let mut open = people.ballots.values().filter(|ballots| **ballots != Ballots::default());
    let first = open.next().filter(|_| people.proposal.is_none())?;
    let only = Ballots { extend: first.extend, ..Ballots::default() };
    let is_only = *first == only && open.all(|other| *other == only);
    let value = match bare {
        Bare::Yes => time_of(first.extend)?,
        Bare::No => "no".to_owned(),
        _ => return None,
    };
    is_only.then(|| Said::entry(span, "vote", "extend", &value))
}

/// Returns `true` for an answer to a vote that ends the game or gives a seat to somebody else.
fn ends_much(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    matches!(reply(engine, submitted), Some(Reply::Vote { on, .. }) if on != "extend")
}

/// Returns all that a word can mean in answer to that message.
fn meanings(engine: &Engine<'_>, submitted: &Submitted, bare: Bare, span: Span) -> Vec<Said> {
    let people = &engine.record.people;
    let (yes, value) = match bare {
        Bare::Yes | Bare::Ready | Bare::Done => (true, "yes"),
        Bare::No => (false, "no"),
        Bare::Nothing => return Vec::new(),
    };
    let mut all = Vec::new();
    let about = submitted.about.as_deref().unwrap_or_default();
    // "Ready" can mean nothing else before the game begins.
    let is_ready = bare == Bare::Ready && may_rehearse(engine, &submitted.seat);
    if is_ready || yes && rehearses(engine, submitted) {
        all.push(Said::entry(span, "rehearsal", "ready", value));
    }
    let is_word = matches!(bare, Bare::Yes | Bare::No);
    let leaving = people.leaving.get(&submitted.seat).filter(|known| known.resign == LeavingStep::Asked);
    if leaving.filter(|known| is_word && asked_by(about, known)).is_some() {
        all.push(Said::section(span, "resign", value));
    }
    if let Some(Reply::Ruling { number }) = reply(engine, submitted)
        && is_word
        && engine.settings.rulings.vote
        && people.proposal.as_ref().is_some_and(|proposal| proposal.ruling.number == *number)
    {
        all.push(Said::entry(span, "vote", "ruling", value));
    }
    if let Some(Reply::Vote { by, on }) = reply(engine, submitted)
        && is_word
        && let Some(ballots) = people.ballots.get(by)
    {
        // A vote that was taken back, or has passed, is no question any more.
        let what = match on.as_str() {
            "draw" if ballots.draw => Some("yes".to_owned()),
            "extend" => time_of(ballots.extend),
            "replace" => ballots.replace.clone(),
            "concede" => ballots.concede.clone(),
            _ => None,
        };
        let says = |what: String| if yes { what } else { value.to_owned() };
        all.extend(what.map(|what| Said::entry(span, "vote", on, &says(what))));
    }
    all
}

/// Returns a plan that says what a word does in answer to a message that asked one thing alone, or to all that it asked if nothing else is
/// said (`is_all`): `none`. `None` if that cannot be answered by such a word.
fn only_answer(
    engine: &Engine<'_>,
    submitted: &Submitted,
    (bare, word): (Bare, &str),
    (span, is_all): (Span, bool),
) -> Option<Node> {
    let asked = asked(engine, submitted);
    let seat = engine.rules.seat(&submitted.seat)?;
    if !asked.is_empty()
        && matches!(bare, Bare::Yes | Bare::No | Bare::Nothing)
        && let Some(alone) = alone(engine, submitted)
    {
        return alone.word(word, span);
    }
    if asked.len() > 1 && !is_all {
        return None;
    }
    let line = |text: &str| read(engine, Some(seat), &[], &[TypedLine { text, line: span.line }])?.tree;
    bare_words::answer((bare, span), &asked.iter().collect::<Vec<_>>(), &line)
}

/// Returns the one question that the sender is asked now.
pub(super) fn alone(engine: &Engine<'_>, submitted: &Submitted) -> Option<choosing::Asked> {
    let is_playing = engine.record.game.ended.is_none() && submitted.seat != GM;
    let names = player_names(engine.settings, &engine.rules);
    is_playing.then(|| choosing::asked(engine, &submitted.seat, &names)).flatten()
}

/// Returns what the message that is answered asks, as far as it is still asked.
fn asked(engine: &Engine<'_>, submitted: &Submitted) -> Vec<Open> {
    let (Some(window), Some(about)) = (engine.record.game.open_window(), &submitted.about) else {
        return Vec::new();
    };
    let is_about = engine.record.people.about.window(&submitted.seat, about) == Some(&window.id);
    let asked_again = matches!(reply(engine, submitted), Some(Reply::Window { id }) if *id == window.id);
    let (Some(seat), Ok(pending)) = (engine.rules.seat(&submitted.seat), engine.pending()) else {
        return Vec::new();
    };
    if !is_about && !asked_again {
        return Vec::new();
    }
    Open::asked_of(&pending.open, seat, engine.gathers()).into_iter().cloned().collect()
}

/// Returns `true` if a message of ours asked whether the seat is given up: the receipt that did, or a later one.
fn asked_by(about: &str, asked: &Leaving) -> bool {
    let receipt = about.strip_prefix("receipt-").and_then(|number| number.parse::<u64>().ok());
    receipt.is_some_and(|number| number == asked.receipt)
}
