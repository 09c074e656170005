//! The set-up. Every draw is a shuffle of the bag, drawn from the end of the list. Rules: Preparation; K-01.

use super::KingIsDead;
use super::board::{Board, Court, Field, SEATS};
use super::data::{Band, Faction, Region, RegionSet, World};
use super::event::Event;
use super::people::names;
use crate::table::{Pause, Seat, Table};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The bag of followers.
type Bag = ArrayVec<Faction, 256>;

/// Makes the position before the first struggle. It asks nothing, so it never pauses.
pub fn begin<T: Table<KingIsDead>>(world: &Arc<World>, table: &mut T) -> Result<Board, Pause> {
    let numbers = &world.numbers;
    let mut field = Field {
        regions: [Band::NONE; 8],
        supply: Band::NONE,
        row: Region::ALL,
        open: Region::ALL.into_iter().collect::<RegionSet>(),
        crowns: [None; SEATS],
    };
    let mut bag = Bag::new();
    for (faction, home) in Faction::THREE.into_iter().zip(world.homes) {
        field.at_mut(home).0[faction as usize] = numbers.at_home;
        let rest = numbers.followers.count(faction).saturating_sub(numbers.at_home);
        bag.extend((0..rest).map(|_| faction));
    }
    for (region, loyalists) in Region::ALL.into_iter().zip(world.loyalists) {
        field.at_mut(region).0[Faction::Loyalists as usize] = loyalists;
    }
    table.shuffle(|| "0/bag/shuffle".to_owned(), &mut bag);
    let courts = courts(world, &mut bag, table);
    for region in Region::ALL {
        while field.at(region).total() < numbers.in_region
            && let Some(faction) = bag.pop()
        {
            field.at_mut(region).add(faction);
        }
    }
    let loyalists: u8 = world.loyalists.iter().sum();
    field.supply = bag.into_iter().collect();
    field.supply.0[Faction::Loyalists as usize] =
        numbers.followers.count(Faction::Loyalists).saturating_sub(loyalists);
    table.shuffle(|| "0/regions/shuffle".to_owned(), &mut field.row);
    let board = Board {
        world: world.clone(),
        struggle: 1,
        step: 0,
        first: Seat(0),
        passes: 0,
        field,
        courts,
        past: ArrayVec::new(),
        played: ArrayVec::new(),
        exchange: None,
        outcome: None,
    };
    table.tell(|| begins(&board));
    Ok(board)
}

/// Draws two followers for each player. Players who hold two of one colour put them back and draw again if another
/// holds two of the same, until no two do. K-01.
fn courts<T: Table<KingIsDead>>(world: &World, bag: &mut Bag, table: &mut T) -> ArrayVec<Court, SEATS> {
    let draw = |bag: &mut Bag| (0..world.numbers.in_court).filter_map(|_| bag.pop()).collect::<Band>();
    let mut bands: ArrayVec<Band, SEATS> = (0..world.players()).map(|_| draw(bag)).collect();
    let mut redrawn = 0_u8;
    loop {
        let single = |band: &Band| band.kinds().count() == 1;
        let again: ArrayVec<usize, SEATS> = (0..bands.len())
            .filter(|i| single(&bands[*i]) && bands.iter().filter(|other| **other == bands[*i]).count() > 1)
            .collect();
        if again.is_empty() {
            break;
        }
        redrawn = redrawn.saturating_add(1);
        table.tell(|| Event::CourtsRedrawn {
            seats: again.iter().map(|i| world.seat_id(Seat(*i as u8)).to_owned()).collect(),
            drawn: again.iter().map(|i| names::band(bands[*i])).collect(),
        });
        for i in &again {
            bag.extend(Faction::THREE.into_iter().flat_map(|f| (0..bands[*i].count(f)).map(move |_| f)));
        }
        table.shuffle(|| format!("0/bag/again-{redrawn}"), bag);
        for i in again {
            bands[i] = draw(bag);
        }
    }
    bands.into_iter().map(|followers| Court { followers, hand: world.set }).collect()
}

fn begins(board: &Board) -> Event {
    let world = &board.world;
    Event::GameBegins {
        row: board.field.row.iter().map(|region| world.region_id(*region).to_owned()).collect(),
        regions: Region::ALL
            .into_iter()
            .map(|region| (world.region_id(region).to_owned(), names::band(board.field.at(region))))
            .collect(),
        courts: board
            .seats()
            .map(|seat| (world.seat_id(seat).to_owned(), names::band(board.court(seat).followers)))
            .collect(),
        supply: names::band(board.field.supply),
        first: world.seat_id(board.first).to_owned(),
        mordred: world.options.mordred,
    }
}
