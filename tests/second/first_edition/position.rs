//! A position in words and numbers, read from its JSON, and what follows from it.

use super::printed::Printed;
use crate::shared::{fit, kind_of, word, words};
pub use crate::units::{Units, covers, minus, number_of, plus, units_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Ground {
    pub house: Option<String>,
    pub units: Units,
    pub routed: Units,
    pub order: Option<String>,
    pub token: Option<String>,
    pub neutral: u64,
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
    pub throne: Vec<String>,
    pub fiefdoms: Vec<String>,
    pub court: Vec<String>,
    pub blade_used: bool,
    pub open: Vec<String>,
    pub winner: Option<String>,
}

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
                neutral: g["neutral"].as_u64().unwrap_or(0),
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
        let outcome = &value["outcome"];
        Position {
            turn: value["turn"].as_u64().expect("a turn"),
            areas: printed.areas.iter().map(ground).collect(),
            houses: value["houses"].as_object().expect("houses").iter().map(house).collect(),
            throne: words(&value["tracks"]["iron-throne"]),
            fiefdoms: words(&value["tracks"]["fiefdoms"]),
            court: words(&value["tracks"]["kings-court"]),
            blade_used: value["blade-used"] == json!(true),
            open: value["open"].as_array().into_iter().flatten().filter_map(word).collect(),
            winner: outcome.is_object().then(|| {
                assert_eq!(outcome["by"], "areas");
                assert_eq!(outcome["winners"].as_array().map(Vec::len), Some(1));
                word(&outcome["winners"][0]).expect("a winner")
            }),
        }
    }

    pub fn at(&self, area: &str) -> &Ground {
        &self.areas[area]
    }

    pub fn at_mut(&mut self, area: &str) -> &mut Ground {
        self.areas.get_mut(area).expect("an area of the board")
    }

    /// Whether any of a house's units stand or lie there.
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
            ground.house = None;
            ground.order = None;
        }
    }

    /// Where a house has orders of a kind, in the order of the board's list.
    pub fn orders(&self, printed: &Printed, house: &str, kind: &str) -> Vec<String> {
        let is = |area: &&String| {
            self.is_of(area, house) && self.at(area).order.as_deref().is_some_and(|o| kind_of(o) == kind)
        };
        printed.areas.iter().filter(is).cloned().collect()
    }

    /// Control: units, else token, else the printed shield of a house in play.
    pub fn controller(&self, printed: &Printed, area: &str) -> Option<String> {
        if printed.is_sea(area) {
            return None;
        }
        let ground = self.at(area);
        if ground.house.is_some() {
            return ground.house.clone();
        }
        if ground.token.is_some() {
            return ground.token.clone();
        }
        printed.homes.get(area).filter(|house| self.houses.contains_key(*house)).cloned()
    }

    pub fn tokens_out(&self, house: &str) -> u64 {
        let on_board = self.areas.values().filter(|g| g.token.as_deref() == Some(house)).count() as u64;
        on_board + self.houses[house].power
    }

    pub fn gain(&mut self, house: &str, power: u64) -> u64 {
        let given = power.min(20u64.saturating_sub(self.tokens_out(house)));
        self.houses.get_mut(house).expect("a house").power += given;
        given
    }

    /// Whether the armies of a house fit its supply, with more or fewer units in some areas.
    pub fn fits(&self, printed: &Printed, house: &str, change: &BTreeMap<String, i32>) -> bool {
        let size = |area: &String| {
            let there = if self.is_of(area, house) { i32::from(number_of(&self.all_units(area))) } else { 0 };
            (there + change.get(area).copied().unwrap_or(0)).max(0) as u8
        };
        fit(&printed.limits[self.houses[house].supply], self.areas.keys().map(size))
    }

    /// Land areas that units of a house in a land area can go to: next door, or over a chain of seas that
    /// each have ships of that house, standing or routed.
    pub fn land_reach(&self, printed: &Printed, house: &str, from: &str) -> BTreeSet<String> {
        let mut seas: BTreeSet<String> = BTreeSet::new();
        loop {
            let more: Vec<String> = printed
                .seas
                .iter()
                .filter(|sea| !seas.contains(*sea) && self.is_of(sea, house))
                .filter(|sea| printed.adjacent(sea, from) || seas.iter().any(|s| printed.adjacent(s, sea)))
                .cloned()
                .collect();
            if more.is_empty() {
                break;
            }
            seas.extend(more);
        }
        printed
            .areas
            .iter()
            .filter(|to| *to != from && !printed.is_sea(to))
            .filter(|to| printed.adjacent(from, to) || seas.iter().any(|sea| printed.adjacent(sea, to)))
            .cloned()
            .collect()
    }

    /// Where units in an area can go: ships to the next sea, others by land and transport.
    pub fn reach(&self, printed: &Printed, house: &str, from: &str) -> BTreeSet<String> {
        if printed.is_sea(from) {
            printed.borders[from].iter().filter(|to| printed.is_sea(to)).cloned().collect()
        } else {
            self.land_reach(printed, house, from)
        }
    }

    /// Who has won by areas, if anybody; `mover` first.
    pub fn winner_by_areas(&self, printed: &Printed, mover: Option<&str>) -> Option<String> {
        let goal = if self.houses.len() == 3 { 8 } else { 7 };
        let has = |house: &str| {
            let of = |area: &&String| self.controller(printed, area).as_deref() == Some(house);
            printed.structures.iter().filter(of).count() >= goal
        };
        let order = mover.into_iter().chain(self.throne.iter().map(String::as_str));
        order.map(str::to_owned).find(|house| has(house))
    }
}
