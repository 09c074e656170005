//! The part of a position that a seat may know. Everything is open except hands and the cards below the top of each
//! pile (K-12).

use super::{names, state};
use crate::games::king_is_dead::board::{Board, Ending, Winner};
use crate::games::king_is_dead::data::{Card, Faction, Hand, REGIONS, Region, World};
use crate::games::king_is_dead::ending::{self, Seats};
use crate::table::{Seat, SeatInfo};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Returns a position as a seat may know it, or with `None` as everybody may.
///
/// `cards` of a court: `hand` (the seat's own, and everybody's after the end), `left`, `top`, `used` (after the end),
/// `last`: the number of its last card among all that were played.
pub fn view(board: &Board, seat: Option<Seat>) -> Value {
    let world = &board.world;
    let id = |region: Region| world.region_id(region);
    let over = board.outcome.is_some();
    let mut view = json!({
        "game": world.id,
        "title": world.title,
        "players": world.players(),
        "options": world.options,
        "turn": if over { board.past.len() } else { usize::from(board.struggle) },
        "turns": REGIONS,
        "stage": if over { "over" } else { "struggle" },
        "seat": seat.map(|seat| world.seat_id(seat)),
        "seats": board.seats().map(|seat| world.seat_id(seat)).collect::<Vec<_>>(),
        "mordred": world.options.mordred,
        "step": board.step,
        "first": world.seat_id(board.first),
        "to-move": if over { Value::Null } else { json!(world.seat_id(board.to_move())) },
        "passes": board.passes,
        "row": board.field.row.map(id),
        "contested": if over { Value::Null } else { json!(id(board.contested())) },
        "areas": areas(board),
        "supply": names::band(board.field.supply),
        "courts": board.seats().map(|s| (world.seat_id(s).to_owned(), court(board, s, over || seat == Some(s)))).collect::<Map<_, _>>(),
        "factions": factions(board),
        "score": score(board),
        "saxons": {"tokens": board.held_by(Winner::Saxons).len(), "of": world.numbers.saxons},
        "last-played": board.played.last().map(|played| world.seat_id(played.seat)),
        "past": state_part(board, "past"),
        "exchange": state_part(board, "exchange"),
        "outcome": state_part(board, "outcome"),
        "cards": Card::ALL.map(|card| (card.id().to_owned(), card_info(world, card))).into_iter().collect::<Map<_, _>>(),
        "names": display_names(world),
        "chart": world.chart,
    });
    if over && let Some(view) = view.as_object_mut() {
        view.insert("played".into(), played_cards(board));
    }
    view
}

fn state_part(board: &Board, name: &str) -> Value {
    state::write(board).get_mut(name).map_or(Value::Null, Value::take)
}

/// Returns the cards in the order played, without the lines of plans that played them, which are their owners' alone.
fn played_cards(board: &Board) -> Value {
    let mut plain = board.clone();
    plain.played.iter_mut().for_each(|played| played.line = None);
    state_part(&plain, "played")
}

fn areas(board: &Board) -> Map<String, Value> {
    let world = &board.world;
    let area = |region: Region| {
        let followers = board.field.at(region);
        let home = Faction::THREE.into_iter().zip(world.homes).find(|(_, home)| *home == region);
        let open = board.field.open.has(region);
        let area = json!({
            "name": world.place(region).name,
            "kind": "land",
            "place": board.field.place(region),
            "followers": names::band(followers),
            "control": board.winner(region).map(Winner::id),
            "leads": open.then(|| Winner::of(followers).id()),
            "crown": board.field.crown_on(region).map(|seat| world.seat_id(seat)),
            "home": home.map(|(faction, _)| faction.id()),
            "banner": world.options.mordred.then(|| world.region_id(world.place(region).banner)),
            "borders": world.borders[region.index()].iter().map(|r| world.region_id(r)).collect::<Vec<_>>(),
        });
        (world.region_id(region).to_owned(), area)
    };
    Region::ALL.into_iter().map(area).collect()
}

fn court(board: &Board, seat: Seat, known: bool) -> Value {
    let world = &board.world;
    let court = board.court(seat);
    json!({
        "name": world.seats.get(seat).map(|info| info.name.as_str()),
        "followers": names::band(court.followers),
        "sets": court.followers.sets(),
        "partner": world.partner(seat).map(|partner| world.seat_id(partner)),
        "left": court.hand.len(),
        "hand": known.then(|| court.hand.ids()),
        "top": board.top_card(seat).map(Card::id),
        "last": board.last_play(seat),
    })
}

/// Returns the factions with the regions they control.
fn factions(board: &Board) -> Map<String, Value> {
    let world = &board.world;
    let all = Faction::ALL.into_iter().filter(|f| *f != Faction::Loyalists || world.options.mordred);
    all.map(|faction| {
        let regions = board.held_by(Winner::Faction(faction));
        let info = &world.followers[faction as usize];
        let faction_view = json!({
            "name": info.name,
            "colour": info.colour,
            "regions": regions.iter().map(|r| world.region_id(r)).collect::<Vec<_>>(),
        });
        (faction.id().to_owned(), faction_view)
    })
    .collect()
}

