//! What does not fit in an edited position. Which names a position can have, and of which kind their values are, the game says
//! (`table::Vocabulary`); what a number or a word can be at its place is found by trying others there.

use crate::report::yaml_flow;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The most words that are tried at a place, those first that resemble what is written there.
const TRIED: usize = 40;
/// Each number up to the first is tried at a place, and of greater ones, up to the second, which is the last that fits.
const EACH: u64 = 32;
const GREATEST: u64 = 255;
/// How many names or values are listed where none resembles what is written.
const LISTED: usize = 8;

/// Returns the names in a position that the game does not know, each with the one that was probably meant or those that it knows
/// there. `known` is a sample that has every name.
pub(super) fn unknown(known: &Value, is: &Value) -> Vec<String> {
    let mut all = Vec::new();
    form("", known, is, &mut all);
    all.into_iter().filter(|wrong| wrong.is_name).map(|wrong| wrong.why).collect()
}

/// Returns the first name that the game does not know, or value of another kind than belongs there.
pub(super) fn unfit(known: &Value, is: &Value) -> Option<String> {
    let mut all = Vec::new();
    form("", known, is, &mut all);
    all.into_iter().map(|wrong| wrong.why).next()
}

struct Wrong {
    /// Whether it is a name that is not known.
    is_name: bool,
    why: String,
}

fn form(path: &str, known: &Value, is: &Value, all: &mut Vec<Wrong>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let kind = match (known, is) {
        // Of what is null anything is known, and what is null is left out.
        (Value::Null, _) | (_, Value::Null) => return,
        (Value::Object(names), Value::Object(map)) => {
            for (name, value) in map {
                match names.get(name) {
                    Some(known) => form(&below(name), known, value, all),
                    None => {
                        let why = no_entry(&below(name), name, names.keys());
                        all.push(Wrong { is_name: true, why });
                    }
                }
            }
            return;
        }
        (Value::Array(members), Value::Array(list)) => {
            for (place, value) in list.iter().enumerate() {
                members.iter().for_each(|known| form(&below(&(place + 1).to_string()), known, value, all));
            }
            return;
        }
        (Value::Number(_), is) if is.is_u64() => return,
        (Value::Number(_), _) => "a whole number, 0 or more,",
        (Value::Bool(_), Value::Bool(_)) | (Value::String(_), Value::String(_)) => return,
        (Value::Bool(_), _) => "true or false",
        (Value::String(_), _) => "a word",
        (Value::Array(_), _) => "a list",
        (Value::Object(_), _) => "a map of names and values",
    };
    let why = format!("{path}: {kind} is expected, not {}", yaml_flow(is));
    all.push(Wrong { is_name: false, why });
}

/// Says that there is no entry with a name, and which one was probably meant, or which there are.
pub(super) fn no_entry<'a>(path: &str, name: &str, known: impl Iterator<Item = &'a String>) -> String {
    let known: Vec<&str> = known.map(String::as_str).collect();
    match nearest(name, &known) {
        Some(near) => format!("{path}: there is no such entry; did you mean {near}?"),
        None if (1..=LISTED).contains(&known.len()) => {
            format!("{path}: there is no such entry; there can be {}", known.join(", "))
        }
        None => format!("{path}: there is no such entry"),
    }
}

fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let close = |word: &str| strsim::jaro_winkler(word, wrong);
    let near = known.iter().copied().max_by(|a, b| close(a).total_cmp(&close(b)))?;
    (close(near) > 0.8 && near != wrong).then_some(near)
}

/// A step from a position to one of its parts.
#[derive(Clone, PartialEq, Debug)]
enum Step {
    Name(String),
    Place(usize),
}

/// A part of an edited position that is not as it was.
struct Part {
    path: Vec<Step>,
    is: Value,
}

impl Part {
    fn name(&self) -> String {
        let steps = self.path.iter().map(|step| match step {
            Step::Name(name) => name.clone(),
            Step::Place(place) => (place + 1).to_string(),
        });
        steps.collect::<Vec<_>>().join(".")
    }
}

