//! Playing on: stage after stage, until somebody must be waited for.
//!
//! May use: engine, rules, windows. Is used by: tick, preview.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Digest;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::rules::digest;
use crate::campaign::state::settings::{Pace, Settings};
use crate::ledger::Kind;
use crate::table::{
    Answered, Asked, Damaged, Desk, Draw, Played, Point, Policy, Position, Progress, Refusal, Says, Seat,
    SeatInfo, Seed, Source,
};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;

/// Stages played in one go; a game that plays on longer without asking anybody is stuck in a circle.
const MOST_STAGES: usize = 10_000;

/// The campaign's table: record, plans, then what is to be done with silence.
struct CampaignDesk<'a> {
    record: &'a Record,
    /// Each seat's plans, as they are asked.
    filed: &'a [Vec<&'a Filed>],
    settings: &'a Settings,
    seats: Vec<SeatInfo>,
    now: DateTime<Utc>,
    seed: Seed,
    answered: Vec<Answered>,
    unusable: BTreeMap<String, Unusable>,
}

impl CampaignDesk<'_> {
    fn id(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |info| info.id.as_str())
    }

    fn pace(&self, seat: &str, kind: &str) -> Policy {
        let own = self.settings.seat(seat);
        let about = own.and_then(|own| own.ask_about.as_ref()).unwrap_or(&self.settings.ask_about);
        if about.iter().any(|asked| asked == kind) {
            return Policy::Ask;
        }
        match own.and_then(|own| own.pace).unwrap_or(self.settings.pace) {
            Pace::Ask => Policy::Ask,
            // Everybody is asked once a turn; one plan is to serve for the whole of it.
            Pace::Batch if self.record.asked_turn.get(seat) != Some(&self.record.turn) => Policy::Ask,
            Pace::Batch => Policy::Default("pace".to_owned()),
        }
    }
}

impl Desk for CampaignDesk<'_> {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.record.answers.get(key).cloned()
    }

    fn policy(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> Policy {
        let id = self.id(seat);
        if self.record.resigned.contains(id) {
            return Policy::Default("resigned".to_owned());
        }
        // Who was silent on the way that a ruling has left is taken for silent again.
        if let Some(why) = self.record.carried.silent(key) {
            return Policy::Default(why.to_owned());
        }
        if let Some(why) = self.record.silenced.get(key) {
            return Policy::Default(why.clone());
        }
        if self.record.open_window().is_some_and(|window| window.asks(key)) {
            return Policy::Ask;
        }
        if let Some((turn, why)) = self.record.missed.get(id)
            && *turn == self.record.turn
        {
            return Policy::Default(why.clone());
        }
        if self.record.is_away(id, self.now) {
            return Policy::Default("absent".to_owned());
        }
        match says {
            Says::Ask => Policy::Ask,
            Says::Guess => Policy::Default("guess".to_owned()),
            Says::Silent | Says::Answer { .. } => self.pace(id, kind),
        }
    }

    fn lists(&self) -> usize {
        0
    }

    fn ruled(&mut self, key: &str) -> Option<Value> {
        self.record.ruled_answer(key).map(|(answer, _)| answer)
    }

    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        let filed = self.filed.get(seat.index()).and_then(|plans| plans.get(number));
        filed.is_some_and(|filed| self.record.may_use(self.id(seat), filed, key))
    }

    fn settled(&mut self, point: &Point) -> Option<Value> {
        self.record.outcomes.get(&point.key).map(|ruled| ruled.value.clone())
    }

    fn answered(&mut self, answered: Answered) {
        self.answered.push(answered);
    }

    fn unusable(&mut self, seat: Seat, key: &str, answer: &Value, why: &Refusal) {
        tracing::debug!(%seat, key, code = why.code(), "an answer that is not legal is passed over");
        let unusable = Unusable {
            answer: answer.clone(),
            code: why.code().to_owned(),
            details: Value::Object(why.details().clone()),
        };
        self.unusable.entry(key.to_owned()).or_insert(unusable);
    }

    fn draw(&mut self, label: &str) -> Draw {
        self.seed.draw(label)
    }

    fn told(&mut self, _: Value) {}
}

