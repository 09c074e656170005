//! Set-up. Rules: 1e, Set-up; Games of 3 or 4 players; R-24.
//!
//! May use: `board`, `data`, `table`. Is used by: `thrones`.

use super::event::RealmEvent;
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, House, Spot, Stage, Track};
use crate::games::thrones::data::World;
use crate::table::{BySeat, Pause, Table};
use std::sync::Arc;

/// The position before the first turn, decks shuffled.
///
/// # Errors
/// Never pauses; the table's shuffles cannot.
pub fn begin<T: Table<Thrones>>(world: &Arc<World>, table: &mut T) -> Result<Board, Pause> {
    let mut board = Board {
        world: world.clone(),
        turn: 1,
        stage: Stage::Planning,
        step: 0,
        spots: vec![Spot::default(); world.areas.len()],
        houses: BySeat::new(world.houses.len(), |seat| {
            let house = &world.houses[seat];
            House { power: world.power, supply: house.supply, hand: house.cards, ..House::default() }
        }),
        tracks: world.tracks.clone(),
        blade_used: false,
        wildlings: world.wildlings_start,
        decks: std::array::from_fn(|deck| (0..world.decks[deck].len() as u8).collect()),
        open: [None; 3],
        outcome: None,
    };
    for (seat, house) in world.houses.iter() {
        for (area, troop) in &house.units {
            board.place_units(*area, seat, *troop, Default::default());
        }
    }
    for neutral in &world.neutrals {
        board.spot_mut(neutral.area).neutral = neutral.strength;
    }
    for (deck, name) in ["westeros-1", "westeros-2", "westeros-3"].into_iter().enumerate() {
        table.shuffle(|| format!("0/{name}/shuffle"), &mut board.decks[deck]);
    }
    table.tell(|| {
        let track = |track: Track| (track.id().to_owned(), board.seat_ids(&board.tracks[track as usize]));
        RealmEvent::GameBegins {
            houses: world.houses.iter().map(|(_, house)| house.info.id.clone()).collect(),
            tracks: Track::ALL.into_iter().map(track).collect(),
        }
        .into()
    });
    table.tell(|| RealmEvent::TurnBegins { turn: 1 }.into());
    Ok(board)
}
