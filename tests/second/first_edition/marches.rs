//! Marches, by the book: "Esecuzione degli Ordini di Marcia", "Trasporto Navale", "Stabilire il Controllo",
//! "Forze Neutrali".

use super::battle;
use super::position::{Position, Units, covers, minus, number_of, plus, units_of};
use super::printed::{Printed, bonus_of};
use crate::clerk::{Clerk, Question, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One march as ordered.
struct March {
    from: String,
    to: BTreeMap<String, Units>,
    leave_power: bool,
}

/// Reads an answer strictly; none if it has not the form of one.
fn read(answer: &Value) -> Option<March> {
    let mut to = BTreeMap::new();
    for (area, units) in answer["to"].as_object()? {
        let units = units.as_object()?;
        let sound = |(unit, n): (&String, &Value)| {
            ["footman", "knight", "ship"].contains(&unit.as_str()) && n.as_u64().is_some_and(|n| n > 0)
        };
        if units.is_empty() || !units.iter().all(sound) {
            return None;
        }
        to.insert(area.clone(), units_of(&Value::Object(units.clone())));
    }
    let leave_power = answer["leave-power"].as_bool()?;
    Some(March { from: answer["from"].as_str()?.to_owned(), to, leave_power })
}

fn together(to: &BTreeMap<String, Units>) -> Units {
    let mut all = Units::new();
    to.values().for_each(|units| plus(&mut all, units));
    all
}

fn is_embattled(at: &Position, house: &str, area: &str) -> bool {
    at.at(area).house.as_deref().is_some_and(|other| other != house)
}

/// Whether the moves alone are allowed, the token aside.
fn moves_legal(at: &Position, printed: &Printed, house: &str, march: &March) -> bool {
    if !at.orders(printed, house, "march").contains(&march.from) {
        return false;
    }
    if march.to.is_empty() {
        return true;
    }
    let reach = at.reach(printed, house, &march.from);
    let gone = together(&march.to);
    march.to.keys().all(|area| reach.contains(area))
        && covers(&at.at(&march.from).units, &gone)
        && march.to.keys().filter(|area| is_embattled(at, house, area)).count() <= 1
        && supply_legal(at, printed, house, march)
}

/// Supply must fit after the whole order; and as nobody can know whether a neutral force lets them in, it must
/// fit whoever of those marching on neutral forces has to stay.
fn supply_legal(at: &Position, printed: &Printed, house: &str, march: &March) -> bool {
    let neutral: Vec<&String> = march.to.keys().filter(|area| at.at(area).neutral > 0).collect();
    (0..1u32 << neutral.len()).all(|closed| {
        let stays =
            |area: &String| neutral.iter().position(|n| *n == area).is_some_and(|i| closed >> i & 1 == 1);
        let mut change = BTreeMap::new();
        for (area, units) in march.to.iter().filter(|(area, _)| !stays(area)) {
            change.insert(area.clone(), i32::from(number_of(units)));
            *change.entry(march.from.clone()).or_default() -= i32::from(number_of(units));
        }
        at.fits(printed, house, &change)
    })
}

/// Whether a power token may be left: the last unit leaves a land area, and there is a token at hand.
fn token_legal(at: &Position, printed: &Printed, house: &str, march: &March) -> bool {
    !march.to.is_empty()
        && !printed.is_sea(&march.from)
        && together(&march.to) == at.all_units(&march.from)
        && at.houses[house].power > 0
        && at.at(&march.from).token.as_deref() != Some(house)
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
            for number in 1..=number_of(left) {
                for group in super::position::ways_to_take(left, number) {
                    let mut left = left.clone();
                    minus(&mut left, &group);
                    let mut way = way.clone();
                    way.insert(area.clone(), group);
                    more.push((way, left));
                }
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
            if !moves_legal(at, printed, house, &march) {
                continue;
            }
            all.push(json!({"from": from, "to": march.to, "leave-power": false}));
            if token_legal(at, printed, house, &march) {
                all.push(json!({"from": from, "to": march.to, "leave-power": true}));
            }
        }
    }
    Some(all)
}