/// What came of playing on.
enum Step {
    /// Another stage begins.
    Next,
    /// The game waits for these.
    Paused(Box<Asked>),
    /// It cannot go on.
    Stuck,
}

impl Engine<'_> {
    /// Does all that can be done now: begins the game, closes and opens windows, plays stage after stage, ends.
    ///
    /// # Errors
    /// The record is damaged, or a fault of the program.
    pub fn settle(&mut self) -> Result<(), CampaignError> {
        if !self.lost_plans().is_empty() {
            return Ok(());
        }
        for _ in 0..MOST_STAGES {
            if self.record.paused.is_some() {
                return Ok(());
            }
            if !self.looking && self.proposed()? {
                continue;
            }
            self.release_clock()?;
            if self.stuck.is_some() || self.record.ended.is_some() || self.record.founded.is_none() {
                return Ok(());
            }
            if let Some(outcome) = self.record.voted_end().filter(|_| !self.record.over) {
                return self.end(outcome, "vote");
            }
            if self.record.over {
                let position = Position(self.record.position.clone());
                let outcome = self.rules.referee.outcome(&position)?.unwrap_or(Value::Null);
                return self.end(outcome, "answered");
            }
            if self.record.position.is_null() {
                if !self.begin()? {
                    return Ok(());
                }
                continue;
            }
            if self.record.open_window().is_some_and(|window| window.sealed) {
                // What is sealed there is not opened for a look.
                if self.looking {
                    return Ok(());
                }
                if !self.judge()? {
                    return Ok(());
                }
                continue;
            }
            match self.play()? {
                Step::Next => {}
                Step::Stuck => return Ok(()),
                Step::Paused(asked) => {
                    let is_same = |window: &crate::campaign::state::record::window::Window| {
                        asked.open.iter().all(|open| window.asks(&open.key))
                    };
                    match self.record.open_window() {
                        Some(window) if is_same(window) => {
                            if !self.judge()? {
                                return Ok(());
                            }
                        }
                        Some(_) => self.close_answered()?,
                        None => self.open_window(&asked)?,
                    }
                }
            }
        }
        self.stuck = Some(format!("the rules have played {MOST_STAGES} stages without asking anybody"));
        Ok(())
    }

    /// Fixes the words of chance and sets the game up, once it is time. Whether it did.
    fn begin(&mut self) -> Result<bool, CampaignError> {
        let record = &self.record;
        let all_in = record.seats().all(|seat| record.words.contains_key(seat));
        if !record.seeded && record.rehearsing(self.now).is_some() {
            return Ok(false);
        }
        if !record.seeded && record.words_until().is_some_and(|until| self.now < until) && !all_in {
            return Ok(false);
        }
        if !record.seeded {
            let words = record.words.clone();
            self.add(Kind::Chance, &Chance { words })?;
        }
        let set_up = self.rules.begin(&self.record)?;
        let position = set_up.position.clone();
        self.resolve(0, position, set_up.draws, false)
    }

    /// Plays the present stage as far as it goes.
    fn play(&mut self) -> Result<Step, CampaignError> {
        let seats = self.rules.referee.seats();
        let filed: Vec<Vec<&Filed>> = seats.iter().map(|info| self.record.plans_of(&info.id)).collect();
        let plans: Vec<Vec<Value>> =
            filed.iter().map(|plans| plans.iter().map(|filed| filed.plan.clone()).collect()).collect();
        let mut desk = CampaignDesk {
            record: &self.record,
            filed: &filed,
            settings: self.settings,
            seats,
            now: self.now,
            seed: self.rules.seed(&self.record.words),
            answered: Vec::new(),
            unusable: BTreeMap::new(),
        };
        let position = Position(self.record.position.clone());
        let played = match self.rules.referee.play(&position, &plans, &mut desk) {
            Ok(played) => played,
            Err(Damaged(why)) => {
                self.stuck = Some(format!("the rules cannot go on: {why}"));
                return Ok(Step::Stuck);
            }
        };
        let CampaignDesk { answered, mut unusable, .. } = desk;
        let passed: Vec<_> = unusable.iter().map(|(key, passed)| (key.clone(), passed.clone())).collect();
        let answers: Vec<(Answer, Option<Unusable>)> = answered
            .into_iter()
            .map(|answered| {
                let unusable = unusable.remove(&answered.key);
                (self.answer_of(answered, &filed), unusable)
            })
            .collect();
        drop(filed);
        self.passed_over.extend(passed);
        for (mut answer, unusable) in answers {
            let beside = answer.part(unusable);
            self.add_with(Kind::Answered, &answer, &beside)?;
        }
        match played {
            Played::Paused(asked) => Ok(Step::Paused(asked)),
            Played::Done { position, progress } => self.finish(position.0, progress == Progress::Ended),
        }
    }

    fn answer_of(&self, answered: Answered, filed: &[Vec<&Filed>]) -> Answer {
        let Answered { seat, key, kind, answer, source } = answered;
        let source = match source {
            Source::Default { why } => From::Default { why },
            Source::Gm => self.record.ruled_answer(&key).map_or(From::Gm, |(_, source)| source),
            Source::Plan { number, path } => {
                match filed.get(seat.index()).and_then(|plans| plans.get(number)) {
                    Some(plan) if plan.how == How::Steward => From::Steward,
                    Some(plan) => From::Plan { window: plan.window.clone(), path },
                    None => From::Plan { window: String::new(), path },
                }
            }
        };
        let before = self.record.carried.answers.get(&key);
        let again = before.filter(|before| before.answer == answer && before.source == source);
        let again = again.map(|before| before.seq);
        Answer { seat: self.rules.seat_id(seat), key, kind, answer, source, again }
    }

    /// A stage is over.
    fn finish(&mut self, position: Value, over: bool) -> Result<Step, CampaignError> {
        let position = Position(position);
        match self.rules.referee.sound(&position) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => {
                let (number, stage) = (self.record.stage, &self.record.stage_name);
                self.stuck = Some(format!(
                    "the position after stage {number} ({stage}) cannot be: {why:?}. Nothing of the stage was kept; this is a fault of the rules, please report it with the ledger"
                ));
                return Ok(Step::Stuck);
            }
            Err(why) => {
                self.stuck = Some(why.to_string());
                return Ok(Step::Stuck);
            }
        }
        if self.record.open_window().is_some() {
            self.close_answered()?;
        }
        let replayed = match self.rules.replay(&self.record)? {
            Ok(replayed) if replayed.position == position.0 => replayed,
            _ => {
                self.stuck = Some(format!(
                    "stage {} does not play the same again from its record: a fault of the rules, please report it with the ledger",
                    self.record.stage
                ));
                return Ok(Step::Stuck);
            }
        };
        self.resolve(self.record.stage, position.0, replayed.draws, over)?;
        Ok(Step::Next)
    }

    fn resolve(
        &mut self,
        number: u64,
        position: Value,
        draws: Vec<Order>,
        over: bool,
    ) -> Result<bool, CampaignError> {
        let digest = digest(&position)?;
        let moment = self.rules.referee.moment(&Position(position))?;
        let shuffles = draws.iter().map(Shuffled::from).collect();
        let body = Resolved { number, turn: moment.turn, stage: moment.stage, shuffles, over };
        let secret = Digest { position: digest, draws };
        self.add_with(Kind::Resolved, &body, &secret)?;
        Ok(true)
    }

    fn end(&mut self, outcome: Value, why: &str) -> Result<(), CampaignError> {
        if self.record.open_window().is_some() {
            self.close_as_it_stands(why)?;
        }
        let secret = data_encoding::HEXLOWER.encode(self.rules.secret);
        let draws = self.record.draws.clone();
        self.add(Kind::Ended, &Ended { outcome, secret, draws })
    }
}
