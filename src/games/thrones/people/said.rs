//! Answers as plans write them, on one line of YAML.

use super::plan::language::{NO, NONE, YES};
use super::template_words::westeros_card;
use crate::games::thrones::data::World;
use serde_json::{Map, Value};

/// Keys in the order in which people write them; all others follow.
const SAID_FIRST: [&str; 6] = ["area", "build", "upgrade", "in", "from", "to"];

/// Returns an answer as plans write it, on one line of YAML: all its words are ids, which need no quotes.
pub(super) fn said(answer: &Value) -> String {
    match answer {
        Value::String(word) => word.clone(),
        Value::Null => NONE.to_owned(),
        Value::Bool(yes) => if *yes { YES } else { NO }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Array(list) => format!("[{}]", list.iter().map(said).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            let place = |key: &str| SAID_FIRST.iter().position(|k| *k == key).unwrap_or(SAID_FIRST.len());
            entries.sort_by_key(|(key, _)| place(key));
            let entries = entries.iter().map(|(key, value)| format!("{key}: {}", said(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Returns an answer as [`said`] does, with the names of areas, houses and cards for their ids. None of them needs quotes.
pub(super) fn said_by_name(world: &World, answer: &Value) -> String {
    said(&named(world, answer))
}

fn named(world: &World, answer: &Value) -> Value {
    match answer {
        Value::String(id) => name_of(world, id).into(),
        Value::Array(list) => list.iter().map(|member| named(world, member)).collect(),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| (name_of(world, key), named(world, value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        plain => plain.clone(),
    }
}

/// Returns the name of an area, a house, a card or an ability; the id itself if nothing has it.
pub(super) fn name_of(world: &World, id: &str) -> String {
    let area = world.area(id).map(|area| world.place(area).name.clone());
    let seat = || world.seat(id).map(|seat| world.seat_name(seat).to_owned());
    let card = || world.card_id(id).map(|card| world.card(card).name.clone());
    let tactic = || {
        let north = world.north.as_ref()?;
        // An ability is named by its card and a letter: "pillage/a".
        let (card, letter) = id.split_once('/').map_or((id, None), |(card, letter)| (card, Some(letter)));
        let name = &north.tactic(north.tactic_id(card)?).name;
        Some(letter.map_or_else(|| name.clone(), |letter| format!("{name} {letter}")))
    };
    let drawn = || westeros_card(id).map(str::to_owned);
    area.or_else(seat).or_else(card).or_else(tactic).or_else(drawn).unwrap_or_else(|| id.to_owned())
}
