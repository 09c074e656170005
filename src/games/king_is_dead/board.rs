//! The position: who stands where, what each court has, what was played, and what follows from it.
//!
//! May use: `data`. Is used by: all chapters of the rules.

use super::data::{Band, Card, Faction, Hand, REGIONS, Region, RegionSet, World};
use crate::table::Seat;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The most seats.
pub const SEATS: usize = 4;
/// The most cards that can be played in a game.
pub const PLAYS: usize = 32;

/// A moment of the game: before the turn number `step` (from 0) of a struggle (from 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hour {
    /// Struggle, from 1.
    pub struggle: u8,
    /// Turns taken in it.
    pub step: u8,
}

/// What is on the board and beside it, without the players: what an action card changes. Small, and copied freely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Followers in each region.
    pub regions: [Band; REGIONS],
    /// Followers in the supply.
    pub supply: Band,
    /// Region cards in the places 1 to 8.
    pub row: [Region; REGIONS],
    /// Regions not resolved.
    pub open: RegionSet,
    /// The region card each seat's crown token lies on.
    pub crowns: [Option<Region>; SEATS],
}

impl Field {
    /// Followers in a region.
    pub fn at(&self, region: Region) -> Band {
        self.regions[region.index()]
    }

    /// Followers in a region, to change.
    pub fn at_mut(&mut self, region: Region) -> &mut Band {
        &mut self.regions[region.index()]
    }

    /// Who has a crown token on a region card.
    pub fn crown_on(&self, region: Region) -> Option<Seat> {
        self.crowns.iter().position(|crown| *crown == Some(region)).map(|seat| Seat(seat as u8))
    }

    /// Face-up region cards without crown tokens. Rules: The Crown.
    pub fn movable(&self) -> RegionSet {
        let mut movable = self.open;
        self.crowns.iter().flatten().for_each(|region| movable.remove(*region));
        movable
    }

    /// Unresolved regions where somebody can be summoned to court.
    pub fn with_courtiers(&self) -> RegionSet {
        self.open.iter().filter(|region| !self.at(*region).without_loyalists().is_empty()).collect()
    }

    /// Unresolved regions where anybody is.
    pub fn peopled(&self) -> RegionSet {
        self.open.iter().filter(|region| !self.at(*region).is_empty()).collect()
    }

    /// The place of a region's card in the row, from 1.
    pub fn place(&self, region: Region) -> u8 {
        self.row.iter().position(|r| *r == region).map_or(0, |place| place as u8 + 1)
    }
}

/// What one seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Court {
    /// Followers summoned.
    pub followers: Band,
    /// Cards not played yet.
    pub hand: Hand,
}

/// Who took a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// A faction, or the loyalists.
    Faction(Faction),
    /// The invaders.
    Saxons,
}

impl Winner {
    /// Its name in files.
    pub fn id(self) -> &'static str {
        match self {
            Winner::Faction(faction) => faction.id(),
            Winner::Saxons => "saxons",
        }
    }

    /// By its name in files.
    pub fn from_id(id: &str) -> Option<Self> {
        if id == "saxons" { Some(Winner::Saxons) } else { Faction::from_id(id).map(Winner::Faction) }
    }

    /// Who takes a region where these stand. Rules: Struggles for power.
    pub fn of(band: Band) -> Self {
        band.leader().map_or(Winner::Saxons, Winner::Faction)
    }
}

/// A struggle that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    /// What it was about.
    pub region: Region,
    /// Who took it.
    pub winner: Winner,
    /// Who began it.
    pub first: Seat,
    /// Turns taken in it.
    pub turns: u8,
}

/// A card that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// By whom.
    pub seat: Seat,
    /// Which.
    pub card: Card,
    /// When.
    pub at: Hour,
}

/// What the last Garrison or Ambassador changed: what the first region gained of each faction, which the second
/// lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The two regions, in the order of the board.
    pub between: [Region; 2],
    /// What the first gained by faction; negative if it lost.
    pub gained: [i8; 4],
}

