//! Positions by chance with many armies side by side: battles, supports, ports, garrisons, neutral forces and retreats over sea
//! are the rule. All are sound; some could hardly come about in a game.

use super::position::Position;
use super::printed::Printed;
use crate::shared::{TOKENS, fit, kind_of};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Units of a kind in the box of a house.
const POOL: [(&str, u8); 4] = [("footman", 10), ("knight", 5), ("siege-engine", 2), ("ship", 6)];

struct Maker<'a> {
    printed: &'a Printed,
    dice: &'a mut fastrand::Rng,
    stage: &'static str,
}

/// A position at the opening of the raids or the marches; `start` is a game's beginning, for what it keeps.
pub fn crowded(printed: &Printed, start: &Value, stage: &'static str, dice: &mut fastrand::Rng) -> Value {
    Maker { printed, dice, stage }.make(start)
}

impl Maker<'_> {
    fn make(&mut self, start: &Value) -> Value {
        let mut state = start.clone();
        state["stage"] = json!(self.stage);
        state["turn"] = json!(self.dice.u8(1..=10));
        state["blade-used"] = json!(self.dice.u8(..4) == 0);
        for track in ["iron-throne", "fiefdoms", "kings-court"] {
            let mut row = self.printed.houses.clone();
            self.dice.shuffle(&mut row);
            state["tracks"][track] = json!(row);
        }
        let mut supply = BTreeMap::new();
        for house in &self.printed.houses {
            supply.insert(house.clone(), self.dice.usize(1..=6));
            let mut cards: Vec<&String> = self.printed.hands[house].iter().collect();
            self.dice.shuffle(&mut cards);
            let used = if self.dice.bool() { 0 } else { self.dice.usize(..7) };
            let (used, hand) = cards.split_at(used);
            state["houses"][house] = json!({"power": 0, "supply": supply[house], "hand": hand, "used": used});
        }
        state["areas"] = Value::Object(self.areas(&supply));
        self.ports(&mut state, &supply);
        self.orders(&mut state);
        self.tokens(&mut state);
        state
    }

    /// Areas that hang together, from one picked by chance.
    fn region(&mut self) -> Vec<String> {
        let size = self.dice.usize(8..=24);
        let open: Vec<&String> =
            self.printed.areas.iter().filter(|area| !self.printed.ports.contains_key(*area)).collect();
        let mut region = vec![(*self.dice.choice(&open).expect("one")).clone()];
        for _ in 0..400 {
            let near = self.dice.choice(&region).expect("one").clone();
            let neighbours: Vec<&String> = self.printed.borders[&near].iter().collect();
            let next = (*self.dice.choice(&neighbours).expect("one")).clone();
            if !region.contains(&next) && !self.printed.ports.contains_key(&next) {
                region.push(next);
            }
            if region.len() == size {
                break;
            }
        }
        region
    }

    fn areas(&mut self, supply: &BTreeMap<String, usize>) -> Map<String, Value> {
        let houses = self.printed.houses.clone();
        let mut armies: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut pools: BTreeMap<String, BTreeMap<&str, u8>> =
            houses.iter().map(|house| (house.clone(), POOL.into())).collect();
        let mut areas = Map::new();
        let fighting = self.dice.usize(2..=houses.len());
        for area in self.region() {
            let home = self.printed.homes.get(&area).cloned();
            let sea = self.printed.seas.contains(&area);
            match self.dice.u8(..10) {
                0 if home.is_none() && !sea => {
                    areas.insert(area, json!({"neutral": self.dice.u8(1..=6)}));
                    continue;
                }
                0 | 1 => {
                    if home.is_some() {
                        areas.insert(area, json!({"garrison": 2 * self.dice.u8(..2)}));
                    }
                    continue;
                }
                _ => {}
            }
            let house = houses[self.dice.usize(..fighting)].clone();
            let mine = armies.entry(house.clone()).or_default();
            let mut size = *self.dice.choice(&[1, 1, 2, 2, 2, 3, 4]).expect("one");
            while !fit(&self.printed.limits[supply[&house]], mine.iter().copied().chain([size])) {
                size -= 1;
            }
            let pool = pools.get_mut(&house).expect("a house");
            let (mut units, mut routed, mut number) = (Map::new(), Map::new(), 0);
            for _ in 0..size {
                let land = ["footman", "footman", "footman", "knight", "knight", "siege-engine"];
                let unit = if sea { "ship" } else { *self.dice.choice(&land).expect("one") };
                if pool[unit] == 0 {
                    continue;
                }
                pool.entry(unit).and_modify(|left| *left -= 1);
                number += 1;
                let lies = self.stage == "marches" && unit != "siege-engine" && self.dice.u8(..12) == 0;
                let units = if lies { &mut routed } else { &mut units };
                let had = units.get(unit).and_then(Value::as_u64).unwrap_or(0);
                units.insert(unit.to_owned(), json!(had + 1));
            }
            if number > 0 {
                mine.push(number);
                let garrison = if home.as_ref() == Some(&house) { 2 * self.dice.u8(..2) } else { 0 };
                let mut there = json!({"house": house, "units": units, "routed": routed});
                if garrison > 0 {
                    there["garrison"] = json!(garrison);
                }
                areas.insert(area, there);
            }
        }
        areas
    }

    /// Ships in ports of those who hold the land.
    fn ports(&mut self, state: &mut Value, supply: &BTreeMap<String, usize>) {
        for (port, land) in &self.printed.ports {
            let at = Position::read(self.printed, state);
            let Some(house) = at.at(land).house.clone() else { continue };
            let ships = self.dice.u8(..4).min(6 - at.number(&house, "ship"));
            let limits = &self.printed.limits[supply[&house]];
            let armies = at.areas.keys().filter(|area| at.is_of(area, &house));
            let sizes = armies.map(|area| at.all_units(area).values().sum());
            if ships > 0 && fit(limits, sizes.chain([ships])) {
                state["areas"][port] = json!({"house": house, "units": {"ship": ships}});
            }
        }
    }

    fn orders(&mut self, state: &mut Value) {
        for house in self.printed.houses.clone() {
            let court = state["tracks"]["kings-court"].as_array().expect("a track");
            let place = court.iter().position(|h| *h == json!(house)).expect("a place");
            let few = self.printed.houses.len() < 5;
            let mut stars = if few { [3, 2, 1, 0, 0, 0] } else { [3, 3, 2, 1, 0, 0] }[place];
            let mut bag: Vec<&str> = TOKENS.to_vec();
            let at = Position::read(self.printed, state);
            for area in self.printed.areas.iter().filter(|area| at.is_of(area, &house)) {
                let kinds = [
                    "march",
                    "march",
                    "march",
                    "support",
                    "support",
                    "support",
                    "defense",
                    "raid",
                    "consolidate",
                ];
                let kind = *self.dice.choice(&kinds).expect("one");
                let kind = if kind == "raid" && self.stage != "raids" { "march" } else { kind };
                let fits: Vec<usize> = (0..bag.len())
                    .filter(|i| kind_of(bag[*i]) == kind && (stars > 0 || !bag[*i].ends_with('*')))
                    .collect();
                if let Some(i) = self.dice.choice(&fits) {
                    let order = bag.remove(*i);
                    stars -= i32::from(order.ends_with('*'));
                    state["areas"][area]["order"] = json!(order);
                }
            }
        }
    }

    fn tokens(&mut self, state: &mut Value) {
        for house in self.printed.houses.clone() {
            let mut left = 20;
            for _ in 0..self.dice.u8(..6) {
                let area = self.dice.choice(&self.printed.areas).expect("one").clone();
                let there = &state["areas"][&area];
                let taken = there["token"].is_string() || there["neutral"].is_number();
                let free = there["house"].is_null() || there["house"] == json!(house);
                let home = self.printed.homes.contains_key(&area) && there["house"].is_null();
                if !taken && free && !home && !self.printed.is_water(&area) {
                    if there.is_null() {
                        state["areas"][&area] = json!({});
                    }
                    state["areas"][&area]["token"] = json!(house);
                    left -= 1;
                }
            }
            let most = if self.dice.u8(..8) == 0 { left } else { left.min(6) };
            let power = if most == left { left - self.dice.u8(..2) } else { self.dice.u8(..=most) };
            state["houses"][&house]["power"] = json!(power);
        }
    }
}
