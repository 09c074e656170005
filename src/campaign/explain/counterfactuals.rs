//! What would have changed the outcome of a scene: each of its decisions is taken otherwise, one at a time, and the
//! stage is played again with everybody's other answers as they were. Where such a game asks what nobody has answered
//! before it is decided, nothing is claimed.
//!
//! May use: trace, choose, model. Is used by: explain.

use crate::campaign::explain::Tried;
use crate::campaign::explain::guide::Scene;
use crate::campaign::explain::model::{Change, Teller};
use crate::campaign::explain::steps::name_of;
use crate::campaign::explain::trace::{Stage, Step, run};
use serde_json::Value;
use std::ops::Range;

/// Tries the decisions of a scene otherwise.
pub(crate) fn otherwise(
    teller: &Teller<'_>,
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
    asked.filter_map(|(at, key)| one(teller, stage, scene, at, key, &was)).collect()
}

/// How a scene is decided, and by which of these steps; none if it ends undecided.
fn outcome(steps: &[Step], scene: &Scene) -> Option<(usize, Value)> {
    for (at, step) in steps.iter().enumerate() {
        let Step::Told(event) = step else { continue };
        if name_of(event) == scene.outcome {
            return Some((at, event.get(&scene.says).cloned().unwrap_or(Value::Null)));
        }
    }
    None
}

fn one(
    teller: &Teller<'_>,
    stage: &Stage,
    scene: &Scene,
    at: usize,
    key: &str,
    was: &Value,
) -> Option<Tried> {
    let given = stage.given.get(key).filter(|given| scene.tries.contains(&given.answer.kind))?;
    let record = &teller.trace.record;
    let rules = teller.rules.by(&stage.data).ok()?;
    let known = |asked: &str| stage.given.get(asked).map(|given| given.answer.answer.clone());
    let open = run(rules, record, &stage.opening, &|asked| known(asked).filter(|_| asked != key)).ok()?;
    let open = open.open.into_iter().find(|open| open.key == key)?;
    let mut tried = Tried {
        seat: (teller.named)(&given.answer.seat),
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
        // Up to this question everything is as it was; what follows must be this scene's.
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
