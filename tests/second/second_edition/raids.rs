//! Raids: rules of the second edition, items 16, 21 and 22 of what it changes.

use super::position::Position;
use super::printed::Printed;
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use serde_json::{Value, json};

/// Land raids land, sea raids sea, land and ports on it, a port its sea.
fn targets(at: &Position, printed: &Printed, house: &str, from: &str) -> Vec<String> {
    let star = at.at(from).order.as_deref() == Some("raid*");
    let may = |area: &&String| {
        let ground = at.at(area);
        let kind = ground.order.as_deref().map(kind_of);
        let raidable = matches!(kind, Some("raid" | "support" | "consolidate"));
        printed.adjacent(from, area)
            && ground.house.as_deref().is_some_and(|other| other != house)
            && (raidable || star && kind == Some("defense"))
            && (printed.is_water(from) || !printed.is_water(area))
    };
    printed.areas.iter().filter(may).cloned().collect()
}

fn all(at: &Position, printed: &Printed, house: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for from in at.orders(printed, house, "raid") {
        all.push(json!({"from": from, "at": []}));
        all.extend(targets(at, printed, house, &from).iter().map(|area| json!({"from": from, "at": [area]})));
    }
    all
}

/// The stage.
pub fn raids(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for house in at.throne().to_vec() {
            let all = all(at, printed, &house);
            if all.is_empty() {
                continue;
            }
            any = true;
            let answer = clerk.ask(&Question {
                house: &house,
                kind: "raid",
                at: "",
                legal: &|answer| all.contains(answer),
                all: &|| Some(all.clone()),
                pick: None,
                default: json!({"at": []}),
                shows: Value::Null,
            })?;
            at.at_mut(answer["from"].as_str().expect("checked")).order = None;
            match answer["at"][0].as_str() {
                None => clerk.count("raid in vain"),
                Some(area) => {
                    let ground = at.at_mut(area);
                    let (order, victim) = (ground.order.take().expect("checked"), ground.house.clone());
                    clerk.count(&format!("raid of {}", kind_of(&order)));
                    if printed.ports.contains_key(area) {
                        clerk.count("raid of a port");
                    }
                    if kind_of(&order) == "consolidate" {
                        at.gain(&house, 1);
                        let victim = at.house(&victim.expect("checked"));
                        victim.power = victim.power.saturating_sub(1);
                    }
                }
            }
            clerk.step += 1;
        }
        if !any {
            return Ok(());
        }
    }
}
