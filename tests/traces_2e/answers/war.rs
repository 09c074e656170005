//! What a trace says to questions of raids, marches and battles.

use super::{Answer, text};
use crate::table::TraceTable;
use ravenpost::games::thrones::board::Board;
use serde_json::{Value, json};

pub fn raid(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if table.next_is("ResolveSingleRaidOrderGameState", seat) {
        table.compare(board);
        let msg = table.msg().clone();
        table.pass();
        let target = &msg["targetRegionId"];
        let at: Vec<&Value> = [target].into_iter().filter(|target| !target.is_null()).collect();
        return Ok(json!({"from": msg["orderRegionId"], "at": at}));
    }
    let done = table.logged("raid-done", "raider", seat).ok_or_else(|| format!("no raid of {seat}"))?;
    Ok(json!({"from": done["raiderRegion"], "at": []}))
}

pub fn march(table: &mut TraceTable<'_>, board: &Board, seat: &str) -> Answer {
    if !table.next_is("ResolveSingleMarchOrderGameState", seat) {
        let next = table.more().then(|| table.trace.messages[table.at].house.clone());
        return Err(format!("no march of {seat}, but {next:?}"));
    }
    table.compare(board);
    table.lent_against_neutral = false;
    if table.msg()["type"] != "resolve-march-order" {
        // Support against a neutral force is asked for beforehand (T-74).
        table.pass();
        while table.more() && !table.next_is("ResolveSingleMarchOrderGameState", seat) {
            let helper = &table.trace.messages[table.at];
            table.lent_against_neutral |= helper.house != seat && helper.msg["choice"] == 0;
            table.pass();
        }
    }
    let msg = table.msg().clone();
    let to = table.units(&msg["moves"]);
    table.pass();
    let may_leave = msg["leavePowerToken"] == true && {
        let log = table.trace.positions[table.at]["log"].as_array();
        log.into_iter()
            .flatten()
            .any(|entry| entry["type"] == "leave-power-token-choice" && entry["leftPowerToken"] == true)
    };
    Ok(json!({"from": msg["startingRegionId"], "to": to, "leave-power": may_leave}))
}

/// The other engine asks once for all the support of a house, lets a fighting house support itself, and lets the supported
/// refuse (T-58).
pub fn support(table: &mut TraceTable<'_>, board: &Board, key: &str, seat: &str, question: &Value) -> Answer {
    let step = key.rsplit_once("/support/").map_or(key, |(step, _)| step);
    let place = format!("{step}/{}", text(&question["battle"]));
    let supported = if let Some(kept) = table.kept.get(&place) {
        kept.clone()
    } else if question["attacker"] == seat || question["defender"] == seat {
        unless_refused(table, seat, json!(seat))
    } else if table.next_is("DeclareSupportGameState", seat) {
        table.compare(board);
        let house = table.msg()["supportedHouseId"].clone();
        table.pass();
        let house = unless_refused(table, seat, house);
        table.kept.insert(place, house.clone());
        house
    } else {
        return Err(format!("no support declared by {seat}"));
    };
    let side = match &supported {
        Value::Null => "none",
        house if *house == question["attacker"] => "attacker",
        _ => "defender",
    };
    Ok(json!(side))
}

/// The house that is supported, or nobody if it will refuse; here nobody can refuse support (T-58).
fn unless_refused(table: &mut TraceTable<'_>, from: &str, supported: Value) -> Value {
    if !refused(table, from, &supported) {
        return supported;
    }
    table.explained.push((table.at, "T-58"));
    Value::Null
}

/// Whether the support of a house is refused later in this battle.
fn refused(table: &TraceTable<'_>, from: &str, supported: &Value) -> bool {
    let rest = table.at..table.trace.messages.len();
    let mut battle = rest.take_while(|at| table.trace.within(*at, "CombatGameState"));
    battle.any(|at| {
        let message = &table.trace.messages[at];
        let whose = &message.msg["from"];
        message.msg["type"] == "refuse-support"
            && message.house == *supported
            && (whose.is_null() || whose == from)
    })
}

