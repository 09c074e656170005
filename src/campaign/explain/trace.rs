//! Replays a campaign from its ledger step by step: questions and events in their order, with everything that the ledger
//! has on record about each answer.

use crate::campaign::explain::model::CorrectedBy;
use crate::campaign::state::corrections::Texts;
use crate::campaign::state::entries::*;
use crate::campaign::state::record::Record;
use crate::campaign::state::rules::{Known, Replayed, Rules, results};
use crate::campaign::state::timeline::adopted;
use crate::ledger::{Entry, Kind, Passing, Past};
use crate::table::{Note, Open, Played, Position, Progress, RecordDesk};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// A question or an event of a stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    /// A question, by its key.
    Asked(String),
    Told(Value),
}

/// An answer in the ledger, with its sources.
#[derive(Clone, Debug)]
pub(crate) struct RecordedAnswer {
    pub seq: u64,
    pub answer: Answer,
    /// The unusable answer that was ignored for it; `None` also if this copy of the ledger leaves it out.
    pub unusable: Option<Unusable>,
    pub plan: Option<PlanOrigin>,
}

/// The way a plan reached us.
#[derive(Clone, Debug)]
pub(crate) struct PlanOrigin {
    pub window: String,
    pub how: How,
    pub seal: String,
    /// The entry that a message with the plan or its seal led to; `None` for a steward's plan.
    pub sealed: Option<u64>,
    /// The entry that a message with the opening led to, if that came separately.
    pub opened: Option<u64>,
    /// The entry that opened the plan, or sealed it if it is not open.
    pub entry: u64,
}

/// A stage with its steps and answers.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub number: u64,
    pub turn: u32,
    pub name: String,
    /// When it was resolved, and the entry that says so; `None` while it is played.
    pub resolved: Option<(DateTime<Utc>, u64)>,
    /// The position at the opening; null for the set-up.
    pub opening: Position,
    /// The position after the stage, or the present one.
    pub end: Position,
    pub steps: Vec<Step>,
    pub given: BTreeMap<String, RecordedAnswer>,
    /// The game data in force, as far as rulings have corrected them.
    pub data: Texts,
    /// Rulings that corrected the position or the data at its opening.
    pub corrected: Vec<Correction>,
}

/// A ruling that corrected the position or files of the game's data at the opening of a stage.
#[derive(Clone, Debug)]
pub(crate) struct Correction {
    /// The entry of the ruling.
    pub entry: u64,
    pub by: CorrectedBy,
}

impl Correction {
    /// Returns what a ruling corrects; `None` if it does neither.
    fn of(entry: u64, ruling: &Ruling) -> Option<Self> {
        let files = ruling.changes.iter().filter_map(|change| match change {
            RulingChange::Data { file, .. } => Some(file.clone()),
            _ => None,
        });
        let (files, position) = (files.collect::<Vec<_>>(), ruling.changes.contains(&RulingChange::State));
        let is_one = position || !files.is_empty();
        is_one.then_some(Correction { entry, by: CorrectedBy { ruling: ruling.number, position, files } })
    }
}

/// A replayed campaign, up to the last entry of its ledger.
pub(crate) struct Trace {
    pub stages: Vec<Stage>,
    /// Without what follows from press, from the messages that we sent, and from many of those that came: no result comes of them.
    pub record: Record,
    /// The entries of messages that an explanation may name, by seat and receipt number: those that brought a plan, and those
    /// that came in vain.
    pub mails: BTreeMap<(SeatId, u64), Entry>,
    /// Ids of windows by the key of a question asked there.
    pub windows: BTreeMap<String, String>,
    /// The messages that led to entries with plans, by the numbers of these.
    pub brought: BTreeMap<u64, (SeatId, u64)>,
    /// Such entries by the seats that wrote: the entry of the message itself comes after all that it led to.
    bring: BTreeMap<SeatId, Vec<u64>>,
}

/// The result of replaying a stage.
pub(crate) struct Run {
    pub steps: Vec<Step>,
    pub position: Position,
    /// `None` if the stage is not over.
    pub progress: Option<Progress>,
    pub draws: Vec<Order>,
    /// Questions without an answer.
    pub open: Vec<Open>,
}

/// The course of the game before a ruling replaced it.
#[derive(Clone, Default)]
struct Timeline {
    stages: Vec<Stage>,
    given: BTreeMap<String, RecordedAnswer>,
    corrected: Vec<Correction>,
}

