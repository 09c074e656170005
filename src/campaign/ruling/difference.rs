//! What is otherwise in one view of a position than in another, place by place.
//!
//! May use: report (models). Is used by: told, trial.

use crate::report::model::Changed;
use serde_json::{Map, Value};

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
