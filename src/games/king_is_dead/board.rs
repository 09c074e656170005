//! The position: followers on the board and at court, cards played, and everything that can be computed from these.

use super::data::{Band, Card, Faction, Hand, REGIONS, Region, RegionSet, World};
use crate::table::Seat;
use arrayvec::ArrayVec;
use std::fmt;
use std::sync::Arc;

pub const SEATS: usize = 4;
pub const PLAYS: usize = 32;

/// A moment of the game: before turn number `step` of a struggle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hour {
    /// From 1.
    pub struggle: u8,
    /// From 0: the turns taken in the struggle before it.
    pub step: u8,
}

/// The board and the supply, without the players: everything that an action card changes. Small, and copied freely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub regions: [Band; REGIONS],
    pub supply: Band,
    /// The region cards in the places 1 to 8.
    pub row: [Region; REGIONS],
    /// The regions that are not resolved.
    pub open: RegionSet,
    /// The region card with each seat's crown token.
    pub crowns: [Option<Region>; SEATS],
}

impl Field {
    /// Returns the followers in a region.
    pub fn at(&self, region: Region) -> Band {
        self.regions[region.index()]
    }

    /// Returns the followers in a region, which can be changed.
    pub fn at_mut(&mut self, region: Region) -> &mut Band {
        &mut self.regions[region.index()]
    }

    /// Returns the seat with a crown token on a region card.
    pub fn crown_on(&self, region: Region) -> Option<Seat> {
        self.crowns.iter().position(|crown| *crown == Some(region)).map(|seat| Seat(seat as u8))
    }

    /// Returns the regions whose cards can be swapped: unresolved and without crown tokens. Rules: The Crown.
    pub fn movable(&self) -> RegionSet {
        let mut movable = self.open;
        self.crowns.iter().flatten().for_each(|region| movable.remove(*region));
        movable
    }

    /// Returns the unresolved regions where somebody can be summoned to court.
    pub fn with_courtiers(&self) -> RegionSet {
        self.open.iter().filter(|region| !self.at(*region).without_loyalists().is_empty()).collect()
    }

    /// Returns the place of a region's card in the row, from 1.
    pub fn place(&self, region: Region) -> u8 {
        self.row.iter().position(|r| *r == region).map_or(0, |place| place as u8 + 1)
    }
}

/// The followers and cards of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Court {
    pub followers: Band,
    /// The cards that are not played yet.
    pub hand: Hand,
}

/// The side that takes a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    Faction(Faction),
    Saxons,
}

impl Winner {
    /// Returns the name in files.
    pub fn id(self) -> &'static str {
        match self {
            Winner::Faction(faction) => faction.id(),
            Winner::Saxons => "saxons",
        }
    }

    /// Finds it by its name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        if id == "saxons" { Some(Winner::Saxons) } else { Faction::from_id(id).map(Winner::Faction) }
    }

    /// Returns the side that takes a region with these followers: the faction with the most, or the Saxons if there is
    /// none. Rules: Struggles for power.
    pub fn of(band: Band) -> Self {
        band.leader().map_or(Winner::Saxons, Winner::Faction)
    }
}

/// A struggle that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    pub region: Region,
    pub winner: Winner,
    /// The seat that had its first turn.
    pub first: Seat,
    pub turns: u8,
}

/// A line of a seat's plan: of the plan read at a moment, the line with this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub since: Hour,
    /// From 1.
    pub number: u8,
}

impl Line {
    /// Reads a line as it is written: `1/0/2`.
    pub fn parse(text: &str) -> Option<Line> {
        let numbers: Vec<u8> = text.split('/').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let [struggle, step, number] = *numbers.as_slice() else { return None };
        Some(Line { since: Hour { struggle, step }, number })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.since.struggle, self.since.step, self.number)
    }
}

/// A card that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    pub seat: Seat,
    pub card: Card,
    pub at: Hour,
    /// The line of the seat's plan that played it; `None` if it was not a plan.
    pub line: Option<Line>,
}

/// The change made by the last Garrison or Ambassador.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// In the order of the board.
    pub between: [Region; 2],
    /// Followers that the first region gained, by faction; negative if it lost them. The second region lost as many.
    pub gained: [i8; 4],
}

impl Change {
    /// Returns `true` if only equals changed places.
    pub fn is_nothing(&self) -> bool {
        self.gained == [0; 4]
    }

