//! What is printed on the board and the cards beyond the Wall, read from the game's data anew.

use crate::record::names;
use crate::shared::{both_ways, parsed};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub const WATCH: &str = "nights-watch";
pub const WILDLINGS: &str = "wildlings";
pub const OTHERS: &str = "others";
pub const LANDS: &str = "lands-of-always-winter";
pub const GIFT: &str = "the-gift";
pub const FIST: &str = "fist-of-the-first-men";
pub const WALL: [&str; 3] = ["wall-west", "wall-centre", "wall-east"];
pub const SIDES: [&str; 3] = [WATCH, WILDLINGS, OTHERS];
pub const KINDS: [&str; 7] = ["footman", "knight", "catapult", "giant", "zombie", "other", "king"];

/// Units of a side in the box, the special orders it has besides the common ones, and all its power tokens.
pub struct Box {
    pub pool: &'static [(&'static str, u8)],
    pub specials: [&'static str; 3],
    pub tokens: u64,
}

pub fn of(side: &str) -> Box {
    match side {
        WATCH => Box {
            pool: &[("footman", 8), ("knight", 4), ("catapult", 3)],
            specials: ["defense*", "support*", "march*"],
            tokens: 25,
        },
        WILDLINGS => Box {
            pool: &[("footman", 8), ("knight", 4), ("giant", 4)],
            specials: ["raid*", "march*", "support*"],
            tokens: 25,
        },
        _ => Box {
            pool: &[("zombie", 8), ("other", 5), ("king", 1)],
            specials: ["march*", "support*", "consolidate*"],
            tokens: 21,
        },
    }
}

/// The ten orders that every side has.
pub const COMMON: [&str; 10] = [
    "march-1",
    "march+0",
    "defense",
    "defense",
    "support",
    "support",
    "raid",
    "raid",
    "consolidate",
    "consolidate",
];

#[derive(Deserialize)]
struct AreaRow {
    id: String,
    barrels: u64,
    crowns: u64,
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
    pub swords: i64,
    #[serde(default)]
    pub fortifications: i64,
    #[serde(default)]
    aside: bool,
}

#[derive(Deserialize)]
struct SideRow {
    cards: Vec<Card>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct HousesFile {
    supply_limits: Vec<Vec<u8>>,
    houses: BTreeMap<String, SideRow>,
}

pub struct Printed {
    /// All areas, in the order of the list.
    pub areas: Vec<String>,
    /// Who borders whom; both ways.
    pub borders: BTreeMap<String, BTreeSet<String>>,
    /// Barrels and crowns.
    pub yields: BTreeMap<String, (u64, u64)>,
    pub cards: BTreeMap<String, Card>,
    /// By side, those that are in the game at first.
    pub hands: BTreeMap<String, Vec<String>>,
    pub limits: Vec<Vec<u8>>,
}

impl Printed {
    pub fn read() -> Self {
        let map: MapFile = parsed("beyond-the-wall", "map.yaml");
        let file: HousesFile = parsed("beyond-the-wall", "houses.yaml");
        let borders = both_ways(map.borders.iter().flat_map(|(a, bs)| bs.iter().map(move |b| (a, b))));
        let first = |row: &SideRow| row.cards.iter().filter(|c| !c.aside).map(|c| c.id.clone()).collect();
        Printed {
            areas: map.areas.iter().map(|area| area.id.clone()).collect(),
            borders,
            yields: map.areas.iter().map(|area| (area.id.clone(), (area.barrels, area.crowns))).collect(),
            cards: file.houses.values().flat_map(|h| &h.cards).map(|c| (c.id.clone(), c.clone())).collect(),
            hands: file.houses.iter().map(|(id, row)| (id.clone(), first(row))).collect(),
            limits: file.supply_limits,
        }
    }

    pub fn adjacent(&self, a: &str, b: &str) -> bool {
        self.borders.get(a).is_some_and(|all| all.contains(b))
    }
}

names!(Printed);

pub fn is_wall(area: &str) -> bool {
    WALL.contains(&area)
}

/// The Wall and The Gift carry the Watch's shield (B-21).
pub fn is_home(area: &str) -> bool {
    is_wall(area) || area == GIFT
}

/// Only the Others go to the Lands (B-23).
pub fn may_enter(side: &str, area: &str) -> bool {
    area != LANDS || side == OTHERS
}

/// Whether the dashed line is between two areas (B-22).
pub fn is_dashed(a: &str, b: &str) -> bool {
    a == GIFT && is_wall(b) || b == GIFT && is_wall(a)
}

/// Strength of a unit, and what it is worth (B-31).
pub fn worth(unit: &str) -> i64 {
    match unit {
        "footman" | "zombie" => 1,
        "giant" | "king" => 3,
        _ => 2,
    }
}

/// What an order token adds to a march, a defense, a support; `plain` if special ones count as normal (B-113).
pub fn bonus_of(order: &str, plain: bool) -> i64 {
    match order {
        "march-1" => -1,
        "defense*" if !plain => 2,
        "defense" | "defense*" => 1,
        "march*" | "support*" if !plain => 1,
        _ => 0,
    }
}
