//! Runs a case and says what differs.

use super::case::{Case, Expected, Refused, Setup, data};
use super::check::{check, check_views};
use super::compare::{differences, overlay};
use super::desk::{Card, CaseDesk, Refusals};
use crate::games;
use crate::sheet::{Fault, Node, excerpt, plain};
use crate::table::{Asked, Damaged, Played, Position, Progress, Referee, Refusal, Seat, lent};
use serde_json::{Value, json};

/// The most stages a case may play.
const MOST_STAGES: usize = 40;

/// The result of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Its number.
    pub case: String,
    pub title: String,
    /// What is wrong with the case, or differs from what it expects; empty if it holds.
    pub problems: Vec<String>,
}

impl Verdict {
    /// Returns `true` if the case holds.
    pub fn passes(&self) -> bool {
        self.problems.is_empty()
    }
}

/// The words that a case may ask for. `game` is the folder of the game's templates, or `mail`.
pub trait Words {
    /// Puts a refusal into words.
    fn refusal(&self, game: &str, why: &Refusal) -> String;

    /// Tells events as a report does, with `names` by id.
    ///
    /// # Errors
    /// If a template fails; returns a description.
    fn story(&self, game: &str, names: &Value, events: &[Value]) -> Result<String, String>;
}

/// Describes what is wrong with a file of cases, each problem with its line and a caret.
pub fn describe(text: &str, faults: &[Fault], words: &dyn Words) -> Vec<String> {
    faults.iter().map(|fault| excerpt(text, fault, &words.refusal("mail", &fault.why))).collect()
}

/// Runs a case.
pub fn run(case: &Case, words: &dyn Words) -> Verdict {
    let problems = problems(case, words).unwrap_or_else(|problem| vec![problem]);
    Verdict { case: case.case.clone(), title: case.title.clone(), problems }
}

fn problems(case: &Case, words: &dyn Words) -> Result<Vec<String>, String> {
    let most = || games::ALL.iter().find(|game| game.id == case.game).and_then(|game| game.players.last());
    let players = case.players.or_else(|| most().copied()).unwrap_or_default();
    let game = games::referee(&case.game, players, &case.options, &|_| None).map_err(|e| e.to_string())?;
    let say = &|why: &Refusal| words.refusal(game.templates(), why);
    let seats: Vec<String> = game.seats().into_iter().map(|seat| seat.id).collect();
    let faults = check(case, &seats, &game.vocabulary());
    if !faults.is_empty() {
        return Ok(describe(&case.text, &faults, words));
    }
    let mut desk = CaseDesk::new(seats.clone(), case.otherwise, case.chance);
    let mut warned = Vec::new();
    let damaged = |e: Damaged| format!("given: {e}");
    let position = given(case, game.as_ref(), &mut desk)?;
    if let Err(why) = game.sound(&position).map_err(damaged)? {
        let found = [Refusals { label: "given".to_owned(), why, plan: false }];
        let mut problems = Vec::new();
        for refusal in expected("refused", &case.refused, &found, say, &mut problems) {
            problems.push(format!("given: no such position can be: {}", say(&refusal.why)));
        }
        return Ok(problems);
    }
    let plans = plans(case, game.as_ref(), &position, &seats, &mut desk.refused, &mut warned)?;
    desk.forget();
    desk.cards.extend(case.answered.iter().map(|decision| Card::new(decision.clone(), true)));
    desk.cards.extend(case.when.iter().map(|decision| Card::new(decision.clone(), false)));
    let (position, asked) = play(case, game.as_ref(), position, &lent(&plans), &mut desk)?;
    desk.refuse_unforced();
    let mut problems = Vec::new();
    // In the middle of a stage a position need not hold what holds between stages.
    if asked.is_none()
        && let Err(why) = game.sound(&position).map_err(damaged)?
    {
        problems.push(format!("what came of it cannot be: {}", say(&why)));
    }
    let outcome = game.outcome(&position).map_err(damaged)?;
    compare(&case.then, &position, outcome, asked.as_deref(), &desk, &seats, &mut problems);
    views(case, game.as_ref(), &position, &seats, words, &mut problems)?;
    told(case, game.as_ref(), &position, &desk, words, &mut problems)?;
    let unexpected = expected("refused", &case.refused, &desk.refused, say, &mut problems);
    for refusal in unexpected {
        problems.push(format!("'{}' was refused: {}", refusal.label, say(&refusal.why)));
    }
    expected("warned", &case.warned, &warned, say, &mut problems);
    if let Some(early) = &desk.early {
        problems.push(format!("when: '{early}' was asked before all of `answered` were"));
    }
    for unused in desk.cards.iter().filter(|card| !card.used) {
        let part = if unused.before { "answered" } else { "when" };
        problems.push(format!("{part}: '{}' was never asked", unused.decision.label));
    }
    Ok(problems)
}

