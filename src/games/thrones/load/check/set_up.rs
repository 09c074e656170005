//! The start: units where they can be, as many as there are, fed by the supply of their house; stars for every place.

use super::faults::{Faults, get};
use super::game::Rules;
use super::houses::{Known, is_unit};
use super::map::{Kind, Land, is_area};
use crate::games::thrones::armies::fit;
use crate::sheet::{Node, Refusal, Span};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(file: &Node, rules: &Rules, land: &Land, known: &Known, faults: &mut Faults) {
    let Some(houses) = get(file, "houses").and_then(Node::entries) else { return };
    let common = get(file, "units-per-house");
    let mut starts: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
    for (key, house) in houses {
        let name = key.text().unwrap_or_default();
        let areas = get(house, "units").map_or(&[][..], |node| faults.entries(node, "units"));
        let (mut counts, mut armies) = (BTreeMap::<&str, (u8, &Node)>::new(), Vec::new());
        for (area, units) in areas {
            let known = is_area(area, land, faults);
            let all = faults.list(units, "units");
            armies.push(u8::try_from(all.len()).unwrap_or(u8::MAX));
            for unit in all {
                if !is_unit(unit, rules, faults) {
                    continue;
                }
                let id = unit.text().unwrap_or_default();
                counts.entry(id).or_insert((0, unit)).0 += 1;
                if known {
                    terrain(area, unit, rules, land, faults);
                }
            }
            starts.entry(name).or_default().push(area);
        }
        let pool = get(house, "pool").or(common);
        for (unit, (number, at)) in counts {
            let most = pool.and_then(|pool| get(pool, unit)).and_then(Node::text);
            let most = most.and_then(|most| most.parse().ok()).unwrap_or(0u8);
            if number > most {
                let why = Refusal::new("board-pool").with("house", name).with("unit", unit);
                faults.error(at, why.with("number", number).with("pool", most));
            }
        }
        armies.retain(|army| *army > 1);
        armies.sort_unstable_by(|one, other| other.cmp(one));
        let held = areas.iter().filter_map(|(area, _)| area.text()).collect();
        fed(name, house, held, land, faults);
        supply(name, house, &armies, known, faults);
    }
    allowed(file, known.special, faults);
    let set_ups = get(file, "players").and_then(Node::entries).into_iter().flatten();
    for (key, set_up) in set_ups {
        allowed(set_up, known.special, faults);
        stars(file, key, set_up, faults);
        places(key, set_up, &starts, faults);
    }
}

/// Ships at sea, all others on land.
fn terrain(area: &Node, unit: &Node, rules: &Rules, land: &Land, faults: &mut Faults) {
    let id = unit.text().unwrap_or_default();
    let sails = rules.units.get(id).copied().unwrap_or(false);
    let Some(at) = area.text().and_then(|area| land.areas.get(area)) else { return };
    if sails != (at.kind != Kind::Land) {
        let why = Refusal::new("board-terrain").with("unit", id).with("area", at.name.as_str());
        faults.error(unit, why.with("sea", at.kind != Kind::Land));
    }
}

/// The armies of a house at the start fit its supply.
fn supply(house: &str, node: &Node, armies: &[u8], known: &Known, faults: &mut Faults) {
    let Some(at) = get(node, "supply") else { return };
    let Some(level) = faults.number(at, "supply", 0, 100) else { return };
    let Some(limits) = known.supply.get(usize::from(level)) else {
        let why = Refusal::new("board-supply-level").with("house", house).with("level", level);
        return faults.error(at, why.with("most", known.supply.len().saturating_sub(1)));
    };
    if !fit(armies, limits) {
        let why = Refusal::new("board-supply").with("house", house).with("level", level);
        faults.error(at, why.with("armies", armies).with("limits", limits.as_slice()));
    }
}

