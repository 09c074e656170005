//! Consults a plan about a turn: a pure function of plan, seat and position.

use super::judge::{Moment, agreed, holds};
use super::model::{Entry, Otherwise, Plan, Until, What, Wish};
use super::progress::{over, progress};
use super::wish;
use crate::games::king_is_dead::board::{Board, Hour, Line};
use crate::games::king_is_dead::cards::{Play, Turn};
use crate::games::king_is_dead::data::Card;
use crate::games::king_is_dead::people::answer;
use crate::sheet::Refusal;
use crate::table::{Says, Seat};
use serde_json::json;

/// Returns what a plan says to the seat's turn. When its list is finished or cannot decide, the plan is done, unless it
/// says otherwise: no older plan goes on, and the pace of the campaign decides.
pub fn consult(plan: &Plan, seat: Seat, board: &Board) -> Says {
    match decide(plan, seat, board) {
        (Decision::Turn(turn), at) => {
            let value = if turn == Turn::Pass { json!("pass") } else { answer::write(&board.world, &turn) };
            Says::Answer { value, path: format!("turns.{}", at + 1) }
        }
        (Decision::Ask, _) => Says::Ask,
        (Decision::Done, _) => Says::Done,
        (Decision::Guess, _) => Says::Guess,
    }
}

/// Returns the number of entries that are done, as far as the position tells.
pub fn done(plan: &Plan, seat: Seat, board: &Board) -> usize {
    decide(plan, seat, board).1.min(plan.turns.len())
}

/// Returns why a play could not be made as the board is now, or `None` if it could.
pub fn obstacle(wish: &Wish, seat: Seat, board: &Board) -> Option<Refusal> {
    let play = match wish::play(wish, seat, board) {
        Ok(play) => play,
        Err(why) => return Some(why),
    };
    let card = board.world.card_name(play.card);
    (!has_effect(wish, &play)).then(|| Refusal::new("no-effect-now").with("card", card))
}

/// What a plan decides.
enum Decision {
    Turn(Turn),
    /// The list says nothing to this turn, and no older plan goes on.
    Done,
    Ask,
    Guess,
}

/// Returns what a plan decides now, and the index of the entry that does; beyond the last if the list is finished.
fn decide(plan: &Plan, seat: Seat, board: &Board) -> (Decision, usize) {
    let begun = progress(plan, seat, board);
    let mut since = begun.since;
    for (at, entry) in plan.turns.iter().enumerate().skip(begun.at) {
        match step(entry, since, seat, board) {
            Step::Next(later) => since = later,
            Step::Turn(Turn::Play(play)) => {
                let read = Hour { struggle: plan.since.struggle, step: plan.since.step };
                let number = u8::try_from(at + 1).ok();
                let line = number.map(|number| Line { since: read, number });
                return (Decision::Turn(Turn::Play(Play { line, ..play })), at);
            }
            Step::Turn(turn) => return (Decision::Turn(turn), at),
            Step::Stuck => match entry.otherwise.or(plan.otherwise) {
                None => return (Decision::Done, at),
                Some(Otherwise::Ask) => return (Decision::Ask, at),
                Some(Otherwise::Pass) => return (Decision::Turn(Turn::Pass), at),
                Some(Otherwise::Skip) => {}
            },
        }
    }
    let end = match plan.otherwise {
        Some(Otherwise::Pass) => Decision::Guess,
        Some(Otherwise::Ask) => Decision::Ask,
        Some(Otherwise::Skip) | None => Decision::Done,
    };
    (end, plan.turns.len())
}

/// The result of an entry.
pub(super) enum Step {
    /// The entry is done, since this moment.
    Next(Hour),
    /// The entry answers.
    Turn(Turn),
    /// The entry cannot be carried out.
    Stuck,
}

/// Returns what an entry comes to in this turn.
pub(super) fn step(entry: &Entry, since: Hour, seat: Seat, board: &Board) -> Step {
    let now = Moment { board, seat, since, play: None };
    match &entry.what {
        What::Pass { until, when, unless } => match ended(until, &now) {
            Some(later) => Step::Next(later),
            None if agreed(when.as_ref(), unless.as_ref(), &now) => Step::Turn(Turn::Pass),
            None => Step::Stuck,
        },
        What::Play { wait, until, wishes } => {
            let hand = board.court(seat).hand;
            let in_hand = |wish: &Wish| Card::from_id(&wish.card).is_some_and(|card| hand.count(card) > 0);
            if !wishes.iter().any(in_hand) {
                return Step::Next(since);
            }
            if let Some(later) = until.as_ref().and_then(|until| ended(until, &now)) {
                return Step::Next(later);
            }
            if !holds(wait.as_ref(), &now) {
                return Step::Turn(Turn::Pass);
            }
            let play = wishes.iter().find_map(|wish| {
                let play = wish::play(wish, seat, board).ok()?;
                wanted(wish, &now, &play).then_some(play)
            });
            play.map_or(Step::Stuck, |play| Step::Turn(Turn::Play(play)))
        }
    }
}

/// Returns the moment at which a length of time was over, or `None` if it is not.
fn ended(until: &Until, now: &Moment<'_>) -> Option<Hour> {
    match until {
        // Nothing shows when it came true: what follows counts from the beginning of this struggle.
        Until::Holds(condition) => {
            let begins = Hour { struggle: now.board.struggle, step: 0 };
            holds(Some(condition), now).then(|| now.since.max(begins))
        }
        until => over(until, now.since, now.seat, now.board),
    }
}

/// Returns `true` if the conditions of a play hold, some of them after it is made, and it does something or need not.
pub(super) fn wanted(wish: &Wish, now: &Moment<'_>, play: &Play) -> bool {
    let after = wish::after(now.board, now.seat, play);
    let moment = Moment { play: Some((play, &after)), ..*now };
    has_effect(wish, play) && agreed(wish.when.as_ref(), wish.unless.as_ref(), &moment)
}

/// Returns `true` unless a play would do nothing and its plan does not say that this is wanted.
pub(super) fn has_effect(wish: &Wish, play: &Play) -> bool {
    let said = [&wish.when, &wish.unless].into_iter().flatten().any(|condition| condition.speaks_of_effect());
    play.does_something() || wish.without_effect || said
}
