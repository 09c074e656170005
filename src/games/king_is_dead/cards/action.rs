//! Turns as data: a card with all it does, and what that changes on the board, legal or not.

use crate::games::king_is_dead::board::{Board, Change, Field};
use crate::games::king_is_dead::data::{Band, Card, Faction, Region};
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

/// Two region cards and the one that gets the crown token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    regions: [Region; 2],
    crown: Region,
}

impl Swap {
    /// A swap; the order of the two regions does not matter.
    pub fn new(a: Region, b: Region, crown: Region) -> Self {
        Swap { regions: [a.min(b), a.max(b)], crown }
    }

    /// The two regions, in the order of the board.
    pub fn regions(&self) -> [Region; 2] {
        self.regions
    }

    /// Where the crown token goes.
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

/// Numbers given and taken, the complete form first, then what comes next to it.
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
    /// `give` goes from `from` to `to`, `take` the other way. Told from either side it is the same: who gives more is `from`,
    /// and of equals the first on the board.
    pub fn new(from: Region, to: Region, give: Band, take: Band) -> Self {
        let (gives, takes) = (give.total(), take.total());
        if gives < takes || (gives == takes && from > to) {
            return Exchange { from: to, to: from, give: take, take: give };
        }
        Exchange { from, to, give, take }
    }

    /// The region that gives more.
    pub fn from(&self) -> Region {
        self.from
    }

    /// The other.
    pub fn to(&self) -> Region {
        self.to
    }

    /// Who goes from the first to the second.
    pub fn give(&self) -> Band {
        self.give
    }

    /// Who goes the other way.
    pub fn take(&self) -> Band {
        self.take
    }

    pub(super) fn form(&self) -> (u8, u8) {
        (self.give.total(), self.take.total())
    }

    /// Whether it is all that the card says.
    pub fn is_complete(&self, card: Card) -> bool {
        forms(card).first().is_some_and(|forms| forms.contains(&self.form()))
    }

    /// What it changes.
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

/// Followers a faction's card places.
pub(super) const OF_A_FACTION: u8 = 2;

/// Where followers are placed: for a Settlement by faction, for a faction's card the one or two regions in the order of
/// the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Places(pub(super) [Option<Region>; 3]);

impl Places {
    /// The places of a Settlement: Scots, Welsh, Romano-Britons.
    pub fn settlement(places: [Option<Region>; 3]) -> Self {
        Places(places)
    }

    /// The places of a faction's card, in any order.
    pub fn faction(first: Region, second: Option<Region>) -> Self {
        match second {
            Some(second) => Places([Some(first.min(second)), Some(first.max(second)), None]),
            None => Places([Some(first), None, None]),
        }
    }

    /// Whether these can be the places of a faction's card: one or two, in the order of the board.
    pub(super) fn is_of_a_faction(&self) -> bool {
        match self.0 {
            [Some(first), Some(second), None] => first <= second,
            [Some(_), None, None] => true,
            _ => false,
        }
    }

    /// Who is placed where by a card.
    pub fn iter(&self, card: Card) -> impl Iterator<Item = (Faction, Region)> {
        let own = card.faction();
        let pairs = Faction::THREE.into_iter().zip(self.0);
        pairs.filter_map(move |(faction, region)| Some((own.unwrap_or(faction), region?)))
    }

    /// Whether all are placed that are printed on the card.
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
    /// Of which faction; never a loyalist.
    pub faction: Faction,
    /// From where.
    pub from: Region,
}

/// The refusal of an action that belongs to another card.
pub(super) fn wrong_action(board: &Board, card: Card) -> Refusal {
    Refusal::new("action-of-another-card").with("card", board.world.card_name(card))
}