/// A house starts with the supply that the barrels of its areas give, as on the printed boards.
fn fed<'a>(house: &str, node: &Node, mut held: BTreeSet<&'a str>, land: &'a Land, faults: &mut Faults) {
    let homes = land.areas.iter().filter(|(_, area)| area.home.as_ref().and_then(Node::text) == Some(house));
    held.extend(homes.map(|(id, _)| id.as_str()));
    let areas = held.into_iter().filter_map(|area| land.areas.get(area));
    let barrels: u16 = areas.filter_map(|area| area.barrels).map(|(barrels, _)| u16::from(barrels)).sum();
    let Some(at) = get(node, "supply") else { return };
    let Some(level) = at.text().and_then(|level| level.parse::<u16>().ok()) else { return };
    if level != barrels {
        let why = Refusal::new("board-start-supply").with("house", house).with("level", level);
        faults.warning(at, why.with("barrels", barrels));
    }
}

/// A place of the King's Court allows no more special orders than a house has tokens for.
fn allowed(node: &Node, special: u8, faults: &mut Faults) {
    let Some(row) = get(node, "stars") else { return };
    for number in faults.list(row, "stars") {
        if let Some(stars) = faults.number(number, "stars", 0, 9).filter(|stars| *stars > special) {
            let why = Refusal::new("board-stars-most").with("stars", stars);
            faults.warning(number, why.with("special", special));
        }
    }
}

/// A star row has a number for each house.
fn stars(file: &Node, key: &Node, set_up: &Node, faults: &mut Faults) {
    let houses = get(set_up, "houses").map_or(0, |houses| houses.members().len());
    let own = get(set_up, "stars");
    let Some(row) = own.or_else(|| get(file, "stars")) else { return };
    let given = faults.list(row, "stars");
    // Fewer houses count from the first place of the common row.
    if given.len() < houses || own.is_some() && given.len() != houses {
        let at = if own.is_some() { row } else { key };
        let why = Refusal::new("board-stars").with("stars", given.len()).with("houses", houses);
        faults.error(at, why);
    }
}

/// No two houses of a set-up start in one area, none where nobody may go or a force stands.
fn places(key: &Node, set_up: &Node, starts: &BTreeMap<&str, Vec<&Node>>, faults: &mut Faults) {
    let players = key.text().unwrap_or_default();
    let houses = get(set_up, "houses").map_or(&[][..], Node::members);
    let closed = get(set_up, "closed").map_or(&[][..], Node::members);
    let forces = get(set_up, "forces").and_then(Node::entries).unwrap_or_default();
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for house in houses.iter().filter_map(Node::text) {
        for area in starts.get(house).into_iter().flatten() {
            let id = area.text().unwrap_or_default();
            let why =
                |code| Refusal::new(code).with("area", id).with("house", house).with("players", players);
            if let Some(other) = taken.insert(id, house) {
                faults.error(area, why("board-shared").with("other", other));
            }
            if closed.iter().any(|closed| closed.text() == Some(id)) {
                faults.error(area, why("board-closed"));
            }
            if forces.iter().any(|(forced, _)| forced.text() == Some(id)) {
                faults.error(area, why("board-forced"));
            }
        }
    }
}

/// Homes are those of houses, one each.
pub(super) fn homes(land: &Land, known: &Known, faults: &mut Faults) {
    let most = known.supply.len().saturating_sub(1);
    for area in land.areas.values().filter(|_| !known.supply.is_empty()) {
        if let Some((barrels, span)) = area.barrels.filter(|(barrels, _)| usize::from(*barrels) > most) {
            let why = Refusal::new("board-barrels").with("area", area.name.as_str());
            faults.warning_at(span, why.with("barrels", barrels).with("most", most));
        }
    }
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for home in land.areas.values().filter_map(|area| area.home.as_ref()) {
        let house = home.text().unwrap_or_default();
        if known.houses.iter().all(|known| known != house) {
            faults.unknown(home, "house", known.houses.iter().map(String::as_str));
        }
        if let Some(first) = seen.insert(house, home.span) {
            faults
                .error(home, Refusal::new("board-home-twice").with("house", house).with("line", first.line));
        }
    }
}
