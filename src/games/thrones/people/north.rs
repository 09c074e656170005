//! What a board of the north has besides, as data with names: tactic cards, quests, objectives, the Watch's decks.

use crate::games::thrones::answer::write_units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{AreaSet, CardSet, Letter, NorthData, TacticSet, Troop, World};
use crate::games::thrones::north::deck;
use crate::games::thrones::north::state::{North, Ready, Side, Tally};
use crate::games::thrones::north::watch_deck::NAMES;
use crate::table::BySeat;
use serde_json::{Map, Value, json};

/// Adds to a house what few have: House cards out of the game, units away from the board.
pub fn house(world: &World, house: &mut Map<String, Value>, out: CardSet, away: Troop) {
    if !out.is_empty() {
        let out: Vec<&str> = out.iter().map(|card| world.card(card).id.as_str()).collect();
        house.insert("out".into(), out.into());
    }
    if !away.is_empty() {
        house.insert("away".into(), write_units(away));
    }
}

/// Returns the north of a position as data; `secret` says whether the order of the decks is told. `None` without a north.
pub fn write(board: &Board, secret: bool) -> Option<Value> {
    let (printed, north) = (board.world.north.as_ref()?, board.north.as_ref()?);
    let world = &board.world;
    let sides = printed.sides().into_iter();
    let sides = sides.map(|seat| (world.seat_id(seat).to_owned(), side(printed, world, north.side(seat))));
    let annulled: Vec<&str> = north.annulled.iter().map(|card| world.card(card).id.as_str()).collect();
    let mut out = Map::new();
    let mut put = |name: &str, value: Value, wanted: bool| {
        if wanted {
            out.insert(name.to_owned(), value);
        }
    };
    put("sides", sides.collect::<Map<_, _>>().into(), true);
    put("annulled", annulled.into(), !north.annulled.is_empty());
    put("turned", north.turned.into(), north.turned > 0);
    put("tokens-idle", true.into(), north.tokens_idle);
    put("plain-orders", true.into(), north.plain_orders);
    put("stormed", world.ids(north.stormed).into(), !north.stormed.is_empty());
    put("broken", true.into(), north.broken);
    put("king", north.king.map(|seat| world.seat_id(seat)).into(), north.king.is_some());
    for (which, name) in NAMES.iter().enumerate() {
        let number = |place: &u8| printed.watch_decks[which].get(usize::from(*place)).copied().flatten();
        let deck: Vec<Option<u8>> = north.watch_decks[which].iter().map(number).collect();
        put(name, json!(deck), secret);
    }
    Some(out.into())
}

fn side(printed: &NorthData, world: &World, side: &Side) -> Value {
    let ids = |set: TacticSet| -> Value {
        set.iter().map(|card| printed.tactic(card).card.id()).collect::<Vec<_>>().into()
    };
    let objectives = side.objectives.iter().filter_map(|place| printed.objectives.get(usize::from(*place)));
    let mut out = Map::new();
    let mut put = |name: &str, value: Value, wanted: bool| {
        if wanted {
            out.insert(name.to_owned(), value);
        }
    };
    put("hand", ids(side.hand), true);
    put("used", ids(side.used), true);
    put("reserve", ids(side.reserve), true);
    put("objectives", objectives.map(|card| card.card.id()).collect::<Vec<_>>().into(), true);
    put("played", side.played.map(|card| printed.tactic(card).card.id()).into(), side.played.is_some());
    put(
        "successor",
        side.successor.map(|card| printed.tactic(card).card.id()).into(),
        side.successor.is_some(),
    );
    let ready = |ready: &Ready| {
        json!({
            "card": printed.tactic(ready.card).card.id(), "ability": ready.letter.id(),
            "spent": ready.spent, "price": ready.price, "copied": ready.copied,
        })
    };
    put("abilities", side.abilities.iter().map(ready).collect(), !side.abilities.is_empty());
    put("quest-done", side.quest_done.into(), side.quest_done.is_some());
    let Tally { lost, slain, raised } = side.tally;
    put("tally", json!({"lost": lost, "slain": slain, "raised": raised}), side.tally != Tally::default());
    put("raided", world.ids(side.raided).into(), !side.raided.is_empty());
    out.into()
}

