//! The whole campaign played again from its ledger, step by step: which question was asked and what happened, in
//! their order, and what the ledger knows of each answer.
//!
//! May use: record, rules, entries. Is used by: explain.

use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::*;
use crate::campaign::state::receipt::Kept;
use crate::campaign::state::record::{Record, Ruled};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::adopted;
use crate::ledger::{Entry, Kind};
use crate::table::{Answered, Desk, Draw, Open, Played, Point, Policy, Position, Refusal, Says, Seat, Seed};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// One step of a stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// A question with this key.
    Asked(String),
    /// An event.
    Told(Value),
}

/// An answer on record.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The entry.
    pub seq: u64,
    pub answer: Answer,
    /// What was passed over for it, where this copy has it.
    pub unusable: Option<Unusable>,
    /// Where its plan came from.
    pub plan: Option<PlanCame>,
}

/// How a plan came.
#[derive(Clone, Debug)]
pub(crate) struct PlanCame {
    pub window: String,
    pub how: How,
    pub seal: String,
    /// The number of the receipt of the mail that brought plan or seal; none for the steward's.
    pub sealed: Option<u64>,
    /// The number of the receipt of the mail that brought the opening, if that was another.
    pub opened: Option<u64>,
    /// The entry that opened it.
    pub entry: u64,
}

/// A mail of a seat.
#[derive(Clone, Debug)]
pub(crate) struct Mail {
    pub body: Received,
    pub kept: Option<Kept>,
}

/// A stage with its steps.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub number: u64,
    pub turn: u32,
    pub name: String,
    /// When it was resolved and by which entry; none if it goes on.
    pub resolved: Option<(DateTime<Utc>, u64)>,
    /// The position at its opening; null for the set-up.
    pub opening: Value,
    /// The position after it, or where it stands.
    pub end: Value,
    pub steps: Vec<Step>,
    pub given: BTreeMap<String, Given>,
    /// The game's data that it was played by, where rulings have corrected them.
    pub data: Texts,
}

/// A campaign as far as its ledger goes.
pub(crate) struct Trace {
    pub stages: Vec<Stage>,
    pub record: Record,
    /// Mails by seat and number of their receipt.
    pub mails: BTreeMap<(SeatId, u64), Mail>,
    /// The window in which a question was asked, by its key.
    pub windows: BTreeMap<String, String>,
}

/// What came of running a stage.
pub(crate) struct Run {
    pub steps: Vec<Step>,
    pub position: Value,
    /// What it waits for.
    pub open: Vec<Open>,
}

/// A way of the game before a ruling left it.
#[derive(Clone, Default)]
struct Way {
    stages: Vec<Stage>,
    given: BTreeMap<String, Given>,
}

impl Way {
    /// The same as far as an entry.
    fn until(mut self, last: u64) -> Self {
        let is_over = |stage: &Stage| stage.resolved.is_some_and(|(_, seq)| seq <= last);
        let over = self.stages.iter().take_while(|stage| is_over(stage)).count();
        if let Some(left) = self.stages.get(over) {
            self.given.clone_from(&left.given);
        }
        self.stages.truncate(over);
        self.given.retain(|_, given| given.seq <= last);
        self
    }
}

/// A table that knows these answers and notes each step.
struct StepDesk<'a> {
    answers: &'a dyn Fn(&str) -> Option<Value>,
    outcomes: &'a BTreeMap<String, Ruled>,
    seed: Seed,
    steps: Vec<Step>,
}

impl Desk for StepDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.steps.push(Step::Asked(key.to_owned()));
        (self.answers)(key)
    }
    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        Policy::Ask
    }
    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }
    fn answered(&mut self, _: Answered) {}
    fn unusable(&mut self, _: Seat, _: &str, _: &Value, _: &Refusal) {}
    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }
    fn told(&mut self, event: Value) {
        self.steps.push(Step::Told(event));
    }
}

/// Plays a stage from its opening (null: the set-up) with these answers, and with the rulings of a record.
pub(crate) fn run(
    rules: Rules<'_>,
    record: &Record,
    opening: &Value,
    answers: &dyn Fn(&str) -> Option<Value>,
) -> Result<Run, String> {
    let seed = rules.seed(&record.people.words);
    let mut desk = StepDesk { answers, outcomes: &record.game.outcomes, seed, steps: Vec::new() };
    if opening.is_null() {
        let position = rules.referee.begin(&mut desk).map_err(|why| why.to_string())?.0;
        return Ok(Run { steps: desk.steps, position, open: Vec::new() });
    }
    let played = rules.referee.play(&Position(opening.clone()), &[], &mut desk);
    let (position, open) = match played.map_err(|why| why.to_string())? {
        Played::Done { position, .. } => (position.0, Vec::new()),
        Played::Paused(asked) => (asked.position, asked.open),
    };
    Ok(Run { steps: desk.steps, position, open })
}

