//! What is printed on the board and the cards of the second edition, read from the game's data anew.

use crate::record::names;
use crate::shared::{both_ways, parsed};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct AreaRow {
    id: String,
    kind: String,
    #[serde(default)]
    structure: String,
    home: Option<String>,
    port_of: Option<String>,
}

#[derive(Deserialize)]
struct MapFile {
    areas: Vec<AreaRow>,
    borders: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize, Clone)]
pub struct Card {
    pub id: String,
    pub strength: i64,
    #[serde(default)]
    pub swords: u8,
    #[serde(default)]
    pub fortifications: u8,
}

#[derive(Deserialize)]
struct HouseRow {
    cards: Vec<Card>,
}

#[derive(Deserialize)]
struct PlayersRow {
    houses: Vec<String>,
    #[serde(default)]
    closed: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct HousesFile {
    supply_limits: Vec<Vec<u8>>,
    houses: BTreeMap<String, HouseRow>,
    players: BTreeMap<u8, PlayersRow>,
}

/// The printed game for a number of houses.
pub struct Printed {
    /// All areas, in the order of the list; without the closed ones.
    pub areas: Vec<String>,
    /// Areas of open sea.
    pub seas: BTreeSet<String>,
    /// Ports with their land.
    pub ports: BTreeMap<String, String>,
    /// Who borders whom; both ways. A port borders its sea alone.
    pub borders: BTreeMap<String, BTreeSet<String>>,
    /// Areas with a castle or stronghold.
    pub structures: BTreeSet<String>,
    /// Home areas of houses in play.
    pub homes: BTreeMap<String, String>,
    pub cards: BTreeMap<String, Card>,
    pub hands: BTreeMap<String, BTreeSet<String>>,
    pub limits: Vec<Vec<u8>>,
    pub houses: Vec<String>,
}

impl Printed {
    pub fn read(players: u8) -> Self {
        let map: MapFile = parsed("thrones-2e", "map.yaml");
        let file: HousesFile = parsed("thrones-2e", "houses.yaml");
        let PlayersRow { houses, closed } = &file.players[&players];
        let open = |area: &&AreaRow| !closed.contains(&area.id);
        let areas: Vec<&AreaRow> = map.areas.iter().filter(open).collect();
        let pairs = map.borders.iter().flat_map(|(a, bs)| bs.iter().map(move |b| (a, b)));
        let borders = both_ways(pairs.filter(|(a, b)| !closed.contains(*a) && !closed.contains(*b)));
        let home = |area: &&AreaRow| {
            let house = area.home.clone().filter(|house| houses.contains(house))?;
            Some((area.id.clone(), house))
        };
        let ids = |row: &HouseRow| row.cards.iter().map(|card| card.id.clone()).collect();
        Printed {
            seas: areas.iter().filter(|a| a.kind == "sea").map(|a| a.id.clone()).collect(),
            ports: areas.iter().filter_map(|a| Some((a.id.clone(), a.port_of.clone()?))).collect(),
            structures: areas.iter().filter(|a| !a.structure.is_empty()).map(|a| a.id.clone()).collect(),
            homes: areas.iter().filter_map(home).collect(),
            areas: areas.iter().map(|a| a.id.clone()).collect(),
            borders,
            cards: file.houses.values().flat_map(|h| &h.cards).map(|c| (c.id.clone(), c.clone())).collect(),
            hands: file.houses.iter().map(|(id, row)| (id.clone(), ids(row))).collect(),
            limits: file.supply_limits,
            houses: houses.clone(),
        }
    }

    /// Whether ships go there: open sea or port.
    pub fn is_water(&self, area: &str) -> bool {
        self.seas.contains(area) || self.ports.contains_key(area)
    }

    pub fn adjacent(&self, a: &str, b: &str) -> bool {
        self.borders.get(a).is_some_and(|all| all.contains(b))
    }
}

names!(Printed);

/// What an order token adds to a march, a defense, a support.
pub fn bonus_of(order: &str) -> i64 {
    match order {
        "march-1" => -1,
        "march*" | "defense" | "support*" => 1,
        "defense*" => 2,
        _ => 0,
    }
}