/// Returns the parts of an edited position that do not fit, each with the reason that `fits` gives and with what would fit in its
/// place. `then` is the position that was edited. Empty if every part fits for itself. With `is_renamed` an entry may be missing
/// because it has another name now, which is told already.
pub(super) fn misfits(
    then: &Value,
    edited: &Value,
    is_renamed: bool,
    fits: impl Fn(&Value) -> Result<(), String>,
) -> Vec<String> {
    let mut parts = Vec::new();
    changed(&mut Vec::new(), then, edited, &mut parts);
    let mut words = BTreeSet::new();
    words_in(then, &mut words);
    parts.retain(|part| !(is_renamed && part.is.is_null()));
    let alone = parts.iter().filter_map(|part| Some((part, fits(&with(then, &part.path, &part.is)).err()?)));
    alone
        .map(|(part, why)| {
            let path = part.name();
            let why = if why.contains(&path) { why } else { format!("{path}: {why}") };
            // What else has been edited may count here; where that is wrong as well, it is left out.
            let possible = [edited, then].into_iter().map(|around| possible(around, part, &words, &fits));
            let Some(all) = possible.into_iter().find(|all| !all.is_empty()) else { return why };
            let (why, all) = (why.trim_end_matches('.'), listed(&all, &part.is));
            format!("{why}; possible here, with all else as it is: {all}")
        })
        .collect()
}

/// Returns the values of the same kind that fit in the place of a part, and nothing if that does.
fn possible(
    around: &Value,
    part: &Part,
    words: &BTreeSet<&str>,
    fits: impl Fn(&Value) -> Result<(), String>,
) -> Vec<Value> {
    let fits = |value: &Value| fits(&with(around, &part.path, value)).is_ok();
    let tried: Vec<Value> = match &part.is {
        Value::Number(_) => return numbers(|number| fits(&Value::from(number))),
        Value::String(wrong) => {
            let mut near: Vec<&str> = words.iter().copied().collect();
            near.sort_by(|a, b| strsim::jaro_winkler(b, wrong).total_cmp(&strsim::jaro_winkler(a, wrong)));
            near.into_iter().take(TRIED).map(Value::from).chain([Value::Null]).collect()
        }
        Value::Bool(is) => vec![Value::Bool(!is)],
        _ => Vec::new(),
    };
    tried.into_iter().filter(fits).collect()
}

/// Returns the numbers that fit.
fn numbers(fits: impl Fn(u64) -> bool) -> Vec<Value> {
    let mut all: Vec<u64> = (0..=EACH).filter(|number| fits(*number)).collect();
    if all.last() == Some(&EACH) {
        let (mut last, mut too_great) = (EACH, GREATEST + 1);
        while too_great - last > 1 {
            let middle = u64::midpoint(last, too_great);
            if fits(middle) { last = middle } else { too_great = middle }
        }
        all.extend(EACH + 1..=last);
    }
    all.into_iter().map(Value::from).collect()
}

/// Says which values are possible: ranges of numbers, words that resemble what is written, or some of them.
fn listed(all: &[Value], wrong: &Value) -> String {
    let numbers: Vec<u64> = all.iter().filter_map(Value::as_u64).collect();
    if let Some(wrong) = wrong.as_str() {
        let words: Vec<&str> = all.iter().filter_map(Value::as_str).collect();
        if let Some(near) = nearest(wrong, &words) {
            return near.to_owned();
        }
    } else if let (Some(first), Some(last)) = (numbers.first(), numbers.last())
        && last - first >= 2
        && last - first + 1 == numbers.len() as u64
    {
        return format!("{first} to {last}");
    }
    let told = |value: &Value| if value.is_null() { "null".to_owned() } else { yaml_flow(value) };
    let more = if all.len() > LISTED { ", …" } else { "" };
    all.iter().take(LISTED).map(told).collect::<Vec<_>>().join(", ") + more
}

/// Collects the parts that differ, each as small as it can be: entries of maps, and members of lists of the same length.
fn changed(path: &mut Vec<Step>, was: &Value, is: &Value, all: &mut Vec<Part>) {
    if was == is {
        return;
    }
    let mut below = |step: Step, was: &Value, is: &Value, all: &mut Vec<Part>| {
        path.push(step);
        changed(path, was, is, all);
        path.pop();
    };
    match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            for name in names {
                let value = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or(Value::Null);
                below(Step::Name(name.clone()), &value(old), &value(new), all);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (place, (old, new)) in old.iter().zip(new).enumerate() {
                below(Step::Place(place), old, new, all);
            }
        }
        _ => all.push(Part { path: path.clone(), is: is.clone() }),
    }
}

