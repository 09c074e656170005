//! A position as a seat may know it: all but the order of the decks. The view is built from public facts only; nothing
//! secret is put in and taken out again.

use super::north::{self, printed as north_printed};
use super::object::object;
use super::state;
use super::theatre;
use super::threats::threats;
use crate::games::thrones::armies::{armies, limits};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, Structure, Unit, World};
use crate::games::thrones::game::Thrones;
use crate::table::{Seat, View};
use serde_json::{Map, Value, json};

/// Returns what a seat may know of a position; for `None`, what everybody may know.
pub fn view(board: &Board, seat: Option<Seat>) -> Value {
    let open = open(board);
    match seat {
        Some(seat) => {
            let open = View::from(open);
            open.with(own(board, seat, &open)).to_value()
        }
        None => open,
    }
}

/// Returns the members of a seat's view that are not the same in `open`, which everybody may know.
pub fn own(board: &Board, seat: Seat, open: &View) -> Map<String, Value> {
    let mut own = Map::new();
    own.insert("seat".into(), board.world.seat_id(seat).into());
    own.insert("threats".into(), threats(board, seat).into());
    for (number, printed) in board.world.theatres.iter().enumerate() {
        let Some(known) = theatre::watched(board, number, seat) else { continue };
        let shown = match number {
            0 => Some(&mut own),
            _ => {
                let others = own
                    .entry("theatres")
                    .or_insert_with(|| open.get("theatres").cloned().unwrap_or_default());
                others.get_mut(&printed.id).and_then(Value::as_object_mut)
            }
        };
        if let Some(shown) = shown {
            shown.insert("wildling-cards".into(), known);
        }
    }
    own
}

/// Returns what everybody may know of a position.
fn open(board: &Board) -> Value {
    let world = &board.world;
    let id = |seat: Option<Seat>| seat.map(|s| world.seat_id(s));
    let areas: Map<String, Value> =
        world.all_areas().map(|a| (world.area_id(a).to_owned(), area(board, a))).collect();
    let houses: Map<String, Value> =
        board.houses.seats().map(|s| (world.seat_id(s).to_owned(), house(board, s))).collect();
    let (main, printed) = (&board.theatres[0], &world.theatres[0]);
    let mut westeros = object([
        ("open", theatre::open(main, printed)),
        ("decks-left", main.decks.iter().map(Vec::len).collect::<Vec<_>>().into()),
        ("forbidden", board.forbidden_orders().into()),
    ]);
    if let (Some(chosen), Some(westeros)) = (theatre::chosen_ids(board, main), westeros.as_object_mut()) {
        westeros.insert("chosen".into(), chosen);
    }
    let holders = json!({
        "throne": id(board.first_on(0, Track::IronThrone)),
        "blade": id(board.first_on(0, Track::Fiefdoms)),
        "raven": id(board.first_on(0, Track::KingsCourt)),
    });
    let mut view = object([
        ("game", world.id.clone().into()),
        ("title", world.title.clone().into()),
        ("players", world.houses.len().into()),
        ("options", serde_json::to_value(&world.options).unwrap_or(Value::Null)),
        ("turn", board.turn.into()),
        ("turns", world.turns.into()),
        ("stage", board.stage.id().into()),
        ("seat", Value::Null),
        ("areas", areas.into()),
        ("houses", houses.into()),
        ("tracks", theatre::tracks(board, main).into()),
        ("holders", holders),
        ("blade-used", main.blade_used.into()),
        ("wildlings", printed.wildlings.get(usize::from(main.wildlings)).copied().into()),
        ("westeros", westeros),
        ("instant-win", world.instant_win.into()),
        ("city", world.city.clone().into()),
        ("cards", cards(world).into()),
        ("names", names(world).into()),
        ("chart", world.chart.clone().into()),
        ("outcome", state::outcome(board).unwrap_or_default()),
    ]);
    if let (Some(view), Some(north)) = (view.as_object_mut(), north::write(board, false)) {
        view.insert("north".into(), north);
        view.extend(north_printed(board));
    }
    let others = (1..board.theatres.len())
        .map(|number| (world.theatres[number].id.clone(), theatre::view(board, number)));
    let others: Map<String, Value> = others.collect();
    if let (Some(view), false) = (view.as_object_mut(), others.is_empty()) {
        view.insert("theatres".into(), others.into());
    }
    view
}

/// Returns castles, power and supply of each house, which lie open for all.
pub fn tally(board: &Board) -> Value {
    let of = |count: &dyn Fn(Seat) -> u8| -> Map<String, Value> {
        board.houses.seats().map(|seat| (board.world.seat_id(seat).to_owned(), count(seat).into())).collect()
    };
    object([
        ("castles", of(&|seat| board.structures_of(seat)).into()),
        ("power", of(&|seat| board.houses[seat].power).into()),
        ("supply", of(&|seat| board.houses[seat].supply).into()),
    ])
}

