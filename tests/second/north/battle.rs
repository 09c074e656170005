//! Battles beyond the Wall up to their result (B-29, B-32, B-40 to B-50, and the tactic cards that work in them).

use super::ask::{ask, offer};
use super::position::{Position, mobile};
use super::printed::{FIST, OTHERS, Printed, WATCH, WILDLINGS, bonus_of, is_dashed, is_wall, worth};
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use crate::units::Units;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Strength of units, routed ones left out by whoever asks.
pub fn strength_of(units: &Units) -> i64 {
    units.iter().map(|(unit, n)| i64::from(*n) * worth(unit)).sum()
}

/// One side of a battle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Part {
    Attacker,
    Defender,
}

impl Part {
    pub fn other(self) -> Part {
        if self == Part::Attacker { Part::Defender } else { Part::Attacker }
    }

    fn name(self) -> &'static str {
        if self == Part::Attacker { "attacker" } else { "defender" }
    }
}

pub const PARTS: [Part; 2] = [Part::Attacker, Part::Defender];

/// What an attack is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    March,
    /// By a Raid order (B-115).
    Strike,
    /// By cavalry that goes on (B-114).
    Breakthrough,
}

/// A battle about to be fought: the attackers are off the board, between two areas; in a strike they are still there.
pub struct Battle {
    pub kind: Kind,
    pub area: String,
    pub from: String,
    pub side: String,
    pub units: Units,
    /// The March order.
    pub order: String,
}

/// A battle being fought.
pub struct Fight<'a> {
    pub printed: &'a Printed,
    pub kind: Kind,
    pub area: String,
    pub from: String,
    /// Attacker and defender.
    pub sides: [String; 2],
    pub attackers: Units,
    order: String,
    /// Areas that support, and whom.
    pub lent: Vec<(String, Part)>,
    /// The card of each side, and what the Horde has added.
    pub cards: [Option<String>; 2],
    pub added: Option<String>,
    /// Jon Snow, played though Ygritte bars him (B-45).
    jon_void: bool,
    bought_skull: bool,
    doubled: bool,
    dug_in: bool,
    /// Offensive Manoeuvres a counts.
    outdone: bool,
    /// What Ambush takes off each side.
    ambushed: [i64; 2],
    pub spared: bool,
    pub encircled: bool,
    /// By how much it was won.
    pub margin: i64,
    /// Units of each side that are destroyed, by heads.
    pub destroyed: [Units; 2],
    /// Where beaten units went.
    pub fled: Option<String>,
    /// Own units of the attacker that are left in the fight or came back, and those of the defender that stood in the battle.
    pub left: [Units; 2],
    /// Sections of the Wall that the Others held before this action.
    pub stormed: BTreeSet<String>,
}

impl Battle {
    /// Fights it out; says whether the attacker has won.
    pub fn fight(
        self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        before: &BTreeSet<String>,
    ) -> Verdict<bool> {
        let defender = at.at(&self.area).house.clone().expect("an embattled area");
        clerk.count(match self.kind {
            Kind::March => "battle by march",
            Kind::Strike => "battle by hit and run",
            Kind::Breakthrough => "battle by breakthrough",
        });
        if at.at(&self.area).units.is_empty() {
            clerk.count("battle against routed units only");
        } else if mobile(&at.all_units(&self.area)).is_empty() {
            clerk.count("battle against a catapult alone");
        }
        if self.kind == Kind::Strike {
            crate::units::minus(&mut at.at_mut(&self.from).units, &self.units);
        }
        let mut fight = Fight {
            printed,
            kind: self.kind,
            area: self.area,
            from: self.from,
            sides: [self.side, defender],
            attackers: self.units,
            order: self.order,
            lent: Vec::new(),
            cards: [None, None],
            added: None,
            jon_void: false,
            bought_skull: false,
            doubled: false,
            dug_in: false,
            outdone: false,
            ambushed: [0, 0],
            spared: false,
            encircled: false,
            margin: 0,
            destroyed: [Units::new(), Units::new()],
            fled: None,
            left: [Units::new(), Units::new()],
            stormed: before.clone(),
        };
        fight.declare(at, clerk)?;
        fight.call_support(at, clerk)?;
        fight.after_support(at, clerk)?;
        fight.choose_cards(at, clerk)?;
        fight.add_to_the_horde(at, clerk)?;
        let winner = fight.decide(at, clerk)?;
        fight.aftermath(at, clerk, winner)?;
        Ok(winner == Part::Attacker)
    }
}

