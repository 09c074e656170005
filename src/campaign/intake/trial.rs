//! What plans and openings meet when they come in: the clock of their window, and its questions.

use crate::campaign::intake::problems;
use crate::campaign::intake::silent::asked_or_not;
use crate::campaign::intake::submitted::Submitted;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::record::Window;
use crate::campaign::state::settings::Absence;
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::{Ignored, Note, Open, Played, Policy, Says, Seat, Unanswered};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use std::cell::Cell;

/// Returns `true` if a message that was received then is too late for the present phase of a window.
pub(super) fn is_late(engine: &Engine<'_>, window: &Window, received: DateTime<Utc>) -> bool {
    // While the clock is stopped, only messages that were late before it stopped are late.
    let is_stopped_before = |last| engine.record.people.paused.is_some_and(|since| last >= since);
    engine.record.people.held.is_none()
        && window.last_call().is_some_and(|last| received > last && !is_stopped_before(last))
}

/// What a plan comes to if the open questions are put to it now.
pub(super) struct Trial {
    /// Why answers of the plan were ignored.
    pub(super) ignored: Vec<Refusal>,
    /// Why parts of the plan cannot be had; the rest of it counts.
    pub(super) unmet: Vec<Refusal>,
    /// The questions that it leaves open, each with its kind and what it is about.
    pub(super) silent: Vec<Value>,
    /// The number of questions that were put to it.
    pub(super) asked: usize,
    /// `true` if it leaves one of them to the default, and says so.
    pub(super) guesses: bool,
}

impl Trial {
    /// Returns what does not count, with the detail `unmet` where the rest of the plan does: a rule's own refusal gives the
    /// reason alone.
    pub(super) fn problems(&self) -> impl Iterator<Item = Problem> + '_ {
        let unmet = self.unmet.iter().map(|why| {
            let mut problem = problems::refused(why);
            problem.why.details.insert("unmet".to_owned(), true.into());
            problem
        });
        self.ignored.iter().map(problems::refused).chain(unmet)
    }
}

/// Puts the open questions to a plan, with those on file behind it if `filed`. `None` if the game does not ask them.
pub(super) fn trial(
    engine: &Engine<'_>,
    seat: Seat,
    open: &[Open],
    plan: &Value,
    filed: bool,
) -> Option<Trial> {
    let id = engine.rules.seat_id(seat);
    let mut plans: Vec<Vec<&Value>> = vec![Vec::new(); engine.rules.referee.seats().len()];
    let filed = if filed { engine.record.game.plans_of(&id) } else { Vec::new() };
    let own = plans.get_mut(seat.index())?;
    own.push(plan);
    own.extend(filed.iter().map(|filed| &filed.plan));
    // The plan in hand is before those that are filed.
    let may_consult =
        |_, number: usize, key: &str| match number.checked_sub(1).map(|before| filed.get(before)) {
            None => true,
            Some(filed) => filed.is_some_and(|filed| engine.record.game.may_use(&id, filed, key)),
        };
    let guesses = Cell::new(false);
    let policy = |asked: Unanswered<'_>| {
        guesses.set(guesses.get() || asked.seat == seat && *asked.says == Says::Guess);
        match asked.says {
            Says::Part { .. } => Policy::Default("part".to_owned()),
            _ => Policy::Ask,
        }
    };
    let mut desk = engine
        .rules
        .desk(&engine.record)
        .with_policy(policy)
        .with_rulings(|key| engine.record.game.ruled_answer(key).map(|(answer, _)| answer))
        .with_plans(may_consult)
        .listing(0);
    let position = engine.record.game.position.clone();
    let Ok(Played::Paused(asked)) = engine.rules.referee.play(&position, &plans, &mut desk) else {
        return None;
    };
    let is_open = |key: &str| open.iter().any(|open| open.key == key);
    // The trial may play on beyond what the seat is asked, to what nobody can know yet.
    let (mut ignored, mut unmet, mut answered) = (Vec::new(), Vec::new(), Vec::new());
    for note in desk.into_notes() {
        match note {
            Note::Ignored(Ignored { key, why, .. }) if is_open(&key) => ignored.push(why),
            Note::Unmet { key, why, .. } if is_open(&key) => unmet.extend(why),
            Note::Answer(answer) => answered.push(answer.key),
            _ => {}
        }
    }
    let window = engine.record.game.open_window();
    let is_asked = |open: &&Open| window.is_none_or(|window| window.asks(&open.key));
    // What the plan has answered may be foreseen once more, with less left to answer it from.
    let is_foreseen = |open: &Open| asked.ahead.iter().any(|still| still.key == open.key);
    // By their keys questions are answered when they come up, which is later.
    let by_key =
        |open: &Open| engine.rules.referee.answers_by_key(plan, &open.key).is_ok_and(|answers| answers);
    let still_open = |open: &&Open| {
        !(answered.contains(&open.key) || is_foreseen(open) && by_key(open))
            && asked.open.iter().chain(&asked.ahead).any(|still| still.key == open.key)
    };
    let silent = open.iter().filter(is_asked).filter(still_open).map(what_is_open).collect();
    let asked_of_it = open.iter().filter(is_asked).count();
    Some(Trial { ignored, unmet, silent, asked: asked_of_it, guesses: guesses.get() })
}