impl Timeline {
    /// Cuts the timeline after the entry `last`.
    fn until(mut self, last: u64) -> Self {
        let is_over = |stage: &Stage| stage.resolved.is_some_and(|(_, seq)| seq <= last);
        let over = self.stages.iter().take_while(|stage| is_over(stage)).count();
        if let Some(left) = self.stages.get(over) {
            self.given.clone_from(&left.given);
            self.corrected.clone_from(&left.corrected);
        }
        self.stages.truncate(over);
        self.given.retain(|_, given| given.seq <= last);
        self.corrected.retain(|correction| correction.entry <= last);
        self
    }
}

/// Replays a stage from its opening (null for the set-up) with these answers and the outcomes that rulings have set.
///
/// # Errors
/// If the game cannot read the position.
pub(crate) fn run(
    rules: Rules<'_>,
    record: &Record,
    opening: &Position,
    answers: &dyn Fn(&str) -> Option<Value>,
) -> Result<Run, String> {
    let seed = rules.seed(&record.people.fixed);
    let mut desk = RecordDesk::looking_up(answers, seed).with_results(results(record));
    if opening.is_null() {
        let position = rules.referee.begin(&mut desk).map_err(|why| why.to_string())?;
        return Ok(Run::of(desk, position, Some(Progress::Next), Vec::new()));
    }
    let played = rules.referee.play(opening, &[], &mut desk);
    Ok(match played.map_err(|why| why.to_string())? {
        Played::Done { position, progress } => Run::of(desk, position, Some(progress), Vec::new()),
        Played::Paused(asked) => Run::of(desk, asked.position, None, asked.open),
    })
}

impl Run {
    fn of(desk: RecordDesk<'_>, position: Position, progress: Option<Progress>, open: Vec<Open>) -> Self {
        let (mut steps, mut draws) = (Vec::new(), Vec::new());
        for note in desk.into_notes() {
            match note {
                Note::Question(key) => steps.push(Step::Asked(key)),
                Note::Event(event) => steps.push(Step::Told(event)),
                Note::Shuffle { label, order } => draws.push(Order::of(label, &order)),
                _ => {}
            }
        }
        Run { steps, position, progress, draws, open }
    }

    /// Returns the stage as the record takes it; `None` if it is not over.
    fn replayed(&self) -> Option<Replayed> {
        let told = |step: &Step| if let Step::Told(event) = step { Some(event.clone().into()) } else { None };
        Some(Replayed {
            position: self.position.clone(),
            progress: self.progress?,
            events: self.steps.iter().filter_map(told).collect(),
            draws: self.draws.clone(),
        })
    }
}