    /// Returns `true` if this restores what `other` changed. Rules: K-05.
    pub fn undoes(&self, other: &Change) -> bool {
        self.between == other.between
            && !self.is_nothing()
            && self.gained.iter().zip(other.gained).all(|(mine, theirs)| *mine == -theirs)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// After the last struggle.
    Control,
    /// By the last Saxon token.
    Invasion,
    /// By a struggle that the loyalists won.
    Loyalists,
}

impl Ending {
    pub const ALL: [Ending; 3] = [Ending::Control, Ending::Invasion, Ending::Loyalists];

    /// Returns the name in files.
    pub fn id(self) -> &'static str {
        match self {
            Ending::Control => "control",
            Ending::Invasion => "invasion",
            Ending::Loyalists => "loyalists",
        }
    }
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub by: Ending,
    /// Several if nothing separates them.
    pub rulers: ArrayVec<Seat, SEATS>,
    /// The rulers and their partners.
    pub winners: ArrayVec<Seat, SEATS>,
}

/// The whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub world: Arc<World>,
    /// The current struggle, or the last one; from 1.
    pub struggle: u8,
    /// The number of turns taken in it.
    pub step: u8,
    /// The seat that had its first turn.
    pub first: Seat,
    /// The number of passes in succession.
    pub passes: u8,
    pub field: Field,
    /// By seat.
    pub courts: ArrayVec<Court, SEATS>,
    /// In their order.
    pub past: ArrayVec<Past, REGIONS>,
    /// In their order.
    pub played: ArrayVec<Played, PLAYS>,
    /// The change made by the last card played, if it was a Garrison or an Ambassador of this struggle. K-05.
    pub exchange: Option<Change>,
    /// `None` while the game goes on.
    pub outcome: Option<Outcome>,
}

impl Board {
    /// Returns the present moment.
    pub fn now(&self) -> Hour {
        Hour { struggle: self.struggle, step: self.step }
    }

    /// Iterates over the seats in play.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.world.players()).map(Seat)
    }

    /// Returns the seat whose turn it is.
    pub fn to_move(&self) -> Seat {
        turn_of(self.first, self.step, self.world.players())
    }

    /// Returns a seat's court; an empty one if there is no such seat.
    pub fn court(&self, seat: Seat) -> Court {
        self.courts.get(seat.index()).copied().unwrap_or_default()
    }

    /// Returns the region that the struggle is about.
    pub fn contested(&self) -> Region {
        let place = usize::from(self.struggle).clamp(1, REGIONS) - 1;
        self.field.row[place]
    }

    /// Returns who took a region, or `None` if it is not resolved.
    pub fn winner(&self, region: Region) -> Option<Winner> {
        self.past.iter().find(|past| past.region == region).map(|past| past.winner)
    }

    /// Returns the regions that a side holds.
    pub fn held_by(&self, winner: Winner) -> RegionSet {
        self.past.iter().filter(|past| past.winner == winner).map(|past| past.region).collect()
    }

    /// Returns the number of the last card that a seat played, counting all cards of the game from 1; 0 if it never
    /// played one.
    pub fn last_play(&self, seat: Seat) -> u8 {
        self.played.iter().rposition(|played| played.seat == seat).map_or(0, |place| place as u8 + 1)
    }

    /// Returns the top card of a seat's pile of played cards.
    pub fn top_card(&self, seat: Seat) -> Option<Card> {
        self.played.iter().rev().find(|played| played.seat == seat).map(|played| played.card)
    }

    /// Returns the number of cards in all hands.
    pub fn cards_left(&self) -> u8 {
        self.courts.iter().map(|court| court.hand.len()).sum()
    }

    /// Returns the key of a question, unique in the game: `3/struggle/2/morgan/turn`.
    pub fn key(&self, seat: Seat, kind: &str) -> String {
        format!("{}/struggle/{}/{}/{kind}", self.struggle, self.step, self.world.seat_id(seat))
    }
}

/// Returns the seat whose turn it is at turn number `step` (from 0) of a struggle that `first` began.
pub fn turn_of(first: Seat, step: u8, players: u8) -> Seat {
    Seat(((u16::from(first.0) + u16::from(step)) % u16::from(players.max(1))) as u8)
}