/// A march by chance: to one or two areas, mostly with somebody going somewhere.
fn pick(at: &Position, printed: &Printed, house: &str, dice: &mut fastrand::Rng) -> Value {
    let from = dice.choice(at.orders(printed, house, "march")).expect("an order");
    let mut reach: Vec<String> = at.reach(printed, house, &from).into_iter().collect();
    dice.shuffle(&mut reach);
    let some: Vec<String> = if dice.bool() {
        // One to fight for, one to join a lone friend: that is how a retreat can break supply.
        let fight = reach.iter().find(|area| is_embattled(at, house, area));
        let join = reach
            .iter()
            .find(|area| at.is_of(area, house) && number_of(&at.all_units(area)) == 1)
            .or(reach.iter().find(|area| !is_embattled(at, house, area)));
        fight.into_iter().chain(join).cloned().collect()
    } else {
        reach.into_iter().take(2).collect()
    };
    let mut marches = ways(&at.at(&from).units, &some).unwrap_or_default();
    dice.shuffle(&mut marches);
    marches.sort_by_key(|to| to.len() < 2);
    marches.truncate(20);
    for to in marches {
        let mut march = March { from: from.clone(), to, leave_power: false };
        if moves_legal(at, printed, house, &march) && (!march.to.is_empty() || dice.u8(..4) == 0) {
            march.leave_power = dice.bool() && token_legal(at, printed, house, &march);
            return json!({"from": from, "to": march.to, "leave-power": march.leave_power});
        }
    }
    json!({"from": from, "to": {}, "leave-power": false})
}

/// The support a march into an area gets, or both sides of a battle: area, house, for the attacker or not.
pub fn supports(
    at: &Position,
    printed: &Printed,
    clerk: &mut Clerk,
    area: &str,
    attacker: &str,
    strengths: (i64, i64),
) -> Verdict<Vec<(String, bool)>> {
    let defender = at.at(area).house.clone();
    let mut given = Vec::new();
    let (mut attacking, mut defending) = strengths;
    for house in &at.throne {
        for from in at.orders(printed, house, "support") {
            if !printed.adjacent(&from, area) || (printed.is_sea(area) && !printed.is_sea(&from)) {
                continue;
            }
            let mut sides = vec!["none"];
            if defender.as_deref() != Some(house) {
                sides.push("attacker");
            }
            if defender.is_some() && house != attacker {
                sides.push("defender");
            }
            let default = match (house == attacker, defender.as_deref() == Some(house)) {
                (true, _) => "attacker",
                (_, true) => "defender",
                _ => "none",
            };
            let strength = support_strength(at, &from, None);
            if strength == 0 {
                // Lending nothing to whomever is no question.
                clerk.count("support order that adds nothing");
                continue;
            }
            let answer = clerk.ask(&Question {
                house,
                kind: "support",
                at: &format!("{area}/{from}"),
                legal: &|answer| answer.as_str().is_some_and(|side| sides.contains(&side)),
                all: &|| Some(sides.iter().map(|side| json!(side)).collect()),
                pick: None,
                default: json!(default),
                shows: json!({"battle": area, "attacker": attacker, "defender": defender, "from": from,
                    "strength": strength, "strengths": {"attacker": attacking, "defender": defending}}),
            })?;
            let own = attacker == house || defender.as_deref() == Some(house);
            let whose = if own { "own" } else { "another's" };
            let side = answer.as_str().expect("checked");
            clerk.count(&format!("support: {whose}, {side}"));
            match side {
                "attacker" => {
                    given.push((from.clone(), true));
                    attacking += strength;
                }
                "defender" => {
                    given.push((from.clone(), false));
                    defending += strength;
                }
                _ => {}
            }
        }
    }
    Ok(given)
}

/// What a Support order adds; ships of others than `but` count nothing if Salladhor Saan plays for him.
pub fn support_strength(at: &Position, from: &str, salladhor: Option<&str>) -> i64 {
    let ground = at.at(from);
    let rain = at.open.iter().any(|card| card.trim_end_matches('*') == "rains-of-autumn");
    let dry = salladhor.is_some_and(|house| ground.house.as_deref() != Some(house));
    let mut sum = bonus_of(ground.order.as_deref().unwrap_or(""));
    for (unit, n) in &ground.units {
        sum += i64::from(*n)
            * match unit.as_str() {
                "footman" => i64::from(!rain),
                "knight" => 2,
                _ => i64::from(!dry),
            };
    }
    sum
}

