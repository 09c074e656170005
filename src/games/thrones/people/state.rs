//! Positions as data with ids: the form whose digests are in the ledger, that a game master reads in `state-N.yaml`,
//! and that a case begins with.

use crate::games::thrones::board::{Board, House, Outcome, Spot, Stage, Track};
use crate::games::thrones::data::{Area, CardSet, Troop, Unit, WesterosCard, World};
use crate::table::{BySeat, Seat};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The ways a game can end, as [`Outcome::by`] names them.
const ENDINGS: [&str; 5] = ["areas", "turns", "supply", "power", "draw"];

/// Returns units by kind: `{"footman": 1}`.
pub fn troop(troop: Troop) -> Value {
    troop.iter().map(|(unit, n)| (unit.id().to_owned(), n.into())).collect::<Map<_, _>>().into()
}

/// Returns an object of values that are data already. `json!` would serialise each of them again, which was half of the
/// cost of a view.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the ids of cards, in the order of the world's list.
pub fn cards(world: &World, cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| world.card(card).id.clone()).collect()
}

/// Returns the id of a Westeros card, with a `*` if it has the mammoth.
fn westeros(card: WesterosCard) -> String {
    format!("{}{}", card.card.id(), if card.mammoth { "*" } else { "" })
}

fn spot(world: &World, spot: &Spot) -> Option<Value> {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
    if let Some(holder) = spot.holder {
        put("house", world.seat_id(holder).into());
        put("units", troop(spot.fit));
    }
    if !spot.routed.is_empty() {
        put("routed", troop(spot.routed));
    }
    if let Some(order) = spot.order {
        put("order", world.token(order).id.clone().into());
    }
    if let Some(owner) = spot.token {
        put("token", world.seat_id(owner).into());
    }
    if spot.neutral > 0 {
        put("neutral", spot.neutral.into());
    }
    (!out.is_empty()).then_some(Value::Object(out))
}

/// Returns a position as data. Empty areas are left out.
pub fn write(board: &Board) -> Value {
    let world = &board.world;
    let areas: Map<String, Value> = board
        .areas()
        .filter_map(|(area, what)| Some((world.area_id(area).to_owned(), spot(world, what)?)))
        .collect();
    let houses: Map<String, Value> = board
        .houses
        .iter()
        .map(|(seat, house)| {
            let hand = cards(world, house.hand);
            let used = cards(world, house.used);
            let house = object([
                ("power", house.power.into()),
                ("supply", house.supply.into()),
                ("hand", hand.into()),
                ("used", used.into()),
            ]);
            (world.seat_id(seat).to_owned(), house)
        })
        .collect();
    let tracks: Map<String, Value> = Track::ALL
        .into_iter()
        .map(|track| {
            let row: Vec<&str> = board.tracks[track as usize].iter().map(|s| world.seat_id(*s)).collect();
            (track.id().to_owned(), row.into())
        })
        .collect();
    let card = |deck: usize, place: u8| westeros(world.decks[deck][usize::from(place)]);
    let decks: Vec<Vec<String>> =
        (0..3).map(|deck| board.decks[deck].iter().map(|place| card(deck, *place)).collect()).collect();
    let open: Vec<Option<String>> =
        (0..3).map(|deck| board.open[deck].map(|place| card(deck, place))).collect();
    let mut state = object([
        ("turn", board.turn.into()),
        ("stage", board.stage.id().into()),
        ("step", board.step.into()),
        ("areas", areas.into()),
        ("houses", houses.into()),
        ("tracks", tracks.into()),
        ("blade-used", board.blade_used.into()),
        ("wildlings", world.wildlings.get(usize::from(board.wildlings)).copied().into()),
        ("decks", decks.into()),
        ("open", open.into()),
    ]);
    if let (Some(outcome), Some(state)) = (&board.outcome, state.as_object_mut()) {
        let winners: Vec<&str> = outcome.winners.iter().map(|seat| world.seat_id(*seat)).collect();
        state.insert("outcome".into(), json!({"winners": winners, "by": outcome.by}));
    }
    state
}

