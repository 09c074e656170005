//! What a position has besides on the board of the north: tactic cards, quests, and what counts for objectives.

use crate::games::thrones::data::{AreaSet, CardSet, Letter, TacticId, TacticSet};
use crate::table::{BySeat, Seat};
use arrayvec::ArrayVec;

/// The north besides its areas, tracks and decks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct North {
    /// By seat; houses of other boards have an empty one.
    pub sides: BySeat<Side>,
    /// The Watch's decks for supply and mustering, next card first, as places in the printed decks.
    pub watch_decks: [Vec<u8>; 2],
    /// How many cards of the second Westeros deck lie under it, used, since it was last shuffled.
    pub turned: u8,
    /// House cards without strength, icons and text in this round.
    pub annulled: CardSet,
    /// `true` if Raven and Blade of the north are not used in this round.
    pub tokens_idle: bool,
    /// `true` if special orders count as normal ones in this round.
    pub plain_orders: bool,
    /// Sections of the Wall that the Others held when an action was last settled.
    pub stormed: AreaSet,
    /// The house that has won on its own board while the north plays on.
    pub king: Option<Seat>,
    /// `true` if Wildlings or Others have once met their condition of victory, with or without their quest.
    pub broken: bool,
}

/// What one side has besides its units, power and House cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Tactic cards in hand.
    pub hand: TacticSet,
    /// Tactic cards used.
    pub used: TacticSet,
    /// Tactic cards that are not in the deck.
    pub reserve: TacticSet,
    /// The card of this round, once it is shown.
    pub played: Option<TacticId>,
    /// The card that takes the place of the one played when the round ends; that one then leaves the game.
    pub successor: Option<TacticId>,
    /// The abilities that the side has in this round.
    pub abilities: ArrayVec<Ready, 12>,
    /// The objective cards that are in play, as places in the list of all.
    pub objectives: ArrayVec<u8, 2>,
    /// The round in which the quest was completed.
    pub quest_done: Option<u8>,
    /// What the objectives count in this round.
    pub tally: Tally,
    /// Areas whose own Raid orders have succeeded in this round and count for a card still.
    pub raided: AreaSet,
}

/// An ability of a tactic card that a side has in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ready {
    pub card: TacticId,
    pub letter: Letter,
    /// `true` if it has been used; abilities that may be used each time are not used up.
    pub spent: bool,
    /// Power that each use costs besides its own price.
    pub price: u8,
    /// `true` if it was copied from a card of an opponent.
    pub copied: bool,
}

/// What has happened to a side in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Own units destroyed, for any reason.
    pub lost: u8,
    /// Points of enemy units destroyed in battles that the side has won.
    pub slain: u8,
    /// Units made by conversion or generation.
    pub raised: u8,
}

impl North {
    /// Returns a side.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat]
    }

    /// Returns a side, to change.
    pub fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat]
    }
}

impl Side {
    /// Returns its ability of a card, if it has it in this round.
    pub fn ready(&self, card: TacticId, letter: Letter) -> Option<&Ready> {
        self.abilities.iter().find(|ready| ready.card == card && ready.letter == letter)
    }

    /// Gives the side an ability for the round; says where it stands among its own. It may have the same twice, by a copy.
    pub fn gain(&mut self, card: TacticId, letter: Letter, copied: bool) -> usize {
        let place = self.abilities.len();
        let _ = self.abilities.try_push(Ready { card, letter, spent: false, price: 0, copied });
        place
    }
}
