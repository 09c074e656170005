//! Holds the names in a case against those that its game knows: a case that names what cannot be would always hold.

use super::case::{Case, Entries};
use super::read::{EXPECTED, unknown, wrong_type};
use crate::sheet::{Content, Fault, Node, Refusal, truth, whole_number};
use crate::table::Vocabulary;
use serde_json::Value;

/// Returns what is wrong with a case for a game with these seats and names, in the order of lines.
pub(super) fn check(case: &Case, seats: &[String], names: &Vocabulary) -> Vec<Fault> {
    let mut faults = Vec::new();
    places(&case.given.differs, &names.position, "given", &["setup"], &mut faults);
    places(&case.then.position, &names.position, "then", EXPECTED, &mut faults);
    for (seat, _) in case.plans.iter().chain(&case.then.views) {
        faults.extend(no_seat(seat, seat.text().unwrap_or_default(), seats));
    }
    for decision in case.answered.iter().chain(&case.when) {
        let seat = decision.label.split_whitespace().next().unwrap_or_default();
        let key = Node { span: decision.span, content: Content::Text(decision.label.clone()) };
        faults.extend(no_seat(&key, seat, seats));
    }
    for event in &case.then.events {
        let name = event.entries().into_iter().flatten().find(|(key, _)| key.text() == Some("event"));
        match name {
            Some((_, name)) => faults.extend(no_event(name, &names.events)),
            None => faults.push(Fault::error(event.span, Refusal::new("case-missing").with("name", "event"))),
        }
    }
    faults.extend(case.then.never.iter().filter_map(|name| no_event(name, &names.events)));
    faults.sort_by_key(|fault| fault.span);
    faults
}

/// Returns what is wrong with the parts of views that a case names; `views` are those of all seats, which show more than
/// a position has.
pub(super) fn check_views(expected: &Entries, names: &Vocabulary, views: &[Value]) -> Vec<Fault> {
    let mut known = names.position.clone();
    views.iter().for_each(|view| add_names(&mut known, view));
    let mut faults = Vec::new();
    for (seat, view) in expected {
        let place = format!("views.{}", seat.text().unwrap_or_default());
        node(seat, view, &known, &place, &mut faults);
    }
    faults
}

/// Adds the names of a view to those known. What has no members yet can have any.
fn add_names(known: &mut Value, view: &Value) {
    match (known, view) {
        (Value::Object(known), Value::Object(view)) => {
            for (name, part) in view {
                add_names(known.entry(name.clone()).or_insert(Value::Null), part);
            }
        }
        (known @ Value::Null, view @ Value::Object(members)) if !members.is_empty() => {
            *known = Value::Object(serde_json::Map::new());
            add_names(known, view);
        }
        _ => {}
    }
}

fn no_seat(key: &Node, seat: &str, seats: &[String]) -> Option<Fault> {
    if seats.iter().any(|known| known == seat) {
        return None;
    }
    let name = Node { span: key.span, content: Content::Text(seat.to_owned()) };
    let fault = unknown(&name, "", seats.iter().map(String::as_str));
    let why = Refusal::new("case-seat").with("name", seat).with("legal", seats.to_vec());
    let mut span = key.span;
    span.length = seat.chars().count().max(1);
    Some(Fault { span: Some(span), why, ..fault })
}

fn no_event(name: &Node, events: &[&'static str]) -> Option<Fault> {
    if name.text().is_some_and(|name| events.contains(&name)) {
        return None;
    }
    let fault = unknown(name, "", events.iter().copied());
    Some(Fault { why: Refusal::new("case-event").with("name", name.text().unwrap_or_default()), ..fault })
}

/// Checks the entries of a mapping against the sample `known`; `also` are names that the sample does not have.
fn places(entries: &Entries, known: &Value, place: &str, also: &[&str], faults: &mut Vec<Fault>) {
    let Value::Object(known) = known else { return };
    for (key, value) in entries {
        let name = key.text().unwrap_or_default();
        match known.get(name) {
            Some(known) => node(key, value, known, &format!("{place}.{name}"), faults),
            None => {
                let legal = known.keys().map(String::as_str).chain(also.iter().copied());
                faults.push(unknown(key, place, legal));
            }
        }
    }
}

/// Checks one value against the sample for its place: null is anything, and nothing written is always right.
fn node(key: &Node, value: &Node, known: &Value, place: &str, faults: &mut Vec<Fault>) {
    let text = value.text();
    let wrong = match (&value.content, known) {
        (Content::Empty, _) | (_, Value::Null) => None,
        (Content::Map(entries), Value::Object(_)) => {
            places(entries, known, place, &[], faults);
            None
        }
        (Content::List(members), Value::Array(sample)) => {
            for (member, known) in members.iter().zip(sample.iter().cycle()) {
                node(key, member, known, place, faults);
            }
            None
        }
        (_, Value::Object(_)) => Some("map"),
        (_, Value::Array(_)) => Some("list"),
        (_, Value::Number(_)) => text.and_then(|text| text.parse::<i64>().ok()).is_none().then_some("number"),
        (_, Value::Bool(_)) => text.and_then(truth).is_none().then_some("truth"),
        (_, Value::String(_)) => text.is_none_or(|text| whole_number(text).is_some()).then_some("text"),
    };
    faults.extend(wrong.map(|expected| wrong_type(key, value, expected)));
}
