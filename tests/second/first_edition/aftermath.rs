//! What a lost battle costs, by the book: "Controllo delle Perdite", "Ritirate", "Carte Casato usate".

use super::battle::{Battle, Cards};
use super::position::{Position, Units, covers, minus, number_of, plus, units_of, ways_to_take};
use super::printed::{Card, Printed};
use crate::clerk::{Clerk, Question, Verdict};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Units read strictly: no unknown kind, no zero.
fn strict_units(value: &Value) -> Option<Units> {
    let map: &Map<String, Value> = value.as_object()?;
    let sound = |(unit, n): (&String, &Value)| {
        ["footman", "knight", "ship"].contains(&unit.as_str()) && n.as_u64().is_some_and(|n| n > 0)
    };
    map.iter().all(sound).then(|| units_of(value))
}

/// The cheapest of some units.
fn cheapest(units: &Units, number: u8) -> Units {
    let mut left = number;
    let mut lost = Units::new();
    for unit in ["footman", "ship", "knight"] {
        let n = units.get(unit).copied().unwrap_or(0).min(left);
        if n > 0 {
            lost.insert(unit.to_owned(), n);
            left -= n;
        }
    }
    lost
}

impl Battle {
    /// Casualties among standing units of the loser; what is left of them.
    fn casualties(
        &self,
        clerk: &mut Clerk,
        loser: &str,
        units: &Units,
        winning: &Card,
        losing: &Card,
    ) -> Verdict<Units> {
        let number = winning.swords.saturating_sub(losing.fortifications).min(number_of(units));
        if number == 0 {
            return Ok(units.clone());
        }
        let lost = clerk.ask(&Question {
            house: loser,
            kind: "casualties",
            at: &self.area,
            legal: &|answer| {
                strict_units(answer).is_some_and(|lost| number_of(&lost) == number && covers(units, &lost))
            },
            all: &|| Some(ways_to_take(units, number).iter().map(|way| json!(way)).collect()),
            pick: None,
            default: json!(cheapest(units, number)),
            shows: json!({"number": number, "units": units}),
        })?;
        clerk.count(&format!("casualties: {number}"));
        let mut left = units.clone();
        minus(&mut left, &units_of(&lost));
        Ok(left)
    }

    /// Asks where to go and who is lost, and carries it out: areas with the number that must be lost.
    fn retreat(
        &self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        loser: &str,
        units: &Units,
        to: &BTreeMap<String, u8>,
    ) -> Verdict<()> {
        if to.is_empty() {
            clerk.count("retreat: nowhere to go");
            return Ok(());
        }
        let legal = |answer: &Value| {
            let Some(area) = answer["to"].as_str() else { return false };
            let Some(lost) = strict_units(&answer["lost"]) else { return false };
            to.get(area) == Some(&number_of(&lost)) && covers(units, &lost)
        };
        let all = || {
            let mut all = Vec::new();
            for (area, number) in to {
                all.extend(ways_to_take(units, *number).iter().map(|w| json!({"to": area, "lost": w})));
            }
            Some(all)
        };
        // An absent house goes to the area it controls with most of its units, else to the first. Nobody
        // controls a sea, and R-26 does not say what that means for ships: there we do not look.
        let by_list = |area: &&String| printed.areas.iter().position(|a| a == *area);
        let refuge = to
            .keys()
            .min_by_key(|area| {
                let controls = at.controller(printed, area).as_deref() == Some(loser);
                (
                    !controls,
                    std::cmp::Reverse(number_of(&at.all_units(area)) * u8::from(controls)),
                    by_list(area),
                )
            })
            .expect("somewhere to go")
            .clone();
        let absent = json!({"to": refuge, "lost": cheapest(units, to[&refuge])});
        let answer = clerk.ask(&Question {
            house: loser,
            kind: "retreat",
            at: &self.area,
            legal: &legal,
            all: &all,
            pick: None,
            default: if printed.is_sea(&refuge) { Value::Null } else { absent },
            shows: json!({"units": units, "to": to}),
        })?;
        let to = answer["to"].as_str().expect("checked");
        let lost = units_of(&answer["lost"]);
        let side = if loser == self.attacker { "attacker" } else { "defender" };
        clerk.count(&format!("retreat of the {side}{}", if lost.is_empty() { "" } else { " with loss" }));
        let mut left = units.clone();
        minus(&mut left, &lost);
        let ground = at.at_mut(to);
        ground.house = Some(loser.to_owned());
        plus(&mut ground.routed, &left);
        Ok(())
    }

