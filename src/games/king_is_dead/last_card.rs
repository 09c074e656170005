//! The last card of a game of three, which may only be played to win with it. Rules: Playing cards; K-09.
//!
//! When 23 of 24 cards are played, nobody can do anything after the last but pass, so the rest of the game is known.

use super::board::{Board, Winner};
use super::cards::{Play, Turn};
use super::{ending, resolution};
use crate::table::Seat;

/// Returns `true` if one card is left in all hands, in a game of three.
pub fn is_last(board: &Board) -> bool {
    board.world.players() == 3 && board.cards_left() == 1
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
