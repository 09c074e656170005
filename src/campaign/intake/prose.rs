//! Prose in a player's message: an answer to press goes back to its writer, and anything else to the game master.
//!
//! Only the sender's own lines are passed on, never one that was read as something, and none that looks like an order: those
//! may be secret. A game master who plays a seat gets nothing that was not written to the game master.

use crate::campaign::intake::held::{STATEMENT, held_back};
use crate::campaign::intake::names::names_of;
use crate::campaign::intake::reading::Left;
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::{
    called, chance_meant, flood, gm_questions, only_seals, press, problems, typing, unopened, unread_answer,
    votes, worth,
};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Letter, Pressed};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Reply};
use crate::ledger::Kind;
use crate::plan::{self, People, Press, Recipient, Spot};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Refusal, fold};
use crate::table::Seat;
use chrono::TimeDelta;
use serde_json::json;
use std::cell::OnceCell;

/// The detail by which a game says that nobody would say a line to another player.
const FOR_US: &str = "for_us";
/// How many words prose must have to be passed on, unless it asks something.
const FEWEST_WORDS: usize = 3;
/// How many it must have next to a plan: most of what people write there is a greeting.
const FEWEST_BESIDES: usize = 12;
/// How many it must have in a rehearsal, where nothing else is said, unless it names a time: "ready, but only on weekends".
const FEWEST_REHEARSING: usize = 8;

/// The fewest words of a letter that may name its reader as an answer does.
const FEWEST_OF_LETTERS: usize = 4;

/// Passes on what the sender wrote to somebody. A question that calls the game master by name gets there whatever else is in the message.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    take_in_all(engine, written, submitted)?;
    let asked = gm_questions::left_over(engine, written.left, submitted);
    if asked.is_empty() { Ok(()) } else { pass_on(engine, (&asked, false, Some(1)), submitted) }
}

fn take_in_all(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let left = written.left;
    let reply = typing::reply(engine, submitted).cloned();
    // The game master orders nothing, but may show a player how an order is written.
    let is_advice = submitted.seat == GM;
    let left = &unread_answer::left_by(left, submitted);
    // A line that looks like an order is told, and never passed on. Before the game begins it is told that none counts yet.
    let unclear = left.unclear.iter().filter(|_| !is_advice && !left.is_early);
    submitted.problems.extend(unclear.map(|fault| problems::problem(fault, written.text, written.found)));
    match reply {
        Some(Reply::Press { from }) if from.as_deref() != Some(GM) || submitted.seat == GM => {
            write_back(engine, written, left, (from, submitted))
        }
        _ if submitted.seat == GM => Ok(()),
        reply => {
            let is_answer = matches!(reply, Some(Reply::Press { .. }));
            // "Not sure yet, will answer tonight!" has no plan in it, and is all that the game master must know.
            let promises = !left.prose.is_empty() && left.prose.iter().all(|(_, line)| plan::promises(line));
            if promises && !left.says_more && says_nothing_else(submitted) {
                return pass_on(engine, (&left.prose, is_answer, Some(1)), submitted);
            }
            if votes::asks_back(engine, (reply.as_ref(), &left.prose), submitted) {
                return Ok(());
            }
            // "To bert lets be friends ok" is for Bert, before the game begins too, where other words may be for the shuffles.
            let is_early = engine.record.game.position.is_null() && !is_answer;
            let begins_to = left.prose.first().is_some_and(|(_, line)| plan::begins_to(line));
            if is_early && begins_to && is_for_a_player(engine, submitted, &left.prose) {
                return Ok(());
            }
            if !is_answer && chance_meant::may_be_meant(engine, written, submitted) {
                return Ok(());
            }
            if unopened::asks_back(engine, submitted, &left.prose) {
                return Ok(());
            }
            // A plan may be sent at any time, so what reads like one is shown to nobody at any time, in answer to the game master either.
            let mut prose = without_orders(engine, left, submitted);
            if !is_answer && written.envelope.document.plan.is_some() {
                hold_thoughts(engine, &mut prose, submitted);
            }
            if prose.len() < left.prose.len() {
                return pass_on(engine, (&prose, is_answer, None), submitted);
            }
            // A word such as `Yes!` answers the game master too.
            if is_answer && !left.says_more {
                return pass_on(engine, (&left.lines, true, None), submitted);
            }
            // "Bert, of course" answers; more words are a letter to Bert.
            let is_letter = called::joined(&left.prose).split_whitespace().count() > FEWEST_OF_LETTERS;
            if !is_answer && is_letter && is_for_a_player(engine, submitted, &left.prose) {
                return Ok(());
            }
            if !is_answer && unread_answer::may_be(engine, written, left, submitted) {
                unread_answer::ask_back(engine, submitted, &left.prose);
                return Ok(());
            }
            let prose = if left.prose.is_empty() { &left.lines } else { &left.prose };
            // "Sorry, tomorrow!" is all that the game master must know.
            let is_excuse = is_asked(engine, submitted)
                && !left.says_more
                && says_nothing_else(submitted)
                && prose.iter().any(|(_, line)| plan::puts_off(line) && !plan::is_salutation(line));
            match is_excuse {
                true => pass_on(engine, (prose, is_answer, Some(1)), submitted),
                false => {
                    let fewest = beside_ready(engine, written, submitted);
                    pass_on(engine, (&left.prose, is_answer, fewest), submitted)
                }
            }
        }
    }
}

