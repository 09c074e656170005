//! An ability of a tactic card, as it is about to be used.

use super::state::{Ready, Side};
use crate::games::thrones::data::{Letter, TacticId};
use crate::table::Seat;

/// An ability of a tactic card in the hands of its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Using {
    /// Who uses it.
    pub seat: Seat,
    /// Its place among the abilities of that side in this round.
    pub place: usize,
    pub card: TacticId,
    pub letter: Letter,
    /// What another card adds to its price.
    pub surcharge: u8,
    /// `true` if it was copied from a card of an opponent.
    pub copied: bool,
}

impl Using {
    /// An ability that a side has in this round.
    pub fn new(seat: Seat, place: usize, ready: &Ready) -> Self {
        let Ready { card, letter, price, copied, .. } = *ready;
        Using { seat, place, card, letter, surcharge: price, copied }
    }

    /// Returns what a use costs in all, if it costs so much by itself.
    pub fn price(&self, own: u8) -> u8 {
        own.saturating_add(self.surcharge)
    }

    /// Returns `true` if a side has it still.
    pub fn is_left(&self, side: &Side) -> bool {
        side.abilities.get(self.place).is_some_and(|ready| !ready.spent)
    }
}