fn given(case: &Case, game: &dyn Referee, desk: &mut CaseDesk) -> Result<Position, String> {
    let mut position = Value::clone(&*game.begin(desk).map_err(|e| e.to_string())?);
    if case.given.setup == Setup::Empty {
        position["areas"] = json!({});
    }
    overlay(&mut position, &data(&case.given.differs));
    Ok(position.into())
}

/// Returns each seat's plan as it is understood; what is wrong with plans goes to `refused` and `warned`.
fn plans(
    case: &Case,
    game: &dyn Referee,
    position: &Position,
    seats: &[String],
    refused: &mut Vec<Refusals>,
    warned: &mut Vec<Refusals>,
) -> Result<Vec<Vec<Value>>, String> {
    let mut plans = vec![Vec::new(); seats.len()];
    for (seat, plan) in &case.plans {
        let Some(index) = seats.iter().position(|id| seat.text() == Some(id)) else { continue };
        let reading = game.read_plan(position, Seat(index as u8), &[], plan).map_err(|e| e.to_string())?;
        for fault in reading.faults {
            let list = if fault.is_error() { &mut *refused } else { &mut *warned };
            list.push(Refusals { label: seats[index].clone(), why: fault.why, plan: true });
        }
        plans[index].extend(reading.plan);
    }
    Ok(plans)
}

/// Compares what seats see with what they must see.
fn views(
    case: &Case,
    game: &dyn Referee,
    position: &Position,
    seats: &[String],
    words: &dyn Words,
    problems: &mut Vec<String>,
) -> Result<(), String> {
    if case.then.views.is_empty() {
        return Ok(());
    }
    let view = |index| game.view(position, Some(Seat(index as u8))).map_err(|e| e.to_string());
    let views = (0..seats.len()).map(view).collect::<Result<Vec<_>, _>>()?;
    let faults = check_views(&case.then.views, &game.vocabulary(), &views);
    problems.extend(describe(&case.text, &faults, words));
    for (seat, expected) in &case.then.views {
        let found = seats.iter().position(|id| seat.text() == Some(id)).and_then(|index| views.get(index));
        let path = format!("views.{}", seat.text().unwrap_or_default());
        differences(&plain(expected), found, &path, problems);
    }
    Ok(())
}

/// Looks for the texts that must be in the report, as every seat reads it. Line ends are spaces.
fn told(
    case: &Case,
    game: &dyn Referee,
    position: &Position,
    desk: &CaseDesk,
    words: &dyn Words,
    problems: &mut Vec<String>,
) -> Result<(), String> {
    if case.then.told.is_empty() {
        return Ok(());
    }
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let view = game.view(position, None).map_err(|e| e.to_string())?;
    let public: Vec<Value> =
        desk.events().iter().filter(|event| event.get("only").is_none()).cloned().collect();
    let story = words.story(game.templates(), &view["names"], &public)?;
    let line = on_one_line(&story);
    let missing = case.then.told.iter().filter(|text| !line.contains(&on_one_line(text)));
    for text in missing {
        problems.push(format!(
            "told: the report does not say \u{201c}{text}\u{201d}; it says:\n{}",
            story.trim()
        ));
    }
    Ok(())
}

