//! The action cards: what each may do, and what it does to the board.
//!
//! - [`crown`]: the Crown; [`exchange`]: Garrison and Ambassador; [`placing`]: Settlement and the factions' cards;
//!   [`summon`]: the follower summoned to court after each.
//!
//! May use: `board`, `data`, `table` (refusals). Is used by: `turn`, `struggle`, plans.

pub mod crown;
pub mod exchange;
pub mod placing;
pub mod summon;

pub use crown::Swap;
pub use exchange::Exchange;
pub use placing::Places;
pub use summon::Summon;

use super::board::{Board, Field};
use super::data::Card;
use crate::table::{Refusal, Seat};
use std::ops::ControlFlow;

/// What a card does, besides the summons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing can be done, or an exchange that cannot be complete is left. Rules: Partial actions.
    Nothing,
    /// The Crown.
    Swap(Swap),
    /// Garrison and Ambassador.
    Exchange(Exchange),
    /// Settlement and the factions' cards.
    Place(Places),
}

/// A card with all it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The card.
    pub card: Card,
    /// What it does.
    pub action: Action,
    /// Who is summoned to court after that; nobody if nobody can be.
    pub summon: Option<Summon>,
}

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It keeps its cards.
    Pass,
    /// It plays one.
    Play(Play),
}

/// What visits legal things one by one, and says when it has had enough.
pub type Found<'a, A> = &'a mut dyn FnMut(A) -> ControlFlow<()>;

impl Action {
    /// What it does to the board, legal or not; followers that are not there stay away.
    pub fn apply(&self, field: &mut Field, seat: Seat, card: Card) {
        match self {
            Action::Nothing => {}
            Action::Swap(swap) => swap.apply(field, seat),
            Action::Exchange(exchange) => exchange.apply(field),
            Action::Place(places) => places.apply(field, card),
        }
    }

    /// Whether it does all that is printed on its card.
    pub fn is_complete(&self, card: Card) -> bool {
        match self {
            Action::Nothing => false,
            Action::Swap(_) => true,
            Action::Exchange(exchange) => exchange.is_complete(card),
            Action::Place(places) => places.is_complete(card),
        }
    }
}

/// Whether what a card does is legal on a board. Rules: The action cards; Partial actions; K-03.
///
/// # Errors
/// Why not.
pub fn check(board: &Board, card: Card, action: &Action) -> Result<(), Refusal> {
    match card {
        Card::Crown => crown::check(board, action),
        Card::Garrison | Card::Ambassador => exchange::check(board, card, action),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::check(board, card, action)
        }
    }
}

/// Visits all that a card can legally do, each once.
pub fn walk(board: &Board, card: Card, found: Found<'_, Action>) -> ControlFlow<()> {
    match card {
        Card::Crown => crown::walk(board, found),
        Card::Garrison | Card::Ambassador => exchange::walk(board, card, found),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::walk(board, card, found)
        }
    }
}

/// Something a card can legally do, by chance.
pub fn sample(board: &Board, card: Card, dice: &mut fastrand::Rng) -> Action {
    match card {
        Card::Crown => crown::sample(board, dice),
        Card::Garrison | Card::Ambassador => exchange::sample(board, card, dice),
        Card::Settlement | Card::Scots | Card::Welsh | Card::RomanoBritons => {
            placing::sample(board, card, dice)
        }
    }
}

/// The refusal of an action that belongs to another card.
fn wrong_action(board: &Board, card: Card) -> Refusal {
    Refusal::new("action-of-another-card").with("card", board.world.card_name(card))
}
