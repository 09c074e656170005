//! Compares data with what a case expects, and lays changes over a position.

use serde_json::Value;

/// Maps that a case names in full: one Footman expected is one Footman and nobody else.
const WHOLE: [&str; 3] = ["units", "routed", "lost"];

/// Adds to `out` where `found` lacks what `expected` says. Maps may have more than is expected, except those of [`WHOLE`].
/// `null` expects nothing, or an empty map; lists and scalars must be equal.
pub fn differences(expected: &Value, found: Option<&Value>, path: &str, out: &mut Vec<String>) {
    match (expected, found) {
        (Value::Null, None | Some(Value::Null)) => {}
        (Value::Null, Some(Value::Object(map))) if map.is_empty() => {}
        (Value::Object(expected), Some(Value::Object(found))) => {
            let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
            for (key, value) in expected {
                differences(value, found.get(key), &inner(key), out);
            }
            if path.split('.').any(|part| WHOLE.contains(&part)) {
                let more = found.iter().filter(|(key, _)| !expected.contains_key(*key));
                more.for_each(|(key, value)| differences(&Value::Null, Some(value), &inner(key), out));
            }
        }
        (expected, Some(found)) if expected == found => {}
        (expected, found) => {
            let found = found.map_or("nothing".to_owned(), Value::to_string);
            let expected = if expected.is_null() { "nothing".to_owned() } else { expected.to_string() };
            out.push(format!("{path}: expected {expected}, found {found}"));
        }
    }
}

/// Lays `patch` over `value`: maps are merged, `null` takes away, anything else replaces.
pub fn overlay(value: &mut Value, patch: &Value) {
    match (value, patch) {
        (Value::Object(value), Value::Object(patch)) => {
            for (key, patch) in patch {
                if patch.is_null() {
                    value.remove(key);
                } else {
                    overlay(value.entry(key.clone()).or_insert(Value::Null), patch);
                }
            }
        }
        (value, patch) => *value = patch.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn differ(expected: Value, found: Value) -> usize {
        let mut out = Vec::new();
        differences(&expected, Some(&found), "", &mut out);
        out.len()
    }

    #[test]
    fn units_are_counted_exactly_and_other_maps_in_part() {
        let found = json!({"areas": {"pyke": {"house": "greyjoy", "units": {"footman": 1, "knight": 1}}}});
        assert_eq!(differ(json!({"areas": {"pyke": {"house": "greyjoy"}}}), found.clone()), 0);
        assert_eq!(
            differ(json!({"areas": {"pyke": {"units": {"footman": 1, "knight": 1}}}}), found.clone()),
            0
        );
        assert_eq!(differ(json!({"areas": {"pyke": {"units": {"footman": 1}}}}), found.clone()), 1);
        assert_eq!(differ(json!({"areas": {"pyke": {"order": null}, "oldtown": null}}), found), 0);
        let event =
            json!({"event": "units-lost", "units": {"pyke": {"footman": 1}, "oldtown": {"knight": 1}}});
        assert_eq!(differ(json!({"units": {"pyke": {"footman": 1}}}), event), 1);
    }

    #[test]
    fn nothing_is_nothing_or_empty() {
        assert_eq!(differ(json!({"lost": {}}), json!({"lost": {}})), 0);
        assert_eq!(differ(json!({"lost": {}}), json!({"lost": {"ship": 1}})), 1);
        assert_eq!(differ(json!({"to": null}), json!({"to": "pyke"})), 1);
    }
}
