//! What a ruling would change, and the differences between two views of a position.

use crate::campaign::state::entries::{From, Ruling, SeatId};
use crate::report::model::{Changed, Undone};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The changes that a ruling would make.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    pub ruling: Ruling,
    /// Changes in the position as everybody may know it.
    pub position: Vec<Changed>,
    /// What the game master edits in the whole position, with all secrets.
    pub edited: Vec<Changed>,
    /// Changes in the position as each seat may know it.
    pub seats: BTreeMap<SeatId, Vec<Changed>>,
    /// Decisions with another answer, or that are no longer asked.
    pub decisions: Vec<DecisionChanged>,
    /// The number of old decisions in stages that the game would not have reached yet.
    pub not_reached: usize,
    /// Old answers that are no longer legal.
    pub illegal: Vec<Illegal>,
    /// Effects of earlier rulings that are lost because this one goes back to before them.
    pub undone: Vec<Undone>,
    /// Questions not asked before: seat and kind.
    pub asked: Vec<(SeatId, String)>,
    /// Turn and stage of the two positions that are compared.
    pub compares: [(u32, String); 2],
    /// Turn and stage before the ruling.
    pub was: (u32, String),
    /// Turn and stage after the ruling.
    pub is: (u32, String),
    /// `true` if the game would be over.
    pub over: bool,
    /// `true` if the window that would be open then would close with the next tick.
    pub closes: bool,
}

/// A decision that a ruling changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionChanged {
    pub seat: SeatId,
    pub key: String,
    pub kind: String,
    /// The old answer; `None` if the question was not asked.
    pub was: Option<Value>,
    /// The new answer; `None` if the question is not asked, or not answered yet.
    pub is: Option<Value>,
    /// The source of the new answer.
    pub source: Option<From>,
}

/// An old answer that is no longer legal.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Illegal {
    pub key: String,
    pub answer: Value,
    /// A code of the game's refusals.
    pub code: String,
    /// Values for the text of the refusal.
    pub details: Value,
}

/// Returns the differences between two views, in the order of places. Display names (`names`) and threats are ignored.
pub fn difference(was: &Value, is: &Value) -> Vec<Changed> {
    let bare = |view: &Value| match view {
        Value::Object(map) => {
            let mut map: Map<String, Value> = map.clone();
            map.remove("names");
            // They follow from where the units stand, which is told.
            map.remove("threats");
            Value::Object(map)
        }
        other => other.clone(),
    };
    let mut all = Vec::new();
    compare("", &bare(was), &bare(is), &mut all);
    all
}

fn compare(path: &str, was: &Value, is: &Value, all: &mut Vec<Changed>) {
    if was == is {
        return;
    }
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (was, is) {
        (was, is) if is_troop(was) && is_troop(is) => {
            all.push(Changed { path: path.to_owned(), was: was.clone(), is: is.clone() });
        }
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
                let value = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or(Value::Null);
                compare(&below(name), &value(old), &value(new), all);
            }
        }
        (Value::Array(old), Value::Array(new))
            if old.len() == new.len() && old.iter().any(|part| part.is_object() || part.is_array()) =>
        {
            for (place, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&below(&(place + 1).to_string()), old, new, all);
            }
        }
        _ => all.push(Changed { path: path.to_owned(), was: was.clone(), is: is.clone() }),
    }
}

/// Returns `true` for a mapping of names to numbers, such as units: it is one thing to a reader.
fn is_troop(value: &Value) -> bool {
    value.as_object().is_some_and(|all| all.values().all(Value::is_u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_differences_are_listed_and_names_are_ignored() {
        let was =
            json!({"names": {"a": "A"}, "areas": {"a": {"units": 1, "order": "march"}, "b": {}}, "turn": 3});
        let is = json!({"names": {}, "areas": {"a": {"units": 2, "order": "march"}, "c": 1}, "turn": 3});
        let all: Vec<(String, Value, Value)> =
            difference(&was, &is).into_iter().map(|line| (line.path, line.was, line.is)).collect();
        let line = |path: &str, was: Value, is: Value| (path.to_owned(), was, is);
        assert_eq!(
            all,
            [
                line("areas.a.units", json!(1), json!(2)),
                line("areas.b", json!({}), Value::Null),
                line("areas.c", Value::Null, json!(1)),
            ]
        );
        assert_eq!(difference(&is, &is), []);
        // Of several decks only the one that differs.
        let decks =
            difference(&json!({"decks": [["a", "b"], ["c"]]}), &json!({"decks": [["b", "a"], ["c"]]}));
        let decks: Vec<(&str, &Value)> = decks.iter().map(|line| (line.path.as_str(), &line.is)).collect();
        assert_eq!(decks, [("decks.1", &json!(["b", "a"]))]);
    }
}