/// Reads a position from data.
///
/// # Errors
/// If the data does not describe a position: a description of what is wrong and where.
pub fn read(world: &Arc<World>, value: &Value) -> Result<Board, String> {
    let reader = Reader { world };
    let mut spots = vec![Spot::default(); world.areas.len()];
    for (id, what) in map(value, "areas")? {
        let area = reader.area(id)?;
        spots[area.index()] = reader.spot(what).map_err(|e| format!("areas, {id}: {e}"))?;
    }
    let houses = map(value, "houses")?;
    let houses: BySeat<House> = world
        .houses
        .iter()
        .map(|(_, data)| {
            let id = &data.info.id;
            let house = houses.get(id).ok_or_else(|| format!("houses: {id} is missing"))?;
            reader.house(house).map_err(|e| format!("houses, {id}: {e}"))
        })
        .collect::<Result<_, String>>()?;
    let tracks = map(value, "tracks")?;
    let track = |track: Track| -> Result<Vec<Seat>, String> {
        let row = tracks.get(track.id()).ok_or_else(|| format!("tracks: {} is missing", track.id()))?;
        texts(row, track.id())?.into_iter().map(|id| reader.seat(id)).collect()
    };
    let decks = reader.decks(value)?;
    let open = reader.open(value, &decks)?;
    let stage = text(value, "stage")?;
    let wildlings = number(value, "wildlings")?;
    Ok(Board {
        world: world.clone(),
        turn: number(value, "turn")?,
        stage: Stage::ALL
            .into_iter()
            .find(|s| s.id() == stage)
            .ok_or_else(|| format!("stage: there is no '{stage}'"))?,
        step: value.get("step").and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok()).unwrap_or(0),
        spots,
        houses,
        tracks: [track(Track::IronThrone)?, track(Track::Fiefdoms)?, track(Track::KingsCourt)?],
        blade_used: value.get("blade-used").and_then(Value::as_bool).unwrap_or(false),
        wildlings: world
            .wildlings
            .iter()
            .position(|step| *step == wildlings)
            .ok_or_else(|| format!("wildlings: {wildlings} is no step of their track"))?
            as u8,
        decks,
        open,
        outcome: value.get("outcome").filter(|o| !o.is_null()).map(|o| reader.outcome(o)).transpose()?,
    })
}

fn map<'a>(value: &'a Value, name: &str) -> Result<&'a Map<String, Value>, String> {
    value.get(name).and_then(Value::as_object).ok_or_else(|| format!("{name}: a map is expected"))
}

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, String> {
    value.get(name).and_then(Value::as_str).ok_or_else(|| format!("{name}: a word is expected"))
}

fn number(value: &Value, name: &str) -> Result<u8, String> {
    let number = value.get(name).and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
    number.ok_or_else(|| format!("{name}: a small number is expected"))
}

fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, String> {
    let list = value.as_array().ok_or_else(|| format!("{name}: a list is expected"))?;
    list.iter().map(|v| v.as_str().ok_or_else(|| format!("{name}: a list of words is expected"))).collect()
}

struct Reader<'a> {
    world: &'a World,
}

