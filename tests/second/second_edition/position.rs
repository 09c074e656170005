//! A position of the second edition in words and numbers, read from its JSON, and what follows from it.

use super::printed::Printed;
use crate::shared::{fit, kind_of, word, words};
use crate::units::{Units, number_of, plus, units_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Ground {
    pub house: Option<String>,
    pub units: Units,
    pub routed: Units,
    pub order: Option<String>,
    pub token: Option<String>,
    pub neutral: i64,
    pub garrison: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct House {
    pub power: u64,
    pub supply: usize,
    pub hand: BTreeSet<String>,
    pub used: BTreeSet<String>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    pub turn: u64,
    pub areas: BTreeMap<String, Ground>,
    pub houses: BTreeMap<String, House>,
    /// Iron Throne, Fiefdoms, King's Court.
    pub tracks: [Vec<String>; 3],
    pub blade_used: bool,
    pub winner: Option<String>,
}

/// The ids of the tracks.
pub const TRACKS: [&str; 3] = ["iron-throne", "fiefdoms", "kings-court"];

impl Position {
    pub fn read(printed: &Printed, value: &Value) -> Self {
        let ground = |area: &String| {
            let g = &value["areas"][area];
            let ground = Ground {
                house: word(&g["house"]),
                units: units_of(&g["units"]),
                routed: units_of(&g["routed"]),
                order: word(&g["order"]),
                token: word(&g["token"]),
                neutral: g["neutral"].as_i64().unwrap_or(0),
                garrison: g["garrison"].as_i64().unwrap_or(0),
            };
            (area.clone(), ground)
        };
        let house = |(id, h): (&String, &Value)| {
            let house = House {
                power: h["power"].as_u64().expect("power"),
                supply: h["supply"].as_u64().expect("supply") as usize,
                hand: words(&h["hand"]),
                used: words(&h["used"]),
            };
            (id.clone(), house)
        };
        Position {
            turn: value["turn"].as_u64().expect("a turn"),
            areas: printed.areas.iter().map(ground).collect(),
            houses: value["houses"].as_object().expect("houses").iter().map(house).collect(),
            tracks: TRACKS.map(|track| words(&value["tracks"][track])),
            blade_used: value["blade-used"] == json!(true),
            winner: word(&value["outcome"]["winners"][0]),
        }
    }

    pub fn at(&self, area: &str) -> &Ground {
        &self.areas[area]
    }

    pub fn at_mut(&mut self, area: &str) -> &mut Ground {
        self.areas.get_mut(area).expect("an area of the board")
    }

    pub fn house(&mut self, house: &str) -> &mut House {
        self.houses.get_mut(house).expect("a house in play")
    }

    pub fn is_of(&self, area: &str, house: &str) -> bool {
        self.at(area).house.as_deref() == Some(house)
    }

    pub fn all_units(&self, area: &str) -> Units {
        let mut all = self.at(area).units.clone();
        plus(&mut all, &self.at(area).routed);
        all
    }

    /// An area that has lost its last unit has no order and no house.
    pub fn tidy(&mut self, area: &str) {
        if self.all_units(area).is_empty() {
            let ground = self.at_mut(area);
            (ground.house, ground.order) = (None, None);
        }
    }

    pub fn throne(&self) -> &[String] {
        &self.tracks[0]
    }

    /// The place of a house on a track; the first is 0.
    pub fn place(&self, track: usize, house: &str) -> usize {
        self.tracks[track].iter().position(|other| other == house).expect("every house is on every track")
    }

    /// Where a house has orders of a kind, in the order of the board's list.
    pub fn orders(&self, printed: &Printed, house: &str, kind: &str) -> Vec<String> {
        let is = |area: &&String| {
            self.is_of(area, house) && self.at(area).order.as_deref().is_some_and(|o| kind_of(o) == kind)
        };
        printed.areas.iter().filter(is).cloned().collect()
    }

    /// Who controls a land area: by units, by token, by shield. A port is its land's; nobody controls a sea.
    pub fn controller(&self, printed: &Printed, area: &str) -> Option<String> {
        if let Some(land) = printed.ports.get(area) {
            return self.controller(printed, land);
        }
        if printed.seas.contains(area) {
            return None;
        }
        let ground = self.at(area);
        let shield = || printed.homes.get(area).filter(|_| ground.neutral == 0).cloned();
        ground.house.clone().or_else(|| ground.token.clone()).or_else(shield)
    }

    pub fn gain(&mut self, house: &str, power: u64) {
        let on_board = self.areas.values().filter(|g| g.token.as_deref() == Some(house)).count() as u64;
        let purse = self.house(house);
        purse.power += power.min(20u64.saturating_sub(on_board + purse.power));
    }

    /// Units of a kind a house has on the board.
    pub fn number(&self, house: &str, unit: &str) -> u8 {
        let mine = self.areas.keys().filter(|area| self.is_of(area, house));
        mine.map(|area| self.all_units(area).get(unit).copied().unwrap_or(0)).sum()
    }

    /// Whether the armies of a house fit its supply, with other sizes in some areas.
    pub fn fits(&self, printed: &Printed, house: &str, sizes: &BTreeMap<String, u8>) -> bool {
        let there =
            |area: &String| if self.is_of(area, house) { number_of(&self.all_units(area)) } else { 0 };
        let size = |area: &String| sizes.get(area).copied().unwrap_or_else(|| there(area));
        fit(&printed.limits[self.houses[house].supply], self.areas.keys().map(size))
    }

    /// Where units in an area can go: ships to the next sea, or between a port of their house and its sea; others to land next
    /// door, or over a chain of seas with ships of their house.
    pub fn reach(&self, printed: &Printed, house: &str, from: &str) -> BTreeSet<String> {
        let next = &printed.borders.get(from).cloned().unwrap_or_default();
        if printed.is_water(from) {
            let may = |to: &&String| {
                let port = printed.ports.contains_key(*to);
                printed.seas.contains(*to) || port && self.controller(printed, to).as_deref() == Some(house)
            };
            return next.iter().filter(may).cloned().collect();
        }
        let mut seas: Vec<String> = Vec::new();
        let mut edge = vec![from.to_owned()];
        while let Some(area) = edge.pop() {
            for sea in printed.borders.get(&area).into_iter().flatten() {
                if printed.seas.contains(sea) && self.is_of(sea, house) && !seas.contains(sea) {
                    seas.push(sea.clone());
                    edge.push(sea.clone());
                }
            }
        }
        let over = seas.iter().flat_map(|sea| printed.borders[sea].iter());
        let land = |to: &&String| !printed.is_water(to) && *to != from;
        next.iter().chain(over).filter(land).cloned().collect()
    }

    /// Who has won by areas, if anybody; of several the one with most of them, then most land, supply, the best place (105).
    pub fn winner_by_areas(&self, printed: &Printed) -> Option<String> {
        let land = |house: &str| -> Vec<&String> {
            let of = |area: &&String| self.controller(printed, area).as_deref() == Some(house);
            self.areas.keys().filter(|area| !printed.is_water(area)).filter(of).collect()
        };
        let rank = |house: &String| {
            let land = land(house);
            let castles = land.iter().filter(|area| printed.structures.contains(**area)).count();
            let place = std::cmp::Reverse(self.place(0, house));
            (castles >= 7).then(|| (castles, land.len(), self.houses[house].supply, place))
        };
        self.houses.keys().filter(|house| rank(house).is_some()).max_by_key(|house| rank(house)).cloned()
    }

    /// A house is last on a track from now on.
    pub fn push_down(&mut self, track: usize, house: &str) {
        self.tracks[track].retain(|other| other != house);
        self.tracks[track].push(house.to_owned());
    }
}
