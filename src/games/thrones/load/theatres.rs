//! The boards with their tracks and decks.

use super::files::{DeckEntry, HousesFile, PlayersFile, TidesEntry, WesterosFile};
use crate::games::folder::{DataFault, fault};
use crate::games::thrones::data::{
    HouseData, Icons, Options, Row, TheatreData, TidesCard, Track, WesterosCard,
};
use crate::games::thrones::game::Edition;
use crate::table::{BySeat, Seat};
use std::collections::BTreeMap;

/// Reads the main board and those besides it.
///
/// # Errors
/// If a track does not name every house of its board once, or a deck cannot be played with.
pub(super) fn theatres(
    file: &HousesFile,
    westeros: &WesterosFile,
    seats: &PlayersFile,
    houses: &BySeat<HouseData>,
    options: &Options,
    edition: &'static Edition,
) -> Result<Vec<TheatreData>, DataFault> {
    let wildlings_start = file.wildlings.track.iter().position(|step| *step == file.wildlings.start);
    let wildlings_start =
        wildlings_start.ok_or_else(|| fault("houses.yaml", "the wildlings start beside their track"))? as u8;
    let last_supply = file.supply_limits.len().saturating_sub(1).min(255) as u8;
    let main = TheatreData {
        id: "main".to_owned(),
        tracks: tracks(0, houses, &|name| {
            let printed = file.printed_tracks.get(name).filter(|_| options.printed_court_order);
            printed.or_else(|| file.tracks.get(name))
        })?,
        stars: seats.stars.as_ref().unwrap_or(&file.stars).clone(),
        last_supply,
        decks: decks(&westeros.decks, edition)?,
        wildlings: file.wildlings.track.clone(),
        wildlings_start,
        wildling_deck: wildling_deck(&westeros.wildlings, edition)?,
    };
    if main.decks.len() != 3 {
        return Err(fault("westeros.yaml", "the main board has three decks, 1 to 3"));
    }
    let none = BTreeMap::new();
    let other = |(number, theatre): (usize, &super::files::TheatreFile)| {
        Ok(TheatreData {
            id: theatre.id.clone(),
            tracks: tracks(number + 1, houses, &|name| theatre.tracks.get(name))?,
            stars: theatre.stars.clone(),
            last_supply: theatre.last_supply.unwrap_or(last_supply),
            decks: decks(westeros.theatres.get(&theatre.id).unwrap_or(&none), edition)?,
            wildlings: Vec::new(),
            wildlings_start: 0,
            wildling_deck: Vec::new(),
        })
    };
    let others = file.theatres.iter().enumerate().map(other);
    std::iter::once(Ok(main)).chain(others).collect()
}

fn tracks<'a>(
    theatre: usize,
    houses: &BySeat<HouseData>,
    named: &dyn Fn(&str) -> Option<&'a Vec<String>>,
) -> Result<[Vec<Seat>; 3], DataFault> {
    let here = || houses.iter().filter(|(_, house)| house.theatre == theatre);
    let track = |track: Track| -> Result<Vec<Seat>, DataFault> {
        let name = track.id();
        let order = named(name);
        let order = order.ok_or_else(|| fault("houses.yaml", format!("the track '{name}' is missing")))?;
        let seat = |id: &String| here().find(|(_, house)| house.info.id == *id).map(|(seat, _)| seat);
        let seats: Vec<Seat> = order.iter().filter_map(seat).collect();
        if seats.len() != here().count() {
            return Err(fault("houses.yaml", format!("the track '{name}' does not name every house once")));
        }
        Ok(seats)
    };
    Ok([track(Track::IronThrone)?, track(Track::Fiefdoms)?, track(Track::KingsCourt)?])
}

/// Decks by number, which count up from 1.
fn decks(
    file: &BTreeMap<u8, Vec<DeckEntry>>,
    edition: &'static Edition,
) -> Result<Vec<Vec<WesterosCard>>, DataFault> {
    let mut decks = Vec::new();
    for number in 1..=file.len() as u8 {
        let entries =
            file.get(&number).ok_or_else(|| fault("westeros.yaml", format!("deck {number} is missing")))?;
        let mut cards = Vec::new();
        for entry in entries {
            let card = row(edition.westeros.iter().map(|row| row.id), &entry.card)?;
            cards.extend((0..entry.copies).map(|_| WesterosCard { card, mammoth: entry.mammoth }));
        }
        let reshuffles = |card: &WesterosCard| edition.westeros[usize::from(card.card.place)].reshuffles;
        if cards.iter().all(reshuffles) {
            return Err(fault("westeros.yaml", format!("deck {number} would be shuffled for ever")));
        }
        decks.push(cards);
    }
    Ok(decks)
}

/// The deck of the Tides of Battle, card by card.
pub(super) fn tides(file: &[TidesEntry]) -> Vec<TidesCard> {
    let card = |entry: &TidesEntry| TidesCard {
        strength: entry.strength,
        icons: Icons { swords: entry.swords, fortifications: entry.fortifications },
        skulls: entry.skulls,
    };
    file.iter().flat_map(|entry| (0..entry.copies).map(move |_| card(entry))).collect()
}

fn wildling_deck(file: &[DeckEntry], edition: &'static Edition) -> Result<Vec<Row>, DataFault> {
    let mut deck = Vec::new();
    for entry in file {
        let card = row(edition.wildling_cards.iter().map(|row| row.id), &entry.card)?;
        deck.extend((0..entry.copies).map(|_| card));
    }
    Ok(deck)
}

fn row(rows: impl Iterator<Item = &'static str> + Clone, id: &str) -> Result<Row, DataFault> {
    let known = || rows.clone().collect::<Vec<_>>().join(", ");
    Row::find(rows.clone(), id)
        .ok_or_else(|| fault("westeros.yaml", format!("there is no card '{id}'; there are {}", known())))
}
