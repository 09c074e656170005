//! Battles of the second edition up to their result: items 45 to 52 of what it changes, cases 1 to 34, 57 to 63 and 106.

use super::position::{Position, TRACKS};
use super::printed::{Printed, bonus_of};
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use crate::units::{Units, minus, plus};
use serde_json::{Value, json};

/// Strength of units by themselves; a siege engine counts only in an attack on a castle or stronghold.
pub fn plain(units: &Units, siege: bool) -> i64 {
    let each = |unit: &str| match unit {
        "knight" => 2,
        "siege-engine" => 4 * i64::from(siege),
        _ => 1,
    };
    units.iter().map(|(unit, n)| i64::from(*n) * each(unit)).sum()
}

/// Whether a Support order in one area reaches a battle in another: land no sea, a port its sea alone.
pub fn may_support(printed: &Printed, from: &str, area: &str) -> bool {
    printed.adjacent(from, area) && (printed.is_water(from) || !printed.is_water(area))
}

/// One side of a battle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Side {
    Attacker,
    Defender,
}

impl Side {
    pub fn other(self) -> Side {
        if self == Side::Attacker { Side::Defender } else { Side::Attacker }
    }
}

/// A battle about to be fought: the attackers are off the board, between two areas.
pub struct Battle {
    pub area: String,
    pub from: String,
    pub attacker: String,
    pub attackers: Units,
    /// The March order.
    pub order: String,
}

/// A battle being fought.
pub struct Fight<'a> {
    pub battle: Battle,
    pub defender: String,
    /// Areas that support, and whom.
    pub lent: Vec<(String, Side)>,
    /// The card of each side that counts.
    pub cards: [Option<String>; 2],
    pub printed: &'a Printed,
}

impl Battle {
    pub fn fight(self, at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
        let home = || printed.homes[&self.area].clone();
        let defender = at.at(&self.area).house.clone().unwrap_or_else(home);
        clerk.count(if printed.is_water(&self.area) { "battle at sea" } else { "battle on land" });
        if at.at(&self.area).house.is_none() {
            clerk.count("battle against a garrison alone");
        }
        let mut fight = Fight { battle: self, defender, lent: Vec::new(), cards: [None, None], printed };
        fight.call_support(at, clerk)?;
        fight.choose_cards(at, clerk)?;
        fight.cancel(at, clerk)?;
        fight.immediate(at, clerk)?;
        let winner = fight.decide(at, clerk)?;
        fight.aftermath(at, clerk, winner)
    }
}

