//! What follows from the result of a battle beyond the Wall: losses, retreat, who holds the area, the dead that rise, the hand
//! (B-28, B-30, B-34, B-46 to B-51, B-105, B-107, B-110, B-117).

use super::ask::{ask, offer};
use super::battle::{Fight, Kind, PARTS, Part, strength_of};
use super::marches::strict_units;
use super::position::{Position, mobile};
use super::printed::{self, OTHERS, is_home, may_enter};
use crate::clerk::{Clerk, Question, Verdict};
use crate::units::{Units, covers, minus, number_of, plus, units_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Fight<'_> {
    pub fn aftermath(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) -> Verdict<()> {
        let loser = winner.other();
        clerk.count(if winner == Part::Attacker { "attacker wins" } else { "defender wins" });
        self.decided(at, clerk, winner)?;
        let swords = self.icons(at, winner).0 + if self.encircled { self.margin } else { 0 };
        let towers = self.icons(at, loser).1;
        let number = (swords - towers).max(0) as u8;
        let skulls = PARTS.map(|part| self.skulls(at, part.other()));
        if !self.spared || loser != Part::Defender {
            self.lose(at, clerk, loser, number, "")?;
        }
        for part in PARTS {
            if !self.spared || part != Part::Defender {
                self.lose(at, clerk, part, skulls[part as usize], "skulls/")?;
            }
        }
        if self.kind == Kind::Strike {
            self.back(at, clerk, winner);
        } else {
            self.retreat(at, clerk, winner)?;
        }
        self.tally(at, winner);
        self.convert(at, clerk, winner)?;
        for area in at.areas.keys().cloned().collect::<Vec<_>>() {
            at.tidy(&area);
        }
        self.cards_away(at, clerk)?;
        at.winner = at.winner_now(&self.stormed);
        if at.winner.is_some() {
            return Ok(());
        }
        self.spoils(at, clerk, winner)
    }

    /// Encircle a for the winner, Organise the Defence b for a beaten defender.
    fn decided(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) -> Verdict<()> {
        let use_it = [json!("use")];
        let loser = winner.other();
        // What could do nothing is not asked for: who dies by swords anyway, or by a skull, dies once (B-18).
        let units = i64::from(number_of(&mobile(&self.units(at, loser))));
        let (swords, towers) = (self.icons(at, winner).0, self.icons(at, loser).1);
        let skulls = i64::from(self.skulls(at, winner));
        let dead = |swords: i64| ((swords - towers).max(0) + skulls).min(units);
        let margin = self.margin;
        if dead(swords + margin) > dead(swords) {
            let side = self.side(winner).to_owned();
            let answer = offer(at, clerk, &side, ("encircle/a", 1), &self.area, &use_it)?;
            self.encircled = answer.is_some();
        }
        let all = if self.encircled { swords + margin } else { swords };
        if loser == Part::Defender && dead(all) > 0 {
            let side = self.side(loser).to_owned();
            let answer = offer(at, clerk, &side, ("organise-the-defence/b", 0), &self.area, &use_it)?;
            self.spared = answer.is_some();
        }
        Ok(())
    }

    fn take(&mut self, at: &mut Position, part: Part, lost: &Units) {
        if part == Part::Attacker {
            minus(&mut self.attackers, lost);
        } else {
            minus(&mut at.at_mut(&self.area).units, lost);
        }
    }

    /// Units of a side that it chooses itself are lost to swords or skulls.
    fn lose(
        &mut self,
        at: &mut Position,
        clerk: &mut Clerk,
        part: Part,
        number: u8,
        why: &str,
    ) -> Verdict<()> {
        let units = mobile(&self.units(at, part));
        let number = number.min(number_of(&units));
        if number == 0 {
            return Ok(());
        }
        let lost = clerk.ask(&Question {
            house: self.side(part),
            kind: "casualties",
            at: &format!("{why}{}", self.area),
            legal: &|answer| {
                strict_units(answer).is_some_and(|lost| number_of(&lost) == number && covers(&units, &lost))
            },
            all: &|| Some(ways_to_take(&units, number).iter().map(|way| json!(way)).collect()),
            pick: None,
            default: Value::Null,
            shows: json!({"number": number, "units": units}),
        })?;
        clerk.count(&format!("casualties: {why}{number}"));
        let lost = units_of(&lost);
        self.take(at, part, &lost);
        plus(&mut self.destroyed[part as usize], &lost);
        Ok(())
    }

    /// After a hit and run all are where they were; the beaten lie down (B-115).
    fn back(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) {
        let attacker = self.side(Part::Attacker).to_owned();
        let lie = |side: &str, part: Part| part != winner && side != OTHERS;
        self.left = [self.attackers.clone(), mobile(&at.at(&self.area).units)];
        let attackers = std::mem::take(&mut self.attackers);
        if !attackers.is_empty() {
            let down = lie(&attacker, Part::Attacker);
            let ground = at.at_mut(&self.from);
            ground.house = Some(attacker);
            plus(if down { &mut ground.routed } else { &mut ground.units }, &attackers);
        }
        if winner == Part::Attacker {
            clerk.count("hit and run: won");
            let down = lie(self.side(Part::Defender), Part::Defender);
            let ground = at.at_mut(&self.area);
            ground.order = None;
            if down {
                let beaten = mobile(&ground.units);
                minus(&mut ground.units, &beaten);
                plus(&mut ground.routed, &beaten);
            }
        } else {
            clerk.count("hit and run: lost");
        }
    }

    /// Where the loser may go, with the units it costs.
    fn ways(&self, at: &Position, loser: Part, units: &Units) -> BTreeMap<String, u8> {
        let side = self.side(loser);
        let mut to = Vec::new();
        if loser == Part::Attacker {
            let own = at.is_of(&self.from, side) || at.at(&self.from).token.as_deref() == Some(side);
            if own || !is_home(&self.from) || side == printed::WATCH {
                to.push(self.from.clone());
            }
        } else {
            for area in &self.printed.borders[&self.area] {
                let ground = at.at(area);
                let own = ground.house.as_deref() == Some(side) || ground.token.as_deref() == Some(side);
                let empty = ground.house.is_none()
                    && ground.token.is_none()
                    && (side == printed::WATCH || !is_home(area));
                let free = (own && ground.house.as_deref().is_none_or(|house| house == side)) || empty;
                if free && *area != self.from && may_enter(side, area) {
                    to.push(area.clone());
                }
            }
        }
        let number = number_of(units);
        let mut ways = BTreeMap::new();
        for area in to {
            let cost = (0..number).find(|lost| {
                let mut sizes = BTreeMap::from([(area.clone(), at.army(&area, side) + number - lost)]);
                if loser == Part::Defender {
                    sizes.insert(self.area.clone(), 0);
                }
                at.fits(self.printed, side, &sizes)
            });
            ways.extend(cost.map(|cost| (area, cost)));
        }
        let fewest = ways.values().min().copied();
        ways.retain(|_, cost| Some(*cost) == fewest);
        ways
    }

    fn retreat(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) -> Verdict<()> {
        let loser = winner.other();
        let side = self.side(loser).to_owned();
        let units = mobile(&self.units(at, loser));
        let routed = if loser == Part::Defender { at.at(&self.area).routed.clone() } else { Units::new() };
        if !routed.is_empty() {
            clerk.count("retreat: already routed, destroyed");
            plus(&mut self.destroyed[loser as usize], &routed);
        }
        let mut gone = None;
        if !units.is_empty() {
            let mut ways = self.ways(at, loser, &units);
            if winner == Part::Attacker && ways.len() > 1 {
                let choices: Vec<Value> = ways.keys().map(|area| json!(area)).collect();
                let leader = self.side(winner).to_owned();
                let led = offer(at, clerk, &leader, ("widen-the-net/b", 0), &self.area, &choices)?;
                if let Some(area) = led {
                    ways.retain(|other, _| *other == area);
                }
            }
            gone = self.choose_way(clerk, &side, &units, &ways)?;
        }
        self.take(at, loser, &units);
        if loser == Part::Defender {
            at.at_mut(&self.area).routed = Units::new();
            self.left[1] = Units::new();
        }
        let mut lost = units;
        if let Some((to, left)) = gone {
            minus(&mut lost, &left);
            let stands = side == OTHERS;
            let ground = at.at_mut(&to);
            ground.house = Some(side);
            plus(if stands { &mut ground.units } else { &mut ground.routed }, &left);
            self.left[loser as usize] = left;
            self.fled = Some(to);
        }
        plus(&mut self.destroyed[loser as usize], &lost);
        if winner == Part::Attacker {
            let units = self.attackers.clone();
            if units.is_empty() {
                clerk.count("victory with nobody left");
            } else {
                let attacker = self.side(winner).to_owned();
                at.enter(&self.area, &attacker, &units);
            }
            self.left[0] = units;
        } else {
            self.left[1] = mobile(&at.at(&self.area).units);
        }
        Ok(())
    }

    fn choose_way(
        &self,
        clerk: &mut Clerk,
        side: &str,
        units: &Units,
        ways: &BTreeMap<String, u8>,
    ) -> Verdict<Option<(String, Units)>> {
        if ways.is_empty() {
            clerk.count("retreat: nowhere to go");
            return Ok(None);
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
            house: side,
            kind: "retreat",
            at: &self.area,
            legal: &legal,
            all: &all,
            pick: None,
            default: Value::Null,
            shows: json!({"units": units, "to": ways}),
        })?;
        let lost = units_of(&answer["lost"]);
        let part = if side == self.side(Part::Attacker) { "attacker" } else { "defender" };
        clerk.count(&format!("retreat of the {part}{}", if lost.is_empty() { "" } else { " with loss" }));
        let mut left = units.clone();
        minus(&mut left, &lost);
        Ok(Some((answer["to"].as_str().expect("checked").to_owned(), left)))
    }

    /// What objectives count: heads lost, and for the Wildlings points of those whom they have beaten (B-94, B-95).
    fn tally(&self, at: &mut Position, winner: Part) {
        for part in PARTS {
            let lost = i64::from(number_of(&self.destroyed[part as usize]));
            at.side(self.side(part)).lost += lost;
        }
        let slain = strength_of(&self.destroyed[winner.other() as usize]);
        at.side(self.side(winner)).slain += slain;
    }

    /// The dead rise (B-46 to B-49).
    fn convert(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) -> Verdict<()> {
        let Some(part) = PARTS.into_iter().find(|part| self.side(*part) == OTHERS) else { return Ok(()) };
        let stands_here = at.is_of(&self.area, OTHERS) && !at.at(&self.area).units.is_empty();
        let here: Vec<String> = stands_here.then(|| self.area.clone()).into_iter().collect();
        if self.works(at, part, "king-of-the-others") && part == winner {
            let mut areas = here.clone();
            if part == Part::Attacker && at.controller(&self.from) == OTHERS {
                areas.push(self.from.clone());
            }
            self.raise(at, clerk, "king-of-the-others", &areas, self.margin.max(1) as u8)?;
        }
        if self.works(at, part, "captain-of-the-others") && part == winner {
            let dead = number_of(&self.destroyed[part.other() as usize]);
            self.raise(at, clerk, "captain-of-the-others", &here, dead)?;
        }
        let stand = self.stand(part, winner).filter(|_| !self.left[part as usize].is_empty());
        if self.works(at, part, "sorcerer-of-the-others") {
            let areas: Vec<String> = stand.clone().into_iter().collect();
            self.raise(at, clerk, "sorcerer-of-the-others", &areas, 1)?;
        }
        if self.works(at, part, "general-of-the-others") && at.number(OTHERS, "other") < 5 {
            let mut areas: Vec<String> = Vec::new();
            areas.extend(stand.filter(|_| self.left[part as usize].contains_key("zombie")));
            for (from, to) in &self.lent {
                if *to == part && at.is_of(from, OTHERS) && at.at(from).units.contains_key("zombie") {
                    areas.push(from.clone());
                }
            }
            areas.sort();
            areas.dedup();
            if !areas.is_empty() {
                let added = self.added.as_deref() == Some("general-of-the-others");
                let place = if added { format!("added/{}", self.area) } else { self.area.clone() };
                let mut choices = vec![Value::Null];
                choices.extend(areas.iter().map(|area| json!(area)));
                let answer = ask(clerk, OTHERS, "ability", &place, &choices)?;
                if let Some(area) = answer.as_str() {
                    clerk.count("ability of general-of-the-others");
                    let units = &mut at.at_mut(area).units;
                    minus(units, &Units::from([("zombie".to_owned(), 1)]));
                    plus(units, &Units::from([("other".to_owned(), 1)]));
                }
            }
        }
        Ok(())
    }

    /// Where the units of a side in the battle stand when it is over.
    fn stand(&self, part: Part, winner: Part) -> Option<String> {
        if self.kind == Kind::Strike {
            return Some(if part == Part::Attacker { self.from.clone() } else { self.area.clone() });
        }
        if part == winner { Some(self.area.clone()) } else { self.fled.clone() }
    }

    fn raise(
        &self,
        at: &mut Position,
        clerk: &mut Clerk,
        card: &str,
        areas: &[String],
        most: u8,
    ) -> Verdict<()> {
        let pool = 8u8.saturating_sub(at.number(OTHERS, "zombie"));
        let most = most.min(pool);
        let fits = |more: &BTreeMap<String, u8>| {
            let sizes = more.iter().map(|(area, n)| (area.clone(), at.army(area, OTHERS) + n)).collect();
            more.values().sum::<u8>() <= most
                && more.keys().all(|area| areas.contains(area))
                && at.fits(self.printed, OTHERS, &sizes)
        };
        let read = |answer: &Value| -> Option<BTreeMap<String, u8>> {
            let each = |(area, units): (&String, &Value)| {
                let units = strict_units(units)?;
                let n = units.get("zombie").copied()?;
                (units.len() == 1).then(|| (area.clone(), n))
            };
            answer.as_object()?.iter().map(each).collect()
        };
        let mut all: Vec<BTreeMap<String, u8>> = vec![BTreeMap::new()];
        for area in areas {
            for way in all.clone() {
                for n in 1..=most {
                    let mut way = way.clone();
                    way.insert(area.clone(), n);
                    all.push(way);
                }
            }
        }
        all.retain(&fits);
        let write = |way: &BTreeMap<String, u8>| -> Value {
            let each = way.iter().map(|(area, n)| (area.clone(), json!({"zombie": n})));
            Value::Object(each.collect())
        };
        let answer = clerk.ask(&Question {
            house: OTHERS,
            kind: "raise",
            at: card,
            legal: &|answer| read(answer).is_some_and(|more| fits(&more)),
            all: &|| Some(all.iter().map(write).collect()),
            pick: None,
            default: Value::Null,
            shows: Value::Null,
        })?;
        for (area, n) in read(&answer).expect("checked") {
            clerk.count(&format!("zombies by {card}"));
            at.side(OTHERS).raised += i64::from(n);
            let ground = at.at_mut(&area);
            ground.house = Some(OTHERS.to_owned());
            plus(&mut ground.units, &Units::from([("zombie".to_owned(), n)]));
        }
        Ok(())
    }

    /// Coup de Main b; then whoever has no card left takes the others back (B-50, B-110).
    fn cards_away(&self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for part in PARTS {
            let side = self.side(part).to_owned();
            let played = self.cards[part as usize].clone().expect("a card");
            let added = self.added.clone().filter(|_| side == OTHERS);
            let both: Vec<String> = std::iter::once(played.clone()).chain(added.clone()).collect();
            let back = |card: &&String| {
                let strength = self.printed.cards[*card].strength;
                let brought = |used: &String| {
                    let used = self.printed.cards[used].strength;
                    used == 0 && strength == 4 || used == 1 && strength == 3
                };
                !both.contains(*card) && both.iter().any(brought)
            };
            let choices: Vec<Value> =
                at.sides[&side].used.iter().filter(back).map(|card| json!(card)).collect();
            let taken = offer(at, clerk, &side, ("coup-de-main/b", 0), &self.area, &choices)?;
            let house = at.side(&side);
            if let Some(card) = taken {
                house.used.remove(&card);
                house.hand.insert(card);
            }
            if house.hand.is_empty() {
                clerk.count("hand returned");
                std::mem::swap(&mut house.hand, &mut house.used);
                let stays = added.unwrap_or(played);
                house.hand.remove(&stays);
                house.used.insert(stays);
            }
        }
        Ok(())
    }
}