impl Fight<'_> {
    pub fn side(&self, part: Part) -> &str {
        &self.sides[part as usize]
    }

    fn offer(&self, at: &mut Position, clerk: &mut Clerk, part: Part, what: (&str, u64)) -> Verdict<bool> {
        let answer = offer(at, clerk, self.side(part), what, &self.area, &[json!("use")])?;
        Ok(answer.is_some())
    }

    /// Abilities of a side that it may use at a moment, in the order in which it has them (B-17).
    fn in_order(&self, at: &Position, part: Part, names: &[&'static str]) -> Vec<&'static str> {
        let mut names = names.to_vec();
        let place = |name: &str| at.sides[self.side(part)].abilities.iter().position(|a| a.name == name);
        names.sort_by_key(|name| place(name));
        names
    }

    /// Encircle b, Breakthrough a: when the march is declared.
    fn declare(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for name in self.in_order(at, Part::Attacker, &["encircle/b", "breakthrough/a"]) {
            let special = self.kind == Kind::March && self.order == "march*" && !at.plain;
            match name {
                "encircle/b" => self.bought_skull = self.offer(at, clerk, Part::Attacker, (name, 2))?,
                _ if special => self.doubled = self.offer(at, clerk, Part::Attacker, (name, 0))?,
                _ => {}
            }
        }
        Ok(())
    }

    fn call_support(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for side in at.throne().to_vec() {
            for from in at.orders(self.printed, &side, "support") {
                if !self.printed.adjacent(&from, &self.area) || is_dashed(&from, &self.area) {
                    continue;
                }
                let mut parts = vec![json!("none")];
                for part in PARTS {
                    if side != self.side(part.other()) {
                        parts.push(json!(part.name()));
                    }
                }
                let place = format!("{}/{from}", self.area);
                let answer = ask(clerk, &side, "support", &place, &parts)?;
                let own = self.sides.contains(&side);
                let whose = if own { "own" } else { "another's" };
                clerk.count(&format!("support: {whose}, {}", answer.as_str().expect("checked")));
                for part in PARTS {
                    if answer == json!(part.name()) {
                        self.lent.push((from.clone(), part));
                    }
                }
            }
        }
        for part in PARTS {
            let side = self.side(part).to_owned();
            // What would lend nothing is not asked for (B-18).
            let far = |from: &&String| {
                !self.printed.adjacent(from, &self.area) && **from != self.area && self.given(at, from) > 0
            };
            let orders = at.orders(self.printed, &side, "support");
            let areas: Vec<Value> = orders.iter().filter(far).map(|from| json!(from)).collect();
            if let Some(from) = offer(at, clerk, &side, ("prepare-an-ambush/b", 0), &self.area, &areas)? {
                self.lent.push((from, part));
            }
        }
        Ok(())
    }

    /// Offensive Manoeuvres a, Organise the Defence a, Prepare an Ambush a: when all support is known, so that one may leave no
    /// power for the next (B-17, B-103).
    fn after_support(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        const NAMES: [&str; 3] = ["offensive-manoeuvres/a", "organise-the-defence/a", "prepare-an-ambush/a"];
        for part in PARTS {
            for name in self.in_order(at, part, &NAMES) {
                let order = at.at(&self.area).order.as_deref().unwrap_or_default();
                let defends = part == Part::Defender && kind_of(order) == "defense";
                let supported = self.lent.iter().any(|(_, to)| *to == part.other());
                if name == "offensive-manoeuvres/a" {
                    self.outdo(at, clerk, part)?;
                } else if name == "organise-the-defence/a" && defends {
                    self.dug_in = self.offer(at, clerk, part, (name, 0))?;
                } else if name == "prepare-an-ambush/a"
                    && supported
                    && self.offer(at, clerk, part, (name, 0))?
                {
                    self.ambushed[part.other() as usize] -= 1;
                }
            }
        }
        Ok(())
    }

    /// Offensive Manoeuvres a counts by itself, unless it has a price (B-19).
    fn outdo(&mut self, at: &mut Position, clerk: &mut Clerk, part: Part) -> Verdict<()> {
        const NAME: &str = "offensive-manoeuvres/a";
        let weaker = self.heads(at, Part::Attacker, false) < self.heads(at, Part::Defender, false);
        if part == Part::Attacker && weaker && at.can_use(self.side(part), NAME, 0) {
            let free = at.price(self.side(part), NAME) == 0;
            self.outdone = free || self.offer(at, clerk, part, (NAME, 0))?;
            if self.outdone {
                clerk.count("offensive-manoeuvres/a counts");
            }
        }
        Ok(())
    }

    fn choose_cards(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        let ygritte = at.sides[WILDLINGS].used.contains("ygritte") || at.annulled.contains("ygritte");
        let barred = self.sides.iter().any(|side| side == WILDLINGS) && !ygritte;
        for part in PARTS {
            let side = self.side(part);
            let mut hand: Vec<&String> = at.sides[side].hand.iter().collect();
            if barred && side == WATCH && hand.len() > 1 {
                hand.retain(|card| *card != "jon-snow");
            }
            let hand: Vec<Value> = hand.iter().map(|card| json!(card)).collect();
            let card = ask(clerk, side, "card", &self.area, &hand)?;
            if barred && card == json!("jon-snow") {
                self.jon_void = true;
                clerk.count("Jon Snow, barred");
            }
            self.cards[part as usize] = card.as_str().map(str::to_owned);
        }
        for part in PARTS {
            let card = self.cards[part as usize].clone().expect("a card");
            put_down(at, self.side(part), &card);
        }
        Ok(())
    }

    fn add_to_the_horde(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<()> {
        for part in PARTS {
            let hand = &at.sides[self.side(part)].hand;
            if !self.works(at, part, "zombie-horde") || hand.is_empty() {
                continue;
            }
            let mut choices = vec![Value::Null];
            choices.extend(hand.iter().map(|card| json!(card)));
            let answer = ask(clerk, self.side(part), "ability", &self.area, &choices)?;
            if let Some(card) = answer.as_str() {
                clerk.count("ability of zombie-horde");
                put_down(at, self.side(part), card);
                self.added = Some(card.to_owned());
            }
        }
        Ok(())
    }

    /// Whether a card of a side is in play with its text.
    pub fn works(&self, at: &Position, part: Part, card: &str) -> bool {
        let main = self.cards[part as usize].as_deref() == Some(card);
        let added = self.side(part) == OTHERS && self.added.as_deref() == Some(card);
        (main || added) && !at.annulled.contains(card)
    }

    /// Standing units of a side in the battle.
    pub fn units(&self, at: &Position, part: Part) -> Units {
        if part == Part::Attacker { self.attackers.clone() } else { at.at(&self.area).units.clone() }
    }

    /// What units lend from an area; catapults lend nothing but where the Watch defends (B-32).
    fn lends(&self, at: &Position, from: &str) -> i64 {
        let units = &at.at(from).units;
        let defends = self.side(Part::Defender) == WATCH;
        strength_of(&if defends { units.clone() } else { mobile(units) })
    }

    /// What a Support order gives in all.
    fn given(&self, at: &Position, from: &str) -> i64 {
        self.lends(at, from) + bonus_of(at.at(from).order.as_deref().unwrap_or_default(), at.plain)
    }

    /// Strength of units in the area and in support, without orders; of third sides only if wanted.
    fn heads(&self, at: &Position, part: Part, thirds: bool) -> i64 {
        let mine = |(from, to): &&(String, Part)| *to == part && (thirds || at.is_of(from, self.side(part)));
        let lent: i64 = self.lent.iter().filter(mine).map(|(from, _)| self.lends(at, from)).sum();
        strength_of(&self.units(at, part)) + lent
    }

    fn of_place(&self, at: &Position) -> i64 {
        let against = self.side(Part::Attacker);
        if self.side(Part::Defender) != WATCH {
            return 0;
        }
        let wall = is_wall(&self.area) && !self.works(at, Part::Attacker, "osha");
        let fist = self.area == FIST && against == WILDLINGS;
        i64::from(wall || fist)
    }

    fn of_card(&self, at: &Position, part: Part, card: &str) -> i64 {
        if at.annulled.contains(card) || card == "jon-snow" && self.jon_void {
            return 0;
        }
        let side = &at.sides[self.side(part)];
        let used = |card: &str| i64::from(side.used.contains(card));
        let more = match card {
            "jon-snow" => used("lord-mormont") + used("qhorin"),
            "benjen-stark" => side.hand.len() as i64,
            "janos-slynt" if self.heads(at, part, true) < self.heads(at, part.other(), true) => -1,
            _ => 0,
        };
        self.printed.cards[card].strength + more
    }

    /// What the card of a side counts in the end.
    fn of_cards(&self, at: &Position, part: Part) -> i64 {
        if self.works(at, part.other(), "sorcerer-of-the-others") {
            return 0;
        }
        match &self.added {
            Some(added) if self.side(part) == OTHERS => self.of_card(at, part, added) - 1,
            _ => self.of_card(at, part, self.cards[part as usize].as_deref().expect("a card")),
        }
    }

    fn strength(&self, at: &Position, part: Part) -> i64 {
        let mut sum = strength_of(&self.units(at, part));
        let order = at.at(&self.area).order.as_deref().unwrap_or_default();
        if part == Part::Attacker {
            sum += bonus_of(&self.order, at.plain) * if self.doubled { 2 } else { 1 };
        } else if kind_of(order) == "defense" {
            sum += bonus_of(order, at.plain) * if self.dug_in { 2 } else { 1 };
        }
        for (from, _) in self.lent.iter().filter(|(_, to)| *to == part) {
            sum += self.given(at, from);
        }
        if part == Part::Defender {
            sum += self.of_place(at);
        }
        sum + self.ambushed[part as usize] + self.of_cards(at, part)
    }

    /// Swords and towers of a side.
    pub fn icons(&self, at: &Position, part: Part) -> (i64, i64) {
        let (mut swords, mut towers) = (0, 0);
        let added = self.added.as_ref().filter(|_| self.side(part) == OTHERS);
        for card in self.cards[part as usize].iter().chain(added).filter(|card| !at.annulled.contains(*card))
        {
            swords += self.printed.cards[card].swords;
            towers += self.printed.cards[card].fortifications;
            let used = |card: &str| i64::from(at.sides[WATCH].used.contains(card));
            if card == "jon-snow" && !self.jon_void {
                towers += used("lord-mormont");
                swords += used("qhorin");
            }
            swords += i64::from(card == "captain-of-the-others" && part == Part::Attacker);
        }
        (swords, towers + i64::from(self.dug_in && part == Part::Defender))
    }

    /// Skulls of a side: each costs the other a unit, whoever wins.
    pub fn skulls(&self, at: &Position, part: Part) -> u8 {
        let enemy = self.side(part.other());
        let wall = part == Part::Defender
            && self.side(part) == WATCH
            && is_wall(&self.area)
            && enemy == WILDLINGS
            && !self.works(at, part.other(), "osha");
        let qhorin = self.works(at, part, "qhorin") && enemy == WILDLINGS;
        let sam = self.works(at, part, "sam-tarly") && enemy == OTHERS;
        let bought = part == Part::Attacker && self.bought_skull;
        [wall, qhorin, sam, bought].into_iter().map(u8::from).sum()
    }

    fn decide(&mut self, at: &mut Position, clerk: &mut Clerk) -> Verdict<Part> {
        for part in PARTS {
            for card in self.cards[part as usize].iter().chain(&self.added) {
                clerk.count(&format!("card {card} of the {}", part.name()));
            }
        }
        let mut sums = PARTS.map(|part| self.strength(at, part));
        sums[0] += i64::from(self.outdone);
        let wins = |sums: [i64; 2]| {
            let sums = sums.map(|sum| sum.max(0));
            let first = at.place(1, self.side(Part::Attacker)) < at.place(1, self.side(Part::Defender));
            if sums[0] > sums[1] || sums[0] == sums[1] && first { Part::Attacker } else { Part::Defender }
        };
        let holder = at.tracks[1][0].clone();
        let part = PARTS.into_iter().find(|part| self.side(*part) == holder);
        if let Some(part) = part.filter(|_| !at.blade_used && !at.tokens_idle) {
            let mut more = sums;
            more[part as usize] += 1;
            let used = clerk.ask(&Question {
                house: &holder,
                kind: "blade",
                at: &self.area,
                legal: &Value::is_boolean,
                all: &|| Some(vec![json!(false), json!(true)]),
                pick: None,
                default: json!(wins(sums) != part && wins(more) == part),
                shows: json!({"strengths": {"attacker": sums[0], "defender": sums[1]}}),
            })?;
            clerk.count(&format!("blade: {used}"));
            if used == json!(true) {
                sums = more;
                at.blade_used = true;
            }
        }
        if sums[0] == sums[1] {
            clerk.count("tie in battle");
        }
        let first = at.place(1, self.side(Part::Attacker)) < at.place(1, self.side(Part::Defender));
        let sums = sums.map(|sum| sum.max(0));
        self.margin = (sums[0] - sums[1]).abs();
        let won = sums[0] > sums[1] || sums[0] == sums[1] && first;
        Ok(if won { Part::Attacker } else { Part::Defender })
    }
}

/// A card that is played is discarded from now on.
fn put_down(at: &mut Position, side: &str, card: &str) {
    let side = at.side(side);
    side.hand.remove(card);
    side.used.insert(card.to_owned());
}
