//! The question for a turn: a card with everything it does, or a pass. It is one question, so that one message is
//! enough for a turn. Rules: Struggles for power; Playing cards; K-02, K-03, K-09.

use super::KingIsDead;
use super::board::{Board, Winner};
use super::cards::{self, Found, Play, Turn, summon};
use super::last_card;
use super::people::answer;
use super::people::names;
use super::question::Question;
use crate::table::{Listing, Query, Refusal, Seat};
use serde_json::Value;
use std::ops::ControlFlow;

/// One random turn in so many is a pass.
const PASSES_ONE_IN: u8 = 3;
/// Tries to win with the last card before a random player passes.
const TRIES: usize = 8;

/// The question what the seat to move does.
pub struct TurnQuery<'a> {
    board: &'a Board,
    seat: Seat,
}

impl<'a> TurnQuery<'a> {
    /// Asks the seat to move.
    pub fn new(board: &'a Board) -> Self {
        TurnQuery { board, seat: board.to_move() }
    }

    /// Visits every legal turn once, the pass first.
    fn walk(&self, found: Found<'_, Turn>) -> ControlFlow<()> {
        let board = self.board;
        let last = last_card::is_last(board);
        found(Turn::Pass)?;
        for card in board.court(self.seat).hand.kinds() {
            cards::walk(board, card, &mut |action| {
                let mut field = board.field;
                action.apply(&mut field, self.seat, card);
                summon::walk(&field, &mut |summon| {
                    let play = Play { card, action, summon, line: None };
                    if last && !last_card::wins(board, self.seat, play) {
                        return ControlFlow::Continue(());
                    }
                    found(Turn::Play(play))
                })
            })?;
        }
        ControlFlow::Continue(())
    }

    fn sample_play(&self, dice: &mut fastrand::Rng) -> Option<Play> {
        let card = self.board.court(self.seat).hand.pick(dice)?;
        let action = cards::sample(self.board, card, dice);
        let mut field = self.board.field;
        action.apply(&mut field, self.seat, card);
        Some(Play { card, action, summon: summon::sample(&field, dice), line: None })
    }
}

impl Query for TurnQuery<'_> {
    type Game = KingIsDead;
    type Answer = Turn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn kind(&self) -> &'static str {
        "turn"
    }

    fn key(&self) -> String {
        self.board.key(self.seat, self.kind())
    }

    fn position(&self) -> &Board {
        self.board
    }

    fn question(&self) -> Question {
        let board = self.board;
        let band = board.field.at(board.contested());
        Question::Turn {
            struggle: board.struggle,
            region: board.world.region_id(board.contested()).to_owned(),
            hand: board.court(self.seat).hand.ids().into_iter().map(str::to_owned).collect(),
            passes: board.passes,
            ends: board.passes + 1 == board.world.players(),
            leads: Winner::of(band).id().to_owned(),
            followers: names::band(band),
            last_card: last_card::is_last(board),
        }
    }

    fn check(&self, turn: &Turn) -> Result<(), Refusal> {
        let Turn::Play(play) = turn else { return Ok(()) };
        let (board, world) = (self.board, &self.board.world);
        let hand = board.court(self.seat).hand;
        if hand.count(play.card) == 0 {
            let left: Vec<&str> = hand.kinds().map(|card| world.card_name(card)).collect();
            let refusal = Refusal::new("card-not-in-hand").with("card", world.card_name(play.card));
            return Err(refusal.with("hand", left.join(", ")));
        }
        cards::check(board, play.card, &play.action)?;
        let mut field = board.field;
        play.action.apply(&mut field, self.seat, play.card);
        summon::check(world, &field, play.summon)?;
        if last_card::is_last(board) && !last_card::wins(board, self.seat, *play) {
            return Err(Refusal::new("last-card-must-win").with("card", world.card_name(play.card)));
        }
        Ok(())
    }

    /// Lists all legal turns if they are at most `limit`, otherwise the pass and a sample, which is the same each time.
    fn list(&self, limit: usize) -> Listing<Turn> {
        let mut answers = Vec::new();
        let walked = self.walk(&mut |turn| {
            if answers.len() == limit {
                return ControlFlow::Break(());
            }
            answers.push(turn);
            ControlFlow::Continue(())
        });
        if walked.is_continue() {
            return Listing { answers, complete: true };
        }
        answers.clear();
        answers.push(Turn::Pass);
        let mut dice = fastrand::Rng::with_seed(limit as u64);
        for _ in 0..limit.saturating_mul(4) {
            if answers.len() >= limit {
                break;
            }
            let turn = self.sample(&mut dice);
            if !answers.contains(&turn) {
                answers.push(turn);
            }
        }
        answers.truncate(limit);
        Listing { answers, complete: false }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Turn {
        if dice.u8(0..PASSES_ONE_IN) == 0 {
            return Turn::Pass;
        }
        let last = last_card::is_last(self.board);
        for _ in 0..if last { TRIES } else { 1 } {
            if let Some(play) = self.sample_play(dice)
                && (!last || last_card::wins(self.board, self.seat, play))
            {
                return Turn::Play(play);
            }
        }
        Turn::Pass
    }

    /// Passes. K-13.
    fn default(&self) -> Turn {
        Turn::Pass
    }

    fn write(&self, turn: &Turn) -> Value {
        answer::write(&self.board.world, turn)
    }

    fn read(&self, value: &Value) -> Result<Turn, Refusal> {
        answer::read(&self.board.world, value)
    }
}
