//! Positions as data with ids: the form whose digests are in the ledger, that a game master reads in `state-N.yaml`,
//! and that a case begins with.

use super::north;
use super::object::object;
use super::theatre;
use crate::games::thrones::board::{Board, House, Outcome, Spot, Spots, Stage, Theatre};
use crate::games::thrones::data::{Area, CardSet, Troop, Unit, World};
use crate::games::thrones::game::{Edition, Thrones};
use crate::table::{BySeat, Seat};
use serde_json::{Map, Value, json};

/// Returns units by kind: `{"footman": 1}`.
pub fn troop(troop: Troop) -> Value {
    troop.iter().map(|(unit, n)| (unit.id().to_owned(), n.into())).collect::<Map<_, _>>().into()
}

/// Returns the ids of cards, in the order of the world's list.
pub fn cards(world: &World, cards: CardSet) -> Vec<String> {
    cards.iter().map(|card| world.card(card).id.clone()).collect()
}

/// What a position says of an area.
pub(super) const OF_AN_AREA: [&str; 7] =
    ["house", "units", "routed", "order", "token", "neutral", "garrison"];

/// Hands over what hardly any area has: routed units, an order, a power token, a neutral force, a garrison.
pub(super) fn put_rare(world: &World, spot: &Spot, put: &mut dyn FnMut(&str, Value)) {
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
    if spot.garrison > 0 {
        put("garrison", spot.garrison.into());
    }
}

fn spot(world: &World, spot: &Spot) -> Option<Value> {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    if let Some(holder) = spot.holder {
        put("house", world.seat_id(holder).into());
        put("units", troop(spot.fit));
    }
    put_rare(world, spot, &mut put);
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
            let (out, away) = (house.out, house.away);
            let mut house = object([
                ("power", house.power.into()),
                ("supply", house.supply.into()),
                ("hand", hand.into()),
                ("used", used.into()),
            ]);
            if let Some(house) = house.as_object_mut() {
                north::house(world, house, out, away);
            }
            (world.seat_id(seat).to_owned(), house)
        })
        .collect();
    let mut state = object([
        ("turn", board.turn.into()),
        ("stage", board.stage.id().into()),
        ("step", board.step.into()),
        ("areas", areas.into()),
        ("houses", houses.into()),
    ]);
    if let (Value::Object(state), Value::Object(main)) = (&mut state, theatre::write(board, 0)) {
        state.extend(main);
        let others = (1..board.theatres.len())
            .map(|number| (world.theatres[number].id.clone(), theatre::write(board, number)));
        let others: Map<String, Value> = others.collect();
        if !others.is_empty() {
            state.insert("theatres".into(), others.into());
        }
    }
    if let (Some(north), Some(state)) = (north::write(board, true), state.as_object_mut()) {
        state.insert("north".into(), north);
    }
    if let (Some(outcome), Some(state)) = (outcome(board), state.as_object_mut()) {
        state.insert("outcome".into(), outcome);
    }
    state
}

/// Returns how the game ended, as data; `None` while it goes on.
pub fn outcome(board: &Board) -> Option<Value> {
    board
        .outcome
        .as_ref()
        .map(|outcome| json!({"winners": board.seat_ids(&outcome.winners), "by": outcome.by}))
}

/// Reads a position from data.
///
/// # Errors
/// If the data does not describe a position: a description of what is wrong and where.
pub fn read(game: &Thrones, value: &Value) -> Result<Board, String> {
    let world = &game.world;
    let reader = Reader { world, edition: game.edition };
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
    let stage = text(value, "stage")?;
    Ok(Board {
        world: world.clone(),
        turn: number(value, "turn")?,
        edition: game.edition,
        stage: game
            .edition
            .stages
            .iter()
            .chain(game.edition.opening)
            .map(|chapter| chapter.stage)
            .chain([Stage::Over])
            .find(|s| s.id() == stage)
            .ok_or_else(|| format!("stage: there is no '{stage}'"))?,
        step: value.get("step").and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok()).unwrap_or(0),
        spots: Spots::new(spots),
        houses,
        theatres: (0..world.theatres.len())
            .map(|number| read_theatre(game, number, value))
            .collect::<Result<_, _>>()?,
        north: north::read(world, value)?,
        outcome: value.get("outcome").filter(|o| !o.is_null()).map(|o| reader.outcome(o)).transpose()?,
    })
}

/// The main board is written beside the position, any other under its id.
fn read_theatre(game: &Thrones, number: usize, value: &Value) -> Result<Theatre, String> {
    if number == 0 {
        return theatre::read(game, 0, value);
    }
    let id = &game.world.theatres[number].id;
    let other = value.get("theatres").and_then(|theatres| theatres.get(id));
    let other = other.ok_or_else(|| format!("theatres: {id} is missing"))?;
    theatre::read(game, number, other).map_err(|e| format!("theatres, {id}: {e}"))
}

fn map<'a>(value: &'a Value, name: &str) -> Result<&'a Map<String, Value>, String> {
    value.get(name).and_then(Value::as_object).ok_or_else(|| format!("{name}: a map is expected"))
}

fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, String> {
    value.get(name).and_then(Value::as_str).ok_or_else(|| format!("{name}: a word is expected"))
}

fn number(value: &Value, name: &str) -> Result<u8, String> {
    let number = value.get(name).and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
    number.ok_or_else(|| format!("{name}: a whole number from 0 to 255 is expected"))
}

fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, String> {
    let list = value.as_array().ok_or_else(|| format!("{name}: a list is expected"))?;
    list.iter().map(|v| v.as_str().ok_or_else(|| format!("{name}: a list of words is expected"))).collect()
}

struct Reader<'a> {
    world: &'a World,
    edition: &'static Edition,
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
            let most = u64::from(self.world.unit(unit).pool);
            let n = n.as_u64().filter(|n| *n <= most);
            troop.add(unit, n.ok_or_else(|| format!("{id}: a number from 0 to {most} is expected"))? as u8);
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
            garrison: value.get("garrison").and_then(Value::as_u64).unwrap_or(0).min(255) as u8,
        };
        match spot.holder {
            None if !spot.units().is_empty() => Err("it has units, and no house that they belong to".into()),
            Some(_) if spot.units().is_empty() => Err("it has a house, and no units of that house".into()),
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
            out: if value.get("out").is_some() { self.cards(value, "out")? } else { CardSet::EMPTY },
            away: self.troop(value.get("away"))?,
        })
    }

    /// The ways a game of this edition can end, as [`Outcome::by`] names them.
    fn endings(&self) -> impl Iterator<Item = &'static str> {
        let rungs = self.edition.ladder.iter().map(|rung| rung.by);
        self.edition.wins.iter().copied().chain(rungs).chain(["draw"])
    }

    fn outcome(&self, value: &Value) -> Result<Outcome, String> {
        let by = text(value, "by")?;
        Ok(Outcome {
            winners: texts(value.get("winners").unwrap_or(&Value::Null), "winners")?
                .into_iter()
                .map(|id| self.seat(id))
                .collect::<Result<_, _>>()?,
            by: self.endings().find(|e| *e == by).ok_or_else(|| format!("outcome: no '{by}'"))?,
        })
    }
}
