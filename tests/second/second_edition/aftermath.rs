//! What follows from the result of a battle of the second edition: items 49 to 51 of what it changes, cases 24, 33 to 56.

use super::battle::{Fight, Side};
use super::marches::strict_units;
use super::position::Position;
use crate::clerk::{Clerk, Question, Verdict};
use crate::units::{Units, covers, minus, number_of, plus, units_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Units without siege engines, which neither retreat nor are chosen as casualties.
fn mobile(units: &Units) -> Units {
    units.iter().filter(|(unit, _)| *unit != "siege-engine").map(|(unit, n)| (unit.clone(), *n)).collect()
}

impl Fight<'_> {
    pub fn aftermath(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Side) -> Verdict<()> {
        let (area, loser) = (self.battle.area.clone(), winner.other());
        clerk.count(if winner == Side::Attacker { "attacker wins" } else { "defender wins" });
        if winner == Side::Attacker {
            at.at_mut(&area).garrison = 0;
        }
        for side in self.in_turn(at) {
            self.on_result(at, clerk, side, side == winner)?;
        }
        self.casualties(at, clerk, loser)?;
        self.retreat(at, clerk, loser)?;
        if winner == Side::Attacker {
            self.advance(at, clerk);
        } else {
            self.stay(at);
        }
        for side in [Side::Attacker, Side::Defender] {
            self.refresh(at, clerk, side);
        }
        for side in self.in_turn(at) {
            self.after(at, clerk, side, winner)?;
        }
        for ground in at.areas.values_mut() {
            if ground.order.is_some() && ground.units.is_empty() {
                clerk.count("order of routed units removed");
                ground.order = None;
            }
        }
        Ok(())
    }

    /// Tywin, Renly, Cersei, Roose (37 to 39).
    fn on_result(&mut self, at: &mut Position, clerk: &mut Clerk, side: Side, won: bool) -> Verdict<()> {
        let house = self.house(side).to_owned();
        match self.cards[side as usize].as_deref() {
            Some("tywin-lannister") if won => at.gain(&house, 2),
            Some("renly-baratheon") if won => self.renly(at, clerk, side)?,
            Some("cersei-lannister") if won => {
                let loser = self.house(side.other());
                let may = |area: &&String| {
                    at.is_of(area, loser) && at.at(area).order.is_some() && **area != self.battle.area
                };
                let mut choices = vec![Value::Null];
                choices.extend(self.printed.areas.iter().filter(may).map(|area| json!(area)));
                if choices.len() > 1
                    && let Some(area) = self.ability(clerk, side, &choices)?.as_str()
                {
                    at.at_mut(area).order = None;
                    clerk.count("ability of cersei-lannister");
                }
            }
            Some("roose-bolton") if !won => {
                let house = at.house(&house);
                house.hand.append(&mut house.used);
                clerk.count("ability of roose-bolton");
            }
            _ => {}
        }
        Ok(())
    }

    fn renly(&mut self, at: &mut Position, clerk: &mut Clerk, side: Side) -> Verdict<()> {
        let house = self.house(side).to_owned();
        let marching = if side == Side::Attacker { self.battle.attackers.clone() } else { Units::new() };
        let knights = at.number(&house, "knight") + marching.get("knight").copied().unwrap_or(0);
        if knights >= 5 {
            return Ok(());
        }
        let own = if side == Side::Attacker { &self.battle.from } else { &self.battle.area };
        let mut areas = Vec::new();
        let (fit, routed) = self.units(at, side);
        if fit.contains_key("footman") || routed.contains_key("footman") {
            areas.push(own.clone());
        }
        for (from, to) in &self.lent {
            if *to == side && at.is_of(from, &house) && at.all_units(from).contains_key("footman") {
                areas.push(from.clone());
            }
        }
        if areas.is_empty() {
            return Ok(());
        }
        let mut choices = vec![Value::Null];
        choices.extend(areas.iter().map(|area| json!(area)));
        if let Some(area) = self.ability(clerk, side, &choices)?.as_str() {
            clerk.count("ability of renly-baratheon");
            if side == Side::Attacker && area == self.battle.from {
                Self::knight(&mut self.battle.attackers);
                return Ok(());
            }
            let ground = at.at_mut(area);
            let fit = ground.units.contains_key("footman");
            Self::knight(if fit { &mut ground.units } else { &mut ground.routed });
        }
        Ok(())
    }

    fn take(&mut self, at: &mut Position, side: Side, lost: &Units) {
        if side == Side::Attacker {
            minus(&mut self.battle.attackers, lost);
        } else {
            minus(&mut at.at_mut(&self.battle.area).units, lost);
        }
    }

    fn casualties(&mut self, at: &mut Position, clerk: &mut Clerk, loser: Side) -> Verdict<()> {
        let (swords, towers) = (self.icons(at, loser.other()).0, self.icons(at, loser).1);
        let units = mobile(&self.units(at, loser).0);
        let number = swords.saturating_sub(towers).min(number_of(&units));
        if number == 0 {
            return Ok(());
        }
        if self.has(loser, "the-blackfish") {
            clerk.count("ability of the-blackfish");
            return Ok(());
        }
        let lost = clerk.ask(&Question {
            house: self.house(loser),
            kind: "casualties",
            at: &self.battle.area,
            legal: &|answer| {
                strict_units(answer).is_some_and(|lost| number_of(&lost) == number && covers(&units, &lost))
            },
            all: &|| Some(ways_to_take(&units, number).iter().map(|way| json!(way)).collect()),
            pick: None,
            default: Value::Null,
            shows: json!({"number": number, "units": units}),
        })?;
        clerk.count(&format!("casualties: {number}"));
        self.take(at, loser, &units_of(&lost));
        Ok(())
    }

    /// Where the loser may go, with the units it costs; `led` by the winner's Robb.
    fn ways(&self, at: &Position, loser: Side, units: &Units, led: bool) -> BTreeMap<String, u8> {
        let (house, printed) = (self.house(loser), self.printed);
        let mut to = Vec::new();
        let from = &self.battle.from;
        let emptied = at.at(from).house.is_none() && at.at(from).token.as_deref() != Some(house);
        let foreign = printed.homes.get(from).is_some_and(|home| home != house);
        if loser == Side::Attacker && !(emptied && foreign) {
            to.push(from.clone());
        }
        if loser == Side::Defender || led {
            for area in at.reach(printed, house, &self.battle.area) {
                let ground = at.at(&area);
                let own = |of: Option<String>| of.is_none_or(|of| of == house);
                let free =
                    ground.neutral == 0 && own(ground.house.clone()) && own(at.controller(printed, &area));
                if free && area != *from {
                    to.push(area);
                }
            }
        }
        let number = number_of(units);
        let there = |area: &String| if at.is_of(area, house) { number_of(&at.all_units(area)) } else { 0 };
        let mut ways = BTreeMap::new();
        for area in to {
            let cost = (0..number).find(|lost| {
                let mut sizes = BTreeMap::from([(area.clone(), there(&area) + number - lost)]);
                if loser == Side::Defender {
                    sizes.insert(self.battle.area.clone(), 0);
                }
                at.fits(printed, house, &sizes)
            });
            let crowded = |cost: u8| printed.ports.contains_key(&area) && there(&area) + number - cost > 3;
            if let Some(cost) = cost.filter(|cost| !crowded(*cost)) {
                ways.insert(area, cost);
            }
        }
        let fewest = ways.values().min().copied();
        ways.retain(|_, cost| Some(*cost) == fewest);
        ways
    }

    fn retreat(&mut self, at: &mut Position, clerk: &mut Clerk, loser: Side) -> Verdict<()> {
        let house = self.house(loser).to_owned();
        let (all, routed) = self.units(at, loser);
        let units = mobile(&all);
        if units != all {
            clerk.count("siege engines destroyed");
        }
        if !routed.is_empty() {
            clerk.count("retreat: already routed, destroyed");
        }
        let mut gone = None;
        if !units.is_empty() {
            let winner = loser.other();
            let own = self.ways(at, loser, &units, false);
            let mut ways = own.clone();
            if self.has(winner, "robb-stark") {
                let led = self.ways(at, loser, &units, true);
                let same = led.len() == 1 && led == own;
                if !led.is_empty() && !same {
                    let mut choices = vec![Value::Null];
                    choices.extend(led.keys().map(|area| json!(area)));
                    if let Some(area) = self.ability(clerk, winner, &choices)?.as_str() {
                        clerk.count("ability of robb-stark");
                        ways = BTreeMap::from([(area.to_owned(), led[area])]);
                    }
                }
            }
            gone = self.choose_way(clerk, &house, &units, &ways)?;
        }
        self.take(at, loser, &all);
        if loser == Side::Defender {
            at.at_mut(&self.battle.area).routed = Units::new();
            at.tidy(&self.battle.area);
        }
        if let Some((to, left)) = gone {
            let ground = at.at_mut(&to);
            ground.house = Some(house);
            plus(&mut ground.routed, &left);
        }
        Ok(())
    }

    fn choose_way(
        &self,
        clerk: &mut Clerk,
        house: &str,
        units: &Units,
        ways: &BTreeMap<String, u8>,
    ) -> Verdict<Option<(String, Units)>> {
        if ways.is_empty() {
            clerk.count("retreat: nowhere to go");
            return Ok(None);
        }
        if ways.keys().any(|area| !self.printed.adjacent(area, &self.battle.area)) {
            clerk.count("retreat: could go by sea");
        }
        let legal = |answer: &Value| {
            let Some(area) = answer["to"].as_str() else { return false };
            let Some(lost) = strict_units(&answer["lost"]) else { return false };
            ways.get(area) == Some(&number_of(&lost)) && covers(units, &lost)
        };
        let all = || {
            let each = |(area, number): (&String, &u8)| -> Vec<Value> {
                let lost = ways_to_take(units, *number);
                lost.iter().map(|lost| json!({"to": area, "lost": lost})).collect()
            };
            Some(ways.iter().flat_map(each).collect())
        };
        let answer = clerk.ask(&Question {
            house,
            kind: "retreat",
            at: &self.battle.area,
            legal: &legal,
            all: &all,
            pick: None,
            default: Value::Null,
            shows: json!({"units": units, "to": ways}),
        })?;
        let lost = units_of(&answer["lost"]);
        let to = answer["to"].as_str().expect("checked").to_owned();
        let side = if house == self.battle.attacker { "attacker" } else { "defender" };
        clerk.count(&format!("retreat of the {side}{}", if lost.is_empty() { "" } else { " with loss" }));
        if self.printed.ports.contains_key(&to) {
            clerk.count("retreat into a port");
        }
        let mut left = units.clone();
        minus(&mut left, &lost);
        Ok(Some((to, left)))
    }

    /// The attackers move in, unless nobody is left of them (24), or Arianne bars the way (49, 50).
    fn advance(&mut self, at: &mut Position, clerk: &mut Clerk) {
        let attacker = self.battle.attacker.clone();
        let units = std::mem::take(&mut self.battle.attackers);
        let barred = self.has(Side::Defender, "arianne-martell");
        if units.is_empty() {
            clerk.count("victory with nobody left");
            return;
        }
        if barred {
            clerk.count("ability of arianne-martell");
        }
        let to = if barred { self.battle.from.clone() } else { self.battle.area.clone() };
        let ground = at.at_mut(&to);
        if !barred {
            ground.order = None;
            ground.token = ground.token.take().filter(|owner| *owner == attacker);
        }
        ground.house = Some(attacker);
        plus(&mut ground.units, &units);
    }

    /// The defender has won, and whatever is left of the attackers has gone.
    fn stay(&mut self, at: &mut Position) {
        at.tidy(&self.battle.area);
    }

    /// Whose last card is used takes the others back.
    fn refresh(&self, at: &mut Position, clerk: &mut Clerk, side: Side) {
        let (card, house) = (self.cards[side as usize].clone(), at.house(self.house(side)));
        if house.hand.is_empty() {
            clerk.count("hand returned");
            std::mem::swap(&mut house.hand, &mut house.used);
            if let Some(card) = card {
                house.hand.remove(&card);
                house.used.insert(card);
            }
        }
    }

    /// Loras, Patchface (51 to 54).
    fn after(&self, at: &mut Position, clerk: &mut Clerk, side: Side, winner: Side) -> Verdict<()> {
        match self.cards[side as usize].as_deref() {
            Some("ser-loras-tyrell")
                if side == Side::Attacker
                    && winner == side
                    && at.is_of(&self.battle.area, &self.battle.attacker) =>
            {
                at.at_mut(&self.battle.area).order = Some(self.battle.order.clone());
                clerk.count("ability of ser-loras-tyrell");
            }
            Some("patchface") => {
                let opponent = self.house(side.other());
                let mut choices = vec![Value::Null];
                choices.extend(at.houses[opponent].hand.iter().map(|card| json!(card)));
                if let Some(card) = self.ability(clerk, side, &choices)?.as_str() {
                    clerk.count("ability of patchface");
                    let house = at.house(opponent);
                    house.hand.remove(card);
                    house.used.insert(card.to_owned());
                    if house.hand.is_empty() {
                        std::mem::swap(&mut house.hand, &mut house.used);
                        house.hand.remove(card);
                        house.used.insert(card.to_owned());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}
