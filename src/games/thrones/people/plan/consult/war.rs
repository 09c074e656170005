//! Raids and battles. Rules: 1e, R-09, R-13 to R-19.

use super::wishes::{First, first, says};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Unit;
use crate::games::thrones::people::plan::model::{ASK, Blade, Favour, Plan, Redraw, Side, Tactics, Wish};
use crate::games::thrones::question::Units;
use crate::table::{Says, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the first listed raid that still has a target it names; then one that was listed without targets, or that has
/// none left at all. A raid whose named targets are gone while others are there is silent.
pub(super) fn raid(plan: &Plan, orders: &BTreeMap<String, Vec<String>>, board: &Board) -> Option<Says> {
    let listed =
        || plan.raids.iter().enumerate().filter_map(|(i, raid)| Some((i, raid, orders.get(&raid.from)?)));
    let with_targets = listed().find_map(|(i, raid, possible)| {
        let most = targets(board, &raid.from);
        let at: Vec<&String> = raid.at.iter().filter(|area| possible.contains(area)).take(most).collect();
        (!at.is_empty()).then(|| (i, json!({"from": raid.from, "at": at})))
    });
    let without = || {
        listed().find_map(|(i, raid, possible)| {
            (raid.at.is_empty() || possible.is_empty()).then(|| (i, json!({"from": raid.from, "at": []})))
        })
    };
    let (i, value) = with_targets.or_else(without)?;
    says(value, format!("raids.{}", i + 1))
}

/// Returns how many orders the Raid order in an area may remove. Rules: R-09.
fn targets(board: &Board, from: &str) -> usize {
    let order = board.world.area(from).and_then(|area| board.spot(area).order);
    order.map_or(1, |order| (board.edition.raid_targets)(board, order))
}

/// Returns the side to support: by the battle, then by the plan's own house, the houses in the battle, and all others.
pub(super) fn support(
    plan: &Plan,
    own: &str,
    battle: &str,
    attacker: &str,
    defender: Option<&str>,
) -> Option<Says> {
    let rules = &plan.support;
    let side = |house: &str| {
        if house == attacker {
            "attacker"
        } else if defender == Some(house) {
            "defender"
        } else {
            "none"
        }
    };
    if let Some(wish) = rules.at.get(battle) {
        let path = format!("support.{battle}");
        return match wish {
            Side::Attacker => says("attacker", path),
            Side::Defender if defender.is_some() => says("defender", path),
            Side::Defender | Side::None => says("none", path),
            Side::House(house) => says(side(house), path),
            Side::Ask => Some(Says::Ask),
        };
    }
    if side(own) != "none" {
        return match (rules.own?, side(own)) {
            (Favour::Ask, _) => Some(Says::Ask),
            (favour, side) => says(if helps(favour, side) { side } else { "none" }, "support.own"),
        };
    }
    let favour = |house: &str| {
        let named = rules.houses.get(house).map(|favour| (*favour, house.to_owned()));
        named.or_else(|| rules.others.map(|favour| (favour, "others".to_owned())))
    };
    let sides: Vec<(&str, Option<(Favour, String)>)> =
        [Some(attacker), defender].into_iter().flatten().map(|house| (side(house), favour(house))).collect();
    if sides.iter().flat_map(|(_, f)| f).any(|(favour, _)| *favour == Favour::Ask) {
        return Some(Says::Ask);
    }
    let mut helped = sides.iter().filter_map(|(side, favour)| {
        favour.as_ref().filter(|(favour, _)| helps(*favour, side)).map(|(_, who)| (*side, who))
    });
    match (helped.next(), helped.next()) {
        (Some((side, who)), None) => says(side, format!("support.{who}")),
        // Both are supported: the plan does not say which goes first.
        (Some(_), Some(_)) => None,
        // Neither side, if the plan speaks of both.
        (None, _) => {
            let (_, who) = sides.iter().find_map(|(_, favour)| favour.clone())?;
            if sides.iter().any(|(_, favour)| favour.is_none()) {
                return None;
            }
            says("none", format!("support.{who}"))
        }
    }
}

fn helps(favour: Favour, side: &str) -> bool {
    match favour {
        Favour::Always => true,
        Favour::Attacker => side == "attacker",
        Favour::Defender => side == "defender",
        Favour::Never | Favour::Ask => false,
    }
}

/// Returns the wishes for a battle, the most specific first, with their places in the plan.
pub(super) fn tactics<'a>(plan: &'a Plan, battle: &str, side: Option<&str>) -> Vec<(&'a Tactics, String)> {
    let all = &plan.battle;
    let mut list: Vec<(&Tactics, String)> = Vec::new();
    list.extend(all.at.get(battle).map(|tactics| (tactics, format!("battle.at {battle}"))));
    match side {
        Some("attacker") => list.push((&all.attacking, "battle.if attacking".into())),
        Some("defender") => list.push((&all.defending, "battle.if defending".into())),
        _ => {}
    }
    list.push((&all.always, "battle".into()));
    list
}

