//! Turns as the ledger keeps them; [`Question`](crate::games::king_is_dead::question::Question) describes the form.

use crate::games::king_is_dead::board::Line;
use crate::games::king_is_dead::cards::{Action, Exchange, Places, Play, Summon, Swap, Turn};
use crate::games::king_is_dead::data::{Band, Card, Faction, Region, World};
use crate::table::Refusal;
use serde_json::{Map, Value, json};

/// Writes a turn as data.
pub fn write(world: &World, turn: &Turn) -> Value {
    let Turn::Play(Play { card, action, summon, line }) = turn else { return json!("pass") };
    let id = |region: Region| world.region_id(region);
    let mut map = Map::new();
    map.insert("play".into(), json!(card.id()));
    match action {
        Action::Nothing => {}
        Action::Swap(swap) => {
            map.insert("swap".into(), json!(swap.regions().map(id)));
            map.insert("crown".into(), json!(id(swap.crown())));
        }
        Action::Exchange(e) => {
            let (give, take) = (e.give().ids(), e.take().ids());
            let exchange = json!({"from": id(e.from()), "to": id(e.to()), "give": give, "take": take});
            map.insert("exchange".into(), exchange);
        }
        Action::Place(places) => {
            let place = if card.faction().is_some() {
                places.iter(*card).map(|(_, region)| json!(id(region))).collect::<Value>()
            } else {
                places.iter(*card).map(|(faction, region)| (faction.id(), json!(id(region)))).collect()
            };
            map.insert("place".into(), place);
        }
    }
    if let Some(summon) = summon {
        let (faction, from) = (summon.faction.id(), id(summon.from));
        map.insert("summon".into(), json!({"faction": faction, "from": from}));
    }
    if let Some(line) = line {
        map.insert("line".into(), json!(line.to_string()));
    }
    Value::Object(map)
}

/// Reads a turn from data.
///
/// # Errors
/// If the data has another form or names something that does not exist: `answer-malformed`.
pub fn read(world: &World, value: &Value) -> Result<Turn, Refusal> {
    if value == "pass" {
        return Ok(Turn::Pass);
    }
    play(world, value).map(Turn::Play).ok_or_else(|| malformed(value))
}

/// Makes the refusal of data that is not an answer.
fn malformed(value: &Value) -> Refusal {
    let mut given = value.to_string();
    if let Some((cut, _)) = given.char_indices().nth(60) {
        given.truncate(cut);
        given.push('…');
    }
    Refusal::new("answer-malformed").with("question", "turn").with("given", given)
}

fn play(world: &World, value: &Value) -> Option<Play> {
    let map = value.as_object()?;
    let known = ["play", "swap", "crown", "exchange", "place", "summon", "line"];
    if map.keys().any(|key| !known.contains(&key.as_str())) {
        return None;
    }
    let card = Card::from_id(map.get("play")?.as_str()?)?;
    let actions = [swap(world, map), exchange(world, map), place(world, card, map)];
    let mut given = actions.into_iter().flatten();
    let action = given.next().unwrap_or(Some(Action::Nothing))?;
    if given.next().is_some() || (map.contains_key("crown") && !map.contains_key("swap")) {
        return None;
    }
    let summon = match map.get("summon") {
        None | Some(Value::Null) => None,
        Some(summon) => Some(Summon {
            faction: Faction::from_id(summon.get("faction")?.as_str()?)?,
            from: region(world, summon.get("from")?)?,
        }),
    };
    let line = match map.get("line") {
        None | Some(Value::Null) => None,
        Some(line) => Some(Line::parse(line.as_str()?)?),
    };
    Some(Play { card, action, summon, line })
}

fn region(world: &World, value: &Value) -> Option<Region> {
    world.region(value.as_str()?)
}

/// The action in the data: outside, whether one is given; inside, whether it can be read.
type Given = Option<Option<Action>>;

fn swap(world: &World, map: &Map<String, Value>) -> Given {
    let swap = map.get("swap")?;
    Some((|| {
        let [a, b] = swap.as_array()?.as_slice() else { return None };
        let crown = region(world, map.get("crown")?)?;
        Some(Action::Swap(Swap::new(region(world, a)?, region(world, b)?, crown)))
    })())
}

fn exchange(world: &World, map: &Map<String, Value>) -> Given {
    let exchange = map.get("exchange")?;
    let band = |name: &str| -> Option<Band> {
        let ids = exchange.get(name)?.as_array().filter(|ids| ids.len() <= 2)?;
        ids.iter().map(|id| Faction::from_id(id.as_str()?)).collect()
    };
    Some((|| {
        let (from, to) = (region(world, exchange.get("from")?)?, region(world, exchange.get("to")?)?);
        Some(Action::Exchange(Exchange::new(from, to, band("give")?, band("take")?)))
    })())
}

fn place(world: &World, card: Card, map: &Map<String, Value>) -> Given {
    let place = map.get("place")?;
    let places = || -> Option<Places> {
        if card.faction().is_some() {
            return match place.as_array()?.as_slice() {
                [one] => Some(Places::faction(region(world, one)?, None)),
                [one, two] => Some(Places::faction(region(world, one)?, Some(region(world, two)?))),
                _ => None,
            };
        }
        let by_faction = place.as_object()?;
        if by_faction.keys().any(|id| !Faction::THREE.iter().any(|f| f.id() == id)) {
            return None;
        }
        let mut places = [None; 3];
        for (place, faction) in places.iter_mut().zip(Faction::THREE) {
            if let Some(id) = by_faction.get(faction.id()) {
                *place = Some(region(world, id)?);
            }
        }
        Some(Places::settlement(places))
    };
    Some(places().map(Action::Place))
}
