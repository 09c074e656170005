//! Choices on cards, the wildling card that was looked at, ships in ports, units given by heads. Rules: 2e, Westeros cards;
//! Wildlings; Ports; Consolidate Power.

use super::realm::candidates;
use super::wishes::{First, first, says};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Unit};
use crate::games::thrones::people::plan::language::NONE;
use crate::games::thrones::people::plan::model::{ANY_PORT, Amount, Look, Plan};
use crate::games::thrones::people::plan::northern::PAY;
use crate::table::{Says, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the first card wished for that an open Westeros card lets choose.
pub(super) fn westeros(plan: &Plan, card: &str, cards: &[String]) -> Option<Says> {
    match first(plan.choices.get(card)?, |wish| cards.iter().any(|known| known == wish))? {
        First::This(wish, number) => says(wish, format!("choices.{card}.{number}")),
        First::Ask => Some(Says::Ask),
    }
}

/// Returns one thing of those that a house may pick, by the section that speaks of it.
pub(super) fn pick(
    plan: &Plan,
    what: &str,
    area: Option<&str>,
    shown: Option<&str>,
    items: &[Value],
) -> Option<Says> {
    match what {
        "wildling-card" => looked_at(plan, shown.unwrap_or_default()),
        "port" => port(plan, area.unwrap_or_default(), items),
        "consolidate" => {
            let named = |area: &str| items.iter().any(|item| item == area);
            let (i, next) = plan.consolidate.iter().enumerate().find(|(_, next)| named(&next.area))?;
            says(next.area.as_str(), format!("consolidate.{}", i + 1))
        }
        _ => chosen(plan, what, items),
    }
}

fn looked_at(plan: &Plan, card: &str) -> Option<Says> {
    match plan.look.as_ref()? {
        Look::Ask => Some(Says::Ask),
        Look::Top => says("top", "look"),
        Look::Under => says("bottom", "look"),
        Look::UnderIf(cards) => {
            let under = cards.iter().any(|known| known == card);
            says(if under { "bottom" } else { "top" }, "look")
        }
    }
}

fn port(plan: &Plan, port: &str, items: &[Value]) -> Option<Says> {
    let (key, ships) = plan.ports.get_key_value(port).or_else(|| plan.ports.get_key_value(ANY_PORT))?;
    let most = items.iter().filter_map(Value::as_u64).max()?;
    let ships = match ships {
        Amount::All(_) => most,
        Amount::Number(ships) => u64::from(*ships).min(most),
    };
    says(ships, format!("ports.{key}"))
}

fn chosen(plan: &Plan, what: &str, items: &[Value]) -> Option<Says> {
    let fits = |wish: &str| {
        let is_it = |item: &Value| match wish {
            NONE => item.is_null(),
            PAY => item.is_number(),
            wish => item == wish,
        };
        items.iter().position(is_it)
    };
    match first(plan.choices.get(what)?, |wish| fits(wish).is_some())? {
        First::This(wish, number) => {
            says(items.get(fits(wish)?)?.clone(), format!("choices.{what}.{number}"))
        }
        First::Ask => Some(Says::Ask),
    }
}

/// What a house is asked for: units by heads.
pub(super) struct Wanted<'a> {
    pub(super) what: &'a str,
    pub(super) unit: Option<Unit>,
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) within: Option<&'a [String]>,
}

/// Returns the units that a house gives: of the areas it has chosen for the card, then in the order in which it gives units
/// up; `None` if these are too few.
pub(super) fn select(plan: &Plan, seat: Seat, wanted: &Wanted<'_>, board: &Board) -> Option<Says> {
    let open = |area: Area| {
        wanted.within.is_none_or(|areas| areas.iter().any(|known| *known == board.world.area_id(area)))
    };
    let path = format!("choices.{}", wanted.what);
    let (mut listed, mut by_choice) = (Vec::new(), false);
    for wish in plan.choices.get(wanted.what).into_iter().flatten() {
        by_choice = true;
        if wish == NONE && wanted.least == 0 {
            return says(json!({}), path);
        }
        let Some(area) = board.world.area(wish) else { continue };
        let spot = board.spot(area);
        let taken = |unit: Unit| listed.iter().filter(|known| **known == (area, unit)).count();
        let there =
            |unit: &Unit| spot.holder == Some(seat) && usize::from(spot.units().of(*unit)) > taken(*unit);
        let kinds = Unit::ALL.into_iter().filter(|unit| wanted.unit.is_none_or(|only| only == *unit));
        let cheapest = kinds.filter(there).min_by_key(|unit| board.world.unit(*unit).price);
        listed.extend(cheapest.map(|unit| (area, unit)));
    }
    if wanted.least > 0 {
        for candidate in candidates(plan, seat, board) {
            let here = (candidate.area, candidate.unit);
            let there = board.spot(candidate.area).units().of(candidate.unit);
            let taken = listed.iter().filter(|known| **known == here).count();
            if wanted.unit.is_none_or(|only| only == candidate.unit) && usize::from(there) > taken {
                listed.push(here);
            }
        }
    }
    listed.retain(|(area, _)| open(*area));
    if wanted.within.is_some() {
        // All from one area: the first that is named often enough.
        let enough = |area: Area| {
            listed.iter().filter(|(known, _)| *known == area).count() >= usize::from(wanted.least)
        };
        let area = listed.iter().map(|(area, _)| *area).find(|area| enough(*area))?;
        listed.retain(|(known, _)| *known == area);
    }
    let number = if by_choice && wanted.least == 0 { wanted.most } else { wanted.least };
    listed.truncate(usize::from(number));
    if listed.len() < usize::from(wanted.least) || listed.is_empty() {
        return None;
    }
    let mut units: BTreeMap<&str, BTreeMap<&str, u8>> = BTreeMap::new();
    for (area, unit) in &listed {
        *units.entry(board.world.area_id(*area)).or_default().entry(unit.id()).or_default() += 1;
    }
    says(json!(units), if by_choice { path } else { "disband".to_owned() })
}
