//! What is printed for a board of the north: its sides, quests, tactic cards and objective cards.

use super::area::{Area, AreaSet};
use super::card::Row;
use super::unit::Unit;
use crate::table::{BySeat, Seat};

/// A tactic card by its place in the list of all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TacticId(pub u8);

/// A set of tactic cards, at most 32 in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TacticSet(u32);

impl TacticSet {
    /// No card.
    pub const EMPTY: TacticSet = TacticSet(0);

    /// Returns `true` if it holds a card.
    pub fn has(self, card: TacticId) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    pub fn add(&mut self, card: TacticId) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: TacticId) {
        self.0 &= !(1 << card.0);
    }

    /// Returns the cards in either.
    pub fn or(self, other: TacticSet) -> TacticSet {
        TacticSet(self.0 | other.0)
    }

    /// Returns the cards in both.
    pub fn and(self, other: TacticSet) -> TacticSet {
        TacticSet(self.0 & other.0)
    }

    /// Returns the cards here and not in the other.
    pub fn without(self, other: TacticSet) -> TacticSet {
        TacticSet(self.0 & !other.0)
    }

    /// Returns `true` if it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns how many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns its cards in listed order.
    pub fn iter(self) -> impl Iterator<Item = TacticId> {
        (0..32).map(TacticId).filter(move |card| self.has(*card))
    }
}

impl FromIterator<TacticId> for TacticSet {
    fn from_iter<I: IntoIterator<Item = TacticId>>(cards: I) -> Self {
        let mut set = TacticSet::EMPTY;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// One of the two abilities of a tactic card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Letter {
    A,
    B,
}

impl Letter {
    pub const ALL: [Letter; 2] = [Letter::A, Letter::B];

    /// Returns its id: `a`.
    pub fn id(self) -> &'static str {
        match self {
            Letter::A => "a",
            Letter::B => "b",
        }
    }
}

/// A tactic card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TacticCard {
    /// What it does.
    pub card: Row,
    /// `Hit and Run`.
    pub name: String,
    /// The words of its abilities, by [`Letter`]; empty where it has none.
    pub texts: [String; 2],
}

/// An objective card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// What it pays for.
    pub card: Row,
    pub name: String,
    /// Whose it is.
    pub seat: Seat,
    /// Its words.
    pub text: String,
}

/// A task for which a side gives units off the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quest {
    /// `find-benjen-stark`.
    pub id: String,
    /// Mustering points that complete it.
    pub points: u8,
    /// `true` if, once the number of the turn is above that, it takes as many points as that number.
    pub grows: bool,
    /// The kinds of unit that may go.
    pub units: Vec<Unit>,
}

/// Areas that pay an objective, and how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    pub areas: AreaSet,
    /// Power for each `points`.
    pub power: u8,
    pub points: u8,
}

/// The decks of the Watch: numbers on cards, `None` for the one that has the deck shuffled.
pub type WatchDeck = Vec<Option<u8>>;

/// What is printed for the board of the north.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NorthData {
    /// The board, as a place in [`World::theatres`](super::World::theatres).
    pub theatre: usize,
    pub watch: Seat,
    pub wildlings: Seat,
    pub others: Seat,
    /// The sections of the Wall.
    pub wall: AreaSet,
    pub gift: Area,
    /// Marches from each area to the nearest section of the Wall.
    pub steps: Vec<u8>,
    pub quests: BySeat<Option<Quest>>,
    /// All tactic cards, at most 32.
    pub tactics: Vec<TacticCard>,
    /// The least and the most cards of a tactic deck.
    pub deck: [u8; 2],
    /// The deck of a side that chooses none.
    pub silent_deck: TacticSet,
    pub objectives: Vec<Objective>,
    /// Areas by which the Watch is paid for going abroad.
    pub bands: Vec<Band>,
    /// The Watch's decks for supply and for mustering, unshuffled.
    pub watch_decks: [WatchDeck; 2],
}

/// More marches than lead from anywhere to the Wall.
const FAR: u8 = 6;

impl NorthData {
    /// Returns the three sides, in the order of the rules.
    pub fn sides(&self) -> [Seat; 3] {
        [self.watch, self.wildlings, self.others]
    }

    /// Returns how much an area attracts units of a side that would win: the Others to the Wall, the Wildlings over it.
    pub fn draws(&self, seat: Seat, area: Area) -> u8 {
        if !self.presses(seat) {
            return 0;
        }
        if area == self.gift {
            return if seat == self.wildlings { 2 * FAR } else { 0 };
        }
        let steps = self.steps.get(area.index()).copied().unwrap_or(FAR);
        FAR.saturating_sub(steps)
    }

    /// Returns `true` for a side that wins by going somewhere: the Wildlings and the Others.
    pub fn presses(&self, seat: Seat) -> bool {
        seat == self.wildlings || seat == self.others
    }

    /// Returns all tactic cards.
    pub fn all_tactics(&self) -> TacticSet {
        (0..self.tactics.len() as u8).map(TacticId).collect()
    }

    /// Returns a tactic card.
    pub fn tactic(&self, card: TacticId) -> &TacticCard {
        &self.tactics[usize::from(card.0)]
    }

    /// Returns the tactic card with an id.
    pub fn tactic_id(&self, id: &str) -> Option<TacticId> {
        self.tactics.iter().position(|card| card.card.id() == id).map(|i| TacticId(i as u8))
    }

    /// Returns the objective cards of a side, as places in their list.
    pub fn objectives_of(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let mine = move |(_, card): &(usize, &Objective)| card.seat == seat;
        self.objectives.iter().enumerate().filter(mine).map(|(place, _)| place)
    }
}