impl Trace {
    /// Plays entries again.
    ///
    /// # Errors
    /// In words, the first that does not follow.
    pub fn of(rules: Rules<'_>, entries: &[Entry]) -> Result<Self, String> {
        let mut trace = Trace {
            stages: Vec::new(),
            record: Record::default(),
            mails: BTreeMap::new(),
            windows: BTreeMap::new(),
        };
        let mut given = BTreeMap::new();
        let mut plans = BTreeMap::new();
        let mut ways: BTreeMap<u64, Way> = BTreeMap::new();
        for entry in entries {
            let line = Line::from(entry);
            if let Some(ruling) = adopted(entry) {
                ways.insert(entry.seq, Way { stages: trace.stages.clone(), given });
                // The way on which the point lies that it goes back to.
                let left = ways.iter().find(|(seq, _)| **seq > ruling.after).map(|(_, way)| way.clone());
                let way = left.unwrap_or_default().until(ruling.after);
                (trace.stages, given) = (way.stages, way.given);
            } else if entry.kind == Kind::Resolved {
                let body: Resolved = line.body()?;
                let stage = trace.stage(rules, std::mem::take(&mut given), Some(&body), line)?;
                trace.stages.push(stage);
            } else {
                trace.note(line, &mut given, &mut plans)?;
            }
            trace.record.apply(rules, line).map_err(|why| why.to_string())?;
        }
        if !trace.record.game.position.is_null() && !trace.record.game.over {
            let last = entries.last().map(Line::from).ok_or("the ledger is empty")?;
            let stage = trace.stage(rules, given, None, last)?;
            trace.stages.push(stage);
        }
        Ok(trace)
    }

    fn stage(
        &self,
        rules: Rules<'_>,
        given: BTreeMap<String, Given>,
        resolved: Option<&Resolved>,
        line: Line<'_>,
    ) -> Result<Stage, String> {
        let record = &self.record;
        let rules = rules.of(record).map_err(|why| why.0)?;
        let answers = |key: &str| record.game.answers.get(key).cloned();
        let Run { steps, position, .. } = run(rules, record, &record.game.position, &answers)?;
        let (turn, name) = match resolved {
            Some(body) if record.game.position.is_null() => (body.turn, "set-up".to_owned()),
            _ => (record.game.turn, record.game.stage_name.clone()),
        };
        Ok(Stage {
            number: resolved.map_or(record.game.stage, |body| body.number),
            turn,
            name,
            resolved: resolved.map(|_| (line.at, line.seq)),
            opening: record.game.position.clone(),
            end: position,
            steps,
            given,
            data: record.game.data.clone(),
        })
    }

    /// Notes where answers and plans come from.
    fn note(
        &mut self,
        line: Line<'_>,
        given: &mut BTreeMap<String, Given>,
        plans: &mut BTreeMap<(String, SeatId), PlanCame>,
    ) -> Result<(), String> {
        // Mails are receipted after what they bring: theirs is the next number.
        let next =
            |seat: &str| self.record.people.receipts.get(seat).map_or(0, |receipts| receipts.number) + 1;
        match line.kind {
            Kind::Answered => {
                let (answer, unusable) = line.answer()?;
                let plan = match &answer.source {
                    From::Plan { window, .. } => plans.get(&(window.clone(), answer.seat.clone())).cloned(),
                    _ => None,
                };
                given.insert(answer.key.clone(), Given { seq: line.seq, answer, unusable, plan });
            }
            Kind::Sealed => {
                let Sealed { window, seat, seal, how, .. } = line.body()?;
                let sealed = (how != How::Steward).then(|| next(&seat));
                let came =
                    PlanCame { window: window.clone(), how, seal, sealed, opened: None, entry: line.seq };
                plans.insert((window, seat), came);
            }
            Kind::Opened => {
                let OpenedPlan { window, seat, how, .. } = line.body()?;
                let opened = (how == How::Seal).then(|| next(&seat));
                if let Some(came) = plans.get_mut(&(window, seat)) {
                    (came.opened, came.entry) = (opened, line.seq);
                }
            }
            Kind::Received => {
                let body: Received = line.body()?;
                if let Some(seat) = body.seat.clone() {
                    let kept = line.secret()?;
                    self.mails.insert((seat, body.number), Mail { body, kept });
                }
            }
            Kind::Window => {
                if let WindowStep::Opened { window, asked, .. } = line.body()? {
                    let keys = asked.into_values().flatten().map(|question| question.key);
                    self.windows.extend(keys.map(|key| (key, window.clone())));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
