//! A plan as a player would write it.

use super::condition;
use super::model::{Entry, Guard, Otherwise, Place, Plan, Summon, Until, What, Wish};
use serde_json::{Map, Value, json};

/// A plan as the value of `plan:`, in the words a player would use; read back it is the same plan.
pub fn to_yaml(plan: &Plan) -> Value {
    let mut out = Map::new();
    if !plan.turns.is_empty() {
        out.insert("turns".into(), plan.turns.iter().map(entry).collect());
    }
    if let Some(word) = plan.otherwise {
        out.insert("otherwise".into(), otherwise(word));
    }
    Value::Object(out)
}

fn otherwise(word: Otherwise) -> Value {
    json!(match word {
        Otherwise::Ask => "ask",
        Otherwise::Pass => "pass",
        Otherwise::Skip => "skip",
    })
}

fn entry(entry: &Entry) -> Value {
    let mut out = Map::new();
    match &entry.what {
        What::Pass { until, when, unless } => {
            out.insert("pass".into(), until_words(until));
            guards(&mut out, "if", when);
            guards(&mut out, "unless", unless);
        }
        What::Play { wait, wishes } => {
            if let Some((first, others)) = wishes.split_first() {
                wish(&mut out, first);
                if !others.is_empty() {
                    let alternatives = others.iter().map(|other| {
                        let mut out = Map::new();
                        wish(&mut out, other);
                        Value::Object(out)
                    });
                    out.insert("or".into(), alternatives.collect());
                }
            }
            guards(&mut out, "when", wait);
        }
    }
    if let Some(word) = entry.otherwise {
        out.insert("otherwise".into(), otherwise(word));
    }
    Value::Object(out)
}

/// How long to pass, in words.
pub(super) fn until_words(until: &Until) -> Value {
    match until {
        Until::Turns(turns) => json!(turns),
        Until::Struggle(struggle) => json!(format!("until struggle {struggle}")),
        Until::StruggleEnds => json!("this struggle"),
        Until::Plays(None) => json!("until somebody plays"),
        Until::Plays(Some(seat)) => json!(format!("until {seat} plays")),
        Until::Holds(guards) => match guards.as_slice() {
            [one] => json!(format!("until {}", condition::write(one))),
            several => json!({"until": several.iter().map(condition::write).collect::<Vec<_>>()}),
        },
        Until::End => json!("to the end"),
    }
}

fn guards(out: &mut Map<String, Value>, name: &str, guards: &[Guard]) {
    if !guards.is_empty() {
        out.insert(name.to_owned(), guards.iter().map(|guard| json!(condition::write(guard))).collect());
    }
}

fn wish(out: &mut Map<String, Value>, wish: &Wish) {
    let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
    put("play", json!(wish.card));
    if let Some(swap) = &wish.swap {
        put("swap", json!(swap.regions));
        put("crown", json!(swap.crown));
    }
    if let Some(exchange) = &wish.exchange {
        put("exchange", json!({"from": exchange.from, "to": exchange.to, "give": exchange.give, "take": exchange.take}));
    }
    match &wish.place {
        Some(Place::Regions(regions)) => put("place", json!(regions)),
        Some(Place::ByFaction(map)) => put("place", json!(map)),
        None => None,
    };
    if !wish.summon.is_empty() {
        put("summon", wish.summon.iter().map(|one| json!(summon(one))).collect());
    }
    guards(out, "if", &wish.when);
    guards(out, "unless", &wish.unless);
}

fn summon(wish: &Summon) -> String {
    let who = wish.faction.as_deref().unwrap_or("anybody");
    wish.from.as_ref().map_or(who.to_owned(), |from| format!("{who} from {from}"))
}
