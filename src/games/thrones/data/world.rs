//! All that is printed, for one number of houses and one choice of options.

use super::area::{Area, AreaSet, Place};
use super::card::{Card, CardId, CardSet, Row, TidesCard, WesterosCard};
use super::kept::Kept;
use super::north::NorthData;
use super::options::Options;
use super::order::{OrderId, Token};
use super::unit::{KindSet, Kinds, Troop, Unit, UnitSpec};
use super::words::LazyLexicon;
use crate::picture::{LazyPlate, Look};
use crate::table::{BySeat, Seat, SeatInfo};
use std::collections::BTreeMap;

/// A house in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HouseData {
    /// Id and name.
    pub info: SeatInfo,
    /// Its home, where its shield is printed.
    pub home: Option<Area>,
    /// Its units at the start.
    pub units: Vec<(Area, Troop)>,
    /// Its supply at the start.
    pub supply: u8,
    /// Its House cards.
    pub cards: CardSet,
    /// The board it plays on, as a place in [`World::theatres`].
    pub theatre: usize,
    /// How many units of each kind it has in all.
    pub pool: Kinds<u8>,
    /// How many tokens of each sort it has, as a list like [`World::tokens`].
    pub tokens: Vec<u8>,
    /// Available power at the start.
    pub power: u8,
    /// Power tokens it has in all.
    pub power_tokens: u8,
    /// Those of its House cards that are not in the game until something brings them in.
    pub aside: CardSet,
    /// `true` if its units are not routed when they are beaten.
    pub steadfast: bool,
    /// `true` if it never leaves a power token in an area.
    pub traceless: bool,
    /// Areas where its units never go.
    pub barred: AreaSet,
    /// Areas that it controls while nobody else does: by its shields, or because it controls all the rest of its board.
    pub printed: AreaSet,
}

/// What some areas give to those who defend them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bonus {
    pub areas: AreaSet,
    /// The house that must defend.
    pub seat: Seat,
    /// The house it is given against.
    pub against: Seat,
    pub strength: i16,
    pub skulls: u8,
}

/// What is printed for one board of the game. Most games have one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheatreData {
    /// Its id; `main` if the game has no other.
    pub id: String,
    /// Iron Throne, Fiefdoms, King's Court at the start, first to last.
    pub tracks: [Vec<Seat>; 3],
    /// Stars by position on the King's Court.
    pub stars: Vec<u8>,
    /// The last level of its supply track.
    pub last_supply: u8,
    /// Westeros decks, unshuffled: I, II and III on the main board.
    pub decks: Vec<Vec<WesterosCard>>,
    /// Strength of the wildlings by step of their track; empty if they have none here.
    pub wildlings: Vec<u8>,
    /// The step of that track where they start.
    pub wildlings_start: u8,
    /// Wildling cards, unshuffled.
    pub wildling_deck: Vec<Row>,
}

/// A neutral force at the start: a printed marker, or the units of an absent house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeutralStart {
    pub area: Area,
    /// Strength to be reached.
    pub strength: u8,
}

/// The board, the cards and the numbers of a game. Never changes while it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct World {
    /// Edition: `thrones-1e`.
    pub id: String,
    /// For people.
    pub title: String,
    /// Turns of a game.
    pub turns: u8,
    /// Choices of the campaign.
    pub options: Options,
    /// Words of free lines.
    pub lexicon: LazyLexicon,
    /// Names of areas besides those on the board, by id.
    pub area_names: BTreeMap<String, Vec<String>>,
    /// Areas.
    pub areas: Vec<Place>,
    /// For each area those it borders: marches, raids and support may pass.
    pub borders: Vec<AreaSet>,
    /// For each area those that it borders, but cannot support, nor be supported from.
    pub dashed: Vec<AreaSet>,
    /// All land areas.
    pub land: AreaSet,
    /// All water: seas and ports.
    pub seas: AreaSet,
    /// All ports.
    pub ports: AreaSet,
    /// What a lesser structure is called: `city` or `castle`.
    pub city: String,
    /// All areas with a city or stronghold.
    pub structures: AreaSet,
    /// The board drawn as text, rows of area codes.
    pub chart: Vec<String>,
    /// How the board is drawn.
    pub look: Look,
    /// The board as pictures show it.
    pub plate: LazyPlate,
    /// Order tokens.
    pub tokens: Vec<Token>,
    /// Kinds of units; a pool of 0 where an edition lacks the kind.
    pub units: Kinds<UnitSpec>,
    /// The kinds of units that may leave their area.
    pub movable: KindSet,
    /// House cards of the houses in play.
    pub cards: Vec<Card>,
    /// Houses in play.
    pub houses: BySeat<HouseData>,
    /// The boards, each with its tracks and decks; the main one first.
    pub theatres: Vec<TheatreData>,
    /// The house, in play, whose home each area is.
    pub homes: Vec<Option<Seat>>,
    /// The house that controls the areas of its board that nobody else does, for each area.
    pub heirs: Vec<Option<Seat>>,
    /// What areas give to those who defend them.
    pub bonuses: Vec<Bonus>,
    /// Sizes of armies allowed, largest first, by level of supply.
    pub supply_limits: Vec<Vec<u8>>,
    /// Neutral forces at the start.
    pub neutrals: Vec<NeutralStart>,
    /// Areas with city or stronghold that win at once.
    pub instant_win: u8,
    /// The most ships in a port.
    pub port_capacity: u8,
    /// The Tides of Battle, unshuffled; empty if they are not played with.
    pub tides: Vec<TidesCard>,
    /// The sides of the north with their quests and cards; `None` in a game without them.
    pub north: Option<NorthData>,
    /// What is worked out from all this once.
    pub kept: Kept,
}