/// Returns how many words a text must have to be a letter beside the news that its sender is ready to begin: nearly any words say that,
/// and "Please use my other address from now on" says more. What may be words for the shuffles is told to its sender.
fn beside_ready(engine: &Engine<'_>, written: &Written<'_>, submitted: &Submitted) -> Option<usize> {
    let is_ready = written.envelope.document.rehearsal.is_some();
    let prose = || written.left.prose.iter().map(|(_, line)| line.as_str());
    let hints = || prose().any(plan::hints_at_chance);
    let fewest = if prose().any(plan::puts_off) { FEWEST_WORDS } else { FEWEST_REHEARSING };
    (is_ready && !(typing::asks_words(engine, submitted) && hints())).then_some(fewest)
}

/// Returns `true` if the open window asks the sender for anything.
fn is_asked(engine: &Engine<'_>, submitted: &Submitted) -> bool {
    engine.record.game.open_window().is_some_and(|window| window.asked.contains_key(&submitted.seat))
}

/// Asks back prose that reads like an order, which may be secret, and returns the rest: the lines that are no end of such a sentence.
fn without_orders(engine: &Engine<'_>, left: &Left, submitted: &mut Submitted) -> Vec<(usize, String)> {
    let (mut problems, rest) = held_back(left, &statements(engine, left, submitted));
    if only_seals::takes_only(engine, &submitted.seat) {
        only_seals::retold(&mut problems, submitted.seal.is_some());
    }
    submitted.problems.extend(problems);
    rest
}

/// Holds back the lines that stand beside orders and speak of such deeds, without asking about the rules: `everyone else defends`, and
/// below it `no wait only 2 defends right?`. Whoever thinks aloud writes to nobody. What calls the game master by name is a letter.
fn hold_thoughts(engine: &Engine<'_>, prose: &mut Vec<(usize, String)>, submitted: &mut Submitted) {
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let is_letter = |line: &str| plan::calls_game_master(line, people);
    for (line, text) in prose.extract_if(.., |(_, line)| plan::thinks_of_a_deed(line) && !is_letter(line)) {
        let why = Refusal::new("question-held").with("said", true);
        let (line, length) = (Some(line), text.chars().count().max(1));
        let problem = problems::refused(&why);
        submitted.problems.push(Problem { line, length, source: mask(&text), warning: true, ..problem });
    }
}

/// Returns `true` if a line of prose is asked back, as it tells what its writer is going to do.
pub(super) fn is_any_stated(engine: &Engine<'_>, left: &Left, submitted: &Submitted) -> bool {
    !statements(engine, left, submitted).is_empty()
}

/// Returns the lines of prose, by their numbers, that tell what their writer is going to do, whatever the game makes of them. Once it has
/// begun, something can be decided at any time.
fn statements(engine: &Engine<'_>, left: &Left, submitted: &Submitted) -> Vec<(usize, Refusal)> {
    let is_on = !engine.record.game.position.is_null() && engine.record.game.ended.is_none();
    if left.prose.is_empty() || !is_on {
        return Vec::new();
    }
    // A view of the whole board costs more than all else of a letter, and few sentences need its names.
    stated(left, || names(engine, submitted).unwrap_or_default())
}

