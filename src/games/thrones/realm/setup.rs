//! Set-up. Rules: 1e, Set-up; Games of 3 or 4 players; R-24.

use super::event::RealmEvent;
use super::westeros::number;
use crate::games::thrones::board::{Board, House, Spot, Spots, Theatre, Track};
use crate::games::thrones::data::{TheatreData, World};
use crate::games::thrones::game::{Edition, Table};
use crate::games::thrones::north::setup::set_out;
use crate::games::thrones::north::watch_deck;
use crate::table::{BySeat, Pause};
use std::sync::Arc;

/// The position before the first turn, decks shuffled.
///
/// # Errors
/// Never.
pub fn begin(world: &Arc<World>, edition: &'static Edition, table: &mut Table<'_>) -> Result<Board, Pause> {
    let mut board = Board {
        world: world.clone(),
        edition,
        turn: 1,
        stage: edition.opening.first().map_or(edition.first_stage, |chapter| chapter.stage),
        step: 0,
        spots: Spots::new(vec![Spot::default(); world.areas.len()]),
        houses: BySeat::new(world.houses.len(), |seat| {
            let house = &world.houses[seat];
            House {
                power: house.power,
                supply: house.supply,
                hand: house.cards.without(house.aside),
                out: house.aside,
                ..House::default()
            }
        }),
        theatres: world.theatres.iter().map(theatre).collect(),
        north: world.north.as_ref().map(|north| set_out(north, world)),
        outcome: None,
    };
    for (seat, house) in world.houses.iter() {
        for (area, troop) in &house.units {
            board.place_units(*area, seat, *troop, Default::default());
        }
    }
    board.spots.change(|area, spot| {
        spot.garrison = world.home_of(area).map_or(0, |_| world.place(area).garrison);
    });
    for neutral in &world.neutrals {
        board.spot_mut(neutral.area).neutral = neutral.strength;
    }
    for theatre in 0..board.theatres.len() {
        for deck in 0..board.theatres[theatre].decks.len() {
            let number = number(&board, theatre, deck);
            let label = || format!("0/westeros-{number}/shuffle");
            table.shuffle(label, &mut board.theatres[theatre].decks[deck]);
        }
        let wildlings = &mut board.theatres[theatre].wildling_deck;
        if !wildlings.is_empty() {
            table.shuffle(|| "0/wildlings/shuffle".to_owned(), wildlings);
        }
    }
    for deck in 0..2 {
        if let Some(north) = &mut board.north {
            watch_deck::shuffle(&mut north.watch_decks[deck], deck, 0, 1, table);
        }
    }
    table.tell(|| {
        let track =
            |track: Track| (track.id().to_owned(), board.seat_ids(&board.theatres[0].tracks[track as usize]));
        RealmEvent::GameBegins {
            houses: world.houses.iter().map(|(_, house)| house.info.id.clone()).collect(),
            tracks: Track::ALL.into_iter().map(track).collect(),
        }
        .into()
    });
    table.tell(|| RealmEvent::TurnBegins { turn: 1 }.into());
    Ok(board)
}

/// Returns a board's tracks as printed, and its decks still in order.
fn theatre(printed: &TheatreData) -> Theatre {
    let places = |cards: usize| (0..cards as u8).collect();
    Theatre {
        tracks: printed.tracks.clone(),
        blade_used: false,
        wildlings: printed.wildlings_start,
        decks: printed.decks.iter().map(|deck| places(deck.len())).collect(),
        open: vec![None; printed.decks.len()],
        chosen: vec![None; printed.decks.len()],
        wildling_deck: places(printed.wildling_deck.len()),
        watched: Vec::new(),
    }
}