/// Returns the score: factions in power first, and who would rule if the game ended now in each possible way.
fn score(board: &Board) -> Value {
    let ids =
        |seats: &Seats| seats.iter().map(|seat| board.world.seat_id(*seat).to_owned()).collect::<Vec<_>>();
    let would = |by: Ending| ids(&ending::verdict(board, by).rulers);
    let powers: Vec<Value> = ending::powers(board)
        .iter()
        .map(
            |(faction, regions, last)| json!({"faction": faction.id(), "regions": regions, "last-won": last}),
        )
        .collect();
    json!({
        "powers": powers,
        "control": would(Ending::Control),
        "invasion": would(Ending::Invasion),
        "loyalists": board.world.options.mordred.then(|| would(Ending::Loyalists)),
    })
}

fn card_info(world: &World, card: Card) -> Value {
    let info = &world.cards[card as usize];
    json!({"name": info.name, "text": info.text})
}

fn display_names(world: &World) -> Map<String, Value> {
    let mut names = Map::new();
    let mut put = |id: &str, name: &str| names.insert(id.to_owned(), json!(name));
    for card in Card::ALL {
        put(card.id(), world.card_name(card));
    }
    // Three cards are called after their factions.
    for faction in Faction::ALL {
        put(faction.id(), world.faction_name(faction));
    }
    for region in Region::ALL {
        put(world.region_id(region), &world.place(region).name);
    }
    for (_, SeatInfo { id, name }) in world.seats.iter() {
        put(id, name);
    }
    names
}

/// Makes a position from a view. Unknown hands become any that fit.
///
/// # Errors
/// If the data is wrong; returns a description.
pub fn read(world: &Arc<World>, value: &Value) -> Result<Board, String> {
    let courts = value.get("courts").and_then(Value::as_object).ok_or("courts are missing")?;
    let mut state = value.clone();
    let fields = state.as_object_mut().ok_or("a view is a mapping")?;
    let followers =
        |(id, court): (&String, &Value)| (id.clone(), court.get("followers").cloned().unwrap_or(json!({})));
    fields.insert("courts".into(), courts.iter().map(followers).collect::<Map<_, _>>().into());
    let struggle = value.get("turn").cloned().unwrap_or(json!(1));
    let over = value.get("outcome").is_some_and(|outcome| !outcome.is_null());
    let next = struggle.as_u64().unwrap_or(1) + u64::from(over);
    fields.insert("struggle".into(), json!(next.min(REGIONS as u64)));
    if !over {
        fields.insert("played".into(), played(world, courts)?.into());
    }
    state::read(world, &state)
}

/// Returns cards that may have been played: as many as are gone from each hand, with the top card last, and that in its
/// place among all.
fn played(world: &World, courts: &Map<String, Value>) -> Result<Vec<Value>, String> {
    let count = |court: &Value, name: &str| {
        let number = court.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        number.ok_or_else(|| format!("courts: {name} is missing"))
    };
    // By seat: the number of its top card and what it is, and the cards below.
    let mut piles: Vec<(usize, String, Vec<String>)> = Vec::new();
    for (id, court) in courts {
        let (left, last) = (count(court, "left")?, count(court, "last")?);
        let mut gone = world.set;
        for card in court.get("hand").and_then(Value::as_array).into_iter().flatten() {
            card.as_str().and_then(Card::from_id).map(|card| gone.take(card));
        }
        let top = court.get("top").and_then(Value::as_str).and_then(Card::from_id);
        let Some(top) = top else { continue };
        gone.take(top);
        let used = usize::from(world.set.len()).saturating_sub(left + 1);
        let below = hidden(gone, used).map(|card| format!("{id} {}", card.id())).collect();
        piles.push((last, format!("{id} {}", top.id()), below));
    }
    // From the last number down: each top card at its own, and elsewhere any card that lies below a later top.
    let total = piles.iter().map(|(_, _, below)| below.len() + 1).sum();
    let mut all = Vec::new();
    for number in (1..=total).rev() {
        let top = piles.iter().find(|(last, ..)| *last == number).map(|(_, card, _)| card.clone());
        let below = || piles.iter_mut().filter(|(last, ..)| *last > number).find_map(|pile| pile.2.pop());
        all.extend(top.or_else(below));
    }
    Ok(all.into_iter().rev().map(|card| json!(format!("1/0 {card}"))).collect())
}

fn hidden(gone: Hand, number: usize) -> impl Iterator<Item = Card> {
    gone.kinds().flat_map(move |card| (0..gone.count(card)).map(move |_| card)).take(number)
}
