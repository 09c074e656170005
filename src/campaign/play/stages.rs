//! Playing on: stage after stage, until the game must wait for somebody.

use crate::campaign::play::answers::try_stage;
use crate::campaign::play::engine::Engine;
use crate::campaign::play::silence::Silence;
use crate::campaign::state::entries::Digest;
use crate::campaign::state::entries::*;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::rules::{Replayed, digest};
use crate::ledger::Kind;
use crate::table::{Asked, Damaged, Played, Position, Progress};
use serde_json::Value;

/// The most stages played in one go. A game that plays more without asking anybody is in an endless loop.
const MOST_STAGES: usize = 10_000;

/// The result of playing a stage.
enum Step {
    /// The stage is resolved and the next one begins.
    Next,
    /// The game waits for answers.
    Paused(Box<Asked>),
    /// The game cannot go on; [`Engine::stuck`] says why.
    Stuck,
}

impl Engine<'_> {
    /// Does everything that can be done now: begins the game, opens and closes windows, plays stage after stage, ends
    /// the game.
    ///
    /// # Errors
    /// If the record is damaged or an entry does not follow from it, which is a bug.
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
            if !self.looking {
                self.give_up()?;
            }
            if let Some(outcome) = self.record.people.voted_end().filter(|_| !self.record.game.over) {
                return self.end(outcome, "vote");
            }
            if self.record.game.over {
                let outcome = self.rules.referee.outcome(&self.record.game.position)?.unwrap_or(Value::Null);
                return self.end(outcome, "answered");
            }
            if self.record.game.position.is_null() {
                if !self.begin()? {
                    return Ok(());
                }
                continue;
            }
            if self.record.game.open_window().is_some_and(|window| window.sealed) {
                // A preview does not open sealed plans.
                if self.looking {
                    return Ok(());
                }
                if !self.judge()? {
                    return Ok(());
                }
                continue;
            }
            // A question to one seat is answered by its message at once, unless a slip in it may still be mended.
            if self.record.game.open_window().is_some_and(|window| self.mendings(window).next().is_some()) {
                return Ok(());
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

    /// Fixes what the shuffles are made of and sets the game up, once it is time. Returns `true` if it did.
    fn begin(&mut self) -> Result<bool, CampaignError> {
        if !self.record.people.seeded && !self.fix_chance()? {
            return Ok(false);
        }
        let set_up = self.rules.begin(&self.record)?;
        self.resolve(0, set_up, false)
    }

    /// Plays the present stage as far as possible, and records the answers found in it.
    fn play(&mut self) -> Result<Step, CampaignError> {
        let seats = self.rules.referee.seats();
        let (record, now) = (&self.record, self.now);
        let round = self.rules.round(record);
        let silence = Silence {
            record,
            asked_in: self.asked_before.asked_in(record),
            settings: self.settings,
            seats: &seats,
            round,
            now,
        };
        let (played, answers) = match try_stage(self.rules, record, |asked| silence.policy(asked)) {
            Ok(tried) => tried,
            Err(Damaged(why)) => {
                self.stuck = Some(format!("the rules cannot go on: {why}"));
                return Ok(Step::Stuck);
            }
        };
        self.passed_over.extend(answers.passed);
        for (mut answer, unusable) in answers.found {
            let beside = answer.part(unusable);
            self.add_with(Kind::Answered, &answer, &beside)?;
        }
        match played {
            Played::Paused(asked) => Ok(Step::Paused(asked)),
            Played::Done { position, progress } => self.finish(position, progress == Progress::Ended),
        }
    }

    /// Checks the position after a stage and resolves the stage. If a check fails, the game is stuck before the end
    /// of the stage, but the answers found in it, which [`play`](Self::play) has added, are written with the other
    /// entries of the tick.
    fn finish(&mut self, position: Position, over: bool) -> Result<Step, CampaignError> {
        match self.rules.referee.sound(&position) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => {
                let (number, stage) = (self.record.game.stage, &self.record.game.stage_name);
                self.stuck = Some(format!(
                    "the position after stage {number} ({stage}) is impossible: {why:?}. A tick records the answers found in this stage but does not resolve it. This is a bug in the rules; please report it with the ledger"
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
            // The position that was checked is one that has been read already.
            Ok(replayed) if replayed.position == position => Replayed { position, ..replayed },
            _ => {
                self.stuck = Some(format!(
                    "stage {} ends differently when it is played again from its record. A tick records the answers found in it but does not resolve it. This is a bug in the rules; please report it with the ledger",
                    self.record.game.stage
                ));
                return Ok(Step::Stuck);
            }
        };
        self.resolve(self.record.game.stage, replayed, over)?;
        Ok(Step::Next)
    }

    fn resolve(&mut self, number: u64, played: Replayed, over: bool) -> Result<bool, CampaignError> {
        let digest = digest(&played.position)?;
        let moment = self.rules.referee.moment(&played.position)?;
        let shuffles = played.draws.iter().map(Shuffled::from).collect();
        let body = Resolved { number, turn: moment.turn, stage: moment.stage, shuffles, over };
        let secret = Digest { position: digest, draws: played.draws.clone() };
        self.add_resolved(&body, &secret, played)?;
        Ok(true)
    }

    fn end(&mut self, outcome: Value, why: &str) -> Result<(), CampaignError> {
        if self.record.game.open_window().is_some() {
            self.close_without_opening(why)?;
        }
        let secret = data_encoding::HEXLOWER.encode(self.rules.secret);
        let draws = self.record.game.draws.clone();
        let counts = self.record.people.counts_of_mail;
        self.add(Kind::Ended, &Ended { outcome, secret, draws, counts })
    }
}
