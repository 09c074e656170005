//! Raids beyond the Wall, and the card Hit and Run (B-22, B-23, B-113, B-115).

use super::battle::{Battle, Kind};
use super::marches::{Way, ask_way};
use super::position::{Position, mobile};
use super::printed::{Printed, may_enter};
use crate::clerk::{Clerk, Question, Verdict};
use crate::shared::kind_of;
use serde_json::{Value, json};

/// Areas with an order that a raid from an area takes.
fn targets(at: &Position, printed: &Printed, side: &str, from: &str) -> Vec<String> {
    let star = at.at(from).order.as_deref() == Some("raid*") && !at.plain;
    let may = |area: &&String| {
        let kind = at.at(area).order.as_deref().map(kind_of);
        let raidable = matches!(kind, Some("raid" | "support" | "consolidate"));
        printed.adjacent(from, area)
            && at.is_embattled(side, area)
            && (raidable || star && kind == Some("defense"))
            && may_enter(side, area)
    };
    printed.areas.iter().filter(may).cloned().collect()
}

fn all(at: &Position, printed: &Printed, side: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for from in at.orders(printed, side, "raid") {
        all.push(json!({"from": from, "at": []}));
        all.extend(targets(at, printed, side, &from).iter().map(|area| json!({"from": from, "at": [area]})));
    }
    all
}

/// Attacks by Raid orders.
fn strikes(at: &Position, printed: &Printed, side: &str) -> Vec<Way> {
    let mut ways = Vec::new();
    for from in at.orders(printed, side, "raid") {
        let units = mobile(&at.at(&from).units);
        let near = at.reach(printed, side, &from).into_iter();
        let to: Vec<String> = near.filter(|area| at.is_embattled(side, area)).collect();
        if !units.is_empty() && !to.is_empty() {
            ways.push(Way { from, units, to });
        }
    }
    ways
}

/// A raid of a side in an area has succeeded; after two of them orders may be placed there.
fn success(at: &mut Position, printed: &Printed, clerk: &mut Clerk, side: &str, area: &str) -> Verdict<()> {
    let has = at.sides[side].abilities.iter().any(|ability| ability.name == "hit-and-run/b");
    at.side(side).raided.insert(area.to_owned());
    if !has || at.sides[side].raided.len() < 2 {
        return Ok(());
    }
    let raided = std::mem::take(&mut at.side(side).raided);
    for area in printed.areas.iter().filter(|area| raided.contains(*area)) {
        if !at.is_of(area, side) || at.at(area).order.is_some() {
            continue;
        }
        let alone = mobile(&at.all_units(area)).is_empty();
        let special = |order: &&String| order.ends_with('*');
        let on_board =
            at.areas.values().filter(|g| g.house.as_deref() == Some(side)).filter_map(|g| g.order.as_ref());
        let starred = on_board.filter(special).count();
        let may = |order: &&str| {
            let kind = kind_of(order);
            kind != "raid"
                && (!order.ends_with('*') || starred < at.stars(side))
                && (!alone || matches!(kind, "defense" | "support"))
                && !(kind == "support" && area == super::printed::GIFT)
        };
        let orders: Vec<&str> = at.unused(side).into_iter().filter(may).collect();
        if orders.is_empty() {
            continue;
        }
        let mut items = vec![Value::Null];
        items.extend(orders.iter().map(|order| json!(order)));
        let place = format!("hit-and-run-b/{area}");
        let answer = super::ask::ask(clerk, side, "pick", &place, &items)?;
        if let Some(order) = answer.as_str() {
            at.at_mut(area).order = Some(order.to_owned());
            clerk.count("hit-and-run/b");
        }
    }
    Ok(())
}

/// The stage.
pub fn raids(at: &mut Position, printed: &Printed, clerk: &mut Clerk) -> Verdict<()> {
    loop {
        let mut any = false;
        for side in at.throne().to_vec() {
            let all = all(at, printed, &side);
            if all.is_empty() {
                continue;
            }
            any = true;
            if at.can_use(&side, "hit-and-run/a", 0) {
                let ways = strikes(at, printed, &side);
                let way = ask_way(at, printed, clerk, &side, "hit-and-run-a", &ways, u8::MAX, true)?;
                if let Some(way) = way {
                    at.use_up(&side, "hit-and-run/a", 0);
                    clerk.count("hit-and-run/a");
                    let order = at.at_mut(&way.from).order.take().expect("a raid");
                    let order = if order == "raid*" { "march*" } else { "march+0" }.to_owned();
                    let from = way.from.clone();
                    let (area, units) = way.to.into_iter().next().expect("one area");
                    let battle = Battle {
                        kind: Kind::Strike,
                        area,
                        from: from.clone(),
                        side: side.clone(),
                        units,
                        order,
                    };
                    let before = at.stormed();
                    let won = battle.fight(at, printed, clerk, &before)?;
                    if at.winner.is_some() {
                        return Ok(());
                    }
                    clerk.step += 1;
                    if won {
                        success(at, printed, clerk, &side, &from)?;
                    }
                    continue;
                }
            }
            let answer = clerk.ask(&Question {
                house: &side,
                kind: "raid",
                at: "",
                legal: &|answer| all.contains(answer),
                all: &|| Some(all.clone()),
                pick: None,
                default: json!({"at": []}),
                shows: Value::Null,
            })?;
            let from = answer["from"].as_str().expect("checked").to_owned();
            at.at_mut(&from).order = None;
            clerk.step += 1;
            match answer["at"][0].as_str() {
                None => clerk.count("raid in vain"),
                Some(area) => {
                    let ground = at.at_mut(area);
                    let (order, victim) = (ground.order.take().expect("checked"), ground.house.clone());
                    clerk.count(&format!("raid of {}", kind_of(&order)));
                    if kind_of(&order) == "consolidate" {
                        at.gain(&side, 1);
                        let victim = at.side(&victim.expect("checked"));
                        victim.power = victim.power.saturating_sub(1);
                    }
                    success(at, printed, clerk, &side, &from)?;
                }
            }
        }
        if !any {
            return Ok(());
        }
    }
}
