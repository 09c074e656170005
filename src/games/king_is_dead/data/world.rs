//! Everything that is printed, for one number of players and one choice of options.

use super::language::Language;
use super::{Band, Card, Faction, Hand, KINDS, REGIONS, Region, RegionSet};
use crate::picture::{LazyPlate, Look};
use crate::table::{BySeat, Seat, SeatInfo};
use serde::{Deserialize, Serialize};

/// The variants that a campaign can choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// `true` to play with Mordred's loyalists. Rules: The Mordred variant.
    pub mordred: bool,
    /// The factions that break a tie for the crown. K-08.
    pub ruling_tie: RulingTie,
}

/// The factions that break a tie of players for the crown, after the one in power. K-08.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingTie {
    /// Each that controls a region, in the order of their power.
    #[default]
    AllFactions,
    /// The second alone; then the player who played a card last loses.
    SecondFaction,
}

/// A region as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Such as `din-eidyn`.
    pub id: String,
    /// Such as `Din Eidyn`.
    pub name: String,
    /// Two letters for the map.
    pub code: String,
    /// The region that gets a loyalist when this one is resolved. Rules: The Mordred variant.
    pub banner: Region,
}

/// A faction, or the loyalists, as people know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Followers {
    pub name: String,
    /// Colour of the cubes. K-11.
    pub colour: String,
}

/// A card as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    pub name: String,
    /// One sentence for people.
    pub text: String,
}

/// Numbers of the set-up and the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// All followers in the game: of each faction (fewer with two players), then loyalists (none without the variant).
    pub followers: Band,
    /// Followers of a faction in its home as the game begins.
    pub at_home: u8,
    /// Followers each player draws.
    pub in_court: u8,
    /// Followers in each region as the game begins.
    pub in_region: u8,
    /// Saxon control tokens: the last ends the game.
    pub saxons: u8,
}

/// Everything that is printed, for one number of players and one choice of options.
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    pub id: String,
    pub title: String,
    pub seats: BySeat<SeatInfo>,
    pub places: [Place; REGIONS],
    /// The neighbours of each region.
    pub borders: [RegionSet; REGIONS],
    /// The home of each faction.
    pub homes: [Region; 3],
    /// Loyalists in each region as the game begins.
    pub loyalists: [u8; REGIONS],
    pub followers: [Followers; 4],
    pub cards: [CardInfo; KINDS],
    /// The cards of each player at the start.
    pub set: Hand,
    pub numbers: Numbers,
    pub options: Options,
    /// The map as a chart of hexes, for pictures.
    pub chart: Vec<String>,
    /// How the board is drawn.
    pub look: Look,
    /// The board as pictures show it.
    pub plate: LazyPlate,
    /// The words of plans.
    pub language: Language,
}

impl World {
    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        self.seats.len() as u8
    }

    /// Returns a region as it is printed.
    pub fn place(&self, region: Region) -> &Place {
        &self.places[region.index()]
    }

    /// Returns a region's id.
    pub fn region_id(&self, region: Region) -> &str {
        &self.place(region).id
    }

    /// Finds a region by its id.
    pub fn region(&self, id: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| self.region_id(*region) == id)
    }

    /// Returns a faction's name for people.
    pub fn faction_name(&self, faction: Faction) -> &str {
        &self.followers[faction as usize].name
    }

    /// Returns a card's name for people.
    pub fn card_name(&self, card: Card) -> &str {
        &self.cards[card as usize].name
    }

    /// Returns a seat's id; empty if there is no such seat.
    pub fn seat_id(&self, seat: Seat) -> &str {
        self.seats.get(seat).map_or("", |info| &info.id)
    }

    /// Finds a seat by its id.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        self.seats.iter().find(|(_, info)| info.id == id).map(|(seat, _)| seat)
    }

    /// Returns the seat whose turn is next.
    pub fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.players())
    }

    /// Returns the partner of a seat in a game of four. Rules: Games of four; K-10.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        (self.players() == 4).then_some(Seat((seat.0 + 2) % 4))
    }
}
