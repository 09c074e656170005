//! Everything that is printed, for one number of players and one choice of options.

use super::{Band, Card, Faction, Hand, KINDS, REGIONS, Region, RegionSet};
use crate::table::{BySeat, Seat, SeatInfo};
use serde::Deserialize;

/// The campaign's readings and variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Whether Mordred's loyalists are in play. Rules: The Mordred variant.
    pub mordred: bool,
}

/// A region as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// `din-eidyn`.
    pub id: String,
    /// `Din Eidyn`.
    pub name: String,
    /// Two letters for the map.
    pub code: String,
    /// Where a loyalist goes when this region is resolved. Rules: The Mordred variant.
    pub banner: Region,
}

/// A faction, or the loyalists, as people know them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Followers {
    /// For people.
    pub name: String,
    /// Colour of the cubes. K-11.
    pub colour: String,
}

/// A card as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardInfo {
    /// For people.
    pub name: String,
    /// What it does, in a sentence.
    pub text: String,
}

/// Numbers of the set-up and the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Followers of each kind in the game: of factions (fewer with two players), then loyalists (none without the
    /// variant).
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

/// What is printed, for one number of players and one choice of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct World {
    /// `king-is-dead`.
    pub id: String,
    /// For people.
    pub title: String,
    /// Seats in play.
    pub seats: BySeat<SeatInfo>,
    /// Regions.
    pub places: [Place; REGIONS],
    /// Regions bordering each region.
    pub borders: [RegionSet; REGIONS],
    /// The home of each faction.
    pub homes: [Region; 3],
    /// Loyalists in each region as the game begins.
    pub loyalists: [u8; REGIONS],
    /// Factions and loyalists.
    pub followers: [Followers; 4],
    /// Cards.
    pub cards: [CardInfo; KINDS],
    /// The cards each player has.
    pub set: Hand,
    /// Numbers.
    pub numbers: Numbers,
    /// Variants.
    pub options: Options,
    /// The map as a chart of hexes, for pictures.
    pub chart: Vec<String>,
}

impl World {
    /// How many play.
    pub fn players(&self) -> u8 {
        self.seats.len() as u8
    }

    /// A region as printed.
    pub fn place(&self, region: Region) -> &Place {
        &self.places[region.index()]
    }

    /// A region's id.
    pub fn region_id(&self, region: Region) -> &str {
        &self.place(region).id
    }

    /// A region by its id.
    pub fn region(&self, id: &str) -> Option<Region> {
        Region::ALL.into_iter().find(|region| self.region_id(*region) == id)
    }

    /// A faction's name for people.
    pub fn faction_name(&self, faction: Faction) -> &str {
        &self.followers[faction as usize].name
    }

    /// A card's name for people.
    pub fn card_name(&self, card: Card) -> &str {
        &self.cards[card as usize].name
    }

    /// A seat's id; empty if there is no such seat.
    pub fn seat_id(&self, seat: Seat) -> &str {
        self.seats.get(seat).map_or("", |info| &info.id)
    }

    /// A seat by its id.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        self.seats.iter().find(|(_, info)| info.id == id).map(|(seat, _)| seat)
    }

    /// The seat whose turn comes next.
    pub fn after(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.players())
    }

    /// The partner of a seat, if four play. Rules: Games of four; K-10.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        (self.players() == 4).then_some(Seat((seat.0 + 2) % 4))
    }
}
