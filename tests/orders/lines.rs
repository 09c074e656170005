//! Free lines are read as the table of spellings says: each but those that are marked as missed, and none wrongly.

use crate::outputs::{self, Scenario};
use crate::spelling::{Scene, Spelling, all};
use ravenpost::sheet::Fault;
use ravenpost::table::LineFate;

/// What became of a spelling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    AsMeant,
    /// Less was taken than was meant, or prose was asked back: a nuisance.
    Missed,
    /// Something was taken that was not meant.
    Wrong,
}

fn judge(spelling: &Spelling) -> (Verdict, String) {
    let scene = Scene::of(spelling);
    let taken = match &spelling.file {
        Some(file) => scene.take_beside(file, &spelling.lines),
        None => scene.take(&spelling.lines),
    };
    let told = |fault: &Fault| format!("{}{:?}", fault.why.code(), fault.why.details());
    let errors: Vec<String> = taken.faults.iter().filter(|fault| fault.is_error()).map(told).collect();
    let others: Vec<String> = taken.faults.iter().filter(|fault| !fault.is_error()).map(told).collect();
    let under: Vec<String> =
        taken.faults.iter().filter(|fault| fault.is_error()).map(|fault| under(spelling, fault)).collect();
    let points = !spelling.carets || under == spelling.asks;
    let meant = spelling.means.as_ref().and_then(|means| scene.sheet(means));
    let verdict = if taken.plan == meant {
        if spelling.prose {
            let left = taken.fates.iter().all(|fate| *fate == LineFate::NotMine);
            if left && errors.is_empty() { Verdict::AsMeant } else { Verdict::Missed }
        } else if spelling.asks.is_empty() == errors.is_empty() && points {
            Verdict::AsMeant
        } else if errors.is_empty() && taken.fates.iter().all(|fate| *fate == LineFate::Taken) {
            // Nothing tells the player that a line was passed over.
            Verdict::Wrong
        } else {
            Verdict::Missed
        }
    } else if taken.plan.is_none() {
        Verdict::Missed
    } else if !errors.is_empty() || taken.fates.contains(&LineFate::NotMine) {
        match &meant {
            Some(meant) if part_of(taken.plan.as_ref().unwrap(), meant) => Verdict::Missed,
            _ => Verdict::Wrong,
        }
    } else {
        Verdict::Wrong
    };
    let shown = format!(
        "{verdict:?} {}\n{}  meant: {}\n  taken: {}\n  {:?} {errors:?} {others:?}{}",
        spelling.id,
        spelling.lines,
        meant.map_or("nothing".to_owned(), |plan| plan.to_string()),
        taken.plan.map_or("nothing".to_owned(), |plan| plan.to_string()),
        taken.fates,
        if points { String::new() } else { format!("\n  under the carets: {under:?}") },
    );
    (verdict, shown)
}

/// Returns the words that a problem is about.
fn under(spelling: &Spelling, fault: &Fault) -> String {
    let Some(span) = fault.span else { return String::new() };
    let line = spelling.lines.lines().nth(span.line - 1).unwrap_or_default();
    line.chars().skip(span.column - 1).take(span.length).collect()
}

/// Returns `true` if a value holds nothing that the other does not hold.
fn part_of(part: &serde_json::Value, whole: &serde_json::Value) -> bool {
    use serde_json::Value;
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => {
            part.iter().all(|(key, value)| whole.get(key).is_some_and(|known| part_of(value, known)))
        }
        (Value::Array(part), Value::Array(whole)) => part.iter().all(|value| whole.contains(value)),
        (part, whole) => part == whole,
    }
}

#[test]
fn spellings_are_taken_as_meant_but_for_those_marked_and_none_wrongly() {
    let all = all();
    let mut other: Vec<String> = Vec::new();
    let mut scenario = Scenario::new();
    for spelling in &all {
        let (verdict, shown) = judge(spelling);
        outputs::said(&spelling.id, shown.clone());
        let expected = if spelling.missed { Verdict::Missed } else { Verdict::AsMeant };
        if verdict != expected {
            other.push(shown);
        }
    }
    assert!(other.is_empty(), "{} are read otherwise than expected:\n{}", other.len(), other.join("\n\n"));
    let missed = all.iter().filter(|spelling| spelling.missed).count();
    assert!(missed * 20 <= all.len(), "{missed} of {} are not taken as meant", all.len());
    scenario.ends(Vec::new);
}