impl Fight<'_> {
    pub fn house(&self, side: Side) -> &str {
        if side == Side::Attacker { &self.battle.attacker } else { &self.defender }
    }

    pub fn has(&self, side: Side, card: &str) -> bool {
        self.cards[side as usize].as_deref() == Some(card)
    }

    /// The sides in the order of play.
    pub fn in_turn(&self, at: &Position) -> [Side; 2] {
        let place = |side| at.place(0, self.house(side));
        if place(Side::Attacker) < place(Side::Defender) {
            [Side::Attacker, Side::Defender]
        } else {
            [Side::Defender, Side::Attacker]
        }
    }

    pub fn ask(&self, clerk: &mut Clerk, house: &str, kind: &str, at: &str, all: &[Value]) -> Verdict<Value> {
        clerk.ask(&Question {
            house,
            kind,
            at,
            legal: &|answer| all.contains(answer),
            all: &|| Some(all.to_vec()),
            pick: None,
            default: Value::Null,
            shows: Value::Null,
        })
    }

    pub fn ability(&self, clerk: &mut Clerk, side: Side, choices: &[Value]) -> Verdict<Value> {
        self.ask(clerk, self.house(side), "ability", &self.battle.area, choices)
    }

    fn call_support(&mut self, at: &Position, clerk: &mut Clerk) -> Verdict<()> {
        for house in at.throne().to_vec() {
            for from in at.orders(self.printed, &house, "support") {
                if !may_support(self.printed, &from, &self.battle.area) {
                    continue;
                }
                let mut sides = vec![json!("none")];
                if house != self.defender {
                    sides.push(json!("attacker"));
                }
                if house != self.battle.attacker {
                    sides.push(json!("defender"));
                }
                let place = format!("{}/{from}", self.battle.area);
                let answer = self.ask(clerk, &house, "support", &place, &sides)?;
                let own = house == self.defender || house == self.battle.attacker;
                let whose = if own { "own" } else { "another's" };
                clerk.count(&format!("support: {whose}, {}", answer.as_str().expect("checked")));
                match answer.as_str() {
                    Some("attacker") => self.lent.push((from, Side::Attacker)),
                    Some("defender") => self.lent.push((from, Side::Defender)),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn choose_cards(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for side in [Side::Attacker, Side::Defender] {
            let hand: Vec<Value> = at.houses[self.house(side)].hand.iter().map(|card| json!(card)).collect();
            let card = self.ask(clerk, self.house(side), "card", &self.battle.area, &hand)?;
            self.cards[side as usize] = card.as_str().map(str::to_owned);
        }
        for side in [Side::Attacker, Side::Defender] {
            self.put_down(at, side);
        }
        Ok(())
    }

    /// A card that is played is discarded from now on.
    fn put_down(&self, at: &mut Position, side: Side) {
        if let Some(card) = &self.cards[side as usize] {
            let house = at.house(self.house(side));
            house.hand.remove(card);
            house.used.insert(card.clone());
        }
    }

    /// Tyrion (3 to 6).
    fn cancel(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for side in self.in_turn(at) {
            let Some(victim) = self.cards[side.other() as usize].clone() else { continue };
            if !self.has(side, "tyrion-lannister") {
                continue;
            }
            if self.ability(clerk, side, &[json!(false), json!(true)])? != json!(true) {
                continue;
            }
            clerk.count("ability of tyrion-lannister");
            let house = at.house(self.house(side.other()));
            house.used.remove(&victim);
            house.hand.insert(victim.clone());
            let others = house.hand.iter().filter(|card| **card != victim);
            let others: Vec<Value> = others.map(|card| json!(card)).collect();
            self.cards[side.other() as usize] = None;
            if others.is_empty() {
                clerk.count("battle without a card");
                continue;
            }
            let place = format!("instead/{}", self.battle.area);
            let card = self.ask(clerk, self.house(side.other()), "card", &place, &others)?;
            self.cards[side.other() as usize] = card.as_str().map(str::to_owned);
            self.put_down(at, side.other());
        }
        Ok(())
    }

    /// Aeron, Doran, the Queen of Thorns, Mace (7 to 9, 21 to 31).
    fn immediate(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for side in self.in_turn(at) {
            match self.cards[side as usize].as_deref() {
                Some("aeron-damphair") => self.aeron(at, clerk, side)?,
                Some("doran-martell") => {
                    let track = self.ability(clerk, side, &TRACKS.map(|track| json!(track)))?;
                    let track = TRACKS.iter().position(|id| track == *id).expect("checked");
                    at.push_down(track, self.house(side.other()));
                    clerk.count("ability of doran-martell");
                }
                Some("queen-of-thorns") => self.queen(at, clerk, side)?,
                Some("mace-tyrell") => self.mace(at, clerk, side)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn aeron(&mut self, at: &mut Position, clerk: &mut Clerk, side: Side) -> Verdict<()> {
        let house = &at.houses[self.house(side)];
        if house.power < 2 || house.hand.is_empty() {
            return Ok(());
        }
        let mut choices = vec![Value::Null];
        choices.extend(house.hand.iter().map(|card| json!(card)));
        if let Some(card) = self.ability(clerk, side, &choices)?.as_str() {
            at.house(self.house(side)).power -= 2;
            self.cards[side as usize] = Some(card.to_owned());
            self.put_down(at, side);
            clerk.count("ability of aeron-damphair");
        }
        Ok(())
    }

    fn queen(&mut self, at: &mut Position, clerk: &mut Clerk, side: Side) -> Verdict<()> {
        let near = |area: &&String| {
            let of_here = self.printed.ports.get(*area) == Some(&self.battle.area);
            self.printed.adjacent(area, &self.battle.area) || of_here
        };
        let ordered =
            |area: &&String| at.is_of(area, self.house(side.other())) && at.at(area).order.is_some();
        let areas: Vec<Value> =
            self.printed.areas.iter().filter(near).filter(ordered).map(|area| json!(area)).collect();
        if areas.is_empty() {
            return Ok(());
        }
        let area = self.ability(clerk, side, &areas)?;
        let area = area.as_str().expect("checked");
        at.at_mut(area).order = None;
        clerk.count("ability of queen-of-thorns");
        let lent = self.lent.len();
        self.lent.retain(|(from, _)| from != area);
        if self.lent.len() < lent {
            clerk.count("support taken away");
        }
        Ok(())
    }

    fn mace(&mut self, at: &mut Position, clerk: &mut Clerk, side: Side) -> Verdict<()> {
        if self.has(side.other(), "the-blackfish") {
            return Ok(());
        }
        let (fit, routed) = self.units(at, side.other());
        let kinds = [("fit", fit), ("routed", routed)];
        let kinds = kinds.iter().filter(|(_, units)| units.contains_key("footman"));
        let kinds: Vec<Value> = kinds.map(|(kind, _)| json!(kind)).collect();
        if kinds.is_empty() {
            return Ok(());
        }
        let which = self.ability(clerk, side, &kinds)?;
        clerk.count("ability of mace-tyrell");
        let footman = Units::from([("footman".to_owned(), 1)]);
        if side == Side::Defender {
            minus(&mut self.battle.attackers, &footman);
            return Ok(());
        }
        let ground = at.at_mut(&self.battle.area);
        // Were he the last, the battle goes on all the same, with the order of the area (23).
        minus(if which == "fit" { &mut ground.units } else { &mut ground.routed }, &footman);
        Ok(())
    }

    /// Standing and routed units of a side in the battle.
    pub fn units(&self, at: &Position, side: Side) -> (Units, Units) {
        if side == Side::Attacker {
            return (self.battle.attackers.clone(), Units::new());
        }
        let ground = at.at(&self.battle.area);
        (ground.units.clone(), ground.routed.clone())
    }

    fn is_supported(&self, side: Side) -> bool {
        self.lent.iter().any(|(_, to)| *to == side)
    }

    /// What the ships of a house on a side count each; abilities change it in the order of play (12 to 14).
    fn ship(&self, at: &Position, side: Side, house: &str) -> i64 {
        let mut each = 1;
        for owner in self.in_turn(at) {
            let mine = self.house(owner) == house;
            if self.has(owner, "salladhor-saan") && self.is_supported(owner) && !mine {
                each = 0;
            }
            if self.has(owner, "victarion-greyjoy") && owner == Side::Attacker && side == owner && mine {
                each += 1;
            }
        }
        each
    }

    fn troop(&self, at: &Position, side: Side, house: &str, units: &Units) -> i64 {
        let siege = side == Side::Attacker && self.printed.structures.contains(&self.battle.area);
        let kevan =
            side == Side::Attacker && self.has(side, "ser-kevan-lannister") && self.house(side) == house;
        let number = |unit: &str| i64::from(units.get(unit).copied().unwrap_or(0));
        let ships = number("ship") * (self.ship(at, side, house) - 1);
        plain(units, siege) + number("footman") * i64::from(kevan) + ships
    }

    fn strength(&self, at: &Position, side: Side) -> i64 {
        let ground = at.at(&self.battle.area);
        let mut sum = self.troop(at, side, self.house(side), &self.units(at, side).0);
        if side == Side::Attacker {
            sum += bonus_of(&self.battle.order);
        } else {
            let order = ground.order.as_deref().unwrap_or_default();
            let times = if self.has(side, "catelyn-stark") { 2 } else { 1 };
            sum += if kind_of(order) == "defense" { bonus_of(order) * times } else { 0 };
            sum += ground.garrison;
        }
        for (from, _) in self.lent.iter().filter(|(_, to)| *to == side) {
            let support = at.at(from);
            sum += self.troop(at, side, support.house.as_deref().expect("units"), &support.units);
            sum += bonus_of(support.order.as_deref().unwrap_or_default());
        }
        if let Some(card) = &self.cards[side as usize] {
            let counts = !self.has(side.other(), "balon-greyjoy");
            sum += if counts { self.printed.cards[card].strength } else { 0 };
        }
        let behind = at.place(0, self.house(side)) > at.place(0, self.house(side.other()));
        sum += i64::from(self.has(side, "stannis-baratheon") && behind);
        sum += i64::from(self.davos(at, side)) + i64::from(self.theon(side));
        sum
    }

    fn davos(&self, at: &Position, side: Side) -> bool {
        let used = &at.houses[self.house(side)].used;
        self.has(side, "ser-davos-seaworth") && used.contains("stannis-baratheon")
    }

    fn theon(&self, side: Side) -> bool {
        let castle = self.printed.structures.contains(&self.battle.area);
        side == Side::Defender && self.has(side, "theon-greyjoy") && castle
    }

    /// Swords and fortifications of a side.
    pub fn icons(&self, at: &Position, side: Side) -> (u8, u8) {
        let printed = self.cards[side as usize].as_ref().map(|card| &self.printed.cards[card]);
        let mut swords = printed.map_or(0, |card| card.swords);
        let mut towers = printed.map_or(0, |card| card.fortifications);
        swords += u8::from(self.davos(at, side)) + u8::from(self.theon(side));
        if self.has(side, "nymeria-sand") {
            *(if side == Side::Attacker { &mut swords } else { &mut towers }) += 1;
        }
        if self.has(side, "asha-greyjoy") && !self.is_supported(side) {
            swords += 2;
            towers += 1;
        }
        (swords, towers)
    }

    fn decide(&self, at: &mut Position, clerk: &mut Clerk) -> Verdict<Side> {
        for side in [Side::Attacker, Side::Defender] {
            if let Some(card) = &self.cards[side as usize] {
                let side = if side == Side::Attacker { "attacker" } else { "defender" };
                clerk.count(&format!("card {card} of the {side}"));
            }
        }
        let mut sums = [self.strength(at, Side::Attacker), self.strength(at, Side::Defender)];
        let wins = |sums: [i64; 2]| {
            // In the end nobody is weaker than not at all (32).
            let sums = sums.map(|sum| sum.max(0));
            let first = at.place(1, &self.battle.attacker) < at.place(1, &self.defender);
            if sums[0] > sums[1] || sums[0] == sums[1] && first { Side::Attacker } else { Side::Defender }
        };
        let holder = at.tracks[1][0].clone();
        let side = [Side::Attacker, Side::Defender].into_iter().find(|side| self.house(*side) == holder);
        if let Some(side) = side.filter(|_| !at.blade_used) {
            let mut more = sums;
            more[side as usize] += 1;
            let used = clerk.ask(&Question {
                house: &holder,
                kind: "blade",
                at: &self.battle.area,
                legal: &Value::is_boolean,
                all: &|| Some(vec![json!(false), json!(true)]),
                pick: None,
                default: json!(wins(sums) != side && wins(more) == side),
                shows: json!({"strengths": {"attacker": sums[0], "defender": sums[1]}}),
            })?;
            clerk.count(&format!("blade: {used}"));
            if used == json!(true) {
                sums = more;
            }
            let winner = wins(sums);
            at.blade_used |= used == json!(true);
            return Ok(winner);
        }
        if sums[0] == sums[1] {
            clerk.count("tie in battle");
        }
        Ok(wins(sums))
    }

    /// A footman of a troop is a knight from now on.
    pub fn knight(units: &mut Units) {
        minus(units, &Units::from([("footman".to_owned(), 1)]));
        plus(units, &Units::from([("knight".to_owned(), 1)]));
    }
}
