//! Marches by the rules of the second edition: items 27 and 31 to 40 of what it changes, cases 30, 62 to 80.

use super::battle::{self, Battle};
use super::position::Position;
use super::printed::{Printed, bonus_of};
use crate::clerk::{Clerk, Question, Verdict};
use crate::units::{Units, covers, minus, number_of, plus, units_of, ways_to_take};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One march as ordered.
struct March {
    from: String,
    to: BTreeMap<String, Units>,
    leave_power: bool,
}

pub const KINDS: [&str; 4] = ["footman", "knight", "siege-engine", "ship"];

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

/// Whether units, or a garrison, of another house defend an area.
fn is_embattled(at: &Position, printed: &Printed, house: &str, area: &str) -> bool {
    let ground = at.at(area);
    let garrison = ground.garrison > 0 && printed.homes.get(area).is_some_and(|home| home != house);
    ground.house.as_deref().map_or(garrison, |other| other != house)
}

/// Strength against a neutral force: the units of the order that go there, the order's number, own Support orders next to the
/// area, those who join them by the same order counted (62, 73, 74).
fn against_force(at: &Position, printed: &Printed, house: &str, march: &March, area: &str) -> i64 {
    let siege = printed.structures.contains(area);
    let mut sum = battle::plain(&march.to[area], siege);
    sum += bonus_of(at.at(&march.from).order.as_deref().unwrap_or_default());
    for from in at.orders(printed, house, "support") {
        if battle::may_support(printed, &from, area) {
            sum += battle::plain(&at.at(&from).units, siege);
            sum += bonus_of(at.at(&from).order.as_deref().unwrap_or_default());
            sum += march.to.get(&from).map_or(0, |joining| battle::plain(joining, siege));
        }
    }
    sum
}

/// Whether the moves alone are allowed, the token aside.
fn moves_legal(at: &Position, printed: &Printed, house: &str, march: &March) -> bool {
    if !at.orders(printed, house, "march").contains(&march.from) {
        return false;
    }
    if march.to.is_empty() {
        return true;
    }
    let (reach, gone) = (at.reach(printed, house, &march.from), together(&march.to));
    let contested = |area: &String| at.at(area).neutral > 0 || is_embattled(at, printed, house, area);
    if !march.to.keys().all(|area| reach.contains(area))
        || !covers(&at.at(&march.from).units, &gone)
        || march.to.keys().filter(|area| contested(area)).count() > 1
    {
        return false;
    }
    let weak = |area: &&String| {
        at.at(area).neutral > 0 && against_force(at, printed, house, march, area) < at.at(area).neutral
    };
    if march.to.keys().any(|area| weak(&area)) {
        return false;
    }
    let mut sizes = BTreeMap::new();
    sizes.insert(march.from.clone(), number_of(&at.all_units(&march.from)) - number_of(&gone));
    for (area, units) in &march.to {
        let own = if at.is_of(area, house) { number_of(&at.all_units(area)) } else { 0 };
        let size = own + number_of(units);
        if printed.ports.contains_key(area) && size > 3 {
            return false;
        }
        sizes.insert(area.clone(), size);
    }
    at.fits(printed, house, &sizes)
}

/// A token may be left where the last unit leaves land that is not its own home, and has none yet (70).
fn token_legal(at: &Position, printed: &Printed, house: &str, march: &March) -> bool {
    !march.to.is_empty()
        && !printed.is_water(&march.from)
        && together(&march.to) == at.all_units(&march.from)
        && at.houses[house].power > 0
        && at.at(&march.from).token.is_none()
        && printed.homes.get(&march.from).map(String::as_str) != Some(house)
}

