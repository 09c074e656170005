//! Tracks and decks as data with names: those of the main board beside the position, those of others under their ids.

use super::object::object;
use crate::games::thrones::board::{Board, Theatre, Track};
use crate::games::thrones::data::{Row, TheatreData, WesterosCard};
use crate::games::thrones::game::Thrones;
use crate::table::Seat;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Returns a Westeros card by its id; a `*` marks the mammoth.
pub fn westeros(card: WesterosCard) -> String {
    format!("{}{}", card.card.id(), if card.mammoth { "*" } else { "" })
}

/// Returns the cards of printed decks by their ids, in printed order.
pub fn printed(decks: &[Vec<WesterosCard>]) -> Vec<Vec<String>> {
    decks.iter().map(|deck| deck.iter().map(|card| westeros(*card)).collect()).collect()
}

/// Returns the tracks by their ids, first to last.
pub fn tracks(board: &Board, theatre: &Theatre) -> Map<String, Value> {
    let row = |track: Track| board.seat_ids(&theatre.tracks[track as usize]).into();
    Track::ALL.into_iter().map(|track| (track.id().to_owned(), row(track))).collect()
}

/// Returns the open cards by their ids, deck by deck.
pub fn open(theatre: &Theatre, printed: &TheatreData) -> Value {
    let open = theatre.open.iter().zip(&printed.decks);
    open.map(|(place, deck)| place.map(|place| westeros(deck[usize::from(place)]))).collect::<Vec<_>>().into()
}

/// Returns the cards that open ones were chosen to count as, deck by deck; `None` if nobody has chosen.
pub fn chosen_ids(board: &Board, theatre: &Theatre) -> Option<Value> {
    let row = |place: u8| board.edition.westeros.get(usize::from(place)).map(|row| row.id);
    let chosen: Vec<_> = theatre.chosen.iter().map(|place| place.and_then(row)).collect();
    theatre.chosen.iter().any(Option::is_some).then(|| chosen.into())
}

/// Returns what belongs to one board as data.
pub fn write(board: &Board, number: usize) -> Value {
    let (theatre, printed) = (&board.theatres[number], &board.world.theatres[number]);
    let card = |deck: usize, place: u8| westeros(printed.decks[deck][usize::from(place)]);
    let decks: Vec<Vec<String>> = (0..theatre.decks.len())
        .map(|deck| theatre.decks[deck].iter().map(|place| card(deck, *place)).collect())
        .collect();
    let mut state = object([
        ("tracks", tracks(board, theatre).into()),
        ("blade-used", theatre.blade_used.into()),
        ("wildlings", printed.wildlings.get(usize::from(theatre.wildlings)).copied().into()),
        ("decks", decks.into()),
        ("open", open(theatre, printed)),
    ]);
    let Some(map) = state.as_object_mut() else { return state };
    if let Some(chosen) = chosen_ids(board, theatre) {
        map.insert("chosen".into(), chosen);
    }
    if !theatre.wildling_deck.is_empty() {
        let id = |place: &u8| printed.wildling_deck[usize::from(*place)].id();
        let deck: Vec<&str> = theatre.wildling_deck.iter().map(id).collect();
        map.insert("wildling-deck".into(), deck.into());
    }
    if !theatre.watched.is_empty() {
        let mut watched: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (seat, card) in &theatre.watched {
            let card = printed.wildling_deck[usize::from(*card)].id();
            watched.entry(board.world.seat_id(*seat)).or_default().push(card);
        }
        map.insert("watched".into(), json!(watched));
    }
    state
}

/// Returns the wildling cards of which a house knows where they lie, by their places in the deck from 1; `None` if it
/// knows of none.
pub fn watched(board: &Board, number: usize, seat: Seat) -> Option<Value> {
    let (theatre, printed) = (&board.theatres[number], &board.world.theatres[number]);
    let mut known = Map::new();
    for (_, card) in theatre.watched.iter().filter(|(knows, _)| *knows == seat) {
        let place = theatre.wildling_deck.iter().position(|other| other == card)?;
        known.insert((place + 1).to_string(), printed.wildling_deck[usize::from(*card)].id().into());
    }
    (!known.is_empty()).then_some(known.into())
}

