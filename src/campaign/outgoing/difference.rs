//! What a ruling would change; of positions, what is otherwise in one view than in another, place by place.
//!
//! May use: entries, report (models). Is used by: told, trial.

use crate::campaign::state::entries::{From, Ruling, SeatId};
use crate::report::model::{Changed, Undone};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What a ruling would change.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The ruling.
    pub ruling: Ruling,
    /// What is otherwise in the position as everybody may know it.
    pub position: Vec<Changed>,
    /// The same for each seat, as it may know it.
    pub seats: BTreeMap<SeatId, Vec<Changed>>,
    /// Decisions that are otherwise, or no more asked for.
    pub decisions: Vec<DecisionChanged>,
    /// How many old decisions belong to stages that the game would not have come to yet.
    pub not_reached: usize,
    /// Decisions whose old answer is not legal any more.
    pub illegal: Vec<Illegal>,
    /// What earlier rulings have made that it undoes by going back to before them.
    pub undone: Vec<Undone>,
    /// Whom something is asked that was not asked before: seat and kind.
    pub asked: Vec<(SeatId, String)>,
    /// Where the game stood: turn and stage.
    pub was: (u32, String),
    /// Where it would stand.
    pub is: (u32, String),
    /// Whether the game would be over.
    pub over: bool,
}

/// A decision that a ruling changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DecisionChanged {
    /// Whose.
    pub seat: SeatId,
    /// The question's key.
    pub key: String,
    /// Its kind.
    pub kind: String,
    /// What was decided; none: it was not asked.
    pub was: Option<Value>,
    /// What is decided; none: it is not asked, or not answered yet.
    pub is: Option<Value>,
    /// Where that comes from.
    pub source: Option<From>,
}

/// An answer that does not fit any more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Illegal {
    /// The question's key.
    pub key: String,
    /// The answer.
    pub answer: Value,
    /// Why: a code of the game's refusals.
    pub code: String,
    /// What its words need.
    pub details: Value,
}

/// All that is otherwise, in the order of places. The names for people (`names`) are not looked at.
pub fn difference(was: &Value, is: &Value) -> Vec<Changed> {
    let bare = |view: &Value| match view {
        Value::Object(map) => {
            let mut map: Map<String, Value> = map.clone();
            map.remove("names");
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
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().chain(new.keys().filter(|name| !old.contains_key(*name))) {
                let value = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or(Value::Null);
                compare(&below(name), &value(old), &value(new), all);
            }
        }
        (Value::Array(old), Value::Array(new))
            if old.len() == new.len() && old.iter().any(Value::is_object) =>
        {
            for (place, (old, new)) in old.iter().zip(new).enumerate() {
                compare(&below(&(place + 1).to_string()), old, new, all);
            }
        }
        _ => all.push(Changed { path: path.to_owned(), was: was.clone(), is: is.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_differs_is_told_and_names_are_not() {
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
    }
}
