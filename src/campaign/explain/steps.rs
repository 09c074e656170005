//! What steps of a stage are about, and which belong together.

use super::guide::Scene;
use super::trace::Step;
use serde_json::Value;
use std::ops::Range;

/// Whether a value speaks of an id: as a text, or as the name of a member.
pub(crate) fn mentions(value: &Value, id: &str) -> bool {
    match value {
        Value::String(text) => text == id,
        Value::Array(list) => list.iter().any(|value| mentions(value, id)),
        Value::Object(map) => map.iter().any(|(name, value)| name == id || mentions(value, id)),
        _ => false,
    }
}

pub(crate) fn name_of(event: &Value) -> &str {
    event.get("event").and_then(Value::as_str).unwrap_or_default()
}

/// The steps from the opening of a scene to what no longer belongs to it.
pub(crate) fn reach(steps: &[Step], heart: usize, scene: &Scene) -> Range<usize> {
    let is =
        |step: &Step, names: &[&str]| matches!(step, Step::Told(event) if names.contains(&name_of(event)));
    let asked = |at: usize| matches!(steps.get(at), Some(Step::Asked(_)));
    let before = steps.iter().take(heart).rposition(|step| is(step, &[&scene.opens]));
    let mut start = before.unwrap_or(heart);
    while start > 0 && asked(start - 1) {
        start -= 1;
    }
    let closes: Vec<&str> = scene.closes.iter().map(String::as_str).collect();
    let after = steps.iter().enumerate().skip(heart + 1).find(|(_, step)| is(step, &closes));
    let mut end = after.map_or(steps.len(), |(at, _)| at);
    // The questions before the next thing belong to that.
    while after.is_some() && end > heart + 1 && asked(end - 1) {
        end -= 1;
    }
    start..end
}
