//! Battles up to their result, by the book: "Battaglia", the FAQ.

use super::marches::{support_strength, supports};
use super::position::{Position, Units, minus, plus};
use super::printed::{Card, Printed, bonus_of};
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use serde_json::{Value, json};

/// Strength of units by themselves.
pub fn plain(units: &Units) -> i64 {
    units.iter().map(|(unit, n)| i64::from(*n) * if unit == "knight" { 2 } else { 1 }).sum()
}

/// A battle about to be fought: the attackers are off the board, between two areas.
pub struct Battle {
    pub area: String,
    pub from: String,
    pub attacker: String,
    pub attackers: Units,
    /// Of the March order.
    pub bonus: i64,
}

/// What the cards bring.
pub struct Cards {
    pub attacking: Card,
    pub defending: Card,
    /// Whether the ability of each is cancelled.
    cancelled: (bool, bool),
    /// Whether each was its house's seventh and last.
    pub last: (bool, bool),
}

impl Cards {
    fn attacker_has(&self, ability: &str) -> bool {
        self.attacking.ability == ability && !self.cancelled.0
    }

    fn defender_has(&self, ability: &str) -> bool {
        self.defending.ability == ability && !self.cancelled.1
    }
}

fn one_of<'a>(choices: &'a [Value]) -> impl Fn(&Value) -> bool + 'a {
    move |answer| choices.contains(answer)
}

impl Battle {
    pub fn fight(mut self, at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
        let defender = at.at(&self.area).house.clone().expect("somebody to fight");
        clerk.count(if printed.is_sea(&self.area) { "battle at sea" } else { "battle on land" });
        if at.at(&self.area).units.is_empty() {
            clerk.count("battle against routed units only");
        } else if !at.at(&self.area).routed.is_empty() {
            clerk.count("battle with some routed");
        }
        let strengths = (plain(&self.attackers) + self.bonus, self.base_of_defender(at));
        let given = supports(at, printed, clerk, &self.area, &self.attacker, strengths)?;
        let cards = self.choose_cards(at, printed, clerk, &defender, &given)?;
        if self.revealed(at, clerk, &defender, &cards)? {
            self.put_cards_away(at, clerk, &defender, &cards);
            return Ok(());
        }
        let attacker_wins = self.decide(at, clerk, &defender, &cards, &given)?;
        self.won(at, printed, clerk, &defender, &cards, attacker_wins)?;
        if attacker_wins {
            self.defender_loses(at, printed, clerk, &defender, &cards)?;
        } else {
            self.attacker_loses(at, printed, clerk, &defender, &cards)?;
        }
        self.put_cards_away(at, clerk, &defender, &cards);
        Ok(())
    }

    fn defense(&self, at: &Position) -> i64 {
        let order = at.at(&self.area).order.as_deref().unwrap_or("");
        if kind_of(order) == "defense" { bonus_of(order) } else { 0 }
    }

    fn base_of_defender(&self, at: &Position) -> i64 {
        plain(&at.at(&self.area).units) + self.defense(at)
    }

    fn choose_cards(
        &self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        defender: &str,
        given: &[(String, bool)],
    ) -> Verdict<Cards> {
        let support = |side| -> i64 {
            given.iter().filter(|(_, s)| *s == side).map(|(from, _)| support_strength(at, from, None)).sum()
        };
        let attacking = plain(&self.attackers) + self.bonus + support(true);
        let defending = self.base_of_defender(at) + support(false);
        let strengths = json!({"attacker": attacking, "defender": defending});
        let mut choose = |house: &str, side: &str, opponent: &str| -> Verdict<Card> {
            let hand: Vec<Value> = at.houses[house].hand.iter().map(|card| json!(card)).collect();
            let card = clerk.ask(&Question {
                house,
                kind: "card",
                at: &self.area,
                legal: &one_of(&hand),
                all: &|| Some(hand.clone()),
                pick: None,
                default: Value::Null,
                shows: json!({"side": side, "opponent": opponent, "strengths": strengths}),
            })?;
            Ok(printed.cards[card.as_str().expect("checked")].clone())
        };
        let attacking = choose(&self.attacker, "attacker", defender)?;
        let defending = choose(defender, "defender", &self.attacker)?;
        let mut play = |house: &str, card: &Card| {
            let hand = &mut at.houses.get_mut(house).expect("a house").hand;
            hand.remove(&card.id);
            hand.is_empty()
        };
        let last = (play(&self.attacker, &attacking), play(defender, &defending));
        let queen = |card: &Card| card.ability == "cancel-card-ability";
        let cancelled = (queen(&defending), queen(&attacking));
        if (cancelled.0 && !attacking.ability.is_empty()) || (cancelled.1 && !defending.ability.is_empty()) {
            clerk.count("ability cancel-card-ability");
        }
        Ok(Cards { attacking, defending, cancelled, last })
    }

