//! Marches beyond the Wall, and Redistribute the Forces (B-22 to B-27, B-32, B-106).

use super::ask::ask;
use super::battle::{Battle, Kind};
use super::position::{Position, mobile};
use super::printed::{KINDS, Printed, WATCH, is_home};
use crate::clerk::{Clerk, Question, Verdict};
use crate::units::{Units, covers, minus, number_of, plus, units_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One march as ordered.
pub struct March {
    pub from: String,
    pub to: BTreeMap<String, Units>,
    pub leave_power: bool,
}

/// Who may go where by a tactic card.
pub struct Way {
    pub from: String,
    pub units: Units,
    pub to: Vec<String>,
}

/// Units read strictly: no unknown kind, no zero.
pub fn strict_units(value: &Value) -> Option<Units> {
    let sound =
        |(unit, n): (&String, &Value)| KINDS.contains(&unit.as_str()) && n.as_u64().is_some_and(|n| n > 0);
    value.as_object()?.iter().all(sound).then(|| units_of(value))
}

/// Reads an answer strictly; none if it has not the form of one.
fn read(answer: &Value) -> Option<March> {
    let mut to = BTreeMap::new();
    for (area, units) in answer["to"].as_object()? {
        to.insert(area.clone(), strict_units(units).filter(|units| !units.is_empty())?);
    }
    let leave_power = answer["leave-power"].as_bool()?;
    Some(March { from: answer["from"].as_str()?.to_owned(), to, leave_power })
}

fn write(from: &str, to: &BTreeMap<String, Units>, leave_power: bool) -> Value {
    json!({"from": from, "to": to, "leave-power": leave_power})
}

fn together(to: &BTreeMap<String, Units>) -> Units {
    let mut all = Units::new();
    to.values().for_each(|units| plus(&mut all, units));
    all
}

/// Sizes of armies after a march: who attacks counts where he attacks.
fn fits(at: &Position, printed: &Printed, side: &str, march: &March) -> bool {
    let gone = number_of(&together(&march.to));
    let mut sizes = BTreeMap::from([(march.from.clone(), at.army(&march.from, side) - gone)]);
    for (area, units) in &march.to {
        sizes.insert(area.clone(), at.army(area, side) + number_of(units));
    }
    at.fits(printed, side, &sizes)
}

fn token_legal(at: &Position, side: &str, march: &March, price: u64) -> bool {
    !march.to.is_empty()
        && together(&march.to) == at.all_units(&march.from)
        && at.may_leave_token(side, &march.from, price)
}

fn moves_legal(at: &Position, printed: &Printed, side: &str, march: &March) -> bool {
    if !at.orders(printed, side, "march").contains(&march.from) {
        return false;
    }
    let (reach, gone) = (at.reach(printed, side, &march.from), together(&march.to));
    march.to.is_empty()
        || march.to.keys().all(|area| reach.contains(area))
            && covers(&mobile(&at.at(&march.from).units), &gone)
            && march.to.keys().filter(|area| at.is_embattled(side, area)).count() <= 1
            && fits(at, printed, side, march)
}

fn legal(at: &Position, printed: &Printed, side: &str, answer: &Value) -> bool {
    let Some(march) = read(answer) else { return false };
    moves_legal(at, printed, side, &march) && (!march.leave_power || token_legal(at, side, &march, 0))
}

/// More ways than this are not counted up.
const MOST_WAYS: usize = 1500;

/// Every way to send some units to some of the areas.
fn ways(units: &Units, reach: &[String]) -> Option<Vec<BTreeMap<String, Units>>> {
    let mut ways: Vec<(BTreeMap<String, Units>, Units)> = vec![(BTreeMap::new(), units.clone())];
    for area in reach {
        let mut more = Vec::new();
        for (way, left) in &ways {
            for group in (1..=number_of(left)).flat_map(|number| ways_to_take(left, number)) {
                let (mut left, mut way) = (left.clone(), way.clone());
                minus(&mut left, &group);
                way.insert(area.clone(), group);
                more.push((way, left));
            }
        }
        ways.extend(more);
        if ways.len() > MOST_WAYS {
            return None;
        }
    }
    Some(ways.into_iter().map(|(way, _)| way).collect())
}

fn all(at: &Position, printed: &Printed, side: &str) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for from in at.orders(printed, side, "march") {
        let reach: Vec<String> = at.reach(printed, side, &from).into_iter().collect();
        for to in ways(&mobile(&at.at(&from).units), &reach)? {
            let march = March { from: from.clone(), to, leave_power: false };
            if moves_legal(at, printed, side, &march) {
                all.push(write(&from, &march.to, false));
                if token_legal(at, side, &march, 0) {
                    all.push(write(&from, &march.to, true));
                }
            }
        }
    }
    Some(all)
}

