//! *Supply* in the north: the Watch draws, the Wildlings count barrels, the Others pay. Rules: BW, B-56, B-126, B-127.

use super::watch_deck;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::NorthData;
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::realm::disband::{Because, foresee_losses};
use crate::games::thrones::realm::pick::{Item, Items, Pick};
use crate::games::thrones::realm::supply::{conform, set_marker, shift};
use crate::table::{Foreseen, Pause, Seat};

/// What the question to the Others is for.
pub const OTHERS: &str = "others-supply";

/// The card *Supply*.
///
/// # Errors
/// If the Others have not said whether they pay, or a side what it destroys.
pub fn supply(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let world = board.world.clone();
    let Some(north) = &world.north else { return Ok(()) };
    let drawn = watch_deck::draw(board, 0, table);
    let level = board.houses[north.watch].supply;
    shift(board, north.watch, drawn as i8 - level as i8, table);
    of_the_others(board, table)?;
    for seat in board.play_order_in(north.theatre) {
        conform(board, seat, table)?;
    }
    Ok(())
}

/// The Wildlings count the barrels of their areas, and the Others pay for another level or not.
///
/// # Errors
/// If the Others have not said whether they pay.
pub fn of_the_others(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let world = board.world.clone();
    let Some(north) = &world.north else { return Ok(()) };
    set_marker(board, north.wildlings, table);
    pay(board, north, table)
}

/// The next level of a side, if there is one and it has the power for it.
fn next_level(board: &Board, seat: Seat) -> Option<u8> {
    let house = &board.houses[seat];
    let next = house.supply + 1;
    (next <= board.world.last_supply(seat) && house.power >= next).then_some(next)
}

fn items(next: u8) -> Items {
    [Item::Nothing, Item::Number(next)].into_iter().collect()
}

fn pay(board: &mut Board, north: &NorthData, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(next) = next_level(board, north.others) else { return Ok(()) };
    let query = Pick::new(board, north.others, OTHERS, items(next));
    if table.ask(&query)? == Item::Number(next) {
        let power = &mut board.houses[north.others].power;
        *power = power.saturating_sub(next);
        shift(board, north.others, 1, table);
    }
    Ok(())
}

/// Foresees whether the Others may pay.
pub fn foresee_payment(foresight: &mut Foresight) {
    let board = foresight.board.clone();
    let Some(north) = &board.world.north else { return };
    let next = board.houses[north.others].supply + 1;
    let possible = next <= board.world.last_supply(north.others);
    if next_level(&board, north.others).is_some() || possible && foresight.power_grows {
        let query = Pick::new(&board, north.others, OTHERS, items(next));
        foresight.add(Foreseen::of(&query, false, foresight.limit()));
    }
}

/// Foresees who will have to choose.
pub fn foresee(foresight: &mut Foresight) {
    foresee_payment(foresight);
    let board = foresight.board.clone();
    let Some(north) = &board.world.north else { return };
    for seat in board.play_order_in(north.theatre) {
        let mut then = board.clone();
        if seat == north.watch {
            let numbers = north.watch_decks[0].iter().flatten();
            then.houses[seat].supply = numbers.copied().min().unwrap_or(0);
        } else if seat == north.wildlings {
            then.houses[seat].supply = board.barrels_of(seat).min(board.world.last_supply(seat));
        }
        let amount = crate::games::thrones::armies::excess(&then, seat, &[]);
        foresee_losses(foresight, &then, seat, Because::Supply, amount);
    }
    foresight.units_change = true;
}