impl Change {
    /// Whether nothing changed hands but equals.
    pub fn is_nothing(&self) -> bool {
        self.gained == [0; 4]
    }

    /// Whether this restores what `other` changed. Rules: K-05.
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
    /// By the loyalists' winning a struggle.
    Loyalists,
}

impl Ending {
    /// All.
    pub const ALL: [Ending; 3] = [Ending::Control, Ending::Invasion, Ending::Loyalists];

    /// Its name in files.
    pub fn id(self) -> &'static str {
        match self {
            Ending::Control => "control",
            Ending::Invasion => "invasion",
            Ending::Loyalists => "loyalists",
        }
    }
}

/// Who won, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How the game ended.
    pub by: Ending,
    /// Who rules; several if nothing tells them apart.
    pub rulers: ArrayVec<Seat, SEATS>,
    /// The rulers and their partners.
    pub winners: ArrayVec<Seat, SEATS>,
}

/// The whole position.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// What is printed.
    pub world: Arc<World>,
    /// The struggle that is on, or the last one; from 1.
    pub struggle: u8,
    /// Turns taken in it.
    pub step: u8,
    /// Who began it.
    pub first: Seat,
    /// How many have passed in succession.
    pub passes: u8,
    /// The board and the supply.
    pub field: Field,
    /// Courts by seat.
    pub courts: ArrayVec<Court, SEATS>,
    /// Struggles that are over, in their order.
    pub past: ArrayVec<Past, REGIONS>,
    /// Cards played, in their order.
    pub played: ArrayVec<Played, PLAYS>,
    /// What the last card played changed, if it was a Garrison or an Ambassador of this struggle. K-05.
    pub exchange: Option<Change>,
    /// How the game ended, once it has.
    pub outcome: Option<Outcome>,
}

impl Board {
    /// Now.
    pub fn now(&self) -> Hour {
        Hour { struggle: self.struggle, step: self.step }
    }

    /// Seats in play.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        (0..self.world.players()).map(Seat)
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Seat {
        turn_of(self.first, self.step, self.world.players())
    }

    /// A seat's court; an empty one if there is no such seat.
    pub fn court(&self, seat: Seat) -> Court {
        self.courts.get(seat.index()).copied().unwrap_or_default()
    }

    /// The region the struggle is about.
    pub fn contested(&self) -> Region {
        let place = usize::from(self.struggle).clamp(1, REGIONS) - 1;
        self.field.row[place]
    }

    /// Who took a region; none if it is not resolved.
    pub fn winner(&self, region: Region) -> Option<Winner> {
        self.past.iter().find(|past| past.region == region).map(|past| past.winner)
    }

    /// Regions a winner holds.
    pub fn held_by(&self, winner: Winner) -> RegionSet {
        self.past.iter().filter(|past| past.winner == winner).map(|past| past.region).collect()
    }

    /// The last card a seat played, as its number in the game from 1; 0 if it never played one.
    pub fn last_play(&self, seat: Seat) -> u8 {
        self.played.iter().rposition(|played| played.seat == seat).map_or(0, |place| place as u8 + 1)
    }

    /// The top card of a seat's pile.
    pub fn top_card(&self, seat: Seat) -> Option<Card> {
        self.played.iter().rev().find(|played| played.seat == seat).map(|played| played.card)
    }

    /// Cards in all hands.
    pub fn cards_left(&self) -> u8 {
        self.courts.iter().map(|court| court.hand.len()).sum()
    }

    /// A question's name in the whole game: `3/struggle/2/morgan/turn`.
    pub fn key(&self, seat: Seat, kind: &str) -> String {
        format!("{}/struggle/{}/{}/{kind}", self.struggle, self.step, self.world.seat_id(seat))
    }
}

/// Whose turn the turn number `step` of a struggle is that `first` began.
pub fn turn_of(first: Seat, step: u8, players: u8) -> Seat {
    Seat(((u16::from(first.0) + u16::from(step)) % u16::from(players.max(1))) as u8)
}
