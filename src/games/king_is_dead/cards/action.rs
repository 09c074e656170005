//! Turns as data: a card with everything it does, and how it changes the board, legal or not.

use crate::games::king_is_dead::board::{Board, Change, Field, Line};
use crate::games::king_is_dead::data::{Band, Card, Faction, Region};
use crate::table::{Refusal, Seat};
use std::ops::ControlFlow;

/// The action of a card, without the summons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing: either nothing can be done, or an exchange that cannot be complete is left undone. Rules: Partial
    /// actions.
    Nothing,
    Swap(Swap),
    Exchange(Exchange),
    Place(Places),
}

/// A card with everything it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    pub card: Card,
    pub action: Action,
    /// The follower summoned to court afterwards; `None` if nobody can be.
    pub summon: Option<Summon>,
    /// The line of the seat's plan that plays it. It changes nothing; the plan's progress follows from it.
    pub line: Option<Line>,
}

impl Play {
    /// Returns `true` if the card does something, be it less than is printed on it.
    pub fn does_something(&self) -> bool {
        self.action != Action::Nothing
    }
}

/// A seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Pass,
    Play(Play),
}

/// A visitor of legal things, one by one; it says when it has seen enough.
pub type Found<'a, A> = &'a mut dyn FnMut(A) -> ControlFlow<()>;

impl Action {
    /// Changes the board, whether that is legal or not; followers that are not there are not moved.
    pub fn apply(&self, field: &mut Field, seat: Seat, card: Card) {
        match self {
            Action::Nothing => {}
            Action::Swap(swap) => swap.apply(field, seat),
            Action::Exchange(exchange) => exchange.apply(field),
            Action::Place(places) => places.apply(field, card),
        }
    }

    /// Returns `true` if it does everything that is printed on its card.
    pub fn is_complete(&self, card: Card) -> bool {
        match self {
            Action::Nothing => false,
            Action::Swap(_) => true,
            Action::Exchange(exchange) => exchange.is_complete(card),
            Action::Place(places) => places.is_complete(card),
        }
    }
}

/// Two region cards and the one that gets the crown token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    regions: [Region; 2],
    crown: Region,
}

impl Swap {
    /// Makes a swap; the order of the two regions does not matter.
    pub fn new(a: Region, b: Region, crown: Region) -> Self {
        Swap { regions: [a.min(b), a.max(b)], crown }
    }

    /// Returns the two regions, in the order of the board.
    pub fn regions(&self) -> [Region; 2] {
        self.regions
    }

    /// Returns the region whose card gets the crown token.
    pub fn crown(&self) -> Region {
        self.crown
    }

    fn apply(&self, field: &mut Field, seat: Seat) {
        let [a, b] = self.regions;
        for place in &mut field.row {
            *place = if *place == a {
                b
            } else if *place == b {
                a
            } else {
                *place
            };
        }
        if let Some(crown) = field.crowns.get_mut(seat.index()) {
            *crown = Some(self.crown);
        }
    }
}

/// Numbers of followers given and taken: the complete form first, then the lesser ones.
pub(super) type Forms = &'static [&'static [(u8, u8)]];
const GARRISON: Forms = &[&[(2, 1)], &[(2, 0), (1, 1)], &[(1, 0)]];
const AMBASSADOR: Forms = &[&[(1, 1)], &[(1, 0)]];

pub(super) fn forms(card: Card) -> Forms {
    if card == Card::Garrison { GARRISON } else { AMBASSADOR }
}

/// Followers that change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    from: Region,
    to: Region,
    give: Band,
    take: Band,
}

impl Exchange {
    /// Makes an exchange: `give` goes from `from` to `to`, `take` the other way. Described from either side it is the
    /// same value: `from` is the region that gives more, and of equals the first on the board.
    pub fn new(from: Region, to: Region, give: Band, take: Band) -> Self {
        let (gives, takes) = (give.total(), take.total());
        if gives < takes || (gives == takes && from > to) {
            return Exchange { from: to, to: from, give: take, take: give };
        }
        Exchange { from, to, give, take }
    }

    /// Returns the region that gives more.
    pub fn from(&self) -> Region {
        self.from
    }

    /// Returns the other region.
    pub fn to(&self) -> Region {
        self.to
    }

    /// Returns the followers that go from the first region to the second.
    pub fn give(&self) -> Band {
        self.give
    }

    /// Returns the followers that go the other way.
    pub fn take(&self) -> Band {
        self.take
    }

    pub(super) fn form(&self) -> (u8, u8) {
        (self.give.total(), self.take.total())
    }

    /// Returns `true` if the exchange is everything that the card allows.
    pub fn is_complete(&self, card: Card) -> bool {
        forms(card).first().is_some_and(|forms| forms.contains(&self.form()))
    }

    /// Returns the change of followers in the two regions.
    pub fn change(&self) -> Change {
        let turn = if self.from < self.to { 1 } else { -1 };
        let gained = |i: usize| turn * (self.take.0[i] as i8 - self.give.0[i] as i8);
        Change {
            between: [self.from.min(self.to), self.from.max(self.to)],
            gained: std::array::from_fn(gained),
        }
    }

    fn apply(&self, field: &mut Field) {
        let (from, to) = (field.at(self.from), field.at(self.to));
        if let (Some(from), Some(to)) = (from.minus(self.give), to.minus(self.take)) {
            *field.at_mut(self.from) = from.plus(self.take);
            *field.at_mut(self.to) = to.plus(self.give);
        }
    }
}

/// The number of followers that a faction's card places.
pub const OF_A_FACTION: u8 = 2;

/// The regions where followers are placed: for a Settlement by faction; for a faction's card one or two regions, in the
/// order of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Places(pub(super) [Option<Region>; 3]);

impl Places {
    /// Makes the places of a Settlement: Scots, Welsh, Romano-Britons.
    pub fn settlement(places: [Option<Region>; 3]) -> Self {
        Places(places)
    }

    /// Makes the places of a faction's card, in any order.
    pub fn faction(first: Region, second: Option<Region>) -> Self {
        match second {
            Some(second) => Places([Some(first.min(second)), Some(first.max(second)), None]),
            None => Places([Some(first), None, None]),
        }
    }

    /// Returns `true` if these can be the places of a faction's card: one or two, in the order of the board.
    pub(super) fn is_of_a_faction(&self) -> bool {
        match self.0 {
            [Some(first), Some(second), None] => first <= second,
            [Some(_), None, None] => true,
            _ => false,
        }
    }

    /// Iterates over the followers that a card places, with their regions.
    pub fn iter(&self, card: Card) -> impl Iterator<Item = (Faction, Region)> {
        let own = card.faction();
        let pairs = Faction::THREE.into_iter().zip(self.0);
        pairs.filter_map(move |(faction, region)| Some((own.unwrap_or(faction), region?)))
    }

    /// Returns `true` if as many are placed as are printed on the card.
    pub fn is_complete(&self, card: Card) -> bool {
        self.iter(card).count() == if card.faction().is_some() { usize::from(OF_A_FACTION) } else { 3 }
    }

    fn apply(&self, field: &mut Field, card: Card) {
        for (faction, region) in self.iter(card) {
            if field.supply.take(faction) {
                field.at_mut(region).add(faction);
            }
        }
    }
}

/// A follower who is summoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summon {
    /// Never the loyalists.
    pub faction: Faction,
    pub from: Region,
}

/// Makes the refusal of an action that belongs to another card.
pub(super) fn wrong_action(board: &Board, card: Card) -> Refusal {
    Refusal::new("action-of-another-card").with("card", board.world.card_name(card))
}