fn area(board: &Board, area: Area) -> Value {
    let world = &board.world;
    let (place, spot) = (world.place(area), board.spot(area));
    let id = |seat: Option<Seat>| seat.map(|s| world.seat_id(s));
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    put("name", place.name.clone().into());
    put("code", place.code.clone().into());
    put("kind", place.kind().into());
    if let Some(land) = place.port_of {
        put("port-of", world.area_id(land).into());
    }
    put("controller", id(board.controller(area)).into());
    put("holder", id(spot.holder).into());
    put("units", state::troop(spot.fit));
    put("barrels", place.barrels.into());
    put("crowns", place.crowns.into());
    put("borders", world.ids(world.borders(area)).into());
    state::put_rare(world, spot, &mut put);
    if let Some(home) = &place.home {
        put("home", home.clone().into());
    }
    match place.structure {
        Some(Structure::Stronghold) => put("structure", "stronghold".into()),
        Some(Structure::City) => put("structure", world.city.clone().into()),
        None => {}
    }
    out.into()
}

fn house(board: &Board, seat: Seat) -> Value {
    let world = &board.world;
    let house = &board.houses[seat];
    let pool: Map<String, Value> = Unit::ALL
        .into_iter()
        .filter(|unit| world.houses[seat].pool[*unit as usize] > 0)
        .map(|unit| (unit.id().to_owned(), board.pool(seat, unit).into()))
        .collect();
    let on_board = board.tokens_on_board(seat);
    let mut view = object([
        ("name", world.seat_name(seat).into()),
        ("power", house.power.into()),
        ("supply", house.supply.into()),
        ("supply-limits", limits(world, house.supply).into()),
        ("armies", armies(board, seat, &[]).as_slice().into()),
        ("barrels", board.barrels_of(seat).into()),
        ("crowns", board.crowns_of(seat).into()),
        ("structures", board.structures_of(seat).into()),
        ("tokens-left", world.houses[seat].power_tokens.saturating_sub(on_board + house.power).into()),
        ("tokens-on-board", on_board.into()),
        ("hand", state::cards(world, house.hand).into()),
        ("used", state::cards(world, house.used).into()),
        ("stars", board.stars(seat).into()),
        ("pool", pool.into()),
        ("units", state::troop(board.units_of(seat))),
    ]);
    if let Some(view) = view.as_object_mut() {
        north::house(world, view, house.out, house.away);
    }
    view
}

fn cards(world: &World) -> Map<String, Value> {
    world
        .houses
        .iter()
        .flat_map(|(_, house)| house.cards.iter().map(move |card| (house, card)))
        .map(|(house, card)| {
            let card = world.card(card);
            let mut data = object([
                ("name", card.name.clone().into()),
                ("strength", card.strength.into()),
                ("swords", card.icons.swords.into()),
                ("fortifications", card.icons.fortifications.into()),
                ("text", card.text.clone().into()),
                ("house", house.info.id.clone().into()),
            ]);
            if let Some(data) = data.as_object_mut().filter(|_| card.skulls > 0) {
                data.insert("skulls".into(), card.skulls.into());
            }
            (card.id.clone(), data)
        })
        .collect()
}

/// Returns the display names of areas, houses, House cards, tactic cards and objective cards by id.
fn names(world: &World) -> Map<String, Value> {
    let areas = world.areas.iter().map(|place| (place.id.clone(), place.name.clone()));
    let houses = world.houses.iter().map(|(_, house)| (house.info.id.clone(), house.info.name.clone()));
    let cards = world.cards.iter().map(|card| (card.id.clone(), card.name.clone()));
    let north = world.north.iter();
    let tactics = north
        .clone()
        .flat_map(|north| &north.tactics)
        .map(|card| (card.card.id().to_owned(), card.name.clone()));
    let objectives = north.flat_map(|north| &north.objectives);
    let objectives = objectives.map(|card| (card.card.id().to_owned(), card.name.clone()));
    let named = areas.chain(houses).chain(cards).chain(tactics).chain(objectives);
    named.map(|(id, name)| (id, name.into())).collect()
}