/// Returns the lines of prose that tell what their writer is going to do with any of some names, which are looked up if a line needs them.
pub fn stated(left: &Left, names: impl Fn() -> Vec<String>) -> Vec<(usize, Refusal)> {
    let known = OnceCell::new();
    let is_name = |text: &str| plan::names_one(known.get_or_init(&names).iter().map(String::as_str), text);
    let told = plan::statements(&left.prose, &is_name);
    let lines = told.into_iter().filter_map(|at| left.prose.get(at));
    lines.map(|(line, _)| (*line, Refusal::new(STATEMENT))).collect()
}

/// Returns the names of the game that a seat reads in its reports, but those of seats.
fn names(engine: &Engine<'_>, submitted: &Submitted) -> Option<Vec<String>> {
    let (seat, pending) = (engine.rules.seat(&submitted.seat)?, engine.pending().ok()?);
    let position = pending.seen(engine.rules, seat).ok()?;
    names_of(engine.rules.referee, &position, seat)
}

/// Sends the own lines of an answer to press to the writer of the press.
fn write_back(
    engine: &mut Engine<'_>,
    written: &Written<'_>,
    left: &Left,
    (from, submitted): (Option<String>, &mut Submitted),
) -> Result<(), CampaignError> {
    if !worth::is_worth_passing_on(&left.lines, 1) {
        return Ok(());
    }
    let warn = |submitted: &mut Submitted, why: Refusal| {
        submitted.warn(&why);
    };
    let document = &written.envelope.document;
    // "Deal", and below it "To Cleo: he asks me": what is above is for whoever wrote, if nothing else is said.
    let is_beside_press = document.says_only_press() && !left.is_faulty && left.secret.is_empty();
    if is_beside_press
        && left.unclear.is_empty()
        && !left.prose.is_empty()
        && let Some(from) = &from
    {
        let lines: Vec<usize> = left.prose.iter().map(|(line, _)| *line).collect();
        return send_back(engine, (&called::joined(&left.prose), &lines), (from, submitted));
    }
    let is_held = submitted.seat != GM && holds_orders_for_us(left, submitted);
    // Orders must not reach the other player, so whoever writes both must say what goes where.
    let unclear = submitted.seat != GM && !left.unclear.is_empty() || is_held;
    if left.says_more || unclear || document.says_something() {
        // "I support Lannister" was read as an order, "march with me" could not be read as one.
        let is_order = left.is_faulty || document.plan.is_some();
        let has_words = !left.prose.is_empty() || is_order && !left.lines.is_empty() && !is_told(submitted);
        if has_words && document.press.is_empty() {
            warn(submitted, Refusal::new("press-reply-orders"));
        }
        return Ok(());
    }
    let Some(from) = from else {
        submitted.refuse(&Refusal::new("press-reply-nobody"));
        return Ok(());
    };
    let lines: Vec<usize> = left.lines.iter().map(|(line, _)| *line).collect();
    send_back(engine, (&left.text, &lines), (&from, submitted))
}

/// Asks back the lines of an answer to press that are said to nobody but us, such as a change of plan; `true` if there are any.
fn holds_orders_for_us(left: &Left, submitted: &mut Submitted) -> bool {
    let is_for_us = |why: &Refusal| why.details().contains_key(FOR_US);
    let secret: Vec<(usize, Refusal)> =
        left.secret.iter().filter(|(_, why)| is_for_us(why)).cloned().collect();
    if secret.is_empty() {
        return false;
    }
    let (problems, _) = held_back(&Left { secret, ..left.clone() }, &[]);
    submitted.problems.extend(problems);
    true
}

/// Returns `true` if a line was asked back that may be for the program or for the player.
fn is_told(submitted: &Submitted) -> bool {
    submitted.problems.iter().any(|problem| problem.why.code == "gm-order-or-answer")
}

