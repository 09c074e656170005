//! Raids, by the book: "Esecuzione degli Ordini di Incursione"; R-09.

use super::position::Position;
use super::printed::Printed;
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Where a raid from an area may strike.
fn targets(at: &Position, printed: &Printed, house: &str, from: &str) -> Vec<String> {
    let may = |area: &&String| {
        let ground = at.at(area);
        let order = ground.order.as_deref().map(kind_of);
        printed.adjacent(from, area)
            && ground.house.as_deref().is_some_and(|other| other != house)
            && matches!(order, Some("raid" | "support" | "consolidate"))
            && (printed.is_sea(from) || !printed.is_sea(area))
    };
    printed.areas.iter().filter(may).cloned().collect()
}

fn most(at: &Position, from: &str) -> usize {
    if at.at(from).order.as_deref() == Some("raid*") { 2 } else { 1 }
}

fn legal(at: &Position, printed: &Printed, house: &str, answer: &Value) -> bool {
    let Some(from) = answer["from"].as_str() else { return false };
    let Some(list) = answer["at"].as_array() else { return false };
    let struck: BTreeSet<&str> = list.iter().filter_map(Value::as_str).collect();
    let targets = targets(at, printed, house, from);
    at.orders(printed, house, "raid").iter().any(|area| area == from)
        && struck.len() == list.len()
        && struck.len() <= most(at, from)
        && struck.iter().all(|area| targets.iter().any(|t| t == area))
}

fn all(at: &Position, printed: &Printed, house: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for from in at.orders(printed, house, "raid") {
        all.push(json!({"from": from, "at": []}));
        let targets = targets(at, printed, house, &from);
        for (i, first) in targets.iter().enumerate() {
            all.push(json!({"from": from, "at": [first]}));
            if most(at, &from) == 2 {
                all.extend(
                    targets[i + 1..].iter().map(|second| json!({"from": from, "at": [first, second]})),
                );
            }
        }
    }
    all
}

fn raid(at: &mut Position, clerk: &mut Clerk, house: &str, answer: &Value) {
    let from = answer["from"].as_str().expect("checked");
    at.at_mut(from).order = None;
    let struck = answer["at"].as_array().expect("checked");
    clerk.count(["raid in vain", "raid of one order", "raid of two orders"][struck.len()]);
    for area in struck.iter().filter_map(Value::as_str) {
        let order = at.at_mut(area).order.take().expect("checked");
        if kind_of(&order) == "consolidate" {
            let gained = at.gain(house, 1);
            clerk.count(if gained == 1 { "pillaged" } else { "pillaged in vain: no token left" });
        }
    }
}

/// The stage.
pub fn raids(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for house in at.throne.clone() {
            if at.orders(printed, &house, "raid").is_empty() {
                continue;
            }
            any = true;
            let answer = clerk.ask(&Question {
                house: &house,
                kind: "raid",
                at: "",
                legal: &|answer| legal(at, printed, &house, answer),
                all: &|| Some(all(at, printed, &house)),
                pick: None,
                default: json!({"at": []}),
                shows: Value::Null,
            })?;
            raid(at, clerk, &house, &answer);
            clerk.step += 1;
        }
        if !any {
            at.winner = at.winner_by_areas(printed, None);
            return Ok(());
        }
    }
}
