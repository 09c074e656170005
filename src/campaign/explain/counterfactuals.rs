//! What would have changed the outcome of a scene. The stage is replayed once for every other legal answer to each
//! decision, with all other answers as recorded. If a replay asks a question without a recorded answer before the scene
//! is decided, its outcome counts as unknown.

use crate::campaign::explain::guide::Scene;
use crate::campaign::explain::model::{Change, Tried};
use crate::campaign::explain::narrator::Narrator;
use crate::campaign::explain::steps::name_of;
use crate::campaign::explain::trace::{Stage, Step, run};
use serde_json::Value;
use std::ops::Range;

/// Replays a scene with other answers, for each of its decisions that the guide lets try.
pub(crate) fn counterfactuals(
    narrator: &Narrator<'_>,
    stage: &Stage,
    scene: &Scene,
    steps: Range<usize>,
) -> Vec<Tried> {
    let within = stage.steps.get(steps.clone()).unwrap_or_default();
    let Some((decided, was)) = outcome(within, scene) else { return Vec::new() };
    let asked = within.iter().take(decided).enumerate().filter_map(|(at, step)| match step {
        Step::Asked(key) => Some((steps.start + at, key)),
        Step::Told(_) => None,
    });
    asked.filter_map(|(at, key)| try_others(narrator, stage, scene, at, key, &was)).collect()
}

/// Returns the step that decides a scene and the result; `None` if the scene is not decided.
fn outcome(steps: &[Step], scene: &Scene) -> Option<(usize, Value)> {
    for (at, step) in steps.iter().enumerate() {
        let Step::Told(event) = step else { continue };
        if name_of(event) == scene.outcome {
            return Some((at, event.get(&scene.says).cloned().unwrap_or(Value::Null)));
        }
    }
    None
}

/// Replays the stage with every other legal answer to the question `key`, which is step `at`.
fn try_others(
    narrator: &Narrator<'_>,
    stage: &Stage,
    scene: &Scene,
    at: usize,
    key: &str,
    was: &Value,
) -> Option<Tried> {
    let given = stage.given.get(key).filter(|given| scene.tries.contains(&given.answer.kind))?;
    let record = &narrator.trace.record;
    let rules = narrator.rules.by(&stage.data).ok()?;
    let known = |asked: &str| stage.given.get(asked).map(|given| given.answer.answer.clone());
    let open = run(rules, record, &stage.opening, &|asked| known(asked).filter(|_| asked != key)).ok()?;
    let open = open.open.into_iter().find(|open| open.key == key)?;
    let mut tried = Tried {
        seat: (narrator.named)(&given.answer.seat),
        key: key.to_owned(),
        kind: given.answer.kind.clone(),
        answer: given.answer.answer.clone(),
        same: Vec::new(),
        changes: Vec::new(),
        unknown: Vec::new(),
        complete: open.legal.complete,
    };
    for other in open.legal.answers.into_iter().filter(|other| *other != given.answer.answer) {
        let answers = |asked: &str| if asked == key { Some(other.clone()) } else { known(asked) };
        let again = run(rules, record, &stage.opening, &answers).ok()?;
        // Nothing changes before this question, and steps after the scene are not its outcome.
        let rest = again.steps.get(at..).unwrap_or_default();
        let closes = |step: &Step| matches!(step, Step::Told(event) if scene.closes.iter().any(|name| name == name_of(event)));
        let end = rest.iter().position(closes).unwrap_or(rest.len());
        match outcome(rest.get(..end).unwrap_or_default(), scene) {
            Some((_, is)) if is == *was => tried.same.push(other),
            Some((_, outcome)) => tried.changes.push(Change { answer: other, outcome }),
            None => tried.unknown.push(other),
        }
    }
    Some(tried)
}
