//! The action cards: what each may do, and how it changes the board.
//!
//! - [`crown`]: the Crown; [`exchange`]: Garrison and Ambassador; [`placing`]: Settlement and the factions' cards;
//!   [`summon`]: the follower summoned to court after each.

mod action;
pub mod crown;
pub mod exchange;
pub mod placing;
pub mod summon;

pub use action::{Action, Exchange, Found, OF_A_FACTION, Places, Play, Summon, Swap, Turn};

use super::board::Board;
use super::data::Card;
use crate::table::Refusal;
use std::ops::ControlFlow;

/// Checks that an action is legal for a card. Rules: The action cards; Partial actions; K-03.
///
/// # Errors
/// If it is not, with the reason.
pub fn check(board: &Board, card: Card, action: &Action) -> Result<(), Refusal> {
    match card {
        Card::Crown => crown::check(board, action),
        Card::Garrison | Card::Ambassador => exchange::check(board, card, action),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::check(board, card, action)
        }
    }
}

/// Visits every legal action of a card once.
pub fn walk(board: &Board, card: Card, found: Found<'_, Action>) -> ControlFlow<()> {
    match card {
        Card::Crown => crown::walk(board, found),
        Card::Garrison | Card::Ambassador => exchange::walk(board, card, found),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::walk(board, card, found)
        }
    }
}

/// Draws a legal action of a card.
pub fn sample(board: &Board, card: Card, dice: &mut fastrand::Rng) -> Action {
    match card {
        Card::Crown => crown::sample(board, dice),
        Card::Garrison | Card::Ambassador => exchange::sample(board, card, dice),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::sample(board, card, dice)
        }
    }
}