/// Units come to an area that nobody contests.
fn arrive(at: &mut Position, clerk: &mut Clerk, house: &str, area: &str, units: &Units) {
    if at.at(area).token.as_deref().is_some_and(|owner| owner != house) {
        clerk.count("march onto an enemy token");
        at.at_mut(area).token = None;
    }
    let ground = at.at_mut(area);
    ground.house = Some(house.to_owned());
    ground.neutral = 0;
    plus(&mut ground.units, units);
}

fn enter_neutral(
    at: &mut Position,
    printed: &Printed,
    clerk: &mut Clerk,
    house: &str,
    area: &str,
    units: &Units,
    bonus: i64,
) -> Verdict<bool> {
    let marching = bonus + battle::plain(units);
    let force = at.at(area).neutral as i64;
    let given = supports(at, printed, clerk, area, house, (marching, force))?;
    let strength = marching + given.iter().map(|(from, _)| support_strength(at, from, None)).sum::<i64>();
    let kind = if printed.is_sea(area) { "sea" } else { "land" };
    let won = strength >= force;
    clerk.count(&format!("neutral {kind}: {}", if won { "entered" } else { "too strong" }));
    if won && marching < force {
        clerk.count("neutral entered by support");
    }
    Ok(won)
}

fn march(at: &mut Position, printed: &Printed, clerk: &mut Clerk, house: &str, march: &March) -> Verdict<()> {
    let from = march.from.as_str();
    let order = at.at_mut(from).order.take().expect("checked");
    let bonus = bonus_of(&order);
    if march.to.is_empty() {
        clerk.count("march: all stay");
        return Ok(());
    }
    clerk.count(if march.to.len() > 1 { "march: several ways" } else { "march: one way" });
    let mut neutral = Vec::new();
    let mut attack = None;
    for (area, units) in &march.to {
        if !printed.adjacent(from, area) {
            clerk.count("transport");
        }
        if at.at(area).neutral > 0 {
            neutral.push((area.clone(), units.clone()));
            continue;
        }
        minus(&mut at.at_mut(from).units, units);
        if is_embattled(at, house, area) {
            attack = Some((area.clone(), units.clone()));
        } else {
            arrive(at, clerk, house, area, units);
        }
    }
    neutral.sort_by_key(|(area, _)| printed.areas.iter().position(|a| a == area));
    for (area, units) in neutral {
        if enter_neutral(at, printed, clerk, house, &area, &units, bonus)? {
            minus(&mut at.at_mut(from).units, &units);
            arrive(at, clerk, house, &area, &units);
        }
    }
    let empty = at.all_units(from).is_empty();
    at.tidy(from);
    if march.leave_power && empty {
        at.at_mut(from).token = Some(house.to_owned());
        at.houses.get_mut(house).expect("a house").power -= 1;
        clerk.count("token left");
    } else if march.leave_power {
        clerk.count("token not left: units stayed before a neutral force");
    }
    match attack {
        Some((area, units)) => battle::Battle {
            area,
            from: from.to_owned(),
            attacker: house.to_owned(),
            attackers: units,
            bonus,
        }
        .fight(at, printed, clerk),
        None => Ok(()),
    }
}

/// The stage.
pub fn marches(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for house in at.throne.clone() {
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
            let ordered = read(&answer).expect("checked");
            march(at, printed, clerk, &house, &ordered)?;
            clerk.step += 1;
            at.winner = at.winner_by_areas(printed, Some(&house));
            if at.winner.is_some() {
                clerk.count("won by areas");
                return Ok(());
            }
        }
        if !any {
            break;
        }
    }
    for area in &printed.areas {
        let ground = at.at_mut(area);
        let routed = std::mem::take(&mut ground.routed);
        plus(&mut ground.units, &routed);
    }
    Ok(())
}
