//! Words that are perhaps the answer to what a seat is asked, and that nobody could read: `Renly, so that I get a knight`. They may be
//! secret, so they are asked back and shown to nobody. Only talk that names nothing of the game goes to somebody.

use crate::campaign::intake::gm_questions;
use crate::campaign::intake::names::names_of;
use crate::campaign::intake::only_seals;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Left, signs};
use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::intake::typing;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::{GM, Reply};
use crate::plan;
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Refusal, fold};
use crate::table::{Choices, Open};
use serde_json::Value;

/// The most questions that are answered in a word or two; with more, a plan is asked for, and names in prose are talk of the game.
const MOST_QUESTIONS: usize = 2;
/// The code of an answer that could not be read.
const UNREAD: &str = "answer-unread";
/// The most words of an answer that names nothing of it: `me obviously`, `Yes please, Nora`.
const FEW_WORDS: usize = 10;

/// Returns `true` if what was left over may be an answer of its sender's, and is asked back.
pub(super) fn is_any(
    engine: &Engine<'_>,
    (written, left): (&Written<'_>, &Left),
    submitted: &Submitted,
) -> bool {
    let is_reply = matches!(typing::reply(engine, submitted), Some(Reply::Press { .. }));
    let left = left_by(left, submitted);
    submitted.seat != GM && !is_reply && may_be(engine, written, &left, submitted)
}

/// Returns `true` if what is left of a message may answer what its sender is asked.
pub(super) fn may_be(engine: &Engine<'_>, written: &Written<'_>, left: &Left, submitted: &Submitted) -> bool {
    // Beside an answer, or behind one, a question is for the game master, whatever it names.
    let has_plan = written.envelope.document.plan.is_some();
    let has_answered = has_plan || typing::has_plan(engine, &submitted.seat);
    let asks = |(at, line): &(usize, String)| {
        plan::is_aside(line) || left.asides.contains(at) || plan::only_asks(line)
    };
    let mut prose = perhaps_answers(engine, submitted, &left.prose);
    if has_answered {
        prose.retain(|line| !asks(line));
        // "Can a ship carry men? I'm a bit rusty."
        prose.iter_mut().for_each(|(_, line)| *line = plan::without_questions(line));
        prose.retain(|(_, line)| !line.is_empty());
    }
    is_one(engine, submitted, (&prose, has_plan))
}

/// Returns the lines that may answer something: no thanks, and no question that calls the game master by name.
fn perhaps_answers(
    engine: &Engine<'_>,
    submitted: &Submitted,
    prose: &[(usize, String)],
) -> Vec<(usize, String)> {
    let asked = gm_questions::of(engine, prose);
    let player = engine.settings.seat(&submitted.seat).map(|seat| seat.player.as_str());
    let is_told = |line: &(usize, String)| {
        !plan::only_thanks(&line.1) && !asked.contains(line) && !signs(player, &line.1)
    };
    prose.iter().filter(|line| is_told(line)).cloned().collect()
}

/// Returns what is left without the lines that were asked back as answers.
pub(super) fn left_by(left: &Left, submitted: &Submitted) -> Left {
    let mut left = left.clone();
    left.prose.retain(|(line, _)| !is_asked_back(submitted, *line));
    left
}

/// Returns `true` if lines name something of the game, or answer something, where a seat is asked one or two things. Beside a plan that
/// could be read they must name something: "thanks again, that's me done" is talk there.
fn is_one(engine: &Engine<'_>, submitted: &Submitted, (prose, has_plan): (&[(usize, String)], bool)) -> bool {
    let Some(window) = engine.record.game.open_window() else { return false };
    if prose.is_empty() || !window.asked.contains_key(&submitted.seat) {
        return false;
    }
    let (Some(seat), Ok(pending)) = (engine.rules.seat(&submitted.seat), engine.pending()) else {
        return false;
    };
    let gathers = engine.gathers();
    let mut asked = Open::asked_of(&pending.open, seat, gathers);
    // What a sheet asks for all that may come up hides nothing of what alone is waited for.
    let waits = Open::asked_of(&pending.open, seat, false);
    if waits.len() == 1 && !has_plan {
        asked = waits;
    }
    if asked.is_empty() || asked.len() > MOST_QUESTIONS && !gathers {
        return false;
    }
    // Who asks for more time answers nothing.
    let prose: Vec<(usize, String)> =
        prose.iter().filter(|(_, line)| !plan::may_ask_for_time(line)).cloned().collect();
    if prose.is_empty() {
        return false;
    }
    let text = text(&prose);
    let told = text.split_inclusive(['.', '!', '?']).filter(|sentence| !sentence.ends_with('?'));
    let is_short = text.split_whitespace().count() <= FEW_WORDS && asked.len() == 1;
    if is_short && !has_plan && told.into_iter().any(plan::answers_question) {
        return true;
    }
    // "How much may I bid?" tells nothing.
    let asks = text.contains('?');
    let names = typing::player_names(engine.settings, &engine.rules);
    let Ok(position) = pending.seen(engine.rules, seat) else { return false };
    let choices = |open: &Open| engine.rules.referee.choices(&position, seat, open, &names);
    // A question with few answers may be answered by a word or two; others need names.
    let is_small = |open: &&Open| matches!(choices(open), Ok(Some(choices)) if choices.complete);
    if has_plan && (asked.len() > MOST_QUESTIONS || !asked.iter().any(is_small)) {
        let names = names_of(engine.rules.referee, &position, seat).unwrap_or_default();
        // "And for the orders:" begins what could be read.
        let is_begun = |line: &str| line.trim_end().ends_with(':');
        let says = |line: &str| !is_begun(line) && plan::names_one(names.iter().map(String::as_str), line);
        return prose.iter().any(|(_, line)| says(line));
    }
    let is_about = |open: &&Open| {
        let choices = choices(open);
        let legal = open.legal.answers.iter().filter_map(Value::as_str);
        choices.is_ok_and(|choices| choices.is_some_and(|choices| plan::names_something(&choices, &text)))
            || plan::names_one(legal, &text)
            || !asks && plan::names_one(std::iter::once(open.kind.as_str()), &text)
    };
    let view = engine.rules.referee.view(&position, Some(seat)).unwrap_or_default();
    // "Can somebody take over Greyjoy?" is no answer of Greyjoy's.
    let own = engine.rules.seat_id(seat);
    let names = view["names"].as_object().into_iter().flatten();
    let known = names.filter(|(id, _)| **id != own).filter_map(|(_, name)| name.as_str());
    asked.iter().any(is_about)
        || plan::names_one(known, &text)
        || !asks
            && !has_plan
            && text.split(|c: char| !c.is_alphanumeric()).any(|word| plan::answers(&fold(word)))
}

/// Asks back the lines, whose sheet the receipt brings.
pub(crate) fn ask_back(engine: &Engine<'_>, submitted: &mut Submitted, prose: &[(usize, String)]) {
    let prose = &perhaps_answers(engine, submitted, prose);
    let Some((line, first)) = prose.first() else { return };
    // "We cannot read this line as a whole" is said of it already.
    if submitted
        .problems
        .iter()
        .any(|problem| problem.line == Some(*line) && problem.why.code == "word-beside")
    {
        return;
    }
    let alone = typing::alone(engine, submitted).or_else(|| typing::awaited(engine, submitted));
    let why = alone.map_or_else(|| Refusal::new(UNREAD), |alone| alone.which(&text(prose)));
    let length = first.chars().count().max(1);
    let problem = problems::refused(&why);
    submitted.problems.push(Problem { line: Some(*line), length, source: mask(first), ..problem });
    if only_seals::takes_only(engine, &submitted.seat)
        && let Some(last) = submitted.problems.last_mut()
    {
        only_seals::retold(std::slice::from_mut(last), submitted.seal.is_some());
    }
}

/// Asks back each line of prose that has a number in a list of answers, or names an answer to one of many questions, and could not be
/// read: `Storm of Swords`, `then let it be Storm of Swords`. Nothing of a message with such a line is final.
pub(crate) fn ask_back_among_many(
    engine: &Engine<'_>,
    submitted: &mut Submitted,
    (prose, has_plan): (&[(usize, String)], bool),
) {
    let names = answers_by_name(engine, submitted).unwrap_or_default();
    let is_asked =
        engine.record.game.open_window().is_some_and(|window| window.asked.contains_key(&submitted.seat));
    // "2. thr 1" between lines of a list that were read.
    let is_of_list = |said: &str| has_plan && is_asked && plan::behind_number(said).is_some();
    for (line, said) in prose.iter().filter(|(_, said)| is_of_list(said) || tells_one(&names, said)) {
        let (line, length) = (Some(*line), said.chars().count().max(1));
        let problem = problems::refused(&Refusal::new(UNREAD));
        submitted.problems.push(Problem { line, length, source: mask(said), ..problem });
    }
}

/// Returns `true` if any line of a message has been asked back as an answer.
pub(crate) fn is_any_asked_back(submitted: &Submitted) -> bool {
    submitted.problems.iter().any(|problem| problem.why.code == UNREAD)
}

/// Returns `true` for a line that has been asked back as an answer already.
pub(crate) fn is_asked_back(submitted: &Submitted, line: usize) -> bool {
    submitted.problems.iter().any(|problem| problem.line == Some(line) && problem.why.code == UNREAD)
}

/// Returns the names of answers to the questions that a seat is asked, if they are many. A name of a seat may be in any talk.
fn answers_by_name(engine: &Engine<'_>, submitted: &Submitted) -> Option<Vec<String>> {
    let window = engine.record.game.open_window()?;
    let asked = window.asked.get(&submitted.seat).filter(|asked| asked.len() > MOST_QUESTIONS)?;
    let (seat, pending) = (engine.rules.seat(&submitted.seat)?, engine.pending().ok()?);
    let position = pending.seen(engine.rules, seat).ok()?;
    let players = typing::player_names(engine.settings, &engine.rules);
    let seats = engine.rules.referee.seats();
    let of_people: Vec<String> = seats
        .iter()
        .flat_map(|info| [fold(&info.name), fold(&info.id)])
        .chain(players.iter().map(|(name, _)| fold(name)))
        .collect();
    let open = pending.open.iter().filter(|open| open.seat == seat);
    let open = open.filter(|open| asked.iter().any(|question| question.key == open.key));
    let choices =
        open.filter_map(|open| engine.rules.referee.choices(&position, seat, open, &players).ok().flatten());
    let things = choices.flat_map(|choices| choices.things.into_iter().skip(Choices::NONE + 1));
    let names = things.flat_map(|thing| thing.names);
    Some(names.filter(|name| is_telling(name) && !of_people.contains(&fold(name))).collect())
}

/// Returns `true` for a name that no other talk has in it.
fn is_telling(name: &str) -> bool {
    const LETTERS: usize = 5;
    name.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS
}

/// Returns `true` for a line with a sentence that names one of these and asks nothing.
fn tells_one(names: &[String], line: &str) -> bool {
    let mut told = line.split_inclusive(['.', '!', '?']).filter(|sentence| !sentence.ends_with('?'));
    told.any(|sentence| plan::names_one(names.iter().map(String::as_str), sentence))
}

fn text(prose: &[(usize, String)]) -> String {
    prose.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_names_an_answer_and_asks_nothing_tells_one() {
        let names = ["Storm of Swords", "Tywin Lannister"].map(str::to_owned);
        for line in [
            "storm of swords",
            "If the choice is mine then let it be Storm of Swords.",
            "Tywin Lannister back!",
        ] {
            assert!(tells_one(&names, line), "{line}");
        }
        for line in ["What does Storm of Swords do?", "The storm kept us in", "Good luck to all"] {
            assert!(!tells_one(&names, line), "{line}");
        }
        assert!(is_telling("Renly") && !is_telling("Deck 1") && !is_telling("10"));
    }
}
