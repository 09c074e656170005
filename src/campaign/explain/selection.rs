//! Selects the steps of a turn that belong to a question.

use crate::campaign::explain::counterfactuals::counterfactuals;
use crate::campaign::explain::guide::{Guide, Scene};
use crate::campaign::explain::model::{Part, StageAccount};
use crate::campaign::explain::narrator::Narrator;
use crate::campaign::explain::steps::{mentions, name_of, reach};
use crate::campaign::explain::subject::Subject;
use crate::campaign::explain::trace::{RecordedAnswer, Stage, Step};
use crate::report::model::Named;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns `true` if the question, its answer or an answer ignored for it mentions all of `ids`.
fn is_about(given: &RecordedAnswer, ids: &[String]) -> bool {
    let answer = &given.answer;
    ids.iter().all(|id| {
        answer.seat == *id
            || answer.key.split('/').any(|part| part == id)
            || mentions(&answer.answer, id)
            || given.unusable.as_ref().is_some_and(|unusable| mentions(&unusable.answer, id))
    })
}

/// Returns the steps with the event that every scene has exactly once.
fn hearts<'a>(stage: &'a Stage, scene: &'a Scene) -> impl Iterator<Item = (usize, &'a Value)> {
    stage.steps.iter().enumerate().filter_map(|(at, step)| match step {
        Step::Told(event) if name_of(event) == scene.heart => Some((at, event)),
        _ => None,
    })
}

/// Returns the places of the scenes of a turn, as a hint when a question matches nothing.
pub(crate) fn scenes(narrator: &Narrator<'_>, turn: u32) -> Vec<Named> {
    let stages = narrator.trace.stages.iter().filter(|stage| stage.turn == turn);
    let mut all: Vec<Named> = Vec::new();
    for stage in stages {
        for scene in narrator.guide.scenes.values() {
            let places = hearts(stage, scene).filter_map(|(_, heart)| heart.get(&scene.at)?.as_str());
            all.extend(places.map(|id| (narrator.named)(id)));
        }
    }
    all
}

/// Returns the stages of a turn with the steps about `subject`, in the order of the game.
pub(crate) fn stages_about(narrator: &Narrator<'_>, turn: u32, subject: &Subject) -> Vec<StageAccount> {
    let stages: Vec<&Stage> = narrator.trace.stages.iter().filter(|stage| stage.turn == turn).collect();
    let mut told = if subject.scenes.is_empty() {
        let chosen =
            stages.iter().map(|stage| narrator.stage(stage, &steps(stage, narrator.guide, subject), &[]));
        chosen.collect()
    } else {
        of_scenes(narrator, &stages, subject)
    };
    told.retain(|stage| !stage.parts.is_empty());
    let mut earlier = latest(narrator, turn, subject, &told);
    earlier.append(&mut told);
    earlier
}

/// Returns the places of the steps about `subject`.
fn steps(stage: &Stage, guide: &Guide, subject: &Subject) -> BTreeSet<usize> {
    let is_asked_for = subject.stages.is_empty() || subject.stages.contains(&stage.name);
    let topics: Vec<_> = subject.topics.iter().filter_map(|topic| guide.topics.get(topic)).collect();
    let belongs = |step: &Step| match step {
        Step::Told(event) => {
            let named = |name: &String| name == name_of(event);
            let fits = topics.is_empty() || topics.iter().any(|topic| topic.events.iter().any(named));
            fits && subject.ids.iter().all(|id| mentions(event, id))
        }
        Step::Asked(key) => stage.given.get(key).is_some_and(|given| {
            let kind = &given.answer.kind;
            let fits = topics.is_empty() || topics.iter().any(|topic| topic.decisions.contains(kind));
            fits && is_about(given, &subject.ids)
        }),
    };
    let all = stage.steps.iter().enumerate().filter(|(_, step)| is_asked_for && belongs(step));
    all.map(|(at, _)| at).collect()
}

/// For each number asked about that the turn did not set, returns the last stage before that set it.
fn latest(narrator: &Narrator<'_>, turn: u32, subject: &Subject, told: &[StageAccount]) -> Vec<StageAccount> {
    let mut found = Vec::new();
    for topic in subject.topics.iter().filter_map(|topic| narrator.guide.topics.get(topic)) {
        let Some(setter) = &topic.latest else { continue };
        let sets =
            |event: &Value| name_of(event) == setter && subject.ids.iter().all(|id| mentions(event, id));
        let is_told = told.iter().flat_map(|stage| &stage.parts).any(|part| match part {
            Part::Events { events, .. } => events.iter().any(sets),
            _ => false,
        });
        let before = narrator.trace.stages.iter().rev().filter(|stage| stage.turn < turn);
        let hit = before.filter(|_| !is_told).find_map(|stage| {
            let at = |step: &Step| matches!(step, Step::Told(event) if sets(event));
            let steps: BTreeSet<usize> =
                stage.steps.iter().enumerate().filter(|(_, step)| at(step)).map(|(at, _)| at).collect();
            (!steps.is_empty()).then(|| narrator.stage(stage, &steps, &[]))
        });
        found.extend(hit);
    }
    found
}

/// Returns the scenes asked for, each with the steps of earlier stages that led to it.
fn of_scenes(narrator: &Narrator<'_>, stages: &[&Stage], subject: &Subject) -> Vec<StageAccount> {
    let scenes: Vec<&Scene> =
        subject.scenes.iter().filter_map(|scene| narrator.guide.scenes.get(scene)).collect();
    let mut all = Vec::new();
    for (place, stage) in stages.iter().enumerate() {
        for scene in &scenes {
            let asked = hearts(stage, scene)
                .filter(|(_, heart)| subject.ids.iter().all(|id| mentions(heart, id)))
                .map(|(at, _)| at);
            for heart in asked {
                let steps = reach(&stage.steps, heart, scene);
                let concerned = concerned(stage, steps.clone(), scene);
                for before in stages.iter().take(place) {
                    all.push(earlier(narrator, before, scene, &concerned));
                }
                let tried = counterfactuals(narrator, stage, scene, steps.clone());
                let mut told = narrator.stage(stage, &steps.collect(), &[]);
                told.parts.extend(Some(Part::Counterfactuals { tries: tried }).filter(Part::says_something));
                all.push(told);
            }
        }
    }
    all
}

/// Returns the ids in the fields of a scene's events that its guide lists for earlier stages.
fn concerned(stage: &Stage, steps: Range<usize>, scene: &Scene) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for step in stage.steps.get(steps).unwrap_or_default() {
        let Step::Told(event) = step else { continue };
        let of = scene.earlier.by.iter().filter_map(|field| event.get(field)?.as_str());
        for id in of.map(str::to_owned).collect::<Vec<_>>() {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    ids
}

/// Returns an earlier stage with the steps that led to a scene.
fn earlier(narrator: &Narrator<'_>, stage: &Stage, scene: &Scene, concerned: &[String]) -> StageAccount {
    let some = |value: &Value| concerned.iter().any(|id| mentions(value, id));
    let belongs = |step: &Step| match step {
        Step::Told(event) => scene.earlier.events.iter().any(|name| name == name_of(event)) && some(event),
        Step::Asked(key) => stage.given.get(key).is_some_and(|given| {
            scene.earlier.decisions.contains(&given.answer.kind) && some(&given.answer.answer)
        }),
    };
    let steps: BTreeSet<usize> =
        stage.steps.iter().enumerate().filter(|(_, step)| belongs(step)).map(|(at, _)| at).collect();
    narrator.stage(stage, &steps, concerned)
}