/// A march by chance, to one or two areas, enemies first.
fn pick(at: &Position, printed: &Printed, side: &str, dice: &mut fastrand::Rng) -> Value {
    let from = dice.choice(at.orders(printed, side, "march")).expect("an order");
    let mut reach: Vec<String> = at.reach(printed, side, &from).into_iter().collect();
    dice.shuffle(&mut reach);
    if dice.u8(..4) > 0 {
        reach.sort_by_key(|area| !at.is_embattled(side, area));
    }
    reach.truncate(2);
    let mut marches = ways(&mobile(&at.at(&from).units), &reach).unwrap_or_default();
    dice.shuffle(&mut marches);
    for to in marches.into_iter().take(20).filter(|to| !to.is_empty()) {
        let mut march = March { from: from.clone(), to, leave_power: false };
        if moves_legal(at, printed, side, &march) {
            march.leave_power = dice.bool() && token_legal(at, side, &march, 0);
            return write(&from, &march.to, march.leave_power);
        }
    }
    write(&from, &BTreeMap::new(), false)
}

/// Whether a move by a tactic card is legal; `strike` if all go back, so that supply is not touched.
fn way_legal(
    at: &Position,
    printed: &Printed,
    side: &str,
    ways: &[Way],
    most: u8,
    (strike, price): (bool, u64),
    march: &March,
) -> bool {
    let Some(way) = ways.iter().find(|way| way.from == march.from) else { return false };
    let gone = together(&march.to);
    march.to.len() == 1
        && march.to.keys().all(|area| way.to.contains(area))
        && covers(&way.units, &gone)
        && number_of(&gone) <= most
        && (strike || fits(at, printed, side, march))
        && (!march.leave_power || !strike && token_legal(at, side, march, price))
}

/// Asks for a move by a tactic card.
#[expect(clippy::too_many_arguments, reason = "what the question has")]
pub fn ask_way(
    at: &Position,
    printed: &Printed,
    clerk: &mut Clerk,
    side: &str,
    what: &str,
    ways: &[Way],
    most: u8,
    strike: bool,
) -> Verdict<Option<March>> {
    let ability = what.rsplit_once('-').map(|(card, letter)| format!("{card}/{letter}")).unwrap_or_default();
    let price = at.price(side, &ability);
    let mut all = vec![Value::Null];
    for way in ways {
        for number in 1..=number_of(&way.units).min(most) {
            for (units, area) in
                ways_to_take(&way.units, number).iter().flat_map(|u| way.to.iter().map(move |a| (u, a)))
            {
                for leave_power in [false, true] {
                    let to = BTreeMap::from([(area.clone(), units.clone())]);
                    let march = March { from: way.from.clone(), to, leave_power };
                    if way_legal(at, printed, side, ways, most, (strike, price), &march) {
                        all.push(write(&march.from, &march.to, leave_power));
                    }
                }
            }
        }
    }
    let answer = ask(clerk, side, "tactic-march", what, &all)?;
    Ok(read(&answer))
}

