//! Positions by chance with many armies side by side, so that battles, supports, retreats over sea and cards
//! with abilities are the rule. All are sound; some could hardly come about in a game.

use super::position::Position;
use super::printed::Printed;
use crate::shared::{TOKENS, fit, kind_of};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

struct Maker<'a> {
    printed: &'a Printed,
    dice: &'a mut fastrand::Rng,
    houses: Vec<String>,
    stage: &'static str,
}

/// A position at the opening of the raids or the marches; `start` is a game's beginning, for what it keeps.
pub fn crowded(printed: &Printed, start: &Value, stage: &'static str, dice: &mut fastrand::Rng) -> Value {
    let houses = start["houses"].as_object().expect("houses").keys().cloned().collect();
    Maker { printed, dice, houses, stage }.make(start)
}

impl Maker<'_> {
    fn make(&mut self, start: &Value) -> Value {
        let mut state = start.clone();
        state["stage"] = json!(self.stage);
        state["turn"] = json!(self.dice.u8(1..=10));
        state["blade-used"] = json!(self.dice.u8(..4) == 0);
        if self.dice.u8(..4) == 0 {
            state["open"] = json!([null, null, "rains-of-autumn*"]);
        }
        for track in ["iron-throne", "fiefdoms", "kings-court"] {
            let mut row = self.houses.clone();
            self.dice.shuffle(&mut row);
            state["tracks"][track] = json!(row);
        }
        let mut supply = BTreeMap::new();
        for house in self.houses.clone() {
            supply.insert(house.clone(), self.dice.usize(1..=6));
            state["houses"][&house] = self.house(&house, supply[&house]);
        }
        state["areas"] = Value::Object(self.areas(&supply));
        self.orders(&mut state);
        self.tokens(&mut state);
        state
    }

    fn house(&mut self, house: &str, supply: usize) -> Value {
        let mut cards: Vec<String> = self.printed.hands[house].iter().cloned().collect();
        self.dice.shuffle(&mut cards);
        let used = if self.dice.bool() { 0 } else { self.dice.usize(..7) };
        json!({"power": 0, "supply": supply, "hand": cards[used..], "used": cards[..used]})
    }

    /// Areas that hang together, from one picked by chance.
    fn region(&mut self) -> Vec<String> {
        let size = self.dice.usize(8..=26);
        let mut region = vec![self.dice.choice(&self.printed.areas).expect("one").clone()];
        while region.len() < size {
            let near = self.dice.choice(&region).expect("one").clone();
            let neighbours: Vec<&String> = self.printed.borders[&near].iter().collect();
            let next = (*self.dice.choice(&neighbours).expect("one")).clone();
            if !region.contains(&next) {
                region.push(next);
            }
        }
        region
    }

    fn areas(&mut self, supply: &BTreeMap<String, usize>) -> Map<String, Value> {
        let mut armies: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let mut pools: BTreeMap<String, [u8; 3]> =
            self.houses.iter().map(|house| (house.clone(), [10, 4, 6])).collect();
        let mut areas = Map::new();
        let fighting = self.dice.usize(2..=self.houses.len());
        for area in self.region() {
            match self.dice.u8(..10) {
                0 if !self.printed.homes.get(&area).is_some_and(|house| self.houses.contains(house)) => {
                    areas.insert(area, json!({"neutral": self.dice.u8(1..=5)}));
                    continue;
                }
                0 | 1 => continue,
                _ => {}
            }
            let house = self.houses[self.dice.usize(..fighting)].clone();
            let mut size = *self.dice.choice(&[1, 1, 2, 2, 2, 3, 4]).expect("one");
            let limits = &self.printed.limits[supply[&house]];
            let mine = armies.entry(house.clone()).or_default();
            while !fit(limits, mine.iter().copied().chain([size])) {
                size -= 1;
            }
            let pool = pools.get_mut(&house).expect("a house");
            let (mut units, mut routed, mut number) = (Map::new(), Map::new(), 0);
            for _ in 0..size {
                let sort = if self.printed.is_sea(&area) { 2 } else { usize::from(self.dice.u8(..3) == 0) };
                if pool[sort] == 0 {
                    continue;
                }
                pool[sort] -= 1;
                number += 1;
                let lies = self.stage == "marches" && self.dice.u8(..12) == 0;
                let units = if lies { &mut routed } else { &mut units };
                let name = ["footman", "knight", "ship"][sort];
                let had = units.get(name).and_then(Value::as_u64).unwrap_or(0);
                units.insert(name.to_owned(), json!(had + 1));
            }
            if number > 0 {
                mine.push(number);
                areas.insert(area, json!({"house": house, "units": units, "routed": routed}));
            }
        }
        areas
    }

    fn orders(&mut self, state: &mut Value) {
        for house in self.houses.clone() {
            let court = state["tracks"]["kings-court"].as_array().expect("a track");
            let place = court.iter().position(|h| *h == json!(house)).expect("a place");
            let mut stars = [3, 3, 2, 1, 0][place];
            let mut bag: Vec<&str> = TOKENS.to_vec();
            let at = Position::read(self.printed, state);
            for area in self.printed.areas.iter().filter(|area| at.is_of(area, &house)) {
                let kind = *self
                    .dice
                    .choice(&[
                        "march",
                        "march",
                        "march",
                        "support",
                        "support",
                        "defense",
                        "raid",
                        "consolidate",
                    ])
                    .expect("one");
                let kind = if kind == "raid" && self.stage != "raids" { "march" } else { kind };
                let island = ["dragonstone", "pyke", "the-arbor"].contains(&area.as_str());
                let fits: Vec<usize> = (0..bag.len())
                    .filter(|i| kind_of(bag[*i]) == kind && (stars > 0 || !bag[*i].ends_with('*')))
                    .filter(|_| kind != "consolidate" || !self.printed.is_sea(area))
                    .filter(|_| kind != "support" || !island)
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
        for house in self.houses.clone() {
            let mut left = 20;
            for _ in 0..self.dice.u8(..6) {
                let area = self.dice.choice(&self.printed.areas).expect("one").clone();
                let there = &state["areas"][&area];
                let taken = there["token"].is_string() || there["neutral"].is_number();
                let free = there["house"].is_null() || there["house"] == json!(house);
                if !taken && free && !self.printed.is_sea(&area) {
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
