//! What all queries share: names in answers, and lists of answers.

use super::data::{Area, CardId, OrderId, Troop, Unit, World};
use crate::table::{Listing, Refusal, Seat};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The most units of a kind an answer may name: far above any pool, and so low that no sum overflows.
const MOST_NAMED: u64 = 30;

/// Returns an answer that has not the form its question asks for; `kind` is that of the query.
pub fn malformed(kind: &str, value: &Value) -> Refusal {
    let mut given = value.to_string();
    if let Some((cut, _)) = given.char_indices().nth(60) {
        given.truncate(cut);
        given.push('…');
    }
    Refusal::new("answer-malformed").with("question", kind).with("given", given)
}

fn named<T>(kind: &str, value: &Value, find: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
    let id = value.as_str().ok_or_else(|| malformed(kind, value))?;
    find(id).ok_or_else(|| malformed(kind, value))
}

/// An area by its id.
///
/// # Errors
/// `answer-malformed`: no area has that id. So for the others here.
pub fn read_area(world: &World, kind: &str, value: &Value) -> Result<Area, Refusal> {
    named(kind, value, |id| world.area(id))
}

/// A house by its id.
pub fn read_seat(world: &World, kind: &str, value: &Value) -> Result<Seat, Refusal> {
    named(kind, value, |id| world.seat(id))
}

/// A House card by its id.
pub fn read_card(world: &World, kind: &str, value: &Value) -> Result<CardId, Refusal> {
    named(kind, value, |id| world.card_id(id))
}

/// An order token by its id.
pub fn read_order(world: &World, kind: &str, value: &Value) -> Result<OrderId, Refusal> {
    named(kind, value, |id| world.order(id))
}

/// A kind of unit by its id.
pub fn read_unit(kind: &str, value: &Value) -> Result<Unit, Refusal> {
    named(kind, value, Unit::from_id)
}

/// A mapping.
pub fn read_map<'v>(kind: &str, value: &'v Value) -> Result<&'v Map<String, Value>, Refusal> {
    value.as_object().ok_or_else(|| malformed(kind, value))
}

/// Units by kind: `{"footman": 2}`.
pub fn read_units(kind: &str, value: &Value) -> Result<Troop, Refusal> {
    let mut troop = Troop::NONE;
    for (id, number) in read_map(kind, value)? {
        let unit = Unit::from_id(id).ok_or_else(|| malformed(kind, value))?;
        let number = number.as_u64().filter(|n| *n <= MOST_NAMED).ok_or_else(|| malformed(kind, value))?;
        troop.add(unit, number as u8);
    }
    Ok(troop)
}

/// Returns the units by kind with ids, for questions, events and answers.
pub fn units(troop: Troop) -> BTreeMap<String, u8> {
    troop.iter().map(|(unit, n)| (unit.id().to_owned(), n)).collect()
}

/// Returns the units by kind as data: `{"footman": 2}`.
pub fn write_units(troop: Troop) -> Value {
    troop.iter().map(|(unit, n)| (unit.id(), n)).collect()
}

/// Returns a list of legal answers: all, if `walk` (which hands each legal answer once to what it is given, and stops
/// when told to) finds at most `limit`; else a sample of them, none twice, the same each time.
pub fn listing<A: PartialEq>(
    limit: usize,
    walk: impl FnOnce(&mut dyn FnMut(A) -> ControlFlow<()>) -> ControlFlow<()>,
    sample: impl FnMut(&mut fastrand::Rng) -> A,
) -> Listing<A> {
    let mut answers = Vec::new();
    let walked = walk(&mut |answer| {
        if answers.len() == limit {
            return ControlFlow::Break(());
        }
        answers.push(answer);
        ControlFlow::Continue(())
    });
    if walked.is_continue() {
        return Listing { answers, complete: true };
    }
    sampled(limit, sample)
}

/// Returns a sample of at most `limit` legal answers, none twice, the same each time.
pub fn sampled<A: PartialEq>(limit: usize, mut sample: impl FnMut(&mut fastrand::Rng) -> A) -> Listing<A> {
    let mut answers = Vec::new();
    let mut dice = fastrand::Rng::with_seed(limit as u64);
    for _ in 0..limit.saturating_mul(4) {
        if answers.len() == limit {
            break;
        }
        let answer = sample(&mut dice);
        if !answers.contains(&answer) {
            answers.push(answer);
        }
    }
    Listing { answers, complete: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn units_are_read_and_written() {
        let troop = read_units("disband", &json!({"footman": 2, "ship": 1})).unwrap();
        assert_eq!(write_units(troop), json!({"footman": 2, "ship": 1}));
        for wrong in
            [json!({"dragon": 1}), json!({"footman": -1}), json!({"footman": 31}), json!(["footman"])]
        {
            assert_eq!(read_units("disband", &wrong).unwrap_err().code(), "answer-malformed");
        }
    }

    #[test]
    fn a_list_is_complete_or_a_sample_without_doubles() {
        let walk = |n: u32| {
            move |found: &mut dyn FnMut(u32) -> ControlFlow<()>| {
                for i in 0..n {
                    found(i)?;
                }
                ControlFlow::Continue(())
            }
        };
        let all = listing(10, walk(10), |_| 0);
        assert!(all.complete && all.answers.len() == 10);
        let some = listing(10, walk(1000), |dice| dice.u32(0..1000));
        assert!(!some.complete && some.answers.len() == 10);
        assert!(some.answers.iter().enumerate().all(|(i, a)| !some.answers[..i].contains(a)));
    }

    #[test]
    fn a_malformed_answer_is_shown_cut_short() {
        let long = "x".repeat(500);
        let refusal = malformed("bid", &json!(long));
        assert!(refusal.details()["given"].as_str().is_some_and(|s| s.chars().count() == 61));
    }
}
