//! The files of a game's folder, as they are written.

use crate::games::thrones::data::{OrderKind, Unit};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameFile {
    pub id: String,
    pub title: String,
    pub turns: u8,
    pub power_tokens: u8,
    pub units: BTreeMap<Unit, UnitFile>,
    pub structures: BTreeMap<String, u8>,
    /// The most ships in a port, where supply would allow more.
    pub port_capacity: Option<u8>,
    pub orders: Vec<OrderFile>,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct UnitFile {
    pub strength: i16,
    pub price: u8,
    pub moves: Terrain,
    pub upgrades: Option<Unit>,
    pub upgrade_price: Option<u8>,
    /// `false` if it is destroyed where others retreat.
    pub retreats: Option<bool>,
    /// `true` if it stays where it is.
    #[serde(default)]
    pub fixed: bool,
    /// `false` if it cannot be recruited whole.
    pub recruited: Option<bool>,
    #[serde(default)]
    pub cavalry: bool,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Terrain {
    Land,
    Sea,
    Port,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct OrderFile {
    pub id: String,
    pub kind: OrderKind,
    pub bonus: i16,
    pub tokens: u8,
    #[serde(default)]
    pub star: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MapFile {
    pub areas: Vec<AreaFile>,
    pub borders: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub links: Vec<[String; 2]>,
    #[serde(default)]
    pub rivers: Vec<[String; 2]>,
    /// Land along which a river runs, bridged or not.
    #[serde(default)]
    pub river_banks: Vec<String>,
    /// Borders over which nobody supports.
    #[serde(default)]
    pub dashed: Vec<[String; 2]>,
    #[serde(default)]
    pub bonuses: Vec<BonusFile>,
    #[serde(default)]
    pub chart: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BonusFile {
    pub areas: Vec<String>,
    pub defender: String,
    pub against: Vec<String>,
    pub strength: i16,
    #[serde(default)]
    pub skulls: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct AreaFile {
    pub id: String,
    pub name: String,
    pub kind: Terrain,
    pub code: String,
    #[serde(default)]
    pub structure: Option<String>,
    #[serde(default)]
    pub barrels: u8,
    #[serde(default)]
    pub crowns: u8,
    #[serde(default)]
    pub neutral: u8,
    /// Strength of the garrison of the house whose home it is.
    #[serde(default)]
    pub garrison: u8,
    /// The land area a port belongs to.
    pub port_of: Option<String>,
    pub home: Option<String>,
    /// What players may call it besides its name.
    #[serde(default)]
    pub also: Vec<String>,
    /// The only house whose units may be there.
    pub only: Option<String>,
    pub raidable: Option<bool>,
    #[serde(default)]
    pub wall: bool,
    /// The board it is on, where two are joined; 0 for the main one.
    #[serde(skip)]
    pub theatre: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HousesFile {
    pub tracks: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub printed_tracks: BTreeMap<String, Vec<String>>,
    pub power: u8,
    pub units_per_house: BTreeMap<Unit, u8>,
    pub supply_limits: Vec<Vec<u8>>,
    pub stars: Vec<u8>,
    pub wildlings: WildlingsFile,
    pub players: BTreeMap<u8, PlayersFile>,
    pub houses: BTreeMap<String, HouseFile>,
    pub abilities: BTreeMap<String, AbilityFile>,
    /// Boards besides the main one, on which the houses play that no other names.
    #[serde(default)]
    pub theatres: Vec<TheatreFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TheatreFile {
    pub id: String,
    pub houses: Vec<String>,
    pub tracks: BTreeMap<String, Vec<String>>,
    pub stars: Vec<u8>,
    /// The last level of its supply track, where two boards are joined; otherwise that of the main board's.
    #[serde(skip)]
    pub last_supply: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WildlingsFile {
    pub track: Vec<u8>,
    pub start: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PlayersFile {
    pub houses: Vec<String>,
    #[serde(default)]
    pub neutral: Vec<String>,
    pub instant_win: u8,
    /// Stars of the King's Court, where they are not as for the most houses.
    pub stars: Option<Vec<u8>>,
    /// Neutral forces besides those printed on the map.
    #[serde(default)]
    pub forces: BTreeMap<String, u8>,
    /// Areas that nobody enters.
    #[serde(default)]
    pub closed: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HouseFile {
    pub name: Option<String>,
    /// Units it has in all, where it is not as for every house.
    pub pool: Option<BTreeMap<Unit, u8>>,
    /// Order tokens it has, by id, where it is not as for every house; none of those left out.
    pub orders: Option<BTreeMap<String, u8>>,
    pub power: Option<u8>,
    pub power_tokens: Option<u8>,
    /// `false` if its units are not routed when they are beaten.
    pub routed: Option<bool>,
    /// `false` if it never leaves a power token.
    pub leaves_tokens: Option<bool>,
    /// `true` if it controls the areas of its board that nobody else does.
    #[serde(default)]
    pub controls_the_rest: bool,
    pub units: BTreeMap<String, Vec<Unit>>,
    pub supply: u8,
    pub cards: Vec<CardFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardFile {
    pub id: String,
    pub name: String,
    pub strength: i16,
    #[serde(default)]
    pub swords: u8,
    #[serde(default)]
    pub fortifications: u8,
    #[serde(default)]
    pub skulls: u8,
    pub ability: Option<String>,
    /// `true` if it is not in the game until something brings it in.
    #[serde(default)]
    pub aside: bool,
}

#[derive(Deserialize)]
pub(super) struct AbilityFile {
    pub text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WesterosFile {
    /// The decks of the main board, by number from 1.
    pub decks: BTreeMap<u8, Vec<DeckEntry>>,
    #[serde(default)]
    pub wildlings: Vec<DeckEntry>,
    /// The decks of other boards, by the board's id and by number from 1.
    #[serde(default)]
    pub theatres: BTreeMap<String, BTreeMap<u8, Vec<DeckEntry>>>,
    /// The cards of chance that may be drawn in battle.
    #[serde(default)]
    pub tides: Vec<TidesEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TidesEntry {
    pub strength: i16,
    #[serde(default)]
    pub swords: u8,
    #[serde(default)]
    pub fortifications: u8,
    #[serde(default)]
    pub skulls: u8,
    pub copies: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeckEntry {
    pub card: String,
    pub copies: u8,
    #[serde(default)]
    pub mammoth: bool,
}
