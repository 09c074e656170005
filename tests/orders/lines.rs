//! Free lines are read as the table of spellings says: at least 95 of 100, and none wrongly.

use crate::spelling::{Scene, Spelling, all};
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
    let taken = scene.take(&spelling.lines);
    let errors: Vec<String> = taken
        .faults
        .iter()
        .filter(|fault| fault.is_error())
        .map(|fault| format!("{}{:?}", fault.why.code(), fault.why.details()))
        .collect();
    let meant = spelling.means.as_ref().and_then(|means| scene.sheet(means));
    let verdict = if taken.plan == meant {
        if spelling.prose {
            let left = taken.fates.iter().all(|fate| *fate == LineFate::NotMine);
            if left && errors.is_empty() { Verdict::AsMeant } else { Verdict::Missed }
        } else if spelling.asks.is_empty() == errors.is_empty() {
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
        "{verdict:?} {}\n{}  meant: {}\n  taken: {}\n  {:?} {errors:?}",
        spelling.id,
        spelling.lines,
        meant.map_or("nothing".to_owned(), |plan| plan.to_string()),
        taken.plan.map_or("nothing".to_owned(), |plan| plan.to_string()),
        taken.fates,
    );
    (verdict, shown)
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
fn spellings_are_taken_as_meant_and_none_wrongly() {
    let all = all();
    let judged: Vec<(Verdict, String)> = all.iter().map(judge).collect();
    let of = |verdict| judged.iter().filter(|(found, _)| *found == verdict).count();
    let (missed, wrong) = (of(Verdict::Missed), of(Verdict::Wrong));
    for (verdict, shown) in &judged {
        if *verdict != Verdict::AsMeant {
            println!("{shown}\n");
        }
    }
    let good = all.len() - missed - wrong;
    println!("{good} of {} as meant, {missed} missed, {wrong} wrongly", all.len());
    assert_eq!(wrong, 0, "a line was taken as something that was not meant");
    assert!(good * 100 >= all.len() * 95, "{good} of {} were taken as meant", all.len());
}
