//! House cards, Westeros cards and wildling cards.

/// A House card by its place in the list of all cards in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u8);

/// A set of House cards, at most 128 in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardSet(u128);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);

    /// Returns `true` if it holds a card.
    pub fn has(self, card: CardId) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card.
    pub fn add(&mut self, card: CardId) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: CardId) {
        self.0 &= !(1 << card.0);
    }

    /// Cards in either.
    pub fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// Cards in both.
    pub fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// Cards here and not in the other.
    pub fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Returns `true` if it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns its cards in listed order.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let card = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                CardId(card)
            })
        })
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> Self {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// A row in one of the tables of an edition: what an ability, a Westeros card or a wildling card does. The words of an
/// ability are in the game's data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    id: &'static str,
    /// Its place in the table.
    pub place: u8,
}

impl Row {
    /// Finds a row in a table by its id.
    pub fn find(ids: impl IntoIterator<Item = &'static str>, id: &str) -> Option<Row> {
        let place = |(place, id): (usize, &'static str)| Row { id, place: place as u8 };
        ids.into_iter().enumerate().map(place).find(|row| row.id == id)
    }

    /// Returns its id, as data name it: `kill-footman`.
    pub fn id(self) -> &'static str {
        self.id
    }
}

/// Icons on a House card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Icons {
    /// Casualties it causes.
    pub swords: u8,
    /// Casualties it prevents.
    pub fortifications: u8,
}

/// A House card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// `robb-stark`.
    pub id: String,
    /// `Robb Stark`.
    pub name: String,
    /// Printed strength, 0 to 3.
    pub strength: i16,
    /// Its icons.
    pub icons: Icons,
    /// Units that the other side loses, whoever wins.
    pub skulls: u8,
    /// Its ability, if it has one.
    pub ability: Option<Row>,
    /// The ability's words, as the data give them.
    pub text: String,
}

/// One printed card of the Tides of Battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TidesCard {
    /// Added to its side's strength.
    pub strength: i16,
    /// Added to the icons of its side's House card.
    pub icons: Icons,
    /// Units that the other side loses, whoever wins.
    pub skulls: u8,
}

/// One printed Westeros card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WesterosCard {
    /// What it does.
    pub card: Row,
    /// `true` if a mammoth is printed on it.
    pub mammoth: bool,
}
