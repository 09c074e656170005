//! What a seat's plan would do if every other seat gave no answer.
//!
//! A forecast starts from the view of one seat, so it cannot reveal more than that seat knows. It stops where chance
//! would decide, and at the end of the turn.

use crate::report::model::{Decision, Forecast, Named, Origin};
use crate::sheet::Refusal;
use crate::table::{
    Answered, Damaged, Desk, Draw, Played, Policy, Position, Progress, Referee, Says, Seat, Seed, Source,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The most stages that a forecast plays, in case a game never ends its turn.
const MOST_STAGES: usize = 40;

/// The point that a forecast begins at, and the plans it follows.
pub struct Start<'a> {
    pub referee: &'a dyn Referee,
    /// The position at the opening of a stage, as the seat may know it.
    pub position: Position,
    /// The owner of the plans.
    pub seat: Seat,
    /// The seat's plans, newest first.
    pub plans: Vec<Value>,
    /// Public answers of this stage, by key of their question.
    pub recorded: &'a BTreeMap<String, Value>,
    /// Events of this stage so far that the seat may know.
    pub happened: Vec<Value>,
    /// Keys of the questions that the seat is asked now.
    pub open: Vec<String>,
    /// `true` if one of `open` must be the first question the seat is asked: needed when the position may be in the
    /// middle of a stage.
    pub first: bool,
}

/// Plays on from `start`. `None` if what the seat knows is not enough to reach the present point of the game.
///
/// # Errors
/// If the game cannot read the position or a plan.
pub fn forecast(start: Start<'_>) -> Result<Option<Forecast>, Damaged> {
    let Start { referee, mut position, seat, plans: own, recorded, happened, open, first } = start;
    let moment = referee.moment(&position)?;
    let mut plans: Vec<Vec<Value>> = vec![Vec::new(); referee.seats().len()];
    if let Some(mine) = plans.get_mut(seat.index()) {
        *mine = own;
    }
    let id = |seat: Seat| referee.seats().get(seat.index()).map(|info| info.id.clone()).unwrap_or_default();
    let mut desk = ForecastDesk {
        seat,
        own: id(seat),
        recorded: recorded.clone(),
        events: Vec::new(),
        decisions: Vec::new(),
        others: BTreeSet::new(),
        asked: Vec::new(),
        chance: false,
        broken: false,
        seed: Seed::of(&[0; 32], ""),
    };
    let mut over = false;
    for number in 0..MOST_STAGES {
        let played = referee.play(&position, &plans, &mut desk)?;
        if number == 0 && !desk.is_where(&happened, &open, first) {
            return Ok(None);
        }
        let Played::Done { position: next, progress } = played else { return Ok(None) };
        if desk.chance {
            break;
        }
        if progress == Progress::Ended {
            over = true;
            break;
        }
        if referee.moment(&next)?.turn != moment.turn {
            break;
        }
        desk.recorded.clear();
        position = next;
    }
    let named = |seat: &Seat| {
        let info = referee.seats().into_iter().nth(seat.index());
        info.map(|info| Named { id: info.id, name: info.name }).unwrap_or_default()
    };
    Ok(Some(Forecast {
        turn: moment.turn,
        stage: moment.stage,
        at: None,
        events: desk.events.split_off(happened.len()),
        decisions: desk.decisions,
        others: desk.others.iter().map(named).collect(),
        chance: desk.chance,
        over,
    }))
}

/// A table at which one seat's plans answer, and silence does for everybody else.
struct ForecastDesk {
    seat: Seat,
    own: String,
    recorded: BTreeMap<String, Value>,
    events: Vec<Value>,
    decisions: Vec<Decision>,
    others: BTreeSet<Seat>,
    asked: Vec<String>,
    /// Whether chance has decided something: what follows is nobody's to foresee.
    chance: bool,
    /// Whether something on record does not fit what the seat knows.
    broken: bool,
    seed: Seed,
}

impl ForecastDesk {
    /// Whether the first stage has gone through where the game stands.
    fn is_where(&self, happened: &[Value], open: &[String], first: bool) -> bool {
        let begins = self.events.get(..happened.len()).is_some_and(|events| events == happened);
        let asked = open.iter().all(|key| self.asked.contains(key));
        let at_once = !first || self.decisions.first().is_none_or(|decided| open.contains(&decided.key));
        !self.broken && begins && asked && at_once
    }
}

impl Desk for ForecastDesk {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        let known = self.recorded.get(key).cloned();
        if known.is_none() {
            self.asked.push(key.to_owned());
        }
        known
    }

    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Default("forecast".to_owned())
    }

    fn answered(&mut self, answered: Answered) {
        let Answered { seat, key, kind, answer, source } = answered;
        if self.chance {
            return;
        }
        if seat != self.seat {
            self.others.insert(seat);
            return;
        }
        let origin = match source {
            Source::Plan { path, .. } => Origin::Plan { path, line: None },
            Source::Default { why } => Origin::Default { why },
            Source::Gm => Origin::Gm,
        };
        self.decisions.push(Decision { key, kind, answer, origin });
    }

    fn unusable(&mut self, _: Seat, key: &str, _: &Value, _: &Refusal) {
        self.broken |= self.recorded.contains_key(key);
    }

    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }

    fn drawn(&mut self, _: &str, order: &[usize]) {
        self.chance |= order.len() > 1;
    }

    fn told(&mut self, event: Value) {
        let may_know = event.get("only").is_none_or(|only| *only == *self.own);
        if may_know && !self.chance {
            self.events.push(event);
        }
    }
}
