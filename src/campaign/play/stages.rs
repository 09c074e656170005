//! Playing on: stage after stage, until somebody must be waited for.
//!
//! May use: engine, rules, windows. Is used by: tick, preview.

use crate::campaign::play::desk::CampaignDesk;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::Digest;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Filed;
use crate::campaign::state::rules::digest;
use crate::ledger::Kind;
use crate::table::{Answered, Asked, Damaged, Played, Position, Progress, Source};
use serde_json::Value;
use std::collections::BTreeMap;

/// Stages played in one go; a game that plays on longer without asking anybody is stuck in a circle.
const MOST_STAGES: usize = 10_000;

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
        if !self.missing_plans().is_empty() {
            return Ok(());
        }
        for _ in 0..MOST_STAGES {
            if self.record.people.paused.is_some() {
                return Ok(());
            }
            if !self.looking && self.proposed()? {
                continue;
            }
            self.release_clock()?;
            if self.stuck.is_some()
                || self.record.game.ended.is_some()
                || self.record.people.founded.is_none()
            {
                return Ok(());
            }
            if let Some(outcome) = self.record.people.voted_end().filter(|_| !self.record.game.over) {
                return self.end(outcome, "vote");
            }
            if self.record.game.over {
                let position = Position(self.record.game.position.clone());
                let outcome = self.rules.referee.outcome(&position)?.unwrap_or(Value::Null);
                return self.end(outcome, "answered");
            }
            if self.record.game.position.is_null() {
                if !self.begin()? {
                    return Ok(());
                }
                continue;
            }
            if self.record.game.open_window().is_some_and(|window| window.sealed) {
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
                    let is_same = |window: &crate::campaign::state::record::Window| {
                        asked.open.iter().all(|open| window.asks(&open.key))
                    };
                    match self.record.game.open_window() {
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
        let all_in = record.people.seats().all(|seat| record.people.words.contains_key(seat));
        if !record.people.seeded && record.people.rehearsing(self.now).is_some() {
            return Ok(false);
        }
        if !record.people.seeded
            && record.people.words_until().is_some_and(|until| self.now < until)
            && !all_in
        {
            return Ok(false);
        }
        if !record.people.seeded {
            let words = record.people.words.clone();
            self.add(Kind::Chance, &Chance { words })?;
        }
        let set_up = self.rules.begin(&self.record)?;
        let position = set_up.position.clone();
        self.resolve(0, position, set_up.draws, false)
    }

    /// Plays the present stage as far as it goes.
    fn play(&mut self) -> Result<Step, CampaignError> {
        let seats = self.rules.referee.seats();
        let filed: Vec<Vec<&Filed>> = seats.iter().map(|info| self.record.game.plans_of(&info.id)).collect();
        let plans: Vec<Vec<Value>> =
            filed.iter().map(|plans| plans.iter().map(|filed| filed.plan.clone()).collect()).collect();
        let mut desk = CampaignDesk {
            record: &self.record,
            filed: &filed,
            settings: self.settings,
            seats,
            now: self.now,
            seed: self.rules.seed(&self.record.people.words),
            answered: Vec::new(),
            unusable: BTreeMap::new(),
        };
        let position = Position(self.record.game.position.clone());
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
            Source::Gm => self.record.game.ruled_answer(&key).map_or(From::Gm, |(_, source)| source),
            Source::Plan { number, path } => {
                match filed.get(seat.index()).and_then(|plans| plans.get(number)) {
                    Some(plan) if plan.how == How::Steward => From::Steward,
                    Some(plan) => From::Plan { window: plan.window.clone(), path },
                    None => From::Plan { window: String::new(), path },
                }
            }
        };
        let before = self.record.game.carried.answers.get(&key);
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
                let (number, stage) = (self.record.game.stage, &self.record.game.stage_name);
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
        if self.record.game.open_window().is_some() {
            self.close_answered()?;
        }
        let replayed = match self.rules.replay(&self.record)? {
            Ok(replayed) if replayed.position == position.0 => replayed,
            _ => {
                self.stuck = Some(format!(
                    "stage {} does not play the same again from its record: a fault of the rules, please report it with the ledger",
                    self.record.game.stage
                ));
                return Ok(Step::Stuck);
            }
        };
        self.resolve(self.record.game.stage, position.0, replayed.draws, over)?;
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
        if self.record.game.open_window().is_some() {
            self.close_as_it_stands(why)?;
        }
        let secret = data_encoding::HEXLOWER.encode(self.rules.secret);
        let draws = self.record.game.draws.clone();
        self.add(Kind::Ended, &Ended { outcome, secret, draws })
    }
}
