//! Tactic cards after a battle: Pillage, Simultaneous Attacks, Breakthrough (B-17, B-108, B-111, B-114).

use super::ask::offer;
use super::battle::{Battle, Fight, Kind, Part};
use super::marches::{Way, ask_way, leave, redistribute, strict_units};
use super::position::{Position, mobile};
use super::printed::{GIFT, Printed};
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use crate::units::{Units, covers, minus, number_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Fight<'_> {
    /// What the attacker takes, having won.
    pub fn spoils(&mut self, at: &mut Position, clerk: &mut Clerk, winner: Part) -> Verdict<()> {
        if winner == Part::Defender {
            return Ok(());
        }
        let (side, loser) = (self.side(winner).to_owned(), self.side(winner.other()).to_owned());
        let conquered = self.kind != Kind::Strike && at.is_of(&self.area, &side) && !self.left[0].is_empty();
        // In the order in which the side has them, Breakthrough last (B-17).
        let names: Vec<String> =
            at.sides[&side].abilities.iter().map(|ability| ability.name.clone()).collect();
        for name in names {
            match name.as_str() {
                "pillage/b" if conquered => self.pillage(at, clerk, &side, &loser)?,
                "simultaneous-attacks/a" => self.take_order(at, clerk, &side, &loser)?,
                "simultaneous-attacks/b" if conquered => self.put_order(at, clerk, &side)?,
                _ => {}
            }
        }
        if conquered { self.breakthrough(at, clerk, &side) } else { Ok(()) }
    }

    fn take_order(&self, at: &mut Position, clerk: &mut Clerk, side: &str, loser: &str) -> Verdict<()> {
        let ordered = |area: &&String| at.is_of(area, loser) && at.at(area).order.is_some();
        let orders: Vec<Value> = self.printed.areas.iter().filter(ordered).map(|area| json!(area)).collect();
        let from = offer(at, clerk, side, ("simultaneous-attacks/a", 0), &self.area, &orders)?;
        if let Some(from) = from {
            at.at_mut(&from).order = None;
        }
        Ok(())
    }

    fn put_order(&self, at: &mut Position, clerk: &mut Clerk, side: &str) -> Verdict<()> {
        let may = |order: &&str| {
            let kind = kind_of(order);
            let legal = kind == "defense" || kind == "support" && self.area != GIFT;
            legal && !order.ends_with('*')
        };
        let orders: Vec<Value> = at.unused(side).into_iter().filter(may).map(|order| json!(order)).collect();
        let put = offer(at, clerk, side, ("simultaneous-attacks/b", 0), &self.area, &orders)?;
        if put.is_some() {
            at.at_mut(&self.area).order = put;
        }
        Ok(())
    }

    fn pillage(&self, at: &mut Position, clerk: &mut Clerk, side: &str, loser: &str) -> Verdict<()> {
        let (barrels, crowns) = self.printed.yields[&self.area];
        if barrels + crowns == 0 || !at.can_use(side, "pillage/b", 0) {
            return Ok(());
        }
        let find = |a: &&super::position::Ready| a.name == "pillage/b";
        let price = at.sides[side].abilities.iter().find(find).expect("found").price;
        if price > 0 && offer(at, clerk, side, ("pillage/b", 0), &self.area, &[json!("use")])?.is_none() {
            return Ok(());
        }
        clerk.count("pillage/b works");
        let mine = at.side(side);
        mine.supply = (mine.supply + barrels as usize).min(6);
        at.gain(side, crowns);
        let theirs = at.side(loser);
        theirs.supply = theirs.supply.saturating_sub(barrels as usize);
        theirs.power = theirs.power.saturating_sub(crowns);
        reconcile(at, self.printed, clerk, loser)?;
        clerk.step += 1;
        Ok(())
    }

    /// Cavalry of the battle goes on (B-114).
    fn breakthrough(&mut self, at: &mut Position, clerk: &mut Clerk, side: &str) -> Verdict<()> {
        let riders: Units = self.left[0]
            .iter()
            .filter(|(unit, _)| ["knight", "giant", "other", "king"].contains(&unit.as_str()))
            .map(|(unit, n)| (unit.clone(), *n))
            .collect();
        if self.margin == 0 || riders.is_empty() || !at.can_use(side, "breakthrough/b", 0) {
            return Ok(());
        }
        let reach = at.reach(self.printed, side, &self.area);
        let to: Vec<String> = match &self.fled {
            Some(area) => reach.into_iter().filter(|other| other == area).collect(),
            None => reach.into_iter().collect(),
        };
        let ways = [Way { from: self.area.clone(), units: riders, to }];
        let most = self.margin as u8;
        let march = ask_way(at, self.printed, clerk, side, "breakthrough-b", &ways, most, false)?;
        let Some(march) = march else { return Ok(()) };
        at.use_up(side, "breakthrough/b", 0);
        clerk.count("breakthrough/b");
        clerk.step += 1;
        let before = at.stormed();
        let (area, units) = march.to.iter().next().expect("one area");
        minus(&mut at.at_mut(&march.from).units, units);
        at.tidy(&march.from);
        leave(at, clerk, side, &march);
        if at.is_embattled(side, area) {
            let battle = Battle {
                kind: Kind::Breakthrough,
                area: area.clone(),
                from: march.from.clone(),
                side: side.to_owned(),
                units: units.clone(),
                order: "march+0".to_owned(),
            };
            battle.fight(at, self.printed, clerk, &before)?;
        } else {
            at.enter(area, side, units);
            at.winner = at.winner_now(&before);
            if at.winner.is_none() {
                redistribute(at, self.printed, clerk, side, &march.to)?;
            }
        }
        clerk.step += 1;
        Ok(())
    }
}