impl Trace {
    /// Replays `entries`.
    ///
    /// # Errors
    /// If an entry cannot be read or replayed; the text says why.
    pub fn of<'e>(rules: Rules<'_>, entries: impl Into<Past<'e>>) -> Result<Self, String> {
        let mut trace = Trace {
            stages: Vec::new(),
            record: Record::default(),
            mails: BTreeMap::new(),
            windows: BTreeMap::new(),
            brought: BTreeMap::new(),
            bring: BTreeMap::new(),
        };
        let (mut given, mut corrected) = (BTreeMap::new(), Vec::new());
        let mut plans = BTreeMap::new();
        let mut timelines: BTreeMap<u64, Timeline> = BTreeMap::new();
        let mut walk = entries.into().walk();
        while let Some(passing) = walk.step().map_err(|why| why.to_string())? {
            match passing.kind() {
                Kind::Press | Kind::Mailed => continue,
                Kind::Received => {
                    trace.received(rules, &passing)?;
                    continue;
                }
                _ => {}
            }
            let entry = passing.whole().map_err(|why| why.to_string())?;
            let line = Line::from(&*entry);
            let mut replayed = None;
            if let Some(ruling) = adopted(&entry) {
                timelines.insert(entry.seq, Timeline { stages: trace.stages.clone(), given, corrected });
                // The ruling goes back to a point of this timeline.
                let left = timelines
                    .iter()
                    .find(|(seq, _)| **seq > ruling.after)
                    .map(|(_, timeline)| timeline.clone());
                let timeline = left.unwrap_or_default().until(ruling.after);
                (trace.stages, given, corrected) = (timeline.stages, timeline.given, timeline.corrected);
                corrected.extend(Correction::of(entry.seq, &ruling));
            } else if entry.kind == Kind::Resolved {
                let body: Resolved = line.body()?;
                let resolved = Some((&body, line.at, line.seq));
                let (stage, run) = trace.stage(rules, std::mem::take(&mut given), resolved)?;
                trace.stages.push(Stage { corrected: std::mem::take(&mut corrected), ..stage });
                replayed = run;
            } else {
                trace.note(line, &mut given, &mut plans)?;
            }
            let known = replayed.map(Known::Replayed);
            trace.record.apply_known(rules, line, known).map_err(|why| why.to_string())?;
        }
        if !trace.record.game.position.is_null() && !trace.record.game.over {
            let (stage, _) = trace.stage(rules, given, None)?;
            trace.stages.push(Stage { corrected, ..stage });
        }
        Ok(trace)
    }

    /// Applies the entry of a message, which is kept if an explanation may name it. There are thousands, so the receipt in its
    /// secret is read for few.
    fn received(&mut self, rules: Rules<'_>, passing: &Passing<'_>) -> Result<(), String> {
        let entry = passing.without_secret().map_err(|why| why.to_string())?;
        let line = Line::from(&*entry);
        self.record.apply(rules, line).map_err(|why| why.to_string())?;
        let Received { seat, number, fate, unusable, .. } = line.body()?;
        let Some(seat) = seat else { return Ok(()) };
        let led_to = self.bring.remove(&seat).unwrap_or_default();
        if unusable || fate == Fate::Refused || !led_to.is_empty() {
            let whole = passing.whole().map_err(|why| why.to_string())?;
            self.brought.extend(led_to.into_iter().map(|entry| (entry, (seat.clone(), number))));
            self.mails.insert((seat, number), whole.into_owned());
        }
        Ok(())
    }

    /// Plays the present stage. Returns it with its steps, and as the record takes it if an entry resolves it.
    fn stage(
        &self,
        rules: Rules<'_>,
        given: BTreeMap<String, RecordedAnswer>,
        resolved: Option<(&Resolved, DateTime<Utc>, u64)>,
    ) -> Result<(Stage, Option<Replayed>), String> {
        let record = &self.record;
        let rules = rules.of(record).map_err(|why| why.0)?;
        let answers = |key: &str| record.game.answers.get(key).cloned();
        let run = run(rules, record, &record.game.position, &answers)?;
        let replayed = resolved.and_then(|_| run.replayed());
        let Run { steps, position, .. } = run;
        let (turn, name) = match resolved {
            Some((body, ..)) if record.game.position.is_null() => (body.turn, "set-up".to_owned()),
            _ => (record.game.turn, record.game.stage_name.clone()),
        };
        let stage = Stage {
            number: resolved.map_or(record.game.stage, |(body, ..)| body.number),
            turn,
            name,
            resolved: resolved.map(|(_, at, seq)| (at, seq)),
            opening: record.game.position.clone(),
            end: position,
            steps,
            given,
            data: record.game.data.clone(),
            corrected: Vec::new(),
        };
        Ok((stage, replayed))
    }

    /// Notes answers with their sources, plans and windows.
    fn note(
        &mut self,
        line: Line<'_>,
        given: &mut BTreeMap<String, RecordedAnswer>,
        plans: &mut BTreeMap<(String, SeatId), PlanOrigin>,
    ) -> Result<(), String> {
        match line.kind {
            Kind::Answered => {
                let (answer, unusable) = line.answer()?;
                let plan = match &answer.source {
                    From::Plan { window, .. } => plans.get(&(window.clone(), answer.seat.clone())).cloned(),
                    _ => None,
                };
                given.insert(answer.key.clone(), RecordedAnswer { seq: line.seq, answer, unusable, plan });
            }
            Kind::Sealed => {
                let Sealed { window, seat, seal, how, .. } = line.body()?;
                let sealed = (how != How::Steward).then_some(line.seq);
                self.bring.entry(seat.clone()).or_default().extend(sealed);
                let came =
                    PlanOrigin { window: window.clone(), how, seal, sealed, opened: None, entry: line.seq };
                plans.insert((window, seat), came);
            }
            Kind::Opened => {
                let OpenedPlan { window, seat, how, .. } = line.body()?;
                let opened = (how == How::Seal).then_some(line.seq);
                self.bring.entry(seat.clone()).or_default().extend(opened);
                if let Some(came) = plans.get_mut(&(window, seat)) {
                    (came.opened, came.entry) = (opened, line.seq);
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