fn play(
    case: &Case,
    game: &dyn Referee,
    mut position: Position,
    plans: &[Vec<&Value>],
    desk: &mut CaseDesk,
) -> Result<(Position, Option<Box<Asked>>), String> {
    for _ in 0..MOST_STAGES {
        let mark = desk.mark();
        let mut played = game.play(&position, plans, desk).map_err(|e| e.to_string())?;
        while std::mem::take(&mut desk.again) {
            desk.rewind(&mark);
            played = game.play(&position, plans, desk).map_err(|e| e.to_string())?;
        }
        match played {
            Played::Paused(asked) => return Ok((asked.position.clone(), Some(asked))),
            Played::Done { position: next, progress } => {
                position = next;
                let moment = game.moment(&position).map_err(|e| e.to_string())?;
                let in_turn = format!("{}/{}", moment.turn, moment.stage);
                let reached = |until: &String| *until == moment.stage || *until == in_turn;
                if progress == Progress::Ended || case.until.as_ref().is_none_or(reached) {
                    return Ok((position, None));
                }
            }
        }
    }
    Err(format!("until: {MOST_STAGES} stages went by without '{}'", case.until.as_deref().unwrap_or("")))
}

fn compare(
    then: &Expected,
    position: &Position,
    outcome: Option<Value>,
    asked: Option<&Asked>,
    desk: &CaseDesk,
    seats: &[String],
    problems: &mut Vec<String>,
) {
    differences(&data(&then.position), Some(position), "", problems);
    if let Some(expected) = &then.outcome {
        differences(expected, outcome.as_ref(), "outcome", problems);
    }
    let waits: Vec<String> = asked
        .into_iter()
        .flat_map(|asked| &asked.open)
        .map(|open| format!("{} {}", seats[open.seat.index()], open.kind))
        .collect();
    let expected = then.asked.clone().unwrap_or_default();
    if waits != expected {
        problems.push(format!("asked: expected {expected:?}, found {waits:?}"));
    }
    let events: Vec<Value> = then.events.iter().map(plain).collect();
    in_order("events", "event", &events, desk.events(), problems);
    let answers: Vec<Value> = then.answers.iter().map(plain).collect();
    in_order("answers", "kind", &answers, desk.answers(), problems);
    for name in then.never.iter().filter_map(Node::text) {
        if desk.events().iter().any(|event| event["event"] == name) {
            problems.push(format!("never: {name} happened"));
        }
    }
}

/// Checks that `told` has all that is expected, in its order. `name` is the field that tells them apart.
fn in_order(part: &str, name: &str, expected: &[Value], told: &[Value], problems: &mut Vec<String>) {
    let mut rest = told.iter();
    for one in expected {
        let happened = rest.any(|found| differ(one, found).is_empty());
        if !happened {
            let names = || told.iter().filter_map(|e| e[name].as_str()).collect::<Vec<_>>();
            problems.push(format!("{part}: {one} did not happen in its place; told: {}", names().join(", ")));
            problems.extend(nearest(name, one, told));
            break;
        }
    }
}

/// Returns how an event or answer differs from the one expected. A part that it does not have cannot be expected to be
/// nothing.
fn differ(expected: &Value, found: &Value) -> Vec<String> {
    let mut out = Vec::new();
    differences(expected, Some(found), "", &mut out);
    let nothing = expected.as_object().into_iter().flatten().filter(|(_, value)| value.is_null());
    let unknown = nothing.filter(|(name, _)| found.get(name).is_none());
    out.extend(unknown.map(|(name, _)| format!("there is no {name}")));
    out
}

/// Says how an event of the same name differs from the one expected.
fn nearest(name: &str, expected: &Value, told: &[Value]) -> Option<String> {
    let same = told.iter().filter(|found| found[name] == expected[name]);
    let best = same.map(|found| differ(expected, found)).min_by_key(Vec::len)?;
    Some(format!("the nearest differs: {}", best.join("; ")))
}

/// Compares refusals with those expected, and returns those that were not.
fn expected<'a>(
    part: &str,
    expected: &[Refused],
    found: &'a [Refusals],
    words: &dyn Fn(&Refusal) -> String,
    problems: &mut Vec<String>,
) -> Vec<&'a Refusals> {
    let mut found: Vec<_> = found.iter().collect();
    for expected in expected {
        let place =
            found.iter().position(|r| r.label == expected.decision && r.why.code() == expected.because);
        let Some(place) = place else {
            problems.push(format!("{part}: '{}' was not {part} as {}", expected.decision, expected.because));
            continue;
        };
        let said = words(&found.remove(place).why);
        if let Some(says) = &expected.says
            && !said.contains(says.as_str())
        {
            problems.push(format!("{part}: '{}' says: {said}", expected.decision));
        }
    }
    found
}