/// Sends words, which stand in some lines, to the writer of the press that they answer.
fn send_back(
    engine: &mut Engine<'_>,
    (text, lines): (&str, &[usize]),
    (from, submitted): (&str, &mut Submitted),
) -> Result<(), CampaignError> {
    let to = match engine.rules.seat(from) {
        Some(seat) => Recipient::Seat(seat),
        None => Recipient::Gm,
    };
    let written = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    let numbered: Vec<(usize, String)> = lines.iter().copied().zip(written).collect();
    // What the game master says to several by name goes to each of them.
    let parts = called::parts(engine, &numbered).filter(|_| submitted.seat == GM);
    if let Some(parts) = parts {
        return called::send(engine, parts, submitted);
    }
    if turns(engine, submitted, (&numbered, Some(from))) {
        return Ok(());
    }
    let press = Press { to: vec![to], text: text.to_owned(), grey: false };
    match press::letter_of(engine, &press, submitted) {
        Ok(letter) => {
            submitted.used = true;
            let name = match engine.rules.seat(from) {
                Some(seat) => engine.rules.referee.seats().get(seat.index()).map(|info| info.name.clone()),
                None => Some(engine.settings.gm.name.clone()),
            };
            submitted.passed.extend(lines);
            let line = submitted.passed.first().copied();
            submitted
                .understand(line, json!({"item": "press", "to": name.unwrap_or_default(), "grey": false}));
            engine.add_with(Kind::Press, &Pressed {}, &letter)
        }
        Err(why) => {
            submitted.refuse(&why);
            Ok(())
        }
    }
}

/// Sends prose to the game master as press; `is_answer` if it answers press of the game master's, `fewest` words being enough.
fn pass_on(
    engine: &mut Engine<'_>,
    (prose, is_answer, fewest): (&[(usize, String)], bool, Option<usize>),
    submitted: &mut Submitted,
) -> Result<(), CampaignError> {
    let alone = says_nothing_else(submitted);
    let fewest = fewest.unwrap_or(match (is_answer, alone) {
        (true, _) => 1,
        (false, true) => FEWEST_WORDS,
        (false, false) => FEWEST_BESIDES,
    });
    if !worth::is_worth_passing_on(prose, fewest) {
        // "@Birgit deal!"
        let marks = prose.iter().any(|(_, line)| line.trim_start().starts_with('@'));
        if marks && !is_answer {
            is_for_a_player(engine, submitted, prose);
        }
        return Ok(());
    }
    // "Bert, truce?" is not for the game master to read, and "Maria, thanks. To Bert: truce?" not as a whole.
    // An answer to the game master may begin with any name, but not with "to Bert".
    let may_be_for_another = !is_answer || prose.first().is_some_and(|(_, line)| plan::begins_to(line));
    if may_be_for_another && is_for_a_player(engine, submitted, prose)
        || turns(engine, submitted, (prose, None))
    {
        return Ok(());
    }
    let limits = &engine.settings.limits;
    let day = engine.now - TimeDelta::days(1);
    let sent = engine.record.people.pressed.get(&submitted.seat).into_iter().flatten();
    let text = called::joined(prose);
    let why = match () {
        () if engine.settings.gm.plays.is_some() && !is_answer => Some("prose-gm-plays"),
        () if text.chars().count() > limits.press => Some("prose-long"),
        () if sent.filter(|at| **at > day).count() >= limits.press_a_day => Some("prose-many"),
        () => None,
    };
    if let Some(code) = why {
        let problem = problems::refused(&Refusal::new(code).with("limit", limits.press));
        submitted.problems.push(Problem { warning: !alone, ..problem });
        return Ok(());
    }
    // Two mail programs that answer each other stop here, as they do with any message that says nothing.
    if alone && flood::still_answered(engine, &submitted.seat, submitted.received) == 0 {
        return Ok(());
    }
    submitted.only_prose = alone;
    submitted.used = true;
    submitted.passed.extend(prose.iter().map(|(line, _)| *line));
    // Two sentences of a line are in one line.
    let mut lines: Vec<usize> = prose.iter().map(|(line, _)| *line).collect();
    lines.dedup();
    let ranges = ranges(&lines);
    let more = ranges.get(1..).unwrap_or_default();
    let mut what = json!({"item": "passed-on"});
    if let Some(word) = gm_questions::in_rules(engine, prose) {
        what["rules"] = json!(word);
    }
    // A text in one piece is where its first line is.
    if !more.is_empty() {
        what["more"] = json!(more);
    }
    submitted.understand(lines.first().copied(), what);
    let letter = Letter {
        from: submitted.seat.clone(),
        to: vec![GM.to_owned()],
        all: false,
        grey: false,
        text: mask(&text),
        gm_reads: engine.settings.gm.reads_press,
    };
    engine.add_with(Kind::Press, &Pressed {}, &letter)
}

