//! Positions beyond the Wall by chance, with armies side by side and abilities of many tactic cards: all are sound; some could
//! hardly come about in a game.

use super::position::{BANS, Position, TRACKS};
use super::printed::{self, COMMON, GIFT, LANDS, OTHERS, Printed, SIDES, WALL, WATCH, WILDLINGS};
use crate::shared::{fit, kind_of};
use crate::units::number_of;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Abilities that work in raids, marches and battles.
pub const ROUND: [&str; 17] = [
    "offensive-manoeuvres/a",
    "organise-the-defence/a",
    "organise-the-defence/b",
    "redistribute-the-forces/b",
    "encircle/a",
    "encircle/b",
    "pillage/b",
    "prepare-an-ambush/a",
    "prepare-an-ambush/b",
    "coup-de-main/b",
    "simultaneous-attacks/a",
    "simultaneous-attacks/b",
    "breakthrough/a",
    "breakthrough/b",
    "hit-and-run/a",
    "hit-and-run/b",
    "widen-the-net/b",
];

struct Maker<'a> {
    printed: &'a Printed,
    dice: &'a mut fastrand::Rng,
    stage: &'static str,
}

/// A position at the opening of a stage; `start` is a game's beginning, for what it keeps.
pub fn crowded(printed: &Printed, start: &Value, stage: &'static str, dice: &mut fastrand::Rng) -> Value {
    Maker { printed, dice, stage }.make(start)
}