    /// Ser Loras and Brienne; says whether the battle is over.
    fn revealed(
        &mut self,
        at: &mut Position,
        clerk: &mut Clerk,
        defender: &str,
        cards: &Cards,
    ) -> Verdict<bool> {
        if cards.attacker_has("discard-defense-order") && self.defense(at) > 0 {
            at.at_mut(&self.area).order = None;
            clerk.count("ability discard-defense-order");
        }
        if cards.defender_has("kill-footman") && self.attackers.contains_key("footman") {
            clerk.count("ability kill-footman by the defender");
            minus(&mut self.attackers, &Units::from([("footman".into(), 1)]));
            if self.attackers.is_empty() {
                clerk.count("battle ended by kill-footman: attacker gone");
                return Ok(true);
            }
        }
        if cards.attacker_has("kill-footman") {
            let ground = at.at(&self.area);
            let kinds: Vec<Value> = [("fit", &ground.units), ("routed", &ground.routed)]
                .into_iter()
                .filter(|(_, units)| units.contains_key("footman"))
                .map(|(kind, _)| json!(kind))
                .collect();
            if kinds.is_empty() {
                clerk.count("kill-footman without a footman");
                return Ok(false);
            }
            clerk.count("ability kill-footman by the attacker");
            let victim = self.ability(clerk, &self.attacker, &kinds)?;
            let ground = at.at_mut(&self.area);
            let units = if victim == "fit" { &mut ground.units } else { &mut ground.routed };
            minus(units, &Units::from([("footman".into(), 1)]));
            if at.all_units(&self.area).is_empty() {
                clerk.count("battle ended by kill-footman: defender gone");
                self.take(at, defender);
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ability(&self, clerk: &mut Clerk, house: &str, choices: &[Value]) -> Verdict<Value> {
        clerk.ask(&Question {
            house,
            kind: "ability",
            at: &self.area,
            legal: &one_of(choices),
            all: &|| Some(choices.to_vec()),
            pick: None,
            default: Value::Null,
            shows: Value::Null,
        })
    }

    /// Strength of both sides with cards, without the Blade.
    fn strengths(
        &self,
        at: &Position,
        cards: &Cards,
        given: &[(String, bool)],
        defender: &str,
    ) -> (i64, i64) {
        let each = |unit: &str| -> i64 {
            match unit {
                "knight" if cards.attacker_has("knights-attack-3") => 3,
                "footman" if cards.attacker_has("footmen-attack-2") => 2,
                "ship" if cards.attacker_has("ships-attack-2") => 2,
                "knight" => 2,
                _ => 1,
            }
        };
        let mut attacking: i64 = self.attackers.iter().map(|(unit, n)| i64::from(*n) * each(unit)).sum();
        attacking += self.bonus;
        let mut defending = plain(&at.at(&self.area).units);
        defending += self.defense(at) * if cards.defender_has("double-defense") { 2 } else { 1 };
        let salladhor = if cards.attacker_has("enemy-support-ships-0") {
            Some(self.attacker.as_str())
        } else {
            cards.defender_has("enemy-support-ships-0").then_some(defender)
        };
        for (from, for_attacker) in given {
            let strength = support_strength(at, from, salladhor);
            *(if *for_attacker { &mut attacking } else { &mut defending }) += strength;
        }
        if !cards.defender_has("enemy-card-0") {
            attacking += cards.attacking.strength;
        }
        if !cards.attacker_has("enemy-card-0") {
            defending += cards.defending.strength;
        }
        (attacking, defending)
    }

    /// Counts abilities of strength that changed something.
    fn count_strength_abilities(
        &self,
        at: &Position,
        clerk: &mut Clerk,
        cards: &Cards,
        given: &[(String, bool)],
    ) {
        let with = |unit: &str| self.attackers.contains_key(unit);
        let ships = given.iter().any(|(from, _)| at.at(from).units.contains_key("ship"));
        for (ability, matters) in [
            ("knights-attack-3", with("knight")),
            ("footmen-attack-2", with("footman")),
            ("ships-attack-2", with("ship")),
            ("enemy-card-0", cards.defending.strength > 0),
            ("enemy-support-ships-0", ships),
        ] {
            if matters && cards.attacker_has(ability) {
                clerk.count(&format!("ability {ability} by the attacker"));
            }
        }
        for (ability, matters) in [
            ("double-defense", self.defense(at) > 0),
            ("enemy-card-0", cards.attacking.strength > 0),
            ("enemy-support-ships-0", ships),
        ] {
            if matters && cards.defender_has(ability) {
                clerk.count(&format!("ability {ability} by the defender"));
            }
        }
    }

    /// Whether the attacker wins.
    fn decide(
        &self,
        at: &mut Position,
        clerk: &mut Clerk,
        defender: &str,
        cards: &Cards,
        given: &[(String, bool)],
    ) -> Verdict<bool> {
        self.count_strength_abilities(at, clerk, cards, given);
        let (mut attacking, mut defending) = self.strengths(at, cards, given, defender);
        let place = |house: &str| at.fiefdoms.iter().position(|h| h == house);
        let attacker_first = place(&self.attacker) < place(defender);
        let wins = |a: i64, d: i64| a > d || (a == d && attacker_first);
        let holder = at.fiefdoms[0].clone();
        if !at.blade_used && (holder == self.attacker || holder == defender) {
            let for_attacker = holder == self.attacker;
            let (more, less) = if for_attacker { (1, 0) } else { (0, 1) };
            let decides = wins(attacking, defending) != wins(attacking + more, defending + less);
            let used = clerk.ask(&Question {
                house: &holder,
                kind: "blade",
                at: &self.area,
                legal: &Value::is_boolean,
                all: &|| Some(vec![json!(false), json!(true)]),
                pick: None,
                default: json!(decides && wins(attacking + more, defending + less) == for_attacker),
                shows: json!({"strengths": {"attacker": attacking, "defender": defending}, "decides": decides}),
            })?;
            clerk.count(&format!("blade: {used}"));
            if used == json!(true) {
                at.blade_used = true;
                attacking += more;
                defending += less;
            }
        }
        if attacking == defending {
            clerk.count("tie in battle");
        }
        let won = wins(attacking, defending);
        clerk.count(if won { "attacker wins" } else { "defender wins" });
        Ok(won)
    }

    fn won(
        &mut self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        defender: &str,
        cards: &Cards,
        attacker_wins: bool,
    ) -> Verdict<()> {
        let attacker = self.attacker.clone();
        let (winner, loser) =
            if attacker_wins { (attacker.as_str(), defender) } else { (defender, attacker.as_str()) };
        let has = |ability| {
            if attacker_wins { cards.attacker_has(ability) } else { cards.defender_has(ability) }
        };
        let mut choices = vec![Value::Null];
        if has("win-two-power") {
            let gained = at.gain(winner, 2);
            clerk.count(&format!("ability win-two-power: {gained}"));
        } else if has("recover-card") {
            choices.extend(at.houses[winner].used.iter().map(|card| json!(card)));
            if let Some(card) = self.ability(clerk, winner, &choices)?.as_str() {
                clerk.count("ability recover-card");
                let house = at.houses.get_mut(winner).expect("a house");
                house.used.remove(card);
                house.hand.insert(card.to_owned());
            }
        } else if has("upgrade-footman") {
            self.renly(at, clerk, winner, attacker_wins)?;
        } else if has("remove-losers-order") {
            // Victories bear fruit after the retreat: in an area that was just taken no order lies any more.
            let lies = |area: &&String| {
                let taken = attacker_wins && **area == self.area;
                at.is_of(area, loser) && at.at(area).order.is_some() && !taken
            };
            let all = printed.areas.iter().filter(lies);
            let areas: Vec<Value> = all.map(|area| json!(area)).collect();
            if !areas.is_empty() {
                let area = self.ability(clerk, winner, &areas)?;
                at.at_mut(area.as_str().expect("checked")).order = None;
                clerk.count("ability remove-losers-order");
            }
        } else if has("remove-adjacent-order") {
            let may = |area: &&String| {
                let ground = at.at(area);
                let kind = ground.order.as_deref().map(kind_of);
                printed.adjacent(area, &self.area)
                    && !at.is_of(area, winner)
                    && matches!(kind, Some("support" | "consolidate"))
            };
            choices.extend(printed.areas.iter().filter(may).map(|area| json!(area)));
            if let Some(area) = self.ability(clerk, winner, &choices)?.as_str() {
                at.at_mut(area).order = None;
                clerk.count("ability remove-adjacent-order");
            }
        } else if has("discard-losers-card") && at.houses[winner].power > 0 {
            choices.extend(at.houses[loser].hand.iter().map(|card| json!(card)));
            if let Some(card) = self.ability(clerk, winner, &choices)?.as_str() {
                at.houses.get_mut(winner).expect("a house").power -= 1;
                let house = at.houses.get_mut(loser).expect("a house");
                house.hand.remove(card);
                house.used.insert(card.to_owned());
                clerk.count("ability discard-losers-card");
            }
        }
        Ok(())
    }

    fn renly(
        &mut self,
        at: &mut Position,
        clerk: &mut Clerk,
        winner: &str,
        attacker_wins: bool,
    ) -> Verdict<()> {
        let knights = |units: &Units| units.get("knight").copied().unwrap_or(0);
        let mut out = 0;
        for area in at.areas.keys() {
            if at.is_of(area, winner) {
                out += knights(&at.all_units(area));
            }
        }
        if attacker_wins {
            out += knights(&self.attackers);
        }
        let fought = if attacker_wins { self.attackers.clone() } else { at.at(&self.area).units.clone() };
        if out >= 4 || !fought.contains_key("footman") {
            clerk.count("upgrade-footman without a footman or a knight");
            return Ok(());
        }
        if self.ability(clerk, winner, &[json!(false), json!(true)])? == json!(true) {
            let units = if attacker_wins { &mut self.attackers } else { &mut at.at_mut(&self.area).units };
            minus(units, &Units::from([("footman".into(), 1)]));
            plus(units, &Units::from([("knight".into(), 1)]));
            clerk.count("ability upgrade-footman");
        }
        Ok(())
    }
}
