//! The legal turns as people name them. A pass is said in a word; a card needs its regions and followers, so it is read by the reader of
//! turns, and lines that are legal now show how.

use super::plan::{Until, key, length_words};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::games::king_is_dead::data::{Card, Faction, World};
use crate::table::{Choices, Example, Open};
use serde_json::{Value, json};

/// Returns what can be said to a turn.
pub fn choices(board: &Board, open: &Open) -> Option<Choices> {
    let world = &board.world;
    let mut choices = Choices::new();
    let forms = |name: Key| world.language.keys.get(&name).cloned().unwrap_or_default();
    let typed = |word: TypedWord| {
        world.language.typed.get(&word).map_or_else(Vec::new, |forms| forms.written().to_vec())
    };
    choices.things[Choices::NONE].names =
        forms(Key::Pass).into_iter().chain(typed(TypedWord::NoCard)).collect();
    // How long is more than a pass.
    let length = choices.thing(typed(TypedWord::Lengths), String::new());
    let cards = world.language.names.cards.iter();
    for (id, also) in cards.filter(|(id, _)| Card::from_id(id).is_some()) {
        let name = Card::from_id(id).map(|card| world.card_name(card).to_owned());
        choices.thing(name.into_iter().chain(also.iter().cloned()).collect(), String::new());
    }
    for (id, also) in &world.language.names.regions {
        let name = world.region(id).map(|region| world.place(region).name.clone());
        choices.thing(name.into_iter().chain(also.iter().cloned()).collect(), String::new());
    }
    for answer in &open.legal.answers {
        if answer == "pass" {
            choices.add(
                json!({key(Key::Turns, world): [key(Key::Pass, world)]}),
                vec![(Choices::NONE, 1)],
                false,
            );
            let said = key(Key::Pass, world);
            // Whoever passes once should send nothing that passes for the rest of the game.
            let longer = format!("{said} {}", length_words(&Until::StruggleEnds, world));
            choices.examples.push(Example { said, things: vec![Choices::NONE] });
            choices.examples.push(Example { said: longer, things: vec![Choices::NONE, length] });
        } else if let Some((said, card)) = line(answer, world) {
            let names = |thing: &crate::table::Thing| thing.names.first() == Some(&card);
            let things: Vec<usize> = choices.things.iter().position(names).into_iter().collect();
            // One of each card is enough.
            if choices.examples.iter().all(|known| known.things != things) {
                choices.examples.push(Example { said, things });
            }
        }
    }
    choices.complete = false;
    Some(choices)
}

/// Writes a play as a line that can be sent, with the name of its card.
fn line(answer: &Value, world: &World) -> Option<(String, String)> {
    let region = |value: &Value| Some(world.place(world.region(value.as_str()?)?).name.clone());
    let faction = |value: &Value| Some(world.faction_name(Faction::from_id(value.as_str()?)?).to_owned());
    let and = world.language.typed.get(&TypedWord::And).and_then(|forms| forms.written().first()).cloned()?;
    let list = |value: &Value, name: &dyn Fn(&Value) -> Option<String>| -> Option<Vec<String>> {
        value.as_array()?.iter().map(name).collect()
    };
    let many = |all: Vec<String>| all.join(&format!(" {and} "));
    let counted = |all: Vec<String>| match all.as_slice() {
        [one, other] if one == other => format!("2 {one}"),
        _ => many(all),
    };
    let card = world.card_name(Card::from_id(answer.get("play")?.as_str()?)?).to_owned();
    let word = |name: Key| key(name, world);
    let mut parts = vec![format!("{} {card}", word(Key::Play))];
    if let Some(swap) = answer.get("swap") {
        parts.push(format!("{} {}", word(Key::Swap), many(list(swap, &region)?)));
        parts.push(format!("{} {}", word(Key::Crown), region(answer.get("crown")?)?));
    }
    if let Some(exchange) = answer.get("exchange") {
        let (from, to) = (region(exchange.get("from")?)?, region(exchange.get("to")?)?);
        let give = counted(list(exchange.get("give")?, &faction)?);
        let take = counted(list(exchange.get("take")?, &faction)?);
        parts.push(format!(
            "{} {give} {} {from} {} {to}",
            word(Key::Exchange),
            word(Key::From),
            word(Key::To)
        ));
        parts.push(format!("{} {take}", word(Key::Take)));
    }
    let to = world
        .language
        .typed
        .get(&TypedWord::To)
        .and_then(|forms| forms.written().iter().find(|form| **form == word(Key::To)))
        .cloned()?;
    match answer.get("place") {
        Some(Value::Object(by)) => {
            let all: Option<Vec<String>> = by
                .iter()
                .map(|(of, at)| Some(format!("{} {to} {}", faction(&json!(of))?, region(at)?)))
                .collect();
            parts.push(all?.join(", "));
        }
        Some(places) => parts.push(format!("{} {}", word(Key::Place), many(list(places, &region)?))),
        None => {}
    }
    // A card without effect is nothing to propose.
    if parts.len() == 1 {
        return None;
    }
    let summon = answer.get("summon")?;
    let (who, from) = (faction(summon.get("faction")?)?, region(summon.get("from")?)?);
    parts.push(format!("{}: {who} {} {from}", word(Key::Summon), word(Key::From)));
    Some((parts.join(", "), card))
}
