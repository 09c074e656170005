//! Which steps of a turn belong to what is asked.
//!
//! May use: trace, guide, wanted, model. Is used by: explain.

use super::steps::name_of;
use crate::campaign::explain::guide::Scene;
use crate::campaign::explain::model::Teller;
use crate::campaign::explain::steps::{mentions, reach};
use crate::campaign::explain::subject::Wanted;
use crate::campaign::explain::trace::{Given, Stage, Step};
use crate::campaign::explain::{Guide, Part, StageTold, counterfactuals as otherwise};
use crate::report::model::Named;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;

fn is_about(given: &Given, ids: &[String]) -> bool {
    let answer = &given.answer;
    ids.iter().all(|id| {
        answer.seat == *id
            || answer.key.split('/').any(|part| part == id)
            || mentions(&answer.answer, id)
            || given.unusable.as_ref().is_some_and(|unusable| mentions(&unusable.answer, id))
    })
}

fn hearts<'a>(stage: &'a Stage, scene: &'a Scene) -> impl Iterator<Item = (usize, &'a Value)> {
    stage.steps.iter().enumerate().filter_map(|(at, step)| match step {
        Step::Told(event) if name_of(event) == scene.heart => Some((at, event)),
        _ => None,
    })
}

/// Where the scenes of a turn are, for those who ask in vain.
pub(crate) fn scenes(teller: &Teller<'_>, turn: u32) -> Vec<Named> {
    let stages = teller.trace.stages.iter().filter(|stage| stage.turn == turn);
    let mut all: Vec<Named> = Vec::new();
    for stage in stages {
        for scene in teller.guide.scenes.values() {
            let places = hearts(stage, scene).filter_map(|(_, heart)| heart.get(&scene.at)?.as_str());
            all.extend(places.map(|id| (teller.named)(id)));
        }
    }
    all
}

/// The stages of a turn with what belongs to the question, in the order of the game.
pub(crate) fn choose(teller: &Teller<'_>, turn: u32, wanted: &Wanted) -> Vec<StageTold> {
    let stages: Vec<&Stage> = teller.trace.stages.iter().filter(|stage| stage.turn == turn).collect();
    let mut told = if wanted.scenes.is_empty() {
        let chosen = stages.iter().map(|stage| teller.stage(stage, &steps(stage, teller.guide, wanted), &[]));
        chosen.collect()
    } else {
        of_scenes(teller, &stages, wanted)
    };
    told.retain(|stage| !stage.parts.is_empty());
    let mut earlier = latest(teller, turn, wanted, &told);
    earlier.append(&mut told);
    earlier
}

/// The steps of a stage that belong to the question.
fn steps(stage: &Stage, guide: &Guide, wanted: &Wanted) -> BTreeSet<usize> {
    let stages_wanted = wanted.stages.is_empty() || wanted.stages.contains(&stage.name);
    let topics: Vec<_> = wanted.topics.iter().filter_map(|topic| guide.topics.get(topic)).collect();
    let belongs = |step: &Step| match step {
        Step::Told(event) => {
            let named = |name: &String| name == name_of(event);
            let fits = topics.is_empty() || topics.iter().any(|topic| topic.events.iter().any(named));
            fits && wanted.ids.iter().all(|id| mentions(event, id))
        }
        Step::Asked(key) => stage.given.get(key).is_some_and(|given| {
            let kind = &given.answer.kind;
            let fits = topics.is_empty() || topics.iter().any(|topic| topic.decisions.contains(kind));
            fits && is_about(given, &wanted.ids)
        }),
    };
    let all = stage.steps.iter().enumerate().filter(|(_, step)| stages_wanted && belongs(step));
    all.map(|(at, _)| at).collect()
}

/// Where a number was not set in the turn: the last time it was.
fn latest(teller: &Teller<'_>, turn: u32, wanted: &Wanted, told: &[StageTold]) -> Vec<StageTold> {
    let mut found = Vec::new();
    for topic in wanted.topics.iter().filter_map(|topic| teller.guide.topics.get(topic)) {
        let Some(setter) = &topic.latest else { continue };
        let sets =
            |event: &Value| name_of(event) == setter && wanted.ids.iter().all(|id| mentions(event, id));
        let is_told = told.iter().flat_map(|stage| &stage.parts).any(|part| match part {
            Part::Events { events, .. } => events.iter().any(sets),
            _ => false,
        });
        let before = teller.trace.stages.iter().rev().filter(|stage| stage.turn < turn);
        let hit = before.filter(|_| !is_told).find_map(|stage| {
            let at = |step: &Step| matches!(step, Step::Told(event) if sets(event));
            let steps: BTreeSet<usize> =
                stage.steps.iter().enumerate().filter(|(_, step)| at(step)).map(|(at, _)| at).collect();
            (!steps.is_empty()).then(|| teller.stage(stage, &steps, &[]))
        });
        found.extend(hit);
    }
    found
}

/// The scenes that are asked for, with what of earlier stages led to them.
fn of_scenes(teller: &Teller<'_>, stages: &[&Stage], wanted: &Wanted) -> Vec<StageTold> {
    let scenes: Vec<&Scene> =
        wanted.scenes.iter().filter_map(|scene| teller.guide.scenes.get(scene)).collect();
    let mut all = Vec::new();
    for (place, stage) in stages.iter().enumerate() {
        for scene in &scenes {
            let asked = hearts(stage, scene)
                .filter(|(_, heart)| wanted.ids.iter().all(|id| mentions(heart, id)))
                .map(|(at, _)| at);
            for heart in asked {
                let steps = reach(&stage.steps, heart, scene);
                let concerned = concerned(stage, steps.clone(), scene);
                for before in stages.iter().take(place) {
                    all.push(earlier(teller, before, scene, &concerned));
                }
                let tried = otherwise::otherwise(teller, stage, scene, steps.clone());
                let mut told = teller.stage(stage, &steps.collect(), &[]);
                told.parts.extend(Some(Part::Otherwise { tries: tried }).filter(Part::says_something));
                all.push(told);
            }
        }
    }
    all
}

/// The ids that a scene's events name in the fields its guide says.
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

/// What of an earlier stage led to a scene.
fn earlier(teller: &Teller<'_>, stage: &Stage, scene: &Scene, concerned: &[String]) -> StageTold {
    let some = |value: &Value| concerned.iter().any(|id| mentions(value, id));
    let belongs = |step: &Step| match step {
        Step::Told(event) => scene.earlier.events.iter().any(|name| name == name_of(event)) && some(event),
        Step::Asked(key) => stage.given.get(key).is_some_and(|given| {
            scene.earlier.decisions.contains(&given.answer.kind) && some(&given.answer.answer)
        }),
    };
    let steps: BTreeSet<usize> =
        stage.steps.iter().enumerate().filter(|(_, step)| belongs(step)).map(|(at, _)| at).collect();
    teller.stage(stage, &steps, concerned)
}