/// The part of a key that says what its question is about, where games say it there.
const ABOUT: usize = 5;

/// Returns a question that is left open: its kind, with what it is about where its key says that, and whether nothing happens then.
fn what_is_open(open: &Open) -> Value {
    let place = open.key.split('/').nth(ABOUT).filter(|place| !place.is_empty());
    let mut one = json!({"kind": open.kind});
    if let Some(place) = place {
        one["place"] = place.into();
    }
    if open.does_nothing() {
        one["none"] = true.into();
    }
    one
}

/// Marks the questions left open of which a plan, or what still counts of an earlier one, names something that may not be enough: units
/// to be given up. It must not be told that it leaves open what is listed right below.
fn note_what_is_named(submitted: &Submitted, silent: &mut [Value]) {
    let kept = |section: &str| {
        let all = submitted.understood.iter().filter_map(|item| item.what["kept"].as_array()).flatten();
        all.into_iter().any(|kept| kept["section"] == section)
    };
    for open in silent {
        let is_named = open["kind"].as_str().is_some_and(kept) || speaks_of(submitted, open);
        if is_named {
            open["named"] = true.into();
        }
    }
}

/// Returns `true` if something that was understood of a message is of the kind of a question that it leaves open: units to be given up
/// that are not enough.
fn speaks_of(submitted: &Submitted, open: &Value) -> bool {
    // "Nothing is mustered in Winterfell" speaks of what is mustered.
    let singular = |word: &str| word.strip_prefix("no-").unwrap_or(word).trim_end_matches('s').to_owned();
    let kind = open.get("kind").unwrap_or(open).as_str().map(singular);
    submitted.understood.iter().any(|item| item.game && item.what["item"].as_str().map(singular) == kind)
}

/// Warns of open questions to which the plan has no answer or an illegal one.
pub(super) fn warn_of_silence(
    engine: &Engine<'_>,
    seat: Seat,
    open: &[Open],
    plan: &Value,
    submitted: &mut Submitted,
) {
    let Some(trial) = trial(engine, seat, open, plan, true) else { return };
    // What the reading of the plan has said of the same area or bid already is not said twice.
    let known: Vec<Value> =
        submitted.problems.iter().flat_map(|problem| subjects(&problem.why.details)).collect();
    let is_news = |problem: &Problem| {
        let same =
            |known: &Problem| known.why.code == problem.why.code && known.why.details == problem.why.details;
        !submitted.problems.iter().any(same)
            && !subjects(&problem.why.details).iter().any(|about| known.contains(about))
    };
    let mut news: Vec<Problem> = trial.problems().filter(is_news).collect();
    // Two units of a kind are refused for the same reason.
    news.dedup();
    submitted.problems.extend(news.into_iter().map(|problem| Problem { warning: true, ..problem }));
    let Trial { mut silent, asked, guesses, .. } = trial;
    submitted.answers_nothing = asked > 0 && silent.len() == asked && !guesses;
    submitted.speaks = silent.iter().any(|open| speaks_of(submitted, open));
    if submitted.answers_nothing && waits_for(engine, &submitted.seat) {
        says_that_it_waits(submitted);
    }
    // A game that has named the questions has said it better than their number does.
    let is_named = submitted.problems.iter().any(|problem| problem.why.details.contains_key("questions"));
    if !silent.is_empty() && !is_named {
        note_what_is_named(submitted, &mut silent);
        silent.dedup();
        let why = Refusal::new("plan-silent").with("questions", silent);
        let problem = Problem { warning: true, ..problems::refused(&why) };
        let window = engine.record.game.open_window();
        submitted.problems.push(match window {
            Some(window) => asked_or_not((engine.settings, window), &submitted.seat, problem),
            None => problem,
        });
        if submitted.answers_nothing && waits_for(engine, &submitted.seat) {
            says_that_it_waits(submitted);
        }
    }
}

/// Returns `true` if the game waits for a seat that answers nothing, however late it is.
fn waits_for(engine: &Engine<'_>, seat: &str) -> bool {
    let is_there = engine.record.people.out(seat, engine.now).is_none();
    engine.settings.absence == Absence::Wait && is_there || engine.is_waited_for(seat)
}

/// Where a seat counts as missing and the game waits for it, no default is used for what its plan leaves open.
fn says_that_it_waits(submitted: &mut Submitted) {
    for problem in &mut submitted.problems {
        if let Some(then) = problem.why.details.get_mut("then") {
            *then = "wait".into();
        }
    }
}

/// Returns what a problem is about, if it names areas, a bid, or where a march comes from.
fn subjects(details: &serde_json::Map<String, Value>) -> Vec<Value> {
    let one = ["area", "bid", "from"].into_iter().find_map(|name| details.get(name).cloned());
    let many = details.get("areas").and_then(Value::as_array);
    one.into_iter().chain(many.into_iter().flatten().cloned()).collect()
}