/// Returns a position with another value at a place; an entry that is null is left out.
fn with(position: &Value, path: &[Step], value: &Value) -> Value {
    let Some((step, rest)) = path.split_first() else { return value.clone() };
    let mut whole = position.clone();
    match (step, &mut whole) {
        (Step::Name(name), Value::Object(map)) => {
            let part = with(map.get(name).unwrap_or(&Value::Null), rest, value);
            match part.is_null() {
                true => map.remove(name),
                false => map.insert(name.clone(), part),
            };
        }
        (Step::Place(place), Value::Array(list)) => {
            if let Some(part) = list.get_mut(*place) {
                *part = with(part, rest, value);
            }
        }
        // An entry that is new stands in a part that was not there.
        (Step::Name(name), Value::Null) => {
            whole = Value::Object(Map::from_iter([(name.clone(), with(&Value::Null, rest, value))]));
        }
        _ => {}
    }
    whole
}

/// Collects all names and words in a position.
pub(super) fn words_in<'a>(value: &'a Value, words: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(word) => drop(words.insert(word)),
        Value::Array(all) => all.iter().for_each(|one| words_in(one, words)),
        Value::Object(map) => {
            for (name, one) in map {
                words.insert(name);
                words_in(one, words);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Members of lists are held against what the game has there, and not the other way round.
    #[test]
    fn members_of_lists_are_of_the_kind_that_belongs_there() {
        let known = json!({"coins": [10], "names": ["ash"], "units": [{"kind": "ship", "count": 1}]});
        for (is, why) in [
            (json!({"coins": [3, 4, 5]}), None),
            (
                json!({"coins": [3, "four"]}),
                Some("coins.2: a whole number, 0 or more, is expected, not four"),
            ),
            (json!({"names": ["birch", 4]}), Some("names.2: a word is expected, not 4")),
            (json!({"units": [{"kind": "ship"}]}), None),
        ] {
            assert_eq!(unfit(&known, &is).as_deref(), why, "{is}");
        }
        let other = unknown(&known, &json!({"units": [{"kind": "ship"}, {"sort": "ship"}]}));
        assert!(other.len() == 1 && other[0].contains("units.2.sort"), "{other:?}");
    }

    /// What differs in lists of one length is told member by member; a list that is longer or shorter differs as a whole.
    #[test]
    fn a_list_of_another_length_differs_as_a_whole() {
        let was = json!({"coins": [1, 2, 3], "won": {"ash": 1}});
        for (is, parts) in [
            (json!({"coins": [1, 2, 3], "won": {"ash": 1}}), vec![]),
            (json!({"coins": [1, 5, 3], "won": {"ash": 1}}), vec![json!(5)]),
            (json!({"coins": [1, 2], "won": {"ash": 1}}), vec![json!([1, 2])]),
            (json!({"coins": [1, 2, 3, 4], "won": {"ash": 1}}), vec![json!([1, 2, 3, 4])]),
            (json!({"coins": [], "won": {"ash": 2}}), vec![json!([]), json!(2)]),
        ] {
            let mut all = Vec::new();
            changed(&mut Vec::new(), &was, &is, &mut all);
            assert_eq!(all.into_iter().map(|part| part.is).collect::<Vec<_>>(), parts, "{is}");
        }
    }

    #[test]
    fn what_is_possible_is_a_range_or_the_first_of_a_list() {
        let numbers = |all: &[u64]| all.iter().map(|n| json!(n)).collect::<Vec<_>>();
        let words = |count: usize| (0..count).map(|n| json!(format!("w{n}"))).collect::<Vec<_>>();
        for (all, is) in [
            (numbers(&[1, 2, 3]), "1 to 3"),
            (numbers(&[0, 1, 2]), "0 to 2"),
            (numbers(&[1, 2]), "1, 2"),
            (numbers(&[1, 3, 4]), "1, 3, 4"),
            (numbers(&[7]), "7"),
            (vec![json!(1), json!(null)], "1, null"),
            (words(LISTED), "w0, w1, w2, w3, w4, w5, w6, w7"),
            (words(LISTED + 1), "w0, w1, w2, w3, w4, w5, w6, w7, …"),
        ] {
            assert_eq!(listed(&all, &json!(9)), is, "{all:?}");
        }
    }
}
