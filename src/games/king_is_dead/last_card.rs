//! The last card of a game of three, which may only be played to win with it. Rules: Playing cards; K-09.
//!
//! When 23 of 24 cards are played, nobody can do anything after the last but pass, so the rest of the game is known.

use super::board::{Board, Winner};
use super::cards::{self, Play, Turn};
use super::{ending, resolution};
use crate::table::Seat;
use std::ops::ControlFlow;

/// Returns `true` if one card is left in all hands, in a game of three.
pub fn is_last(board: &Board) -> bool {
    board.world.players() == 3 && board.cards_left() == 1
}

/// Returns `true` if the seat to move has the last card of a game of three and no play with it would win: it can only
/// pass, so it is not asked.
pub fn cannot_win(board: &Board) -> bool {
    let seat = board.to_move();
    if !is_last(board) || board.court(seat).hand.is_empty() {
        return false;
    }
    let found = board.court(seat).hand.kinds().try_for_each(|card| {
        cards::walk(board, card, &mut |action| {
            let mut field = board.field;
            action.apply(&mut field, seat, card);
            cards::summon::walk(&field, &mut |summon| {
                let play = Play { card, action, summon, line: None };
                if wins(board, seat, play) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        })
    });
    found.is_continue()
}

/// Returns `true` if a play with the last card makes its owner the only winner.
pub fn wins(board: &Board, seat: Seat, play: Play) -> bool {
    let mut after = board.clone();
    resolution::take(&mut after, seat, &Turn::Play(play));
    while after.outcome.is_none() {
        let winner = Winner::of(after.field.at(after.contested()));
        resolution::resolve(&mut after, winner);
        ending::check(&mut after);
    }
    after.outcome.is_some_and(|outcome| outcome.winners.as_slice() == [seat])
}