    pub fn attacker_loses(
        &self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        _defender: &str,
        cards: &Cards,
    ) -> Verdict<()> {
        let left =
            self.casualties(clerk, &self.attacker, &self.attackers, &cards.defending, &cards.attacking)?;
        if left.is_empty() {
            clerk.count("attacker wiped out");
            return Ok(());
        }
        let whole = number_of(&left);
        let needed = (0..=whole).find(|lost| {
            let change = BTreeMap::from([(self.from.clone(), i32::from(whole - lost))]);
            at.fits(printed, &self.attacker, &change)
        });
        let to = needed.filter(|lost| *lost < whole).map(|lost| (self.from.clone(), lost));
        self.retreat(at, printed, clerk, &self.attacker, &left, &to.into_iter().collect())
    }

    pub fn defender_loses(
        &self,
        at: &mut Position,
        printed: &Printed,
        clerk: &mut Clerk,
        defender: &str,
        cards: &Cards,
    ) -> Verdict<()> {
        let units = at.at(&self.area).units.clone();
        let left = self.casualties(clerk, defender, &units, &cards.attacking, &cards.defending)?;
        if !at.at(&self.area).routed.is_empty() {
            clerk.count("retreat: already routed, destroyed");
        }
        // The area is the attacker's from here on: nothing of the defender counts in it any longer.
        let reach = at.reach(printed, defender, &self.area);
        self.take(at, defender);
        if left.is_empty() {
            return Ok(());
        }
        let mut to = BTreeMap::new();
        for area in reach {
            let ground = at.at(&area);
            let hostile = ground.house.as_deref().is_some_and(|house| house != defender)
                || at.controller(printed, &area).is_some_and(|house| house != defender)
                || ground.neutral > 0
                || area == self.from;
            if hostile {
                continue;
            }
            let whole = number_of(&left);
            let needed = (0..whole).find(|lost| {
                let change = BTreeMap::from([(area.clone(), i32::from(whole - lost))]);
                at.fits(printed, defender, &change)
            });
            if let Some(lost) = needed {
                to.insert(area, lost);
            }
        }
        if to.keys().any(|area| !printed.adjacent(area, &self.area)) {
            clerk.count("retreat: could go by sea");
        }
        self.retreat(at, printed, clerk, defender, &left, &to)
    }

    /// The attacker has the area: order and token of the defender are gone, and so is he.
    pub fn take(&self, at: &mut Position, defender: &str) {
        let ground = at.at_mut(&self.area);
        ground.order = None;
        if ground.token.as_deref() == Some(defender) {
            ground.token = None;
        }
        ground.house = Some(self.attacker.clone());
        ground.units = self.attackers.clone();
        ground.routed = Units::new();
    }

    /// Played cards are used. Whose was his seventh and last takes all seven back, even if Maester Luwin has
    /// given him one back meanwhile; so does he whose hand Melisandre has emptied. R-14.
    pub fn put_cards_away(&self, at: &mut Position, clerk: &mut Clerk, defender: &str, cards: &Cards) {
        let attacking = (self.attacker.as_str(), &cards.attacking, cards.last.0);
        for (house, card, last) in [attacking, (defender, &cards.defending, cards.last.1)] {
            let house = at.houses.get_mut(house).expect("a house");
            house.used.insert(card.id.clone());
            if last || house.hand.is_empty() {
                clerk.count(match (last, house.hand.is_empty()) {
                    (true, true) => "hand returned",
                    (true, false) => "hand returned although one card was recovered",
                    _ => "hand returned, emptied by Melisandre",
                });
                house.hand.append(&mut house.used);
            }
        }
    }
}