/// So that positions on one board do not compare all that is printed on it: `Arc` looks only where it is the same.
impl Eq for World {}

impl World {
    /// Returns what is printed in an area.
    pub fn place(&self, area: Area) -> &Place {
        &self.areas[area.index()]
    }

    /// Returns an area's id.
    pub fn area_id(&self, area: Area) -> &str {
        &self.areas[area.index()].id
    }

    /// Returns the area with an id.
    pub fn area(&self, id: &str) -> Option<Area> {
        self.areas.iter().position(|place| place.id == id).map(|i| Area(i as u8))
    }

    /// Returns all areas.
    pub fn all_areas(&self) -> impl Iterator<Item = Area> + use<> {
        (0..self.areas.len() as u8).map(Area)
    }

    /// Returns the areas an area borders.
    pub fn borders(&self, area: Area) -> AreaSet {
        self.borders[area.index()]
    }

    /// Returns `true` for water: a sea or a port.
    pub fn is_sea(&self, area: Area) -> bool {
        self.seas.has(area)
    }

    /// Returns what a token says.
    pub fn token(&self, order: OrderId) -> &Token {
        &self.tokens[usize::from(order.0)]
    }

    /// Returns all sorts of tokens.
    pub fn all_orders(&self) -> impl Iterator<Item = OrderId> + use<> {
        (0..self.tokens.len() as u8).map(OrderId)
    }

    /// Returns the token with an id.
    pub fn order(&self, id: &str) -> Option<OrderId> {
        self.tokens.iter().position(|token| token.id == id).map(|i| OrderId(i as u8))
    }

    /// Returns a House card.
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[usize::from(card.0)]
    }

    /// Returns the House card with an id.
    pub fn card_id(&self, id: &str) -> Option<CardId> {
        self.cards.iter().position(|card| card.id == id).map(|i| CardId(i as u8))
    }

    /// Returns what a kind of unit can do.
    pub fn unit(&self, unit: Unit) -> &UnitSpec {
        &self.units[unit as usize]
    }

    /// Returns a house's id.
    pub fn seat_id(&self, seat: Seat) -> &str {
        &self.houses[seat].info.id
    }

    /// Returns a house's name.
    pub fn seat_name(&self, seat: Seat) -> &str {
        &self.houses[seat].info.name
    }

    /// Returns the house with an id.
    pub fn seat(&self, id: &str) -> Option<Seat> {
        self.houses.iter().find(|(_, house)| house.info.id == id).map(|(seat, _)| seat)
    }

    /// Returns the house whose home an area is, if that house is in play.
    pub fn home_of(&self, area: Area) -> Option<Seat> {
        self.homes[area.index()]
    }

    /// Returns how many of a sort of token a house has.
    pub fn tokens_of(&self, seat: Seat, order: OrderId) -> u8 {
        self.houses[seat].tokens[usize::from(order.0)]
    }

    /// Returns `true` if an area is on the board of the north.
    pub fn is_north(&self, area: Area) -> bool {
        self.north.as_ref().is_some_and(|north| north.theatre == self.place(area).theatre)
    }

    /// Returns the last level of the supply track of a house's board.
    pub fn last_supply(&self, seat: Seat) -> u8 {
        self.theatres.get(self.houses[seat].theatre).map_or(0, |theatre| theatre.last_supply)
    }

    /// Returns the ports that belong to a land area.
    pub fn ports_of(&self, area: Area) -> AreaSet {
        self.ports.iter().filter(|port| self.place(*port).port_of == Some(area)).collect()
    }

    /// Returns the units that others can be made into, by id.
    pub fn upgrades(&self) -> Vec<&'static str> {
        let in_play = Unit::ALL.into_iter().filter(|unit| self.unit(*unit).pool > 0);
        in_play.filter(|unit| self.unit(*unit).upgrade.is_some()).map(Unit::id).collect()
    }

    /// Returns the areas, by id, in a list of ids (for data in words).
    pub fn ids(&self, areas: AreaSet) -> Vec<String> {
        areas.iter().map(|area| self.area_id(area).to_owned()).collect()
    }

    /// Returns the units of a troop that can retreat, and so be chosen as casualties.
    pub fn mobile(&self, troop: Troop) -> Troop {
        troop.filter(|unit| !self.unit(unit).stranded && !self.unit(unit).fixed)
    }

    /// Returns the units of a troop that may leave their area: to march, or for another task.
    pub fn movable(&self, troop: Troop) -> Troop {
        troop.within(self.movable)
    }

    /// Returns how many units of a troop need supply.
    pub fn mouths(&self, troop: Troop) -> u8 {
        self.movable(troop).count()
    }

    /// Returns the strength of a troop by its units alone.
    pub fn strength(&self, troop: Troop) -> i16 {
        troop.iter().map(|(unit, n)| self.unit(unit).strength * i16::from(n)).sum()
    }

    /// Returns the value of a troop in mustering points.
    pub fn points(&self, troop: Troop) -> u8 {
        troop.iter().fold(0, |sum: u8, (unit, n)| sum.saturating_add(self.unit(unit).price.saturating_mul(n)))
    }
}