/// Returns what is printed for the north, for people: tactic cards with their numbers and words, objective cards, quests.
/// Nothing without a north.
pub fn printed(board: &Board) -> Map<String, Value> {
    let Some(printed) = &board.world.north else { return Map::new() };
    let world = &board.world;
    let tactics = printed.all_tactics().iter().zip(1_u8..).map(|(id, number)| {
        let card = printed.tactic(id);
        let [a, b] = &card.texts;
        // The power that an ability costs at least; what is not printed costs nothing.
        let cost = |letter| deck::ability(board, id, letter).map_or(0, |ability| ability.cost);
        let costs = json!({"a": cost(Letter::A), "b": cost(Letter::B)});
        (
            card.card.id().to_owned(),
            json!({"number": number, "name": card.name, "a": a, "b": b, "costs": costs}),
        )
    });
    let objectives = printed.objectives.iter().map(|card| {
        let house = world.seat_id(card.seat);
        (card.card.id().to_owned(), json!({"name": card.name, "text": card.text, "house": house}))
    });
    let quests = printed.sides().into_iter().filter_map(|seat| {
        let quest = printed.quests[seat].as_ref()?;
        let needed = if quest.grows { quest.points.max(board.turn) } else { quest.points };
        let units: Vec<&str> = quest.units.iter().map(|unit| unit.id()).collect();
        let sent: u8 = board.houses[seat].away.iter().map(|(unit, n)| n * world.unit(unit).price).sum();
        let quest = json!({"id": quest.id, "needed": needed, "units": units, "sent": sent});
        Some((world.seat_id(seat).to_owned(), quest))
    });
    let [watch, wildlings, others] =
        [printed.watch, printed.wildlings, printed.others].map(|seat| world.seat_id(seat));
    let mut out = Map::new();
    out.insert("roles".into(), json!({"watch": watch, "wildlings": wildlings, "others": others}));
    out.insert("tactics".into(), tactics.collect::<Map<_, _>>().into());
    out.insert("objectives".into(), objectives.collect::<Map<_, _>>().into());
    out.insert("quests".into(), quests.collect::<Map<_, _>>().into());
    out
}

/// Reads the north of a position. Decks that are not told are in printed order.
///
/// # Errors
/// If the data name what there is not.
pub fn read(world: &World, value: &Value) -> Result<Option<North>, String> {
    let Some(printed) = &world.north else { return Ok(None) };
    let value = value.get("north").ok_or("north: it is missing")?;
    let mut sides = BySeat::new(world.houses.len(), |_| Side::default());
    for seat in printed.sides() {
        let id = world.seat_id(seat);
        let of = value.get("sides").and_then(|sides| sides.get(id));
        let of = of.ok_or_else(|| format!("north, sides: {id} is missing"))?;
        sides[seat] = read_side(printed, world, of).map_err(|e| format!("north, {id}: {e}"))?;
    }
    let flag = |name: &str| value.get(name).and_then(Value::as_bool).unwrap_or(false);
    let king = match value.get("king").and_then(Value::as_str) {
        Some(id) => {
            Some(world.seat(id).ok_or_else(|| format!("king: there is no house '{id}' in this game"))?)
        }
        None => None,
    };
    let mut north = North {
        sides,
        king,
        watch_decks: Default::default(),
        turned: u8::try_from(value.get("turned").and_then(Value::as_u64).unwrap_or(0)).unwrap_or(u8::MAX),
        annulled: texts(value, "annulled")?
            .into_iter()
            .map(|id| world.card_id(id).ok_or_else(|| format!("annulled: there is no card '{id}'")))
            .collect::<Result<_, _>>()?,
        tokens_idle: flag("tokens-idle"),
        plain_orders: flag("plain-orders"),
        stormed: areas(world, value, "stormed")?,
        broken: flag("broken"),
    };
    for (which, name) in NAMES.iter().enumerate() {
        let deck = &printed.watch_decks[which];
        north.watch_decks[which] = match value.get(name).and_then(Value::as_array) {
            None => (0..deck.len() as u8).collect(),
            Some(listed) => read_deck(deck, listed).ok_or_else(|| format!("{name}: not its cards"))?,
        };
    }
    Ok(Some(north))
}

