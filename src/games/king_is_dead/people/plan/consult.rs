//! Consults a plan about a turn: a pure function of plan, seat and position.

use super::condition::{Moment, holds};
use super::model::{Entry, Guard, Otherwise, Plan, Until, What, Wish};
use super::progress::{over, progress};
use super::wish;
use crate::games::king_is_dead::board::{Board, Hour};
use crate::games::king_is_dead::cards::{Play, Turn};
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::people::answer;
use crate::table::{Says, Seat};
use serde_json::json;

/// Returns what a plan says to the seat's turn. When its list is finished or cannot decide, the plan is done, unless it
/// says otherwise: no older plan goes on, and the pace of the campaign decides.
pub fn consult(plan: &Plan, seat: Seat, board: &Board) -> Says {
    let begun = progress(plan, seat, board);
    let mut since = begun.since;
    for (at, entry) in plan.turns.iter().enumerate().skip(begun.at) {
        match step(entry, since, seat, board) {
            Step::Next(later) => since = later,
            Step::Turn(turn) => return said(board, &turn, at),
            Step::Stuck => match entry.otherwise.or(plan.otherwise) {
                None => return Says::Done,
                Some(Otherwise::Ask) => return Says::Ask,
                Some(Otherwise::Pass) => return said(board, &Turn::Pass, at),
                Some(Otherwise::Skip) => {}
            },
        }
    }
    match plan.otherwise {
        Some(Otherwise::Pass) => Says::Guess,
        Some(Otherwise::Ask) => Says::Ask,
        Some(Otherwise::Skip) | None => Says::Done,
    }
}

fn said(board: &Board, turn: &Turn, at: usize) -> Says {
    let value = if *turn == Turn::Pass { json!("pass") } else { answer::write(&board.world, turn) };
    Says::Answer { value, path: format!("turns.{}", at + 1) }
}

/// The result of an entry.
enum Step {
    /// The entry is done, since this moment.
    Next(Hour),
    /// The entry answers.
    Turn(Turn),
    /// The entry cannot be carried out.
    Stuck,
}

fn step(entry: &Entry, since: Hour, seat: Seat, board: &Board) -> Step {
    let now = Moment { board, seat, since, after: None };
    match &entry.what {
        What::Pass { until: Until::Holds(guards), .. } if holds(guards, &[], &now) => {
            // When it came true nobody wrote down: what follows counts from the beginning of this struggle.
            Step::Next(since.max(Hour { struggle: board.struggle, step: 0 }))
        }
        What::Pass { until, when, unless } => match over(until, since, seat, board) {
            Some(later) => Step::Next(later),
            None if holds(when, unless, &now) => Step::Turn(Turn::Pass),
            None => Step::Stuck,
        },
        What::Play { wait, wishes } => {
            let hand = board.court(seat).hand;
            let in_hand = |wish: &Wish| Card::from_id(&wish.card).is_some_and(|card| hand.count(card) > 0);
            if !wishes.iter().any(in_hand) {
                return Step::Next(since);
            }
            if !holds(wait, &[], &now) {
                return Step::Turn(Turn::Pass);
            }
            let play = wishes.iter().find_map(|wish| {
                let play = wish::play(wish, seat, board).ok()?;
                agreed(&wish.when, &wish.unless, &now, &play).then_some(play)
            });
            play.map_or(Step::Stuck, |play| Step::Turn(Turn::Play(play)))
        }
    }
}

/// Returns `true` if the conditions of a play hold, some of them after it is made.
fn agreed(when: &[Guard], unless: &[Guard], now: &Moment<'_>, play: &Play) -> bool {
    let after = wish::after(now.board, now.seat, play);
    holds(when, unless, &Moment { after: Some(&after), ..*now })
}