/// Returns what a view shows of one board as a position would have it: with the decks in printed order, but for the wildling cards
/// that the viewer knows (`wildling-cards`), which lie where they are.
pub fn lying(
    game: &Thrones,
    number: usize,
    viewer: Option<&str>,
    mut shown: Map<String, Value>,
) -> Map<String, Value> {
    let known = shown.remove("wildling-cards").unwrap_or_default();
    let cards: Vec<&Value> = known.as_object().into_iter().flatten().map(|(_, id)| id).collect();
    let viewer = viewer.filter(|_| !cards.is_empty());
    shown.insert("watched".into(), viewer.map_or(Value::Null, |viewer| json!({ viewer: cards })));
    shown.insert("wildling-deck".into(), seen_deck(game, number, &known).into());
    shown.insert("decks".into(), printed(&game.world.theatres[number].decks).into());
    shown
}

/// Returns what a view says of the wildling deck as a state would: the cards that the viewer knows in their places, the
/// others in printed order between them.
fn seen_deck(game: &Thrones, number: usize, known: &Value) -> Vec<&'static str> {
    let known: BTreeMap<usize, &str> = known
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(place, card)| Some((place.parse::<usize>().ok()?.checked_sub(1)?, card.as_str()?)))
        .collect();
    let printed = &game.world.theatres[number].wildling_deck;
    let mut rest: Vec<&'static str> = printed.iter().map(|row| row.id()).collect();
    let kept: BTreeMap<usize, &'static str> = known
        .into_iter()
        .filter_map(|(place, card)| {
            let at = rest.iter().position(|other| *other == card)?;
            Some((place, rest.remove(at)))
        })
        .collect();
    let mut rest = rest.into_iter();
    (0..printed.len()).filter_map(|place| kept.get(&place).copied().or_else(|| rest.next())).collect()
}

/// Returns what everybody may know of a board besides the main one: all but the order of its decks.
pub fn view(board: &Board, number: usize) -> Value {
    let mut view = write(board, number);
    view.as_object_mut().into_iter().for_each(|map| {
        map.remove("decks");
        map.remove("wildling-deck");
        map.remove("watched");
    });
    view
}

/// Reads what belongs to one board.
///
/// # Errors
/// If something is missing or unknown: in words.
pub fn read(game: &Thrones, number: usize, value: &Value) -> Result<Theatre, String> {
    let printed = &game.world.theatres[number];
    let tracks = value.get("tracks").and_then(Value::as_object).ok_or("tracks: a map is expected")?;
    let track = |track: Track| -> Result<Vec<Seat>, String> {
        let row = tracks.get(track.id()).ok_or_else(|| format!("tracks: {} is missing", track.id()))?;
        let seat =
            |id: &str| game.world.seat(id).ok_or_else(|| format!("there is no house '{id}' in this game"));
        texts(row, track.id())?.into_iter().map(seat).collect()
    };
    let decks = decks(printed, value)?;
    let open = open_cards(printed, value, &decks)?;
    Ok(Theatre {
        tracks: [track(Track::IronThrone)?, track(Track::Fiefdoms)?, track(Track::KingsCourt)?],
        blade_used: value.get("blade-used").and_then(Value::as_bool).unwrap_or(false),
        wildlings: wildlings(printed, value)?,
        chosen: chosen(game, decks.len(), value)?,
        decks,
        open,
        watched: watched_cards(game, printed, value)?,
        wildling_deck: wildling_deck(printed, value)?,
    })
}

fn wildlings(printed: &TheatreData, value: &Value) -> Result<u8, String> {
    if printed.wildlings.is_empty() {
        return Ok(0);
    }
    let number = value.get("wildlings").and_then(Value::as_u64).and_then(|n| u8::try_from(n).ok());
    let number = number.ok_or("wildlings: a whole number is expected")?;
    let step = printed.wildlings.iter().position(|step| *step == number);
    let steps = || printed.wildlings.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    step.map(|step| step as u8).ok_or_else(|| format!("wildlings: {number} is not one of {}", steps()))
}

