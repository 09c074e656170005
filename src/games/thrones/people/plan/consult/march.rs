//! Marches. Rules: 1e, March; R-10.

use super::condition::holds;
use super::wishes::says;
use crate::games::thrones::board::Board;
use crate::games::thrones::people::plan::model::{March, Plan, Step};
use crate::games::thrones::people::plan::troops::march_now;
use crate::games::thrones::war::march::Marches;
use crate::table::{Says, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Returns the first listed march whose conditions hold and that is possible. If all marches left have conditions that
/// do not hold, the units of the first of them stay. If there is also an order that the plan has no march for, the plan
/// is silent, and the others wait for a better moment.
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

/// Returns the answer of a march if it is legal now and somebody goes, or nobody was meant to.
fn possible(march: &March, seat: Seat, reachable: &[String], board: &Board) -> Option<Value> {
    let from = board.world.area(&march.from)?;
    let steps: Vec<Step> = march.to.iter().filter(|step| reachable.contains(&step.to)).cloned().collect();
    let mut now = march_now(board, from, &steps);
    if now.to.is_empty() && !march.to.is_empty() {
        return None;
    }
    let marches = Marches::new(board, seat);
    now.leave_power = march.leave_power && marches.may_leave_power(&now);
    marches.first_illegal(&now).is_none().then(|| now.write(&board.world))
}
