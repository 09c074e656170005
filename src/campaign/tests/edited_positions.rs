//! Positions of real games with a slip at every place of each sort: a name or a word misspelt, a number that cannot be, a value of
//! another kind. Each is refused, and told where it is and what would do.

use crate::campaign::ruling::{Request, When, position_at, try_ruling};
use crate::campaign::state::entries::RulingKind;
use crate::campaign::store::Campaign;
use crate::campaign::tests::altered::{fields, put};
use crate::campaign::tests::ruled_games::begun;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The most places of a sort that are tried, such as the power of a house.
const OF_A_SORT: usize = 1;

fn refused(campaign: &Campaign, when: &When, position: Value, what: &str) -> String {
    let request =
        Request { state: Some(position), ..Request::new(RulingKind::Rule, when.clone(), "miscounted") };
    match try_ruling(campaign, &request, campaign.record.at) {
        Ok(_) => panic!("{what} is taken"),
        Err(why) => why.to_string(),
    }
}

fn tried(game: &str, seats: &[&str], stage: &str, least: usize) {
    let world = begun(game, "", seats, 2);
    let campaign = world.campaign();
    let when = When::Turn { turn: 1, stage: Some(stage.to_owned()) };
    let (_, position) = position_at(&campaign, &when).unwrap();
    let (mut sorts, mut count) = (Vec::new(), 0);
    for (pointer, value) in fields(&position) {
        let name = pointer.rsplit('/').find(|part| part.parse::<u32>().is_err()).unwrap().to_owned();
        let depth = pointer.matches('/').count();
        let sort = (name.clone(), depth, value.is_object());
        if sorts.iter().filter(|known| **known == sort).count() >= OF_A_SORT {
            continue;
        }
        sorts.push(sort);
        let mut is = |to: Value, words: &[&str]| {
            count += 1;
            let mut wrong = position.clone();
            put(&mut wrong, &pointer, Some(to.clone()));
            let why = refused(&campaign, &when, wrong, &format!("{game}: {pointer} {to}"));
            for word in words {
                assert!(why.contains(word), "no “{word}” for {game}: {pointer} {to} in {why}");
            }
        };
        match &value {
            Value::Number(number) => {
                for to in [json!(-5), json!(70_000)] {
                    is(to, &[&name, "possible here, with all else as it is: "]);
                }
                // What stands there is possible.
                assert!(number.as_u64().is_some(), "{pointer}");
                is(json!("many"), &[&name]);
            }
            Value::Bool(_) => is(json!("maybe"), &[&name, "true or false is expected, not maybe"]),
            Value::String(word) => is(json!(format!("{word}zz")), &[&name]),
            _ => is(json!("word"), &[&name]),
        }
        // The name itself, beside others: the last letter twice.
        let Some(parent) = pointer.rsplit_once('/').map(|(parent, _)| parent) else { continue };
        let last = &pointer[parent.len() + 1..];
        if position.pointer(parent).is_some_and(Value::is_object) {
            count += 1;
            let mut wrong = position.clone();
            let map = wrong.pointer_mut(parent).unwrap().as_object_mut().unwrap();
            let value = map.remove(last).unwrap();
            let misspelt = format!("{last}{}", last.chars().last().unwrap());
            map.insert(misspelt.clone(), value);
            let why = refused(&campaign, &when, wrong, &format!("{game}: {misspelt} for {pointer}"));
            let told = format!("{misspelt}: there is no such entry; did you mean {last}?");
            assert!(why.contains(&told), "no “{told}” in {why}");
            assert_eq!(why.lines().count(), 2, "one mistake: {why}");
        }
    }
    let names: BTreeSet<&String> = sorts.iter().map(|(name, ..)| name).collect();
    assert!(count >= least, "{count}: {names:?}");
}

#[test]
fn of_westeros() {
    tried("thrones-1e", &["stark", "lannister", "baratheon"], "raids", 60);
}

#[test]
fn of_britain() {
    tried("king-is-dead", &["bedivere", "morgan"], "struggle", 30);
}

#[test]
fn of_the_north() {
    tried("beyond-the-wall", &["nights-watch", "wildlings", "others"], "raids", 60);
}

/// What an audit found taken, or told with another name, once.
#[test]
fn numbers_and_cards_that_cannot_be_are_told_with_what_can() {
    let world = begun("thrones-1e", "", &["stark", "lannister", "baratheon"], 2);
    let campaign = world.campaign();
    let when = When::Turn { turn: 1, stage: Some("raids".to_owned()) };
    let (_, position) = position_at(&campaign, &when).unwrap();
    let with = |pointer: &str, to: Value| {
        let mut wrong = position.clone();
        put(&mut wrong, pointer, Some(to));
        refused(&campaign, &when, wrong, pointer)
    };
    let why = with("/step", json!(77));
    assert!(
        why.contains("its step cannot be so; possible here") && why.ends_with("with all else as it is: 0"),
        "{why}"
    );
    let (area, _) = fields(&position).into_iter().find(|(pointer, _)| pointer.ends_with("/neutral")).unwrap();
    let why = with(&area, json!(-5));
    assert!(why.contains("-5") && why.ends_with(": 0 to 255"), "{why}");
    let why = with("/wildlings", json!(999));
    assert!(why.contains("0, 2, 4, 6, 8, 10, 12"), "{why}");
    let (power, was) =
        fields(&position).into_iter().find(|(pointer, _)| pointer.ends_with("/power")).unwrap();
    let why = with(&power, json!(500));
    assert!(why.contains("power") && why.contains("possible here, with all else as it is: 0 to "), "{why}");
    // Nothing is turned in the first turn, so each of the cards can only be none.
    for deck in 0..3 {
        let cards = position["decks"][deck].as_array().unwrap();
        assert!(cards.len() >= 10);
        for card in cards {
            let why = with(&format!("/open/{deck}"), card.clone());
            let told = "no Westeros card lies open at this point of the game; possible here, with all else as it is: null";
            assert!(why.contains(told), "{why}");
        }
    }
    // Nothing of a thing may be written as 0.
    let mut same = position.clone();
    let (free, _) = fields(&position).into_iter().find(|(pointer, _)| pointer.ends_with("/units")).unwrap();
    put(&mut same, &free.replace("/units", "/routed"), Some(json!({"footman": 0})));
    put(&mut same, &free.replace("/units", "/neutral"), Some(json!(0)));
    put(&mut same, &power, Some(json!(was.as_u64().unwrap() + 1)));
    let request = Request { state: Some(same), ..Request::new(RulingKind::Rule, when.clone(), "miscounted") };
    try_ruling(&campaign, &request, campaign.record.at).unwrap();
}
