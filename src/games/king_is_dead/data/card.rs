//! The action cards, and hands of them.

use super::band::Faction;

/// A kind of action card. Rules: The action cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Changes the order of the struggles.
    Crown,
    /// Two of one region for one of a bordering one.
    Garrison,
    /// One for one between any two regions.
    Ambassador,
    /// One of each faction from the supply.
    Settlement,
    /// Two Scots from the supply.
    Scots,
    /// Two Welsh from the supply.
    Welsh,
    /// Two Romano-Britons from the supply.
    RomanoBritons,
}

/// The number of kinds.
pub const KINDS: usize = 7;

impl Card {
    /// All kinds, in listed order.
    pub const ALL: [Card; KINDS] = [
        Card::Crown,
        Card::Garrison,
        Card::Ambassador,
        Card::Settlement,
        Card::Scots,
        Card::Welsh,
        Card::RomanoBritons,
    ];

    /// Returns the name in files.
    pub fn id(self) -> &'static str {
        match self {
            Card::Crown => "crown",
            Card::Garrison => "garrison",
            Card::Ambassador => "ambassador",
            Card::Settlement => "settlement",
            Card::Scots => "scots",
            Card::Welsh => "welsh",
            Card::RomanoBritons => "romano-britons",
        }
    }

    /// Finds a kind by its name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|card| card.id() == id)
    }

    /// Returns the faction of a faction's card.
    pub fn faction(self) -> Option<Faction> {
        match self {
            Card::Scots => Some(Faction::Scots),
            Card::Welsh => Some(Faction::Welsh),
            Card::RomanoBritons => Some(Faction::RomanoBritons),
            _ => None,
        }
    }
}

/// Cards by kind: a hand, or a whole set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand(pub [u8; KINDS]);

impl Hand {
    /// Returns how many of a kind there are.
    pub fn count(self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// Returns how many there are in all.
    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    /// Returns `true` if no card is left.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Iterates over the kinds that are there.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| self.count(*card) > 0)
    }

    /// Removes one card; returns `false` if there is none of its kind.
    pub fn take(&mut self, card: Card) -> bool {
        let left = self.0[card as usize].checked_sub(1);
        self.0[card as usize] = left.unwrap_or(0);
        left.is_some()
    }

    /// Draws a card, each copy equally likely; `None` from an empty hand.
    pub fn pick(self, dice: &mut fastrand::Rng) -> Option<Card> {
        let mut nth = if self.is_empty() { return None } else { dice.u8(0..self.len()) };
        self.kinds().find(|card| {
            let copies = self.count(*card);
            let found = nth < copies;
            nth = nth.saturating_sub(copies);
            found
        })
    }

    /// Returns the id of each card.
    pub fn ids(self) -> Vec<&'static str> {
        self.kinds().flat_map(|card| (0..self.count(card)).map(move |_| card.id())).collect()
    }
}