/// After all of a march a group that it brought into an area without enemies may go on (B-106).
pub fn redistribute(
    at: &mut Position,
    printed: &Printed,
    clerk: &mut Clerk,
    side: &str,
    entered: &BTreeMap<String, Units>,
) -> Verdict<()> {
    if !at.can_use(side, "redistribute-the-forces/b", 0) {
        return Ok(());
    }
    let way = |(from, units): (&String, &Units)| {
        let near = at.reach(printed, side, from).into_iter();
        let to = near.filter(|area| !at.is_embattled(side, area)).collect();
        Way { from: from.clone(), units: units.clone(), to }
    };
    let ways: Vec<Way> = entered.iter().map(way).filter(|way| !way.to.is_empty()).collect();
    let Some(march) = ask_way(at, printed, clerk, side, "redistribute-the-forces-b", &ways, u8::MAX, false)?
    else {
        return Ok(());
    };
    clerk.count("redistribute-the-forces/b");
    let before = at.stormed();
    at.use_up(side, "redistribute-the-forces/b", 0);
    for (area, units) in &march.to {
        minus(&mut at.at_mut(&march.from).units, units);
        at.tidy(&march.from);
        at.enter(area, side, units);
    }
    leave(at, clerk, side, &march);
    clerk.step += 2;
    at.winner = at.winner_now(&before);
    Ok(())
}

/// A token is left, if it is wanted.
pub fn leave(at: &mut Position, clerk: &mut Clerk, side: &str, march: &March) {
    if march.leave_power {
        at.at_mut(&march.from).token = Some(side.to_owned());
        at.side(side).power -= 1;
        clerk.count("token left");
    }
}

fn march(at: &mut Position, printed: &Printed, clerk: &mut Clerk, side: &str, march: &March) -> Verdict<()> {
    let from = march.from.as_str();
    let order = at.at(from).order.clone().expect("checked");
    clerk.count(["march: all stay", "march: one way", "march: several ways"][march.to.len().min(2)]);
    let before = at.stormed();
    let (mut attack, mut entered) = (None, BTreeMap::new());
    for (area, units) in &march.to {
        minus(&mut at.at_mut(from).units, units);
        if at.is_embattled(side, area) {
            attack = Some((area.clone(), units.clone()));
            continue;
        }
        if is_home(area) && side != WATCH && at.at(area).house.is_none() {
            clerk.count("march onto an empty shield");
        }
        at.enter(area, side, units);
        entered.insert(area.clone(), units.clone());
    }
    at.at_mut(from).order = None;
    at.tidy(from);
    leave(at, clerk, side, march);
    if let Some((area, units)) = attack {
        let (from, side) = (from.to_owned(), side.to_owned());
        let battle = Battle { kind: Kind::March, area, from, side, units, order };
        battle.fight(at, printed, clerk, &before)?;
    } else {
        at.winner = at.winner_now(&before);
    }
    if at.winner.is_some() {
        return Ok(());
    }
    redistribute(at, printed, clerk, side, &entered)
}

/// The stage.
pub fn marches(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for place in 0..at.throne().len() {
            let side = at.throne()[place].clone();
            if at.orders(printed, &side, "march").is_empty() {
                continue;
            }
            any = true;
            let answer = clerk.ask(&Question {
                house: &side,
                kind: "march",
                at: "",
                legal: &|answer| legal(at, printed, &side, answer),
                all: &|| all(at, printed, &side),
                pick: Some(&|dice| pick(at, printed, &side, dice)),
                default: json!({"to": {}, "leave-power": false}),
                shows: Value::Null,
            })?;
            march(at, printed, clerk, &side, &read(&answer).expect("checked"))?;
            clerk.step += 1;
            if let Some(winner) = &at.winner {
                clerk.count(&format!("won by {winner}"));
                return Ok(());
            }
        }
        if !any {
            return Ok(());
        }
    }
}
