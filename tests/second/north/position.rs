//! A position beyond the Wall in words and numbers, read from its JSON, and what follows from it.

use super::printed::{self, LANDS, OTHERS, Printed, WALL, WATCH, WILDLINGS, is_home};
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
}

/// An ability of a tactic card that a side has in this round: `encircle/a`.
#[derive(Clone, PartialEq, Debug)]
pub struct Ready {
    pub name: String,
    pub price: u64,
    pub spent: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Side {
    pub power: u64,
    pub supply: usize,
    pub hand: BTreeSet<String>,
    pub used: BTreeSet<String>,
    pub abilities: Vec<Ready>,
    pub quest_done: bool,
    /// Areas of raids that have succeeded and count for a card still.
    pub raided: BTreeSet<String>,
    /// Own units lost, points of enemies destroyed, zombies raised in this round.
    pub lost: i64,
    pub slain: i64,
    pub raised: i64,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    pub turn: u64,
    pub areas: BTreeMap<String, Ground>,
    pub sides: BTreeMap<String, Side>,
    /// Iron Throne, Fiefdoms, King's Court.
    pub tracks: [Vec<String>; 3],
    pub blade_used: bool,
    pub tokens_idle: bool,
    pub plain: bool,
    pub annulled: BTreeSet<String>,
    /// Orders that the open Westeros card forbids: a kind, or a token (B-128).
    pub banned: Option<&'static str>,
    pub winner: Option<String>,
}

/// The ids of the tracks.
pub const TRACKS: [&str; 3] = ["iron-throne", "fiefdoms", "kings-court"];

fn ready(value: &Value) -> Ready {
    let text = |name: &str| value[name].as_str().expect("an ability");
    Ready {
        name: format!("{}/{}", text("card"), text("ability")),
        price: value["price"].as_u64().unwrap_or(0),
        spent: value["spent"] == json!(true),
    }
}

/// Westeros cards that forbid orders, and which.
pub const BANS: [(&str, &str); 5] = [
    ("storm-of-swords", "defense"),
    ("rains-of-autumn", "march*"),
    ("sea-of-storms", "raid"),
    ("web-of-lies", "support"),
    ("feast-for-crows", "consolidate"),
];

fn banned(card: &Value) -> Option<&'static str> {
    let card = card.as_str()?.trim_end_matches('*');
    BANS.iter().find(|(id, _)| *id == card).map(|(_, order)| *order)
}