impl Reader<'_> {
    fn area(&self, id: &str) -> Result<Area, String> {
        self.world.area(id).ok_or_else(|| format!("there is no area '{id}'"))
    }

    fn seat(&self, id: &str) -> Result<Seat, String> {
        self.world.seat(id).ok_or_else(|| format!("there is no house '{id}' in this game"))
    }

    fn troop(&self, value: Option<&Value>) -> Result<Troop, String> {
        let mut troop = Troop::NONE;
        let Some(value) = value else { return Ok(troop) };
        let units = value.as_object().ok_or("units: a map such as {footman: 1} is expected")?;
        for (id, n) in units {
            let unit = Unit::from_id(id).ok_or_else(|| format!("there is no unit '{id}'"))?;
            let n = n.as_u64().filter(|n| *n <= u64::from(self.world.unit(unit).pool));
            troop.add(unit, n.ok_or_else(|| format!("{id}: no house has so many"))? as u8);
        }
        Ok(troop)
    }

    fn spot(&self, value: &Value) -> Result<Spot, String> {
        let name = |key: &str| value.get(key).and_then(Value::as_str);
        let order = name("order")
            .map(|id| self.world.order(id).ok_or_else(|| format!("there is no order '{id}'")))
            .transpose()?;
        let spot = Spot {
            holder: name("house").map(|id| self.seat(id)).transpose()?,
            fit: self.troop(value.get("units"))?,
            routed: self.troop(value.get("routed"))?,
            order,
            token: name("token").map(|id| self.seat(id)).transpose()?,
            neutral: value.get("neutral").and_then(Value::as_u64).unwrap_or(0).min(255) as u8,
        };
        match spot.holder {
            None if !spot.units().is_empty() => Err("units without a house".into()),
            Some(_) if spot.units().is_empty() => Err("a house without units".into()),
            _ => Ok(spot),
        }
    }

    fn cards(&self, value: &Value, name: &str) -> Result<CardSet, String> {
        texts(value.get(name).unwrap_or(&Value::Null), name)?
            .into_iter()
            .map(|id| self.world.card_id(id).ok_or_else(|| format!("{name}: there is no card '{id}'")))
            .collect()
    }

    fn house(&self, value: &Value) -> Result<House, String> {
        Ok(House {
            power: number(value, "power")?,
            supply: number(value, "supply")?,
            hand: self.cards(value, "hand")?,
            used: self.cards(value, "used")?,
        })
    }

    /// Equal cards are interchangeable: each takes the first free place of its kind in the printed deck.
    fn decks(&self, value: &Value) -> Result<[Vec<u8>; 3], String> {
        let mut decks: [Vec<u8>; 3] = Default::default();
        for (number, deck) in decks.iter_mut().enumerate() {
            let listed = value.get("decks").and_then(|d| d.get(number)).unwrap_or(&Value::Null);
            for id in texts(listed, "decks")? {
                let place = self.places(number, id).find(|place| !deck.contains(place));
                deck.push(place.ok_or_else(|| format!("decks: too many of '{id}' in deck {}", number + 1))?);
            }
        }
        Ok(decks)
    }

    fn places(&self, deck: usize, id: &str) -> impl Iterator<Item = u8> {
        let cards = self.world.decks[deck].iter().enumerate();
        let (name, mammoth) = id.strip_suffix('*').map_or((id, false), |name| (name, true));
        let is_it = move |card: &WesterosCard| card.mammoth == mammoth && card.card.id() == name;
        cards.filter(move |(_, card)| is_it(card)).map(|(place, _)| place as u8)
    }

    fn open(&self, value: &Value, decks: &[Vec<u8>; 3]) -> Result<[Option<u8>; 3], String> {
        let mut open = [None; 3];
        for (deck, card) in open.iter_mut().enumerate() {
            let id = value.get("open").and_then(|o| o.get(deck)).and_then(Value::as_str);
            let Some(id) = id else { continue };
            let free = self.places(deck, id).find(|place| !decks[deck].contains(place));
            // A card that is back under its deck is still the open one.
            let place = free.or_else(|| self.places(deck, id).last());
            *card = Some(place.ok_or_else(|| format!("open: deck {} has no '{id}'", deck + 1))?);
        }
        Ok(open)
    }

    fn outcome(&self, value: &Value) -> Result<Outcome, String> {
        let by = text(value, "by")?;
        Ok(Outcome {
            winners: texts(value.get("winners").unwrap_or(&Value::Null), "winners")?
                .into_iter()
                .map(|id| self.seat(id))
                .collect::<Result<_, _>>()?,
            by: ENDINGS.into_iter().find(|e| *e == by).ok_or_else(|| format!("outcome: no '{by}'"))?,
        })
    }
}
