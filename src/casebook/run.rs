//! Runs a case and says what differs.

use super::case::{Case, Expected, Refused, Setup};
use super::compare::{differences, overlay};
use super::desk::{CaseDesk, Decision, Refusals};
use crate::games;
use crate::table::{Asked, Damaged, Played, Position, Progress, Referee, Refusal, Seat};
use serde_json::{Value, json};

/// The most stages a case may play.
const MOST_STAGES: usize = 40;

/// What came of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Its number.
    pub case: String,
    /// Its title.
    pub title: String,
    /// What differs from what was expected, a line each; nothing if it passes.
    pub problems: Vec<String>,
}

impl Verdict {
    /// Whether all is as expected.
    pub fn passes(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Puts a refusal into words; the first argument is the folder of the game's templates.
pub type Words<'a> = &'a dyn Fn(&str, &Refusal) -> String;

/// Runs a case. `words` puts a refusal into words, for cases that check them.
pub fn run(case: &Case, words: Words<'_>) -> Verdict {
    let problems = check(case, words).unwrap_or_else(|problem| vec![problem]);
    Verdict { case: case.case.clone(), title: case.title.clone(), problems }
}

fn check(case: &Case, words: Words<'_>) -> Result<Vec<String>, String> {
    let game =
        games::referee(&case.game, case.players, &case.options, &|_| None).map_err(|e| e.to_string())?;
    let words = &|why: &Refusal| words(game.templates(), why);
    let seats: Vec<String> = game.seats().into_iter().map(|seat| seat.id).collect();
    let mut desk = CaseDesk {
        seats: seats.clone(),
        decisions: Vec::new(),
        otherwise: case.otherwise,
        refused: Vec::new(),
        events: Vec::new(),
        answers: Vec::new(),
        last: None,
        again: false,
    };
    let mut warned = Vec::new();
    let damaged = |e: Damaged| format!("given: {e}");
    let position = given(case, game.as_ref(), &mut desk)?;
    if let Err(why) = game.sound(&position).map_err(damaged)? {
        let found = [Refusals { label: "given".to_owned(), why, plan: false }];
        let mut problems = Vec::new();
        for refusal in expected("refused", &case.refused, &found, words, &mut problems) {
            problems.push(format!("given: no such position can be: {}", words(&refusal.why)));
        }
        return Ok(problems);
    }
    let plans = plans(case, game.as_ref(), &position, &seats, &mut desk.refused, &mut warned)?;
    desk.events.clear();
    for entry in &case.when {
        for (label, answer) in entry {
            let seat = label.split_whitespace().next().unwrap_or_default();
            if !seats.iter().any(|s| s == seat) {
                return Err(format!("when: '{label}' begins with no seat of this game"));
            }
            desk.decisions.push(Decision {
                label: label.clone(),
                answer: answer.clone(),
                used: false,
                struck: false,
            });
        }
    }
    let (position, asked) = play(case, game.as_ref(), position, &plans, &mut desk)?;
    let mut problems = Vec::new();
    // In the middle of a stage a position need not hold what holds between stages.
    if asked.is_none()
        && let Err(why) = game.sound(&position).map_err(damaged)?
    {
        problems.push(format!("what came of it cannot be: {}", words(&why)));
    }
    let outcome = game.outcome(&position).map_err(damaged)?;
    compare(&case.then, &position, outcome, asked.as_deref(), &desk, &seats, &mut problems);
    for (id, expected) in &case.then.views {
        let seat = seats.iter().position(|s| s == id).ok_or_else(|| format!("views: no seat '{id}'"))?;
        let view = game.view(&position, Some(Seat(seat as u8))).map_err(damaged)?;
        differences(expected, Some(&view), &format!("views.{id}"), &mut problems);
    }
    let unexpected = expected("refused", &case.refused, &desk.refused, words, &mut problems);
    for refusal in unexpected {
        problems.push(format!("'{}' was refused: {}", refusal.label, words(&refusal.why)));
    }
    expected("warned", &case.warned, &warned, words, &mut problems);
    for unused in desk.decisions.iter().filter(|d| !d.used) {
        problems.push(format!("when: '{}' was never asked", unused.label));
    }
    Ok(problems)
}

fn given(case: &Case, game: &dyn Referee, desk: &mut CaseDesk) -> Result<Position, String> {
    let mut position = game.begin(desk).map_err(|e| e.to_string())?;
    if case.given.setup == Setup::Empty {
        position.0["areas"] = json!({});
    }
    overlay(&mut position.0, &Value::Object(case.given.differs.clone()));
    Ok(position)
}

/// Each seat's plan as it is understood; what is wrong with plans goes to `refused` and `warned`.
fn plans(
    case: &Case,
    game: &dyn Referee,
    position: &Position,
    seats: &[String],
    refused: &mut Vec<Refusals>,
    warned: &mut Vec<Refusals>,
) -> Result<Vec<Vec<Value>>, String> {
    let mut plans = vec![Vec::new(); seats.len()];
    for (id, written) in &case.plans {
        let index = seats.iter().position(|s| s == id).ok_or_else(|| format!("plans: no seat '{id}'"))?;
        let text = serde_yaml::to_string(written).map_err(|e| e.to_string())?;
        let node = crate::sheet::parse(&text).map_err(|faults| format!("plans, {id}: {faults:?}"))?;
        let reading = game.read_plan(position, Seat(index as u8), &[], &node).map_err(|e| e.to_string())?;
        for fault in reading.faults {
            let list = if fault.is_error() { &mut *refused } else { &mut *warned };
            list.push(Refusals { label: id.clone(), why: fault.why, plan: true });
        }
        plans[index].extend(reading.plan);
    }
    Ok(plans)
}

fn play(
    case: &Case,
    game: &dyn Referee,
    mut position: Position,
    plans: &[Vec<Value>],
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
            Played::Paused(asked) => return Ok((Position(asked.position.clone()), Some(asked))),
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
    differences(&Value::Object(then.position.clone()), Some(&position.0), "", problems);
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
    in_order("events", "event", &then.events, &desk.events, problems);
    in_order("answers", "kind", &then.answers, &desk.answers, problems);
    for name in &then.never {
        if desk.events.iter().any(|event| event["event"] == name.as_str()) {
            problems.push(format!("never: {name} happened"));
        }
    }
}

/// Whether `told` has all that is expected, in its order. `name` is the field that says what each is.
fn in_order(part: &str, name: &str, expected: &[Value], told: &[Value], problems: &mut Vec<String>) {
    let mut rest = told.iter();
    for one in expected {
        let happened = rest.any(|found| {
            let mut differ = Vec::new();
            differences(one, Some(found), "", &mut differ);
            differ.is_empty()
        });
        if !happened {
            let names = || told.iter().filter_map(|e| e[name].as_str()).collect::<Vec<_>>();
            problems.push(format!("{part}: {one} did not happen in its place; told: {}", names().join(", ")));
            problems.extend(nearest(name, one, told));
            break;
        }
    }
}

/// How an event of the same name differs from the one expected.
fn nearest(name: &str, expected: &Value, told: &[Value]) -> Option<String> {
    let same = told.iter().filter(|found| found[name] == expected[name]);
    let differences = same.map(|found| {
        let mut differ = Vec::new();
        differences(expected, Some(found), "", &mut differ);
        differ
    });
    let best = differences.min_by_key(Vec::len)?;
    Some(format!("the nearest differs: {}", best.join("; ")))
}

/// Compares refusals with those expected, and gives those that were not.
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