/// Units without catapults, which count for no supply and go nowhere.
pub fn mobile(units: &Units) -> Units {
    units.iter().filter(|(unit, _)| *unit != "catapult").map(|(unit, n)| (unit.clone(), *n)).collect()
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
            };
            (area.clone(), ground)
        };
        let side = |(id, h): (&String, &Value)| {
            let north = &value["north"]["sides"][id];
            let side = Side {
                power: h["power"].as_u64().expect("power"),
                supply: h["supply"].as_u64().expect("supply") as usize,
                hand: words(&h["hand"]),
                used: words(&h["used"]),
                abilities: north["abilities"].as_array().into_iter().flatten().map(ready).collect(),
                quest_done: north["quest-done"].is_u64(),
                raided: words(&north["raided"]),
                lost: north["tally"]["lost"].as_i64().unwrap_or(0),
                slain: north["tally"]["slain"].as_i64().unwrap_or(0),
                raised: north["tally"]["raised"].as_i64().unwrap_or(0),
            };
            (id.clone(), side)
        };
        Position {
            turn: value["turn"].as_u64().expect("a turn"),
            areas: printed.areas.iter().map(ground).collect(),
            sides: value["houses"].as_object().expect("houses").iter().map(side).collect(),
            tracks: TRACKS.map(|track| words(&value["tracks"][track])),
            blade_used: value["blade-used"] == json!(true),
            tokens_idle: value["north"]["tokens-idle"] == json!(true),
            plain: value["north"]["plain-orders"] == json!(true),
            annulled: words(&value["north"]["annulled"]),
            banned: [&value["open"], &value["chosen"]].into_iter().find_map(|cards| banned(&cards[2])),
            winner: word(&value["outcome"]["winners"][0]),
        }
    }

    pub fn at(&self, area: &str) -> &Ground {
        &self.areas[area]
    }

    pub fn at_mut(&mut self, area: &str) -> &mut Ground {
        self.areas.get_mut(area).expect("an area of the board")
    }

    pub fn side(&mut self, side: &str) -> &mut Side {
        self.sides.get_mut(side).expect("a side")
    }

    pub fn is_of(&self, area: &str, side: &str) -> bool {
        self.at(area).house.as_deref() == Some(side)
    }

    pub fn all_units(&self, area: &str) -> Units {
        let mut all = self.at(area).units.clone();
        plus(&mut all, &self.at(area).routed);
        all
    }

    /// An area without units has no order and is nobody's; where only routed units are left there is no order (T-56); a catapult
    /// alone carries nothing but Defense and Support (B-33).
    pub fn tidy(&mut self, area: &str) {
        let all = self.all_units(area);
        let only_routed = self.at(area).units.is_empty();
        let alone = !all.is_empty() && mobile(&all).is_empty();
        let ground = self.at_mut(area);
        let fits = ground.order.as_deref().is_some_and(|o| matches!(kind_of(o), "defense" | "support"));
        if only_routed || alone && !fits {
            ground.order = None;
        }
        if all.is_empty() {
            ground.house = None;
        }
    }

    pub fn throne(&self) -> &[String] {
        &self.tracks[0]
    }

    /// The place of a side on a track; the first is 0.
    pub fn place(&self, track: usize, side: &str) -> usize {
        self.tracks[track].iter().position(|other| other == side).expect("every side is on every track")
    }

    /// Where a side has orders of a kind, in the order of the board's list.
    pub fn orders(&self, printed: &Printed, side: &str, kind: &str) -> Vec<String> {
        let is = |area: &&String| {
            self.is_of(area, side) && self.at(area).order.as_deref().is_some_and(|o| kind_of(o) == kind)
        };
        printed.areas.iter().filter(is).cloned().collect()
    }

    /// Who controls an area: by units, by token, by the Watch's shield; else the Others (B-20, B-21).
    pub fn controller(&self, area: &str) -> &str {
        let ground = self.at(area);
        let rest = if is_home(area) { WATCH } else { OTHERS };
        ground.house.as_deref().or(ground.token.as_deref()).unwrap_or(rest)
    }

    /// Power up to all tokens of the side; those on the board are no more at hand (B-08).
    pub fn gain(&mut self, side: &str, power: u64) {
        let on_board = self.areas.values().filter(|g| g.token.as_deref() == Some(side)).count() as u64;
        let most = printed::of(side).tokens;
        let purse = self.side(side);
        purse.power += power.min(most.saturating_sub(on_board + purse.power));
    }

    /// Units of a kind a side has on the board.
    pub fn number(&self, side: &str, unit: &str) -> u8 {
        let mine = self.areas.keys().filter(|area| self.is_of(area, side));
        mine.map(|area| self.all_units(area).get(unit).copied().unwrap_or(0)).sum()
    }

    /// The size of an army for supply: catapults do not count (B-27).
    pub fn army(&self, area: &str, side: &str) -> u8 {
        if self.is_of(area, side) { number_of(&mobile(&self.all_units(area))) } else { 0 }
    }

    /// Whether the armies of a side fit its supply, with other sizes in some areas.
    pub fn fits(&self, printed: &Printed, side: &str, sizes: &BTreeMap<String, u8>) -> bool {
        let size = |area: &String| sizes.get(area).copied().unwrap_or_else(|| self.army(area, side));
        fit(&printed.limits[self.sides[side].supply], self.areas.keys().map(size))
    }

    /// Whether a side has an ability, unspent, and power for its price and more.
    pub fn can_use(&self, side: &str, ability: &str, cost: u64) -> bool {
        let side = &self.sides[side];
        side.abilities.iter().any(|a| a.name == ability && !a.spent && a.price + cost <= side.power)
    }

    /// What each use of an ability costs besides what its card says.
    pub fn price(&self, side: &str, ability: &str) -> u64 {
        self.sides[side].abilities.iter().find(|a| a.name == ability && !a.spent).map_or(0, |a| a.price)
    }

    /// Marks an ability as used, if it can be used but once, and pays for it.
    pub fn use_up(&mut self, side: &str, ability: &str, cost: u64) {
        let each = ["offensive-manoeuvres/a", "encircle/a", "pillage/b", "hit-and-run/b"].contains(&ability);
        let side = self.side(side);
        let power = side.power;
        let found =
            side.abilities.iter_mut().find(|a| a.name == ability && !a.spent && a.price + cost <= power);
        let ability = found.expect("asked for only if it can be used");
        side.power -= ability.price + cost;
        ability.spent = !each;
    }

    /// Sections of the Wall on which the Others stand.
    pub fn stormed(&self) -> BTreeSet<String> {
        WALL.iter().filter(|area| self.is_of(area, OTHERS)).map(|area| (*area).to_owned()).collect()
    }

    /// Who has won now (B-65, B-71, B-72); `before` are sections that the Others held before this action.
    pub fn winner_now(&self, before: &BTreeSet<String>) -> Option<String> {
        if self.controller(printed::GIFT) == WILDLINGS && self.sides[WILDLINGS].quest_done {
            return Some(WILDLINGS.to_owned());
        }
        let zombies = self.number(OTHERS, "zombie");
        let others = self.number(OTHERS, "other") + self.number(OTHERS, "king");
        let broken = self.stormed().iter().any(|area| !before.contains(area));
        (broken && zombies > others).then(|| OTHERS.to_owned())
    }

    /// Units enter an area that nobody defends any more: an enemy's token and catapults go (B-24, B-34).
    pub fn enter(&mut self, area: &str, side: &str, units: &Units) {
        let ground = self.at_mut(area);
        if ground.house.as_deref() != Some(side) {
            ground.order = None;
            (ground.units, ground.routed) = (Units::new(), Units::new());
        }
        ground.token = ground.token.take().filter(|owner| owner == side);
        ground.house = Some(side.to_owned());
        plus(&mut ground.units, units);
    }

    /// Where the units of a side may go from an area, on foot.
    pub fn reach(&self, printed: &Printed, side: &str, from: &str) -> BTreeSet<String> {
        let near = printed.borders[from].iter();
        near.filter(|area| printed::may_enter(side, area)).cloned().collect()
    }

    /// Whether units of another side, catapults too, defend an area.
    pub fn is_embattled(&self, side: &str, area: &str) -> bool {
        self.at(area).house.as_deref().is_some_and(|other| other != side)
    }

    /// A token may be left where the last unit has gone: by the Watch and the Wildlings, not on the Watch's own shields (B-25).
    pub fn may_leave_token(&self, side: &str, area: &str, price: u64) -> bool {
        side != OTHERS
            && !(side == WATCH && is_home(area))
            && self.sides[side].power > price
            && self.at(area).token.is_none()
            && area != LANDS
    }

    /// The special orders that a side may have on the board, by its place at the Court (B-14).
    pub fn stars(&self, side: &str) -> usize {
        [3, 1, 0][self.place(2, side)]
    }

    /// Order tokens of a side that are not on the board.
    pub fn unused(&self, side: &str) -> Vec<&'static str> {
        let mut bag: Vec<&str> = printed::COMMON.to_vec();
        bag.extend(printed::of(side).specials);
        for area in self.areas.keys().filter(|area| self.is_of(area, side)) {
            let order = self.at(area).order.as_deref();
            if let Some(i) = bag.iter().position(|token| Some(*token) == order) {
                bag.remove(i);
            }
        }
        bag.dedup();
        bag.retain(|order| self.banned != Some(kind_of(order)) && self.banned != Some(order));
        bag
    }
}
