//! The names that events and positions are made of.

use super::state::troop;
use crate::games::thrones::board::Track;
use crate::games::thrones::data::{NorthData, Troop, Unit, World};
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::war::event::WarEvent;
use crate::table::Vocabulary;
use serde_json::{Map, Value, json};

/// Returns the names of a game; see [`Vocabulary`].
pub fn vocabulary(world: &World) -> Vocabulary {
    let kinds = Unit::ALL.into_iter().filter(|unit| world.unit(*unit).pool > 0);
    let units = troop(kinds.fold(Troop::NONE, |all, unit| all.plus(Troop::one(unit))));
    let area = json!({"house": "", "units": units.clone(), "routed": units.clone(), "order": "", "token": "", "neutral": 0, "garrison": 0});
    let mut house = json!({"power": 0, "supply": 0, "hand": [""], "used": [""]});
    if world.north.is_some() {
        house["out"] = json!([""]);
        house["away"] = units.clone();
    }
    let areas: Map<String, Value> =
        world.all_areas().map(|id| (world.area_id(id).to_owned(), area.clone())).collect();
    let houses: Map<String, Value> =
        world.houses.iter().map(|(_, data)| (data.info.id.clone(), house.clone())).collect();
    let tracks: Map<String, Value> =
        Track::ALL.into_iter().map(|track| (track.id().to_owned(), json!([""]))).collect();
    let watched: Map<String, Value> =
        world.houses.iter().map(|(_, data)| (data.info.id.clone(), json!([""]))).collect();
    let mut position = json!({
        "turn": 0,
        "stage": "",
        "step": 0,
        "areas": areas,
        "houses": houses,
        "tracks": tracks,
        "blade-used": false,
        "wildlings": 0,
        "wildling-deck": [""],
        "watched": watched,
        "decks": [[""]],
        "open": [""],
        "chosen": [""],
        "outcome": {"winners": [""], "by": ""},
    });
    let theatres = world.theatres.iter().skip(1);
    let theatre = |position: &Value| -> Value {
        let own =
            ["tracks", "blade-used", "wildlings", "wildling-deck", "watched", "decks", "open", "chosen"];
        own.into_iter().map(|name| (name.to_owned(), position[name].clone())).collect::<Map<_, _>>().into()
    };
    let theatres: Map<String, Value> =
        theatres.map(|printed| (printed.id.clone(), theatre(&position))).collect();
    if !theatres.is_empty() {
        position["theatres"] = theatres.into();
    }
    if let Some(printed) = &world.north {
        position["north"] = north(world, printed);
    }
    let northern = if world.north.is_some() { RealmEvent::NORTHERN } else { &[] };
    let is_joined = world.north.is_some() && world.theatres.len() > 1;
    let joined = if is_joined { RealmEvent::JOINED } else { &[] };
    Vocabulary { events: [RealmEvent::NAMES, northern, joined, WarEvent::NAMES].concat(), position }
}

/// What only a board of the north has.
fn north(world: &World, printed: &NorthData) -> Value {
    let ability = json!({"card": "", "ability": "", "spent": false, "price": 0, "copied": false});
    let side = json!({
        "hand": [""],
        "used": [""],
        "reserve": [""],
        "objectives": [""],
        "played": "",
        "successor": "",
        "abilities": [ability],
        "quest-done": 0,
        "tally": {"lost": 0, "slain": 0, "raised": 0},
        "raided": [""],
    });
    let sides: Map<String, Value> =
        printed.sides().into_iter().map(|seat| (world.seat_id(seat).to_owned(), side.clone())).collect();
    json!({
        "sides": sides,
        "annulled": [""],
        "turned": 0,
        "tokens-idle": false,
        "plain-orders": false,
        "stormed": [""],
        "broken": false,
        "king": "",
        "watch-supply": [0],
        "watch-mustering": [0],
    })
}
