//! What a trace says to questions between wars.

use super::{Answer, choice, text};
use crate::table::{TraceTable, names};
use crate::trace::order;
use ravenpost::games::thrones::board::{Board, Stage};
use serde_json::{Value, json};

pub fn chosen_card(table: &mut TraceTable<'_>, question: &Value) -> Answer {
    if !table.next_is_any("SelectHouseCardGameState") {
        // The only one is taken by itself.
        return Ok(question["cards"][0].clone());
    }
    let card = table.msg()["houseCard"].clone();
    table.pass();
    Ok(card)
}

pub fn raven(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if !table.next_is("ReplaceOrderGameState", seat) {
        return Err("no use of the raven".into());
    }
    table.compare(board);
    let msg = table.msg().clone();
    table.pass();
    Ok(match msg["type"].as_str() {
        Some("replace-order") => {
            let number = msg["orderId"].as_u64().unwrap_or(0);
            let area = board.world.area(&text(&msg["regionId"]));
            let old = area.and_then(|area| board.spot(area).order);
            if old.is_some_and(|old| board.world.token(old).id == order(number)) {
                // Another token that says the same.
                return Ok(Value::Null);
            }
            json!({"area": msg["regionId"], "order": order(number)})
        }
        Some("skip-replace-order") => Value::Null,
        _ => json!("look"),
    })
}

pub fn tie(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    if question["choose"] != "order" {
        let place = table.at;
        let chosen = choice(table, board, seat)?;
        let named = text(&table.trace.positions[place]["ask"]["choices"][chosen]).to_lowercase();
        let tied = names(&question["tied"]);
        return tied.into_iter().find(|id| named.contains(id.as_str())).map(Value::from).ok_or(named);
    }
    let tied = names(&question["tied"]);
    let fits = |group: &&Value| {
        let group = names(group);
        group.len() == tied.len() && tied.iter().all(|id| group.contains(id))
    };
    let place = format!("{}/{}/{}", board.turn, board.stage.id(), text(&question["on"]));
    if !table.kept.contains_key(&place) {
        if !table.next_is("ResolveTiesGameState", seat) {
            return Err(format!("no ties decided by {seat}"));
        }
        table.compare(board);
        let groups = table.msg()["resolvedTies"].clone();
        table.kept.insert(place.clone(), groups);
        table.pass();
    }
    let groups = table.kept[&place].as_array().cloned().unwrap_or_default();
    groups.iter().find(fits).cloned().ok_or_else(|| format!("no tie of {tied:?} in {groups:?}"))
}

pub fn muster(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    let of_power = board.stage == Stage::Consolidate;
    if of_power && table.next_is("ResolveSingleConsolidatePowerGameState", seat) {
        table.compare(board);
        table.pass();
    }
    let elsewhere = of_power && !table.parent("ResolveConsolidatePowerGameState");
    if elsewhere || !table.next_is("PlayerMusteringGameState", seat) {
        if !of_power {
            return Err(format!("no mustering of {seat}"));
        }
        // Power is taken instead.
        return Ok(json!([]));
    }
    table.compare(board);
    let mut builds = Vec::new();
    for castle in table.msg()["units"].as_array().into_iter().flatten() {
        for built in castle[1].as_array().into_iter().flatten() {
            let kind = text(&built["to"]);
            builds.push(if built["from"].is_null() {
                json!({"area": castle[0], "build": kind, "in": built["region"]})
            } else {
                json!({"area": castle[0], "upgrade": kind})
            });
        }
    }
    table.pass();
    Ok(json!(builds))
}

pub fn pick(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    match question["what"].as_str().unwrap_or_default() {
        "consolidate" => {
            if !table.next_is("ResolveSingleConsolidatePowerGameState", seat) {
                return Err(format!("no consolidating by {seat}"));
            }
            table.compare(board);
            let region = table.msg()["region"].clone();
            table.pass();
            let musters = table.next_is("PlayerMusteringGameState", seat)
                && table.parent("ResolveConsolidatePowerGameState");
            if !musters {
                table.kept.insert(format!("muster/{}/{}", board.turn, board.step), json!([]));
            }
            Ok(region)
        }
        "massing-on-the-milkwater" => {
            if !table.next_is("SelectHouseCardGameState", seat) {
                return Err(format!("no card discarded by {seat}"));
            }
            table.compare(board);
            chosen_card(table, question)
        }
        // The wildling card that the raven's holder sees.
        _ if table.next_is("SeeTopWildlingCardGameState", seat) => {
            table.compare(board);
            let below = table.msg()["action"] == 1;
            table.pass();
            Ok(json!(if below { "bottom" } else { "top" }))
        }
        what => {
            let within = match what {
                "port" => "TakeControlOfEnemyPortGameState",
                _ => "WildlingsAttackGameState",
            };
            if !table.parent(within) || table.parent("BiddingGameState") {
                // Of a house that is first on two tracks it takes the third.
                let log = table.trace.positions[table.at]["log"].as_array().into_iter().flatten();
                let top = "a-king-beyond-the-wall-highest-top-track";
                let track = log.clone().find(|entry| entry["type"] == top && entry["house"] == seat);
                let place = track.and_then(|entry| entry["trackI"].as_u64());
                let place = place.ok_or_else(|| format!("nothing picked for {what}"))?;
                return Ok(question["items"][place as usize].clone());
            }
            let labels = table.trace.positions[table.at]["ask"]["choices"].clone();
            let place = choice(table, board, seat)?;
            let items = question["items"].as_array().cloned().unwrap_or_default();
            let label = text(&labels[place]).to_lowercase().replace('\'', "").replace(' ', "-");
            let named = items.iter().find(|item| item.as_str().is_some_and(|item| label.contains(item)));
            Ok(named.or(items.get(place)).cloned().unwrap_or_default())
        }
    }
}