fn legal(at: &Position, printed: &Printed, house: &str, answer: &Value) -> bool {
    let Some(march) = read(answer) else { return false };
    moves_legal(at, printed, house, &march) && (!march.leave_power || token_legal(at, printed, house, &march))
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

fn all(at: &Position, printed: &Printed, house: &str) -> Option<Vec<Value>> {
    let mut all = Vec::new();
    for from in at.orders(printed, house, "march") {
        let reach: Vec<String> = at.reach(printed, house, &from).into_iter().collect();
        for to in ways(&at.at(&from).units, &reach)? {
            let march = March { from: from.clone(), to, leave_power: false };
            if moves_legal(at, printed, house, &march) {
                all.push(write(&from, &march.to, false));
                if token_legal(at, printed, house, &march) {
                    all.push(write(&from, &march.to, true));
                }
            }
        }
    }
    Some(all)
}

/// A march by chance, to one or two areas.
fn pick(at: &Position, printed: &Printed, house: &str, dice: &mut fastrand::Rng) -> Value {
    let from = dice.choice(at.orders(printed, house, "march")).expect("an order");
    let mut reach: Vec<String> = at.reach(printed, house, &from).into_iter().collect();
    dice.shuffle(&mut reach);
    reach.sort_by_key(|area| !is_embattled(at, printed, house, area));
    reach.truncate(2);
    let mut marches = ways(&at.at(&from).units, &reach).unwrap_or_default();
    dice.shuffle(&mut marches);
    for to in marches.into_iter().take(20).filter(|to| !to.is_empty()) {
        let mut march = March { from: from.clone(), to, leave_power: false };
        if moves_legal(at, printed, house, &march) {
            march.leave_power = dice.bool() && token_legal(at, printed, house, &march);
            return write(&from, &march.to, march.leave_power);
        }
    }
    write(&from, &BTreeMap::new(), false)
}

/// Ships in the ports of an area that their house does not control any more: gone with their order. Whoever controls the land
/// now has up to as many of its own, as pool, port and supply allow (76 to 79).
fn ships_pass(at: &mut Position, printed: &Printed, clerk: &mut Clerk, land: &str) -> Verdict<()> {
    for port in printed.ports.iter().filter(|(_, of)| *of == land).map(|(port, _)| port) {
        let owner = at.controller(printed, port);
        if at.at(port).house.is_none() || at.at(port).house == owner {
            continue;
        }
        let taken = number_of(&at.all_units(port));
        let mut ships = 0;
        if let Some(owner) = &owner {
            let pool = 6u8.saturating_sub(at.number(owner, "ship"));
            let fits = |n: &u8| at.fits(printed, owner, &BTreeMap::from([(port.clone(), *n)]));
            let most = (0..=taken.min(pool).min(3)).rev().find(fits).unwrap_or(0);
            let all: Vec<Value> = (0..=most).map(|n| json!(n)).collect();
            let answer = clerk.ask(&Question {
                house: owner,
                kind: "pick",
                at: &format!("port/{port}"),
                legal: &|answer| all.contains(answer),
                all: &|| Some(all.clone()),
                pick: None,
                default: json!(0),
                shows: Value::Null,
            })?;
            ships = answer.as_u64().expect("checked") as u8;
            clerk.count(&format!("port taken, {}", if ships > 0 { "ships wanted" } else { "no ships" }));
        } else {
            clerk.count("port left to nobody");
        }
        let ground = at.at_mut(port);
        (ground.units, ground.routed, ground.order, ground.house) = Default::default();
        if ships > 0 {
            (ground.units, ground.house) = ([("ship".to_owned(), ships)].into(), owner);
        }
    }
    Ok(())
}

fn march(at: &mut Position, printed: &Printed, clerk: &mut Clerk, house: &str, march: &March) -> Verdict<()> {
    let from = march.from.as_str();
    let order = at.at(from).order.clone().expect("checked");
    clerk.count(["march: all stay", "march: one way", "march: several ways"][march.to.len().min(2)]);
    let mut attack = None;
    for (area, units) in &march.to {
        if !printed.adjacent(from, area) {
            clerk.count("transport");
        }
        if printed.ports.contains_key(area) || printed.ports.contains_key(from) {
            clerk.count("march by port");
        }
        minus(&mut at.at_mut(from).units, units);
        if is_embattled(at, printed, house, area) {
            attack = Some((area.clone(), units.clone()));
            continue;
        }
        let ground = at.at_mut(area);
        if ground.neutral > 0 {
            clerk.count("neutral force falls");
        }
        ground.token = ground.token.take().filter(|owner| owner == house);
        (ground.house, ground.neutral) = (Some(house.to_owned()), 0);
        plus(&mut ground.units, units);
    }
    at.at_mut(from).order = None;
    let empty = at.all_units(from).is_empty();
    at.tidy(from);
    if march.leave_power {
        at.at_mut(from).token = Some(house.to_owned());
        at.house(house).power -= 1;
        clerk.count("token left");
    }
    if let Some((area, units)) = attack {
        if empty && !printed.is_water(from) && at.controller(printed, from).is_none() {
            // Nobody is left to hold the port, even if those who went come back.
            ships_pass(at, printed, clerk, from)?;
        }
        let battle =
            Battle { area, from: from.to_owned(), attacker: house.to_owned(), attackers: units, order };
        battle.fight(at, printed, clerk)?;
    }
    ships_pass(at, printed, clerk, from)?;
    march.to.keys().try_for_each(|area| ships_pass(at, printed, clerk, area))
}

/// The stage. The round goes by places of the Iron Throne track (30).
pub fn marches(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for place in 0..at.throne().len() {
            let house = at.throne()[place].clone();
            if at.orders(printed, &house, "march").is_empty() {
                continue;
            }
            any = true;
            let answer = clerk.ask(&Question {
                house: &house,
                kind: "march",
                at: "",
                legal: &|answer| legal(at, printed, &house, answer),
                all: &|| all(at, printed, &house),
                pick: Some(&|dice| pick(at, printed, &house, dice)),
                default: json!({"to": {}, "leave-power": false}),
                shows: Value::Null,
            })?;
            march(at, printed, clerk, &house, &read(&answer).expect("checked"))?;
            clerk.step += 1;
            at.winner = at.winner_by_areas(printed);
            if at.winner.is_some() {
                clerk.count("won by areas");
                return Ok(());
            }
        }
        if !any {
            return Ok(());
        }
    }
}
