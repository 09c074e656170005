//! What a plan would come to, from what its owner may know: everybody else does what the rules do for who is silent.
//!
//! It is played from the view of one seat alone, so whatever it says follows from what that seat has been told. Where
//! chance would decide, it ends; and it looks no further than the turn.
//!
//! May use: table, report (models), rules. Is used by: answers, cli.

use crate::report::model::{Decision, Forecast, Named, Origin};
use crate::sheet::Refusal;
use crate::table::{
    Answered, Damaged, Desk, Draw, Played, Policy, Position, Progress, Referee, Says, Seat, Seed, Source,
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Stages that are played at most.
const MOST_STAGES: usize = 40;

/// Where a forecast begins.
pub struct Start<'a> {
    /// The game.
    pub referee: &'a dyn Referee,
    /// The opening of a stage, as the seat may know it.
    pub position: Position,
    /// Whose plan it is.
    pub seat: Seat,
    /// The seat's plans, newest first.
    pub plans: Vec<Value>,
    /// Answers of this stage that everybody knows, by key.
    pub recorded: &'a BTreeMap<String, Value>,
    /// What has happened in this stage that the seat was told, or will be.
    pub happened: Vec<Value>,
    /// Keys of what the seat is asked now.
    pub open: Vec<String>,
    /// Whether these must be the first that the seat is asked: for a position that may lie in the middle of a stage.
    pub first: bool,
}

/// Plays on from a start. None if what the seat knows does not lead to where the game stands, so that nothing can be said.
///
/// # Errors
/// The game cannot read the position or a plan.
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