pub(super) fn card(plan: &Plan, battle: &str, side: &str, hand: &[String]) -> Option<Says> {
    tactics(plan, battle, Some(side)).into_iter().find_map(|(wishes, path)| {
        match first(&wishes.cards, |card| hand.iter().any(|held| held == card))? {
            First::This(card, number) => says(card, format!("{path}.cards.{number}")),
            First::Ask => Some(Says::Ask),
        }
    })
}

pub(super) fn blade(plan: &Plan, battle: &str, side: &str, decides: bool) -> Option<Says> {
    tactics(plan, battle, Some(side)).into_iter().find_map(|(wishes, path)| {
        let path = format!("{path}.blade");
        match wishes.blade? {
            Blade::Yes => says(true, path),
            Blade::No => says(false, path),
            Blade::IfItDecides => says(decides, path),
            Blade::Ask => Some(Says::Ask),
        }
    })
}

/// Returns whether another card of the Tides of Battle is drawn; the card in hand has strength, swords, fortifications and
/// skulls.
pub(super) fn redraw(plan: &Plan, seat: Seat, battle: &str, card: [u8; 4], board: &Board) -> Option<Says> {
    tactics(plan, battle, side(seat, battle, board)).into_iter().find_map(|(wishes, path)| {
        let path = format!("{path}.redraw");
        match wishes.redraw? {
            Redraw::Yes => says(true, path),
            Redraw::No => says(false, path),
            Redraw::IfZero => says(card == [0; 4], path),
            Redraw::Ask => Some(Says::Ask),
        }
    })
}

/// Returns the side of a house in a battle that has been fought, as far as the position shows it.
pub(super) fn side(seat: Seat, battle: &str, board: &Board) -> Option<&'static str> {
    let area = board.world.area(battle)?;
    let holder = board.spot(area).holder?;
    Some(if holder == seat { "defender" } else { "attacker" })
}

/// Takes units by kind in the order of a list, until `number` is reached.
fn take(units: &Units, order: impl Iterator<Item = String>, number: u8) -> (Units, u8) {
    let mut lost = Units::new();
    let mut missing = number;
    for kind in order {
        let there =
            units.get(&kind).copied().unwrap_or(0).saturating_sub(lost.get(&kind).copied().unwrap_or(0));
        let take = there.min(missing);
        if take > 0 {
            *lost.entry(kind).or_default() += take;
            missing -= take;
        }
    }
    (lost, missing)
}

/// Returns the losses by the first list there is. A list that does not name enough is silent.
pub(super) fn casualties(
    plan: &Plan,
    seat: Seat,
    battle: &str,
    number: u8,
    units: &Units,
    board: &Board,
) -> Option<Says> {
    tactics(plan, battle, side(seat, battle, board)).into_iter().find_map(|(wishes, path)| {
        if wishes.lose.is_empty() {
            return None;
        }
        let named = wishes.lose.iter().take_while(|kind| *kind != ASK).cloned();
        let (lost, missing) = take(units, named, number);
        if missing == 0 {
            return says(json!(lost), format!("{path}.lose"));
        }
        wishes.lose.iter().any(|kind| kind == ASK).then_some(Says::Ask)
    })
}

/// Returns the first area named that can be reached. Units that must be lost for it follow the list of losses, then their
/// price.
pub(super) fn retreat(
    plan: &Plan,
    seat: Seat,
    battle: &str,
    units: &Units,
    to: &BTreeMap<String, u8>,
    board: &Board,
) -> Option<Says> {
    let all = tactics(plan, battle, side(seat, battle, board));
    all.iter().find_map(|(wishes, path)| {
        let (area, number) = match first(&wishes.retreat, |area| to.contains_key(area))? {
            First::This(area, number) => (area, number),
            First::Ask => return Some(Says::Ask),
        };
        let wanted = to.get(area).copied().unwrap_or(0);
        let price = |kind: &String| Unit::from_id(kind).map_or(0, |unit| board.world.unit(unit).price);
        let mut by_price: Vec<String> = units.keys().cloned().collect();
        by_price.sort_by_key(price);
        let listed = all.iter().flat_map(|(wishes, _)| wishes.lose.iter().cloned());
        let (lost, _) = take(units, listed.chain(by_price), wanted);
        says(json!({"to": area, "lost": lost}), format!("{path}.retreat.{number}"))
    })
}

/// Returns the wish for a House card's ability, if it is among the choices.
pub(super) fn ability(plan: &Plan, card: &str, choices: &[Value]) -> Option<Says> {
    let path = format!("abilities.{card}");
    match plan.abilities.get(card)? {
        Wish::Use(yes) => {
            let value = if choices.contains(&json!(yes)) { json!(yes) } else { Value::Null };
            (!yes || value == json!(true)).then(|| says(value, path)).flatten()
        }
        Wish::Choose(wishes) => {
            let possible = |wish: &str| choices.iter().any(|choice| choice == wish);
            match first(wishes, possible)? {
                First::This(wish, number) => says(wish, format!("{path}.{number}")),
                First::Ask => Some(Says::Ask),
            }
        }
    }
}