pub fn ability(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    let ability = text(&question["ability"]);
    if ability == "choose-losers-retreat" {
        if !table.next_is("SelectRegionGameState", seat) {
            // The only area there is no choice.
            let choices = question["choices"].as_array().map_or(0, Vec::len);
            return Ok(if choices == 2 { only_choice(question) } else { Value::Null });
        }
        table.compare(board);
        let region = table.msg()["region"].clone();
        table.pass();
        return Ok(region);
    }
    let letters: String = ability_state(&text(&question["card"]));
    let mut value = None;
    while table.parent(&letters) && table.trace.messages[table.at].house == seat {
        table.compare(board);
        let message = &table.trace.messages[table.at];
        let msg = message.msg.clone();
        value = Some(match message.state.as_str() {
            "SimpleChoiceGameState" => {
                let place = msg["choice"].as_u64().unwrap_or(0) as usize;
                match ability.as_str() {
                    "push-opponent-down" => question["choices"][place].clone(),
                    "return-opponents-card" => json!(place == 0),
                    _ => Value::Null,
                }
            }
            "SelectHouseCardGameState" => msg["houseCard"].clone(),
            "SelectOrdersGameState" => msg["regions"][0].clone(),
            "SelectUnitsGameState" => {
                let area = msg["units"][0][0].clone();
                let number = msg["units"][0][1][0].to_string();
                let letters = message.units[number].as_str().unwrap_or_default();
                match ability.as_str() {
                    "kill-footman" if letters.starts_with("Fw") => json!("routed"),
                    "kill-footman" => json!("fit"),
                    // Attackers are named by where they come from.
                    _ => area,
                }
            }
            other => return Err(format!("{other} for {ability}")),
        });
        let used = message.state == "SimpleChoiceGameState" && msg["choice"] == 0;
        table.pass();
        if ability == "return-opponents-card" {
            break;
        }
        if used && !table.parent(&letters) && value == Some(Value::Null) {
            value = Some(only_choice(question));
        }
    }
    value.ok_or_else(|| format!("nothing about {ability}"))
}

/// The only thing besides nothing.
fn only_choice(question: &Value) -> Value {
    let mut choices = question["choices"].as_array().into_iter().flatten();
    choices.rfind(|choice| !choice.is_null()).cloned().unwrap_or_default()
}

/// `TyrionLannisterAbilityGameState` for `tyrion-lannister`.
fn ability_state(card: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    let name: String = card.split('-').map(capital).collect();
    format!("{name}AbilityGameState")
}

pub fn retreat(table: &mut TraceTable<'_>, board: &Board, seat: &str, question: &Value) -> Answer {
    let ways = question["to"].as_object();
    let only = ways.filter(|ways| ways.len() == 1).and_then(|ways| ways.keys().next());
    let to = if table.next_is("SelectRegionGameState", seat) && table.parent("ResolveRetreatGameState") {
        table.compare(board);
        let region = table.msg()["region"].clone();
        table.pass();
        region
    } else {
        json!(only.ok_or_else(|| format!("no retreat of {seat}, ways {}", question["to"]))?)
    };
    let mut lost = json!({});
    if table.next_is("SelectUnitsGameState", seat) && table.parent("ResolveRetreatGameState") {
        let units = table.units(&table.msg()["units"].clone());
        table.pass();
        lost = units.as_object().and_then(|areas| areas.values().next().cloned()).unwrap_or(json!({}));
    } else if let Some(number) = question["to"][text(&to)].as_u64().filter(|number| *number > 0) {
        let kind = question["units"].as_object().and_then(|kinds| kinds.keys().next().cloned());
        lost = json!({ kind.unwrap_or_default(): number });
    }
    Ok(json!({"to": to, "lost": lost}))
}
