//! What is printed on the board and the cards, read from the game's data anew: names and maps, nothing clever.

use crate::record::names;
use crate::shared::{both_ways, parsed};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct AreaRow {
    id: String,
    kind: String,
    #[serde(default)]
    structure: String,
    home: Option<String>,
}

#[derive(Deserialize)]
struct MapFile {
    areas: Vec<AreaRow>,
    borders: BTreeMap<String, Vec<String>>,
    links: Vec<(String, String)>,
}

#[derive(Deserialize, Clone)]
pub struct Card {
    pub id: String,
    pub strength: i64,
    #[serde(default)]
    pub swords: u8,
    #[serde(default)]
    pub fortifications: u8,
    #[serde(default)]
    pub ability: String,
}

#[derive(Deserialize)]
struct HouseRow {
    cards: Vec<Card>,
}

#[derive(Deserialize)]
struct HousesFile {
    #[serde(rename = "supply-limits")]
    supply_limits: Vec<Vec<u8>>,
    houses: BTreeMap<String, HouseRow>,
}

/// The printed game.
pub struct Printed {
    /// All areas, in the order of the list.
    pub areas: Vec<String>,
    /// Areas of sea.
    pub seas: BTreeSet<String>,
    /// Who borders whom; both ways.
    pub borders: BTreeMap<String, BTreeSet<String>>,
    /// Areas with a city or stronghold.
    pub structures: BTreeSet<String>,
    /// Shields printed on the board: area, house.
    pub homes: BTreeMap<String, String>,
    /// Cards by id.
    pub cards: BTreeMap<String, Card>,
    /// The cards of each house.
    pub hands: BTreeMap<String, BTreeSet<String>>,
    /// Sizes of armies by level of supply.
    pub limits: Vec<Vec<u8>>,
}

impl Printed {
    pub fn read() -> Self {
        let map: MapFile = parsed("thrones-1e", "map.yaml");
        let houses: HousesFile = parsed("thrones-1e", "houses.yaml");
        let pairs = map.borders.iter().flat_map(|(a, bs)| bs.iter().map(move |b| (a, b)));
        let borders = both_ways(pairs.chain(map.links.iter().map(|(a, b)| (a, b))));
        let ids = |keep: &dyn Fn(&AreaRow) -> bool| -> BTreeSet<String> {
            map.areas.iter().filter(|a| keep(a)).map(|a| a.id.clone()).collect()
        };
        Printed {
            areas: map.areas.iter().map(|a| a.id.clone()).collect(),
            seas: ids(&|a| a.kind == "sea"),
            structures: ids(&|a| a.structure == "city" || a.structure == "stronghold"),
            homes: map.areas.iter().filter_map(|a| Some((a.id.clone(), a.home.clone()?))).collect(),
            borders,
            cards: houses.houses.values().flat_map(|h| &h.cards).map(|c| (c.id.clone(), c.clone())).collect(),
            hands: houses
                .houses
                .iter()
                .map(|(id, h)| (id.clone(), h.cards.iter().map(|c| c.id.clone()).collect()))
                .collect(),
            limits: houses.supply_limits,
        }
    }

    pub fn is_sea(&self, area: &str) -> bool {
        self.seas.contains(area)
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
