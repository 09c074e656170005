//! Faults that follow from another: a name that is wrong once is wrong wherever it is used, and what it should have named lacks
//! borders, cells or a place on a track. The cause is told, with how many more follow from it.

use super::faults::Problem;
use crate::sheet::{Refusal, Severity};
use serde_json::Value;

/// What a wrong name is the name of, and the codes of what follows from it.
const OF_NAMES: &[(&str, &[&str])] = &[
    (
        "area",
        &[
            "board-chart-touches",
            "board-chart-border",
            "board-chart-missing",
            "board-alone",
            "board-port-sea",
        ],
    ),
    ("house", &["board-track-house", "board-home", "board-houses"]),
];

/// What follows from a code on the chart that no area has.
const OF_A_CODE: &[&str] = &["board-chart-missing", "board-chart-apart", "board-chart-border"];

/// What is about certain areas, and follows from the wrong name of one only if it is about that one.
const OF_AREAS: &[&str] =
    &["board-chart-touches", "board-chart-border", "board-chart-missing", "board-alone"];

/// Leaves the first fault of each cause, which then says how many more there are. What follows from several causes is counted with
/// the first.
pub(super) fn gather(all: Vec<Problem>) -> Vec<Problem> {
    let mut kept: Vec<Cause> = Vec::new();
    let mut later = Vec::new();
    for (place, problem) in all.into_iter().enumerate() {
        match kept.iter_mut().find(|cause| is_alike(&cause.problem, &problem)) {
            Some(cause) => cause.more += 1,
            None if follows_from(&problem).next().is_some() => later.push((place, problem)),
            None => kept.push(Cause { place, problem, more: 0 }),
        }
    }
    for (place, problem) in later {
        let of =
            |cause: &&mut Cause| follows_from(&problem).any(|is_cause| is_cause(&cause.problem, &problem));
        match kept.iter_mut().find(of) {
            Some(cause) => {
                cause.more += 1;
                // A board with an error cannot be played, although what it follows from is only worth a look.
                if problem.fault.is_error() {
                    cause.problem.fault.severity = Severity::Error;
                }
            }
            None => kept.push(Cause { place, problem, more: 0 }),
        }
    }
    kept.sort_by_key(|cause| cause.place);
    kept.into_iter().map(Cause::told).collect()
}

/// A fault that is told.
struct Cause {
    /// Its place among all.
    place: usize,
    problem: Problem,
    /// How many more follow from it.
    more: u32,
}

impl Cause {
    fn told(self) -> Problem {
        let mut problem = self.problem;
        if self.more > 0 {
            problem.fault.why = problem.fault.why.with("more", self.more);
        }
        problem
    }
}

fn detail<'p>(why: &'p Refusal, name: &str) -> &'p Value {
    why.details().get(name).unwrap_or(&Value::Null)
}

/// Returns `true` for the same wrong name once more.
fn is_alike(one: &Problem, other: &Problem) -> bool {
    let (one, other) = (&one.fault.why, &other.fault.why);
    let same = |names: &[&str]| names.iter().all(|name| detail(one, name) == detail(other, name));
    one.code() == other.code()
        && match one.code() {
            "board-unknown" => same(&["what", "name"]),
            "board-chart-code" => same(&["code"]),
            _ => false,
        }
}

/// Returns the areas that a fault is about, as their ids would be written.
fn areas(problem: &Problem) -> impl Iterator<Item = String> {
    ["area", "one", "other"].into_iter().filter_map(|name| detail(&problem.fault.why, name).as_str()).map(
        |name| {
            let plain = name.chars().filter(|c| !matches!(c, '\'' | '’')).flat_map(char::to_lowercase);
            plain.map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
        },
    )
}

type IsCause = fn(&Problem, &Problem) -> bool;

/// Returns what tells the causes of a fault, if it is one that may follow from another.
fn follows_from(problem: &Problem) -> impl Iterator<Item = IsCause> {
    let code = problem.fault.why.code();
    let of_name: IsCause = |cause, problem| {
        let code = problem.fault.why.code();
        let of = |(what, codes): &(&str, &[&str])| {
            detail(&cause.fault.why, "what") == *what && codes.contains(&code)
        };
        // A chart that is wrong elsewhere is told.
        let named = [detail(&cause.fault.why, "name").as_str(), cause.fault.suggestion.as_deref()];
        let is_about = || areas(problem).any(|area| named.contains(&Some(&area)));
        cause.fault.why.code() == "board-unknown"
            && OF_NAMES.iter().any(of)
            && (!OF_AREAS.contains(&code) || is_about())
    };
    let of_code: IsCause = |cause, problem| {
        cause.fault.why.code() == "board-chart-code" && OF_A_CODE.contains(&problem.fault.why.code())
    };
    // A stray cell of an area touches what the area does not border, and so does every cell of one without borders.
    let of_stray: IsCause = |cause, problem| {
        let area = detail(&cause.fault.why, "area");
        let why = &problem.fault.why;
        ["board-chart-apart", "board-alone"].contains(&cause.fault.why.code())
            && why.code() == "board-chart-touches"
            && (detail(why, "one") == area || detail(why, "other") == area)
    };
    let named = OF_NAMES.iter().any(|(_, codes)| codes.contains(&code));
    let all =
        [(named, of_name), (OF_A_CODE.contains(&code), of_code), (code == "board-chart-touches", of_stray)];
    all.into_iter().filter_map(|(may, is_cause)| may.then_some(is_cause))
}
