//! What a seat may know of a position: all but the order of the decks. What it may not know is not left out
//! of this data; it never gets in.
//!
//! May use: `board`, `armies`, `data`, `state`. Is used by: `thrones`; templates and players read it.

use super::state;
use crate::games::thrones::armies::{armies, limits};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, OrderKind, Structure, Unit, Westeros, World};
use crate::table::Seat;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What a seat may know (none: what everybody may).
pub fn view(board: &Board, seat: Option<Seat>) -> Value {
    let world = &board.world;
    let id = |seat: Option<Seat>| seat.map(|s| world.seat_id(s));
    let areas: Map<String, Value> =
        world.all_areas().map(|a| (world.area_id(a).to_owned(), area(board, a))).collect();
    let houses: Map<String, Value> =
        board.houses.seats().map(|s| (world.seat_id(s).to_owned(), house(board, s))).collect();
    let tracks: Map<String, Value> = Track::ALL
        .into_iter()
        .map(|track| {
            let row: Vec<&str> = board.tracks[track as usize].iter().map(|s| world.seat_id(*s)).collect();
            (track.id().to_owned(), row.into())
        })
        .collect();
    let forbidden: Vec<&str> =
        OrderKind::ALL.into_iter().filter(|kind| board.forbidden(*kind)).map(OrderKind::id).collect();
    let written = state::write(board);
    json!({
        "game": world.id,
        "title": world.title,
        "players": world.houses.len(),
        "options": serde_json::to_value(&world.options).unwrap_or(Value::Null),
        "turn": board.turn,
        "turns": world.turns,
        "stage": board.stage.id(),
        "seat": id(seat),
        "areas": areas,
        "houses": houses,
        "tracks": tracks,
        "holders": {
            "throne": id(board.first_on(Track::IronThrone)),
            "blade": id(board.first_on(Track::Fiefdoms)),
            "raven": id(board.first_on(Track::KingsCourt)),
        },
        "blade-used": board.blade_used,
        "wildlings": written["wildlings"],
        "westeros": {
            "open": written["open"],
            "decks-left": board.decks.iter().map(Vec::len).collect::<Vec<_>>(),
            "forbidden": forbidden,
        },
        "instant-win": world.instant_win,
        "cards": cards(world),
        "names": names(world),
        "chart": world.chart,
        "outcome": written.get("outcome"),
    })
}