impl Maker<'_> {
    fn make(&mut self, start: &Value) -> Value {
        let mut state = start.clone();
        state["stage"] = json!(self.stage);
        state["turn"] = json!(self.dice.u8(1..=10));
        state["blade-used"] = json!(self.dice.u8(..4) == 0);
        if let Some(all) = state.as_object_mut() {
            all.remove("chosen");
        }
        for track in TRACKS {
            let mut row = SIDES.to_vec();
            self.dice.shuffle(&mut row);
            state["tracks"][track] = json!(row);
        }
        let mut supply = BTreeMap::new();
        for side in SIDES {
            supply.insert(side, self.dice.usize(..=6));
            let house = self.house(side, supply[side]);
            state["houses"][side] = house;
        }
        if self.dice.u8(..4) == 0 {
            let ban = *self.dice.choice(&BANS).expect("one");
            state["open"][2] = json!(format!("{}*", ban.0));
        }
        state["areas"] = Value::Object(self.areas(&supply));
        self.orders(&mut state);
        self.tokens(&mut state);
        self.north(&mut state);
        state
    }

    fn house(&mut self, side: &str, supply: usize) -> Value {
        let mut cards = self.printed.hands[side].clone();
        let mut out = Vec::new();
        if side == WATCH {
            for (first, second) in [("yoren", "janos-slynt"), ("maester-aemon", "benjen-stark")] {
                let changed = self.dice.bool();
                let (inside, outside) = if changed { (second, first) } else { (first, second) };
                cards.iter_mut().filter(|card| *card == first).for_each(|card| *card = inside.to_owned());
                out.push(outside);
            }
        }
        self.dice.shuffle(&mut cards);
        let used = if self.dice.u8(..3) == 0 { 0 } else { self.dice.usize(..7) };
        let (used, hand) = cards.split_at(used);
        json!({"power": 0, "supply": supply, "hand": hand, "used": used, "out": out})
    }

    fn areas(&mut self, supply: &BTreeMap<&str, usize>) -> Map<String, Value> {
        let mut armies: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        let mut pools: BTreeMap<&str, BTreeMap<&str, u8>> =
            SIDES.iter().map(|side| (*side, printed::of(side).pool.iter().copied().collect())).collect();
        let mut areas = Map::new();
        let mut places = self.printed.areas.clone();
        self.dice.shuffle(&mut places);
        let settled = self.dice.usize(6..=15);
        for area in places.into_iter().take(settled) {
            let side = match area.as_str() {
                LANDS => OTHERS,
                wall if WALL.contains(&wall) && self.dice.bool() => WATCH,
                _ => *self.dice.choice(&SIDES).expect("one"),
            };
            let limits = &self.printed.limits[supply[side]];
            let mine = armies.entry(side).or_default();
            let mut size = *self.dice.choice(&[1, 1, 1, 2, 2, 3, 4]).expect("one");
            while !fit(limits, mine.iter().copied().chain([size])) {
                size -= 1;
            }
            let pool = pools.get_mut(side).expect("a side");
            let (mut units, mut routed) = (BTreeMap::new(), BTreeMap::new());
            let kinds = match side {
                WATCH => ["footman", "footman", "knight"],
                WILDLINGS => ["footman", "knight", "giant"],
                _ => ["zombie", "zombie", "other"],
            };
            let catapult = side == WATCH && WALL.contains(&area.as_str()) && self.dice.u8(..4) > 0;
            if catapult && self.dice.u8(..3) == 0 {
                size = 0;
            }
            for _ in 0..size {
                let mut unit = *self.dice.choice(&kinds).expect("one");
                if side == OTHERS && self.dice.u8(..5) == 0 && pool["king"] > 0 {
                    unit = "king";
                }
                if pool[unit] == 0 {
                    continue;
                }
                pool.entry(unit).and_modify(|left| *left -= 1);
                let lies = side != OTHERS && self.stage == "marches" && self.dice.u8(..12) == 0;
                *(if lies { &mut routed } else { &mut units }).entry(unit).or_insert(0u8) += 1;
            }
            let number = units.values().chain(routed.values()).sum::<u8>();
            if number > 1 {
                mine.push(number);
            }
            if catapult {
                units.insert("catapult", 1);
            }
            if number > 0 || catapult {
                areas.insert(area, json!({"house": side, "units": units, "routed": routed}));
            }
        }
        areas
    }

    fn orders(&mut self, state: &mut Value) {
        for side in SIDES {
            let at = Position::read(self.printed, state);
            let mut stars = at.stars(side);
            let mut bag: Vec<&str> = COMMON.to_vec();
            bag.extend(printed::of(side).specials);
            for area in self.printed.areas.iter().filter(|area| at.is_of(area, side)) {
                let standing = &at.at(area).units;
                let alone = number_of(&super::position::mobile(&at.all_units(area))) == 0;
                let kinds = [
                    "march",
                    "march",
                    "march",
                    "support",
                    "support",
                    "defense",
                    "raid",
                    "raid",
                    "consolidate",
                ];
                let mut kind = *self.dice.choice(&kinds).expect("one");
                if kind == "raid" && self.stage == "marches" {
                    kind = "march";
                }
                if alone && !matches!(kind, "support" | "defense") {
                    kind = "defense";
                }
                if standing.is_empty() || kind == "support" && area == GIFT {
                    continue;
                }
                let fits: Vec<usize> = (0..bag.len())
                    .filter(|i| kind_of(bag[*i]) == kind && (stars > 0 || !bag[*i].ends_with('*')))
                    .filter(|i| at.banned != Some(kind) && at.banned != Some(bag[*i]))
                    .collect();
                if let Some(i) = self.dice.choice(&fits) {
                    let order = bag.remove(*i);
                    stars -= usize::from(order.ends_with('*'));
                    state["areas"][area]["order"] = json!(order);
                }
            }
        }
    }

    fn tokens(&mut self, state: &mut Value) {
        for side in SIDES {
            let mut left = printed::of(side).tokens;
            for _ in 0..if side == OTHERS { 0 } else { self.dice.u8(..5) } {
                let area = self.dice.choice(&self.printed.areas).expect("one").clone();
                let there = &state["areas"][&area];
                let free = there["house"].is_null() || there["house"] == json!(side);
                let own = side == WATCH && printed::is_home(&area);
                if !there["token"].is_string() && free && !own && area != LANDS {
                    if there.is_null() {
                        state["areas"][&area] = json!({});
                    }
                    state["areas"][&area]["token"] = json!(side);
                    left -= 1;
                }
            }
            let power = if self.dice.u8(..8) == 0 { left - self.dice.u64(..2) } else { self.dice.u64(..=9) };
            state["houses"][side]["power"] = json!(power);
        }
    }

    /// Tactic cards, what they have done already, and quests.
    fn north(&mut self, state: &mut Value) {
        let turn = state["turn"].clone();
        for side in SIDES {
            let mut names = ROUND.to_vec();
            self.dice.shuffle(&mut names);
            names.truncate(self.dice.usize(..8));
            let ability = |name: &&str| {
                let (card, letter) = name.split_once('/').expect("a name");
                let dear = *name != "hit-and-run/b" && self.dice.u8(..6) == 0;
                json!({"card": card, "ability": letter, "copied": false, "price": 2 * u8::from(dear), "spent": false})
            };
            let abilities: Vec<Value> = names.iter().map(ability).collect();
            let north = &mut state["north"]["sides"][side];
            north["abilities"] = json!(abilities);
            north["played"] = json!("martial-flexibility");
            for name in ["hand", "used", "reserve"] {
                north[name] = json!([]);
            }
            if self.dice.u8(..3) == 0 && side != OTHERS {
                north["quest-done"] = turn.clone();
            }
        }
        let cards: Vec<&String> = self.printed.cards.keys().collect();
        if self.dice.u8(..4) == 0 {
            state["north"]["annulled"] = json!([self.dice.choice(&cards).expect("one")]);
        }
        if self.dice.u8(..6) == 0 {
            state["north"]["tokens-idle"] = json!(true);
        }
        if self.dice.u8(..6) == 0 {
            state["north"]["plain-orders"] = json!(true);
        }
        let at = Position::read(self.printed, state);
        state["north"]["stormed"] = json!(at.stormed());
    }
}