/// Asks back lines that answer one of many questions and could not be read; before the plan is taken in, which is not final then.
pub(crate) fn ask_back_answers(engine: &Engine<'_>, written: &Written<'_>, submitted: &mut Submitted) {
    let answers_press = matches!(typing::reply(engine, submitted), Some(Reply::Press { .. }));
    if !answers_press && submitted.seat != GM {
        let has_plan = written.envelope.document.plan.is_some();
        unread_answer::ask_back_among_many(engine, submitted, (&written.left.prose, has_plan));
    }
}

/// Asks back prose that is written to another player.
fn is_for_a_player(engine: &Engine<'_>, submitted: &mut Submitted, prose: &[(usize, String)]) -> bool {
    let Some(player) = written_to_player(engine, submitted, prose) else { return false };
    let alone = says_nothing_else(submitted);
    let (line, first) = prose.first().cloned().unwrap_or_default();
    let problem = problems::refused(&Refusal::new("prose-to-player").with("name", player));
    let (line, length) = (Some(line), first.chars().count().max(1));
    submitted.problems.push(Problem { line, length, source: mask(&first), warning: !alone, ..problem });
    true
}

/// Asks back a text that turns to somebody else than its reader, a seat or the game master: `Deal. To Bert: he asks
/// me`. `None` for prose that the game master would get.
fn turns(
    engine: &Engine<'_>,
    submitted: &mut Submitted,
    (lines, reader): (&[(usize, String)], Option<&str>),
) -> bool {
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let seats = engine.rules.referee.seats();
    let own: Vec<String> = reader.into_iter().map(str::to_owned).collect();
    let sender = engine.rules.seat(&submitted.seat);
    let player = players.iter().find(|(_, of)| Some(*of) == sender).map(|(name, _)| name.clone());
    let signed = player.or_else(|| Some(seats.get(sender?.index())?.name.clone()));
    let mut above: Option<(usize, &str)> = None;
    let calls = called::parts(engine, lines).is_some();
    let turn = lines.iter().find_map(|(number, line)| {
        let spot = match above.replace((*number, line)) {
            None => Spot::First,
            Some((above, _)) if above + 1 < *number => Spot::Paragraph,
            // "Cleo, deal." and right below it "Edith, no."
            Some((_, text)) if calls && called::ends(text) => Spot::Paragraph,
            Some(_) => Spot::Below,
        };
        let turn = plan::turns_to(line, (&own, spot), &seats, people)?;
        // The sender's own name is a signature.
        let is_own = |name: &String| signed.as_ref() == Some(name);
        (!turn.to.iter().all(is_own)).then_some((*number, line, turn))
    });
    let Some((number, line, turn)) = turn else { return false };
    let code = if reader.is_some() { "press-turns" } else { "prose-to-player" };
    let problem = problems::refused(&Refusal::new(code).with("name", turn.to.join(", ")));
    let (line, length, warning) = (line.clone(), line.chars().count().max(1), !says_nothing_else(submitted));
    submitted.problems.push(Problem { line: Some(number), length, source: mask(&line), warning, ..problem });
    true
}

/// Returns the names of the other players, or of seats, that prose is written to.
fn written_to_player(
    engine: &Engine<'_>,
    submitted: &Submitted,
    prose: &[(usize, String)],
) -> Option<String> {
    let players = typing::player_names(engine.settings, &engine.rules);
    let people = People { players: &players, gm: &engine.settings.gm.name };
    let seats = engine.rules.referee.seats();
    let called = |(seat, name): (Seat, String)| {
        let info = seats.get(seat.index())?;
        let player = players.iter().find(|(player, of)| *of == seat && fold(player).contains(&fold(&name)));
        (info.id != submitted.seat).then(|| player.map_or(info.name.clone(), |(player, _)| player.clone()))
    };
    let names: Vec<String> =
        plan::written_to(&called::joined(prose), &seats, people).into_iter().filter_map(called).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns `true` for a message of which nothing has been used or refused so far.
fn says_nothing_else(submitted: &Submitted) -> bool {
    !submitted.used && !submitted.kept && submitted.problems.iter().all(|problem| problem.warning)
}

/// Returns the first and last of the numbers that follow each other; numbers ascend.
fn ranges(numbers: &[usize]) -> Vec<[usize; 2]> {
    let mut all: Vec<[usize; 2]> = Vec::new();
    for number in numbers {
        match all.last_mut() {
            Some([_, last]) if *last + 1 == *number => *last = *number,
            _ => all.push([*number; 2]),
        }
    }
    all
}