fn read_deck(printed: &[Option<u8>], listed: &[Value]) -> Option<Vec<u8>> {
    let mut deck = Vec::new();
    for number in listed {
        let number = number.as_u64().and_then(|number| u8::try_from(number).ok());
        let alike = printed.iter().enumerate().filter(|(_, card)| **card == number);
        deck.push(alike.map(|(place, _)| place as u8).find(|place| !deck.contains(place))?);
    }
    Some(deck)
}

fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, String> {
    let list = value.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().map(|v| v.as_str().ok_or_else(|| format!("{name}: a list of words is expected"))).collect()
}

fn areas(world: &World, value: &Value, name: &str) -> Result<AreaSet, String> {
    let area = |id| world.area(id).ok_or_else(|| format!("{name}: there is no area '{id}'"));
    texts(value, name)?.into_iter().map(area).collect()
}

fn read_side(printed: &NorthData, world: &World, value: &Value) -> Result<Side, String> {
    let card = |id: &str| printed.tactic_id(id).ok_or_else(|| format!("there is no tactic card '{id}'"));
    let set = |name: &str| -> Result<TacticSet, String> {
        texts(value, name)?.into_iter().map(|id| card(id).map_err(|e| format!("{name}: {e}"))).collect()
    };
    let one = |name: &str| value.get(name).and_then(Value::as_str).map(card).transpose();
    let number = |name: &str| {
        let number = value.get("tally").and_then(|tally| tally.get(name)).and_then(Value::as_u64);
        u8::try_from(number.unwrap_or(0)).map_err(|_| format!("tally: {name} is too large"))
    };
    let objective = |id: &str| {
        let place = printed.objectives.iter().position(|card| card.card.id() == id);
        place.map(|place| place as u8).ok_or_else(|| format!("there is no objective card '{id}'"))
    };
    let ready = |ready: &Value| {
        let letter = ready.get("ability").and_then(Value::as_str);
        let letter = Letter::ALL.into_iter().find(|own| Some(own.id()) == letter);
        let price = ready.get("price").and_then(Value::as_u64).unwrap_or(0);
        let flag = |name: &str| ready.get(name).and_then(Value::as_bool).unwrap_or(false);
        Ok::<Ready, String>(Ready {
            card: card(ready.get("card").and_then(Value::as_str).unwrap_or_default())?,
            letter: letter.ok_or("abilities: a or b")?,
            spent: flag("spent"),
            price: u8::try_from(price).map_err(|_| "abilities: a price is too large")?,
            copied: flag("copied"),
        })
    };
    let abilities = value.get("abilities").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let done = value.get("quest-done").and_then(Value::as_u64);
    let objectives = texts(value, "objectives")?;
    Ok(Side {
        hand: set("hand")?,
        used: set("used")?,
        reserve: set("reserve")?,
        played: one("played")?,
        successor: one("successor")?,
        abilities: abilities.iter().take(12).map(ready).collect::<Result<_, _>>()?,
        objectives: objectives.into_iter().take(2).map(objective).collect::<Result<_, _>>()?,
        quest_done: done.and_then(|round| u8::try_from(round).ok()),
        tally: Tally { lost: number("lost")?, slain: number("slain")?, raised: number("raised")? },
        raided: areas(world, value, "raided")?,
    })
}