/// Units lost by area.
type Lost = BTreeMap<String, Units>;

fn after(at: &Position, lost: &Lost, side: &str) -> BTreeMap<String, u8> {
    lost.iter().map(|(area, units)| (area.clone(), at.army(area, side) - number_of(units))).collect()
}

fn read(answer: &Value) -> Option<Lost> {
    let each = |(area, units): (&String, &Value)| Some((area.clone(), strict_units(units)?));
    answer.as_object()?.iter().map(each).collect()
}

/// Armies over the limit: as few units as possible go.
pub fn reconcile(at: &mut Position, printed: &Printed, clerk: &mut Clerk, side: &str) -> Verdict<()> {
    if at.fits(printed, side, &BTreeMap::new()) {
        return Ok(());
    }
    let armies: Vec<(String, Units)> = printed
        .areas
        .iter()
        .filter(|area| at.is_of(area, side))
        .map(|area| (area.clone(), mobile(&at.all_units(area))))
        .filter(|(_, units)| !units.is_empty())
        .collect();
    let mut found: Vec<Lost> = Vec::new();
    for number in 1.. {
        let mut ways: Vec<(Lost, u8)> = vec![(Lost::new(), number)];
        for (area, units) in &armies {
            for (way, left) in ways.clone() {
                for taken in (1..=left.min(number_of(units))).flat_map(|n| ways_to_take(units, n)) {
                    let mut way = way.clone();
                    let left = left - number_of(&taken);
                    way.insert(area.clone(), taken);
                    ways.push((way, left));
                }
            }
        }
        found.extend(ways.into_iter().filter(|(_, left)| *left == 0).map(|(way, _)| way));
        found.retain(|way| at.fits(printed, side, &after(at, way, side)));
        if !found.is_empty() {
            break;
        }
    }
    let number: u8 = found[0].values().map(number_of).sum();
    let legal = |answer: &Value| {
        read(answer).is_some_and(|lost| {
            lost.iter().all(|(area, units)| {
                !units.is_empty() && at.is_of(area, side) && covers(&mobile(&at.all_units(area)), units)
            }) && lost.values().map(number_of).sum::<u8>() == number
                && at.fits(printed, side, &after(at, &lost, side))
        })
    };
    let answer = clerk.ask(&Question {
        house: side,
        kind: "disband",
        at: "supply",
        legal: &legal,
        all: &|| Some(found.iter().map(|way| json!(way)).collect()),
        pick: None,
        default: Value::Null,
        shows: json!({"amount": number}),
    })?;
    clerk.count("armies reconciled");
    for (area, units) in read(&answer).expect("checked") {
        at.side(side).lost += i64::from(number_of(&units));
        for (unit, n) in units {
            let ground = at.at_mut(&area);
            // Those who stand go first, as the answer does not tell them apart.
            let standing = n.min(ground.units.get(&unit).copied().unwrap_or(0));
            for (units, n) in [(&mut ground.units, standing), (&mut ground.routed, n - standing)] {
                let some = Units::from([(unit.clone(), n)]).into_iter().filter(|(_, n)| *n > 0).collect();
                minus(units, &some);
            }
        }
        at.tidy(&area);
    }
    Ok(())
}
