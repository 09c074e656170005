//! Marches. Rules: 1e, March; R-10.

use super::says;
use crate::games::thrones::armies;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::people::plan::guard::holds;
use crate::games::thrones::people::plan::model::{Amount, Force, March, Plan, Step};
use crate::table::{Says, Seat};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The units that each step of a march would take now, in the order of its steps: nobody twice, and no more than are
/// there. Routed units do not march.
pub(in super::super) fn march_troops(board: &Board, from: Area, steps: &[Step]) -> Vec<(Area, Troop)> {
    let mut left = board.spot(from).fit;
    let mut troops = Vec::new();
    for step in steps {
        let Some(to) = board.world.area(&step.to) else { continue };
        let troop = match &step.units {
            Force::All(_) => left,
            Force::Kinds(kinds) => {
                let mut troop = Troop::NONE;
                for (unit, amount) in kinds {
                    let there = left.of(*unit);
                    troop.add(
                        *unit,
                        match amount {
                            Amount::Number(number) => there.min(*number),
                            Amount::All(_) => there,
                        },
                    );
                }
                troop
            }
        };
        left = left.minus(troop);
        troops.push((to, troop));
    }
    troops
}

/// The first listed march whose conditions hold and that is possible. If none is left but those whose conditions do not
/// hold, the units of the first of them stay; if there is also an order that the plan says nothing of, the plan is
/// silent, and the others wait for a better moment.
pub(super) fn march(
    plan: &Plan,
    seat: Seat,
    orders: &BTreeMap<String, Vec<String>>,
    board: &Board,
) -> Option<Says> {
    let listed = || plan.marches.iter().enumerate().filter(|(_, march)| orders.contains_key(&march.from));
    let mut held_back: Option<(usize, &str)> = None;
    let mut impossible: Vec<&str> = Vec::new();
    for (i, march) in listed() {
        let stays = march.when.iter().any(|guard| !holds(guard, board, seat))
            || march.unless.iter().any(|guard| holds(guard, board, seat));
        if stays {
            held_back.get_or_insert((i, &march.from));
            continue;
        }
        let reachable = orders.get(&march.from).map(Vec::as_slice).unwrap_or_default();
        match possible(march, seat, reachable, board) {
            Some(answer) => return says(answer, format!("marches.{}", i + 1)),
            None => impossible.push(&march.from),
        }
    }
    let silent = orders.keys().any(|from| {
        impossible.contains(&from.as_str()) || !plan.marches.iter().any(|march| march.from == *from)
    });
    let (i, from) = held_back.filter(|_| !silent)?;
    let path = format!("marches.{}", i + 1);
    says(json!({"from": from, "to": {}, "leave-power": false}), path)
}

/// The answer of a march if at least somebody can go (or nobody was meant to), no two battles come of it, and supply
/// holds.
fn possible(march: &March, seat: Seat, reachable: &[String], board: &Board) -> Option<Value> {
    let world = &*board.world;
    let from = world.area(&march.from)?;
    let steps: Vec<Step> = march.to.iter().filter(|step| reachable.contains(&step.to)).cloned().collect();
    let troops: Vec<(Area, Troop)> =
        march_troops(board, from, &steps).into_iter().filter(|(_, troop)| !troop.is_empty()).collect();
    if troops.is_empty() && !march.to.is_empty() {
        return None;
    }
    let enemy = |area: &Area| board.spot(*area).holder.is_some_and(|holder| holder != seat);
    if troops.iter().filter(|(area, _)| enemy(area)).count() > 1 {
        return None;
    }
    let there = board.spot(from).units();
    let gone = troops.iter().fold(Troop::NONE, |all, (_, troop)| all.plus(*troop));
    let mut changes = vec![(from, there.minus(gone).count())];
    for (to, troop) in &troops {
        let spot = board.spot(*to);
        let own = if spot.holder == Some(seat) { spot.units().count() } else { 0 };
        changes.push((*to, own + troop.count()));
    }
    if !armies::supplied(board, seat, &changes) {
        return None;
    }
    let empty = there == gone && !world.is_sea(from);
    let leave_power =
        march.leave_power && empty && board.houses[seat].power > 0 && board.spot(from).token != Some(seat);
    let to: Map<String, Value> = troops
        .iter()
        .map(|(area, troop)| {
            let units: Map<String, Value> =
                troop.iter().map(|(unit, n)| (unit.id().to_owned(), json!(n))).collect();
            (world.area_id(*area).to_owned(), Value::Object(units))
        })
        .collect();
    Some(json!({"from": march.from, "to": to, "leave-power": leave_power}))
}