/// Reads a position from a view. The decks, whose order nobody may know, are in printed order.
///
/// # Errors
/// If the view is of another game or does not describe a position: a description of what is wrong and where.
pub fn read(game: &Thrones, value: &Value) -> Result<Board, String> {
    let world = &game.world;
    if let Some(id) = value.get("game").and_then(Value::as_str)
        && id != world.id
    {
        return Err(format!("this is a position of {id}, not of {}", world.id));
    }
    let of = |name: &str| value.get(name).cloned().unwrap_or_default();
    let mut areas = Map::new();
    for (id, area) in value.get("areas").and_then(Value::as_object).into_iter().flatten() {
        // Most of what a view says of an area is printed on the board.
        let is_lying = |(name, _): &(&String, &Value)| state::OF_AN_AREA.contains(&name.as_str());
        let lying = area.as_object().into_iter().flatten().filter(is_lying);
        let mut spot: Map<_, _> = lying.map(|(name, value)| (name.clone(), value.clone())).collect();
        match area.get("holder").filter(|holder| !holder.is_null()) {
            Some(holder) => spot.insert("house".into(), holder.clone()),
            None => spot.remove("units"),
        };
        areas.insert(id.clone(), Value::Object(spot));
    }
    let viewer = value.get("seat").and_then(Value::as_str);
    let lying = |number, seen: Map<String, Value>| theatre::lying(game, number, viewer, seen);
    let mut theatres = Map::new();
    for (number, printed) in world.theatres.iter().enumerate().skip(1) {
        let seen = value.get("theatres").and_then(|theatres| theatres.get(&printed.id));
        let seen = seen.and_then(Value::as_object).cloned().unwrap_or_default();
        theatres.insert(printed.id.clone(), lying(number, seen).into());
    }
    let main = [
        ("tracks", of("tracks")),
        ("blade-used", of("blade-used")),
        ("wildlings", of("wildlings")),
        ("open", value["westeros"]["open"].clone()),
        ("chosen", value["westeros"]["chosen"].clone()),
        ("wildling-cards", of("wildling-cards")),
    ];
    let main = main.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let whole = object([
        ("turn", of("turn")),
        ("stage", of("stage")),
        ("areas", areas.into()),
        ("houses", of("houses")),
        ("outcome", of("outcome")),
        ("theatres", theatres.into()),
        ("north", of("north")),
    ]);
    let Value::Object(mut whole) = whole else { return Err("a view is a map".to_owned()) };
    whole.extend(lying(0, main));
    state::read(game, &whole.into())
}

/// Returns what [`read`] makes of a seat's view. Nearly everything lies open, so only what may be hidden goes through data.
///
/// # Errors
/// If what is hidden cannot be read: a description of what is wrong and where.
pub fn seen(game: &Thrones, board: &Board, seat: Seat) -> Result<Board, String> {
    let world = &game.world;
    let theatres = (0..world.theatres.len()).map(|number| {
        let mut shown = theatre::view(board, number);
        if let (Some(shown), Some(known)) = (shown.as_object_mut(), theatre::watched(board, number, seat)) {
            shown.insert("wildling-cards".into(), known);
        }
        let Value::Object(shown) = shown else { return Err("a view is a map".to_owned()) };
        theatre::read(game, number, &theatre::lying(game, number, Some(world.seat_id(seat)), shown).into())
    });
    let theatres = theatres.collect::<Result<_, _>>()?;
    let north = match north::write(board, false) {
        Some(shown) => north::read(world, &json!({ "north": shown }))?,
        None => None,
    };
    Ok(Board { step: 0, theatres, north, ..board.clone() })
}

#[cfg(test)]
mod tests {
    use crate::games::thrones::board::{Stage, Track};
    use crate::games::thrones::editions::SECOND;
    use crate::games::thrones::testing::Script;
    use crate::games::thrones::{Thrones, data::Options};
    use crate::table::{AnyTable, Game, RandomTable, Seat};
    use serde_json::json;

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

    /// The Raven's holder looks at the wildling card on top, and puts it under the deck or leaves it there: it knows where the
    /// card is from then on, and nobody else learns anything.
    #[test]
    fn who_has_looked_at_a_wildling_card_knows_where_it_lies_and_nobody_else() {
        let folder = |file: &str| crate::games::embedded("thrones-2e", file).map(str::to_owned);
        let game =
            Thrones::load_edition(&SECOND, &folder, 6, Options::default()).expect("the game's own data");
        let mut board = game.begin(&mut RandomTable::new(1)).expect("set-up");
        board.stage = Stage::Raven;
        let holder = board.first_on(0, Track::KingsCourt).expect("somebody is first");
        let id = board.world.seat_id(holder).to_owned();
        let top = board.theatres[0].wildling_deck[0];
        let card = board.world.theatres[0].wildling_deck[usize::from(top)].id();
        for (kept, place) in [("top", "1"), ("bottom", "9")] {
            let mut looked = board.clone();
            let mut script =
                Script::default().answer(&id, "raven", json!("look")).answer(&id, "pick", json!(kept));
            game.play(&mut looked, &mut script).expect("all is answered");
            let view = game.view(&looked, Some(holder));
            assert_eq!(view["wildling-cards"], json!({ place: card }));
            let read = game.read_view(&view).expect("a view can be read");
            assert_eq!(game.view(&read, Some(holder)), view);
            let written = game.write_state(&looked);
            let again = game.read_state(&written).expect("a position");
            assert_eq!(game.write_state(&again), written);

            let mut unused = board.clone();
            let mut script = Script::default().answer(&id, "raven", json!(null));
            game.play(&mut unused, &mut script).expect("all is answered");
            for other in board.houses.seats().filter(|seat| *seat != holder).map(Some).chain([None]) {
                assert_eq!(game.view(&looked, other), game.view(&unused, other), "{kept}: {other:?}");
            }
            // Turned in an attack it is known to all, and where it lies then is no secret.
            looked.theatres[0].wildling_deck.rotate_left(usize::from(kept == "bottom") * 8);
            crate::games::thrones::realm::wildlings::attack(
                &mut looked,
                &mut AnyTable::of(&mut RandomTable::new(3)),
            )
            .expect("no pause");
            assert_eq!(game.view(&looked, Some(holder)).get("wildling-cards"), None);
        }
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