fn texts<'a>(value: &'a Value, name: &str) -> Result<Vec<&'a str>, String> {
    let list = value.as_array().ok_or_else(|| format!("{name}: a list is expected"))?;
    list.iter().map(|v| v.as_str().ok_or_else(|| format!("{name}: a list of words is expected"))).collect()
}

/// Cards alike are interchangeable: each takes the first place of its like that is still free.
fn decks(printed: &TheatreData, value: &Value) -> Result<Vec<Vec<u8>>, String> {
    let mut decks = vec![Vec::new(); printed.decks.len()];
    for (number, deck) in decks.iter_mut().enumerate() {
        let listed = value.get("decks").and_then(|d| d.get(number)).unwrap_or(&Value::Null);
        for id in texts(listed, "decks")? {
            let place = places(printed, number, id).find(|place| !deck.contains(place));
            let is_known = places(printed, number, id).next().is_some();
            deck.push(place.ok_or_else(|| match is_known {
                true => format!("decks: deck {} has not so many of '{id}'", number + 1),
                false => format!("decks: deck {} has no card '{id}'", number + 1),
            })?);
        }
    }
    Ok(decks)
}

fn places(printed: &TheatreData, deck: usize, id: &str) -> impl Iterator<Item = u8> {
    let cards = printed.decks[deck].iter().enumerate();
    let (name, mammoth) = id.strip_suffix('*').map_or((id, false), |name| (name, true));
    let is_it = move |card: &WesterosCard| card.mammoth == mammoth && card.card.id() == name;
    cards.filter(move |(_, card)| is_it(card)).map(|(place, _)| place as u8)
}

fn open_cards(printed: &TheatreData, value: &Value, decks: &[Vec<u8>]) -> Result<Vec<Option<u8>>, String> {
    let mut open = vec![None; decks.len()];
    for (deck, card) in open.iter_mut().enumerate() {
        let id = value.get("open").and_then(|o| o.get(deck)).and_then(Value::as_str);
        let Some(id) = id else { continue };
        let free = places(printed, deck, id).find(|place| !decks[deck].contains(place));
        // A card that already lies under its deck again is still the open one.
        let place = free.or_else(|| places(printed, deck, id).last());
        *card = Some(place.ok_or_else(|| format!("open: deck {} has no '{id}'", deck + 1))?);
    }
    Ok(open)
}

fn chosen(game: &Thrones, decks: usize, value: &Value) -> Result<Vec<Option<u8>>, String> {
    let mut chosen = vec![None; decks];
    for (deck, row) in chosen.iter_mut().enumerate() {
        let id = value.get("chosen").and_then(|c| c.get(deck)).and_then(Value::as_str);
        let Some(id) = id else { continue };
        let found = Row::find(game.edition.westeros.iter().map(|row| row.id), id);
        *row = Some(found.ok_or_else(|| format!("chosen: there is no card '{id}'"))?.place);
    }
    Ok(chosen)
}

fn watched_cards(game: &Thrones, printed: &TheatreData, value: &Value) -> Result<Vec<(Seat, u8)>, String> {
    let mut watched = Vec::new();
    for (house, cards) in value.get("watched").and_then(Value::as_object).into_iter().flatten() {
        let seat = game.world.seat(house).ok_or_else(|| format!("watched: there is no house '{house}'"))?;
        for id in texts(cards, "watched")? {
            let card = printed.wildling_deck.iter().position(|row| row.id() == id);
            watched.push((seat, card.ok_or_else(|| format!("watched: there is no card '{id}'"))? as u8));
        }
    }
    Ok(watched)
}

fn wildling_deck(printed: &TheatreData, value: &Value) -> Result<Vec<u8>, String> {
    let mut deck = Vec::new();
    let Some(listed) = value.get("wildling-deck") else {
        return Ok((0..printed.wildling_deck.len() as u8).collect());
    };
    for id in texts(listed, "wildling-deck")? {
        let alike = printed.wildling_deck.iter().enumerate().filter(|(_, row)| row.id() == id);
        let free = alike.map(|(place, _)| place as u8).find(|place| !deck.contains(place));
        deck.push(free.ok_or_else(|| format!("wildling-deck: it has no card '{id}', or not so many"))?);
    }
    Ok(deck)
}
