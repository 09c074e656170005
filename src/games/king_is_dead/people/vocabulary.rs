//! The names that events and positions are made of.

use crate::games::king_is_dead::data::{Faction, Region, World};
use crate::games::king_is_dead::event::Event;
use crate::table::Vocabulary;
use serde_json::{Map, Value, json};

/// Returns the names of a game; see [`Vocabulary`].
pub fn vocabulary(world: &World) -> Vocabulary {
    let followers: Map<String, Value> =
        Faction::ALL.into_iter().map(|faction| (faction.id().to_owned(), json!(0))).collect();
    let area = json!({"followers": followers, "crown": ""});
    let areas: Map<String, Value> =
        Region::ALL.into_iter().map(|region| (world.region_id(region).to_owned(), area.clone())).collect();
    let courts: Map<String, Value> =
        world.seats.iter().map(|(_, seat)| (seat.id.clone(), json!(followers))).collect();
    let position = json!({
        "struggle": 0,
        "step": 0,
        "first": "",
        "passes": 0,
        "row": [""],
        "areas": areas,
        "supply": followers,
        "courts": courts,
        "past": [{"region": "", "winner": "", "first": "", "turns": 0}],
        "played": [""],
        "exchange": {"between": [""], "gained": followers},
        "outcome": {"by": "", "rulers": [""], "winners": [""]},
    });
    Vocabulary { events: Event::NAMES.to_vec(), position }
}