fn area(board: &Board, area: Area) -> Value {
    let world = &board.world;
    let (place, spot) = (world.place(area), board.spot(area));
    let id = |seat: Option<Seat>| seat.map(|s| world.seat_id(s));
    let mut out = json!({
        "name": place.name,
        "code": place.code,
        "kind": if place.sea { "sea" } else { "land" },
        "controller": id(board.controller(area)),
        "holder": id(spot.holder),
        "units": state::troop(spot.fit),
        "barrels": place.barrels,
        "crowns": place.crowns,
        "borders": world.ids(world.borders(area)),
    });
    let mut put = |name: &str, value: Value| {
        if let Some(out) = out.as_object_mut() {
            out.insert(name.to_owned(), value);
        }
    };
    if !spot.routed.is_empty() {
        put("routed", state::troop(spot.routed));
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
    if let Some(home) = &place.home {
        put("home", home.clone().into());
    }
    match place.structure {
        Some(Structure::Stronghold) => put("structure", "stronghold".into()),
        Some(Structure::City) => put("structure", "city".into()),
        None => {}
    }
    out
}

fn house(board: &Board, seat: Seat) -> Value {
    let world = &board.world;
    let house = &board.houses[seat];
    let pool: Map<String, Value> = Unit::ALL
        .into_iter()
        .filter(|unit| world.unit(*unit).pool > 0)
        .map(|unit| (unit.id().to_owned(), board.pool(seat, unit).into()))
        .collect();
    let on_board = board.tokens_on_board(seat);
    json!({
        "name": world.seat_name(seat),
        "power": house.power,
        "supply": house.supply,
        "supply-limits": limits(world, house.supply),
        "armies": armies(board, seat, &[]).as_slice(),
        "barrels": board.barrels_of(seat),
        "crowns": board.crowns_of(seat),
        "structures": board.structures_of(seat),
        "tokens-left": world.power_tokens.saturating_sub(on_board + house.power),
        "tokens-on-board": on_board,
        "hand": state::cards(world, house.hand),
        "used": state::cards(world, house.used),
        "stars": board.stars(seat),
        "pool": pool,
        "units": state::troop(board.units_of(seat)),
    })
}

fn cards(world: &World) -> Map<String, Value> {
    world
        .houses
        .iter()
        .flat_map(|(_, house)| house.cards.iter().map(move |card| (house, card)))
        .map(|(house, card)| {
            let card = world.card(card);
            let data = json!({
                "name": card.name,
                "strength": card.strength,
                "swords": card.icons.swords,
                "fortifications": card.icons.fortifications,
                "text": card.text,
                "house": house.info.id,
            });
            (card.id.clone(), data)
        })
        .collect()
}

/// Display names by id: areas, houses, House cards, order tokens, units, tracks, Westeros cards.
fn names(world: &World) -> Map<String, Value> {
    let areas = world.areas.iter().map(|place| (place.id.clone(), place.name.clone()));
    let houses = world.houses.iter().map(|(_, house)| (house.info.id.clone(), house.info.name.clone()));
    let cards = world.cards.iter().map(|card| (card.id.clone(), card.name.clone()));
    areas.chain(houses).chain(cards).map(|(id, name)| (id, name.into())).collect()
}

/// A position from a view; the decks, whose order nobody may know, are taken as printed.
///
/// # Errors
/// In words, what is wrong and where.
pub fn read(world: &Arc<World>, value: &Value) -> Result<Board, String> {
    if let Some(game) = value.get("game").and_then(Value::as_str)
        && game != world.id
    {
        return Err(format!("this is a position of {game}, not of {}", world.id));
    }
    let mut areas = Map::new();
    for (id, area) in value.get("areas").and_then(Value::as_object).into_iter().flatten() {
        let mut spot = area.as_object().cloned().unwrap_or_default();
        match spot.remove("holder") {
            Some(holder) if !holder.is_null() => spot.insert("house".into(), holder),
            _ => spot.remove("units"),
        };
        areas.insert(id.clone(), Value::Object(spot));
    }
    let printed: Vec<Vec<String>> = world.decks.iter().map(|deck| printed(deck)).collect();
    let whole = json!({
        "turn": value["turn"],
        "stage": value["stage"],
        "areas": areas,
        "houses": value["houses"],
        "tracks": value["tracks"],
        "blade-used": value["blade-used"],
        "wildlings": value["wildlings"],
        "decks": printed,
        "open": value["westeros"]["open"],
        "outcome": value["outcome"],
    });
    state::read(world, &whole)
}

fn printed(deck: &[crate::games::thrones::data::WesterosCard]) -> Vec<String> {
    deck.iter().map(|c| format!("{}{}", Westeros::id(c.card), if c.mammoth { "*" } else { "" })).collect()
}

#[cfg(test)]
mod tests {
    use crate::games::thrones::{Thrones, data::Options};
    use crate::table::{Game, RandomTable, Seat};

    fn game(players: u8) -> Thrones {
        let folder = |file: &str| crate::games::embedded("thrones-1e", file).map(str::to_owned);
        Thrones::load(&folder, players, Options::default()).expect("the game's own data")
    }

    #[test]
    fn a_position_survives_being_written() {
        for players in [3, 4, 5] {
            let game = game(players);
            let board = game.begin(&mut RandomTable::new(7)).expect("set-up never pauses");
            let written = game.write_state(&board);
            let again = game.read_state(&written).expect("what was written can be read");
            assert_eq!(game.write_state(&again), written);
        }
    }

    #[test]
    fn a_view_holds_all_but_the_order_of_the_decks() {
        let game = game(5);
        let one = game.begin(&mut RandomTable::new(1)).expect("set-up");
        let other = game.begin(&mut RandomTable::new(2)).expect("set-up");
        assert_ne!(game.write_state(&one), game.write_state(&other));
        let view = game.view(&one, Some(Seat(0)));
        assert_eq!(view, game.view(&other, Some(Seat(0))));
        let read = game.read_view(&view).expect("a view can be read");
        assert_eq!(game.view(&read, Some(Seat(0))), view);
    }

    #[test]
    fn what_is_wrong_with_a_position_is_said() {
        let game = game(5);
        let board = game.begin(&mut RandomTable::new(1)).expect("set-up");
        let mut state = game.write_state(&board);
        state["areas"]["winterfel"] = serde_json::json!({});
        assert_eq!(game.read_state(&state).expect_err("a typo"), "there is no area 'winterfel'");
    }
}
