//! Objective cards: what they pay when the round ends. Rules: BW, B-92 to B-97.

use super::deck::{north, side};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, NorthData, Unit};
use crate::games::thrones::game::{ObjectiveRow, Table};
use crate::games::thrones::realm::event::RealmEvent;
use crate::table::Seat;

/// The six objective cards.
pub const OBJECTIVES: &[ObjectiveRow] = &[
    ObjectiveRow { id: "watch-hold-the-fist", pays: hold_the_fist },
    ObjectiveRow { id: "watch-rangers-abroad", pays: rangers_abroad },
    ObjectiveRow { id: "wildlings-no-mercy", pays: no_mercy },
    ObjectiveRow { id: "wildlings-free-folk-alive", pays: free_folk_alive },
    ObjectiveRow { id: "others-white-walkers", pays: white_walkers },
    ObjectiveRow { id: "others-the-dead-rise", pays: the_dead_rise },
];

/// Where the Watch's first objective looks.
const FIST: &str = "fist-of-the-first-men";

/// Two power for The Fist of the First Men, held by units or by a token.
fn hold_the_fist(board: &Board, seat: Seat) -> u8 {
    let held = board.world.area(FIST).is_some_and(|fist| board.controller(fist) == Some(seat));
    if held { 2 } else { 0 }
}

/// Power for the points of units and tokens in each band, summed over it, then rounded down.
fn rangers_abroad(board: &Board, seat: Seat) -> u8 {
    let points = |area: Area| {
        let spot = board.spot(area);
        let units = if spot.holder == Some(seat) { board.world.points(spot.units()) } else { 0 };
        units + u8::from(spot.token == Some(seat))
    };
    let bands = board.world.north.iter().flat_map(|north| &north.bands);
    let pay = bands.map(|band| {
        let sum: u8 = band.areas.iter().map(points).fold(0, u8::saturating_add);
        (sum / band.points).saturating_mul(band.power)
    });
    pay.fold(0, u8::saturating_add)
}

/// The points of enemy units destroyed in battles won in this round.
fn no_mercy(board: &Board, seat: Seat) -> u8 {
    side(board, seat).map_or(0, |side| side.tally.slain)
}

/// Two power for a round without a loss, one for a round with one.
fn free_folk_alive(board: &Board, seat: Seat) -> u8 {
    side(board, seat).map_or(0, |side| 2u8.saturating_sub(side.tally.lost))
}

/// One power for every two Others on the board, the King counted.
fn white_walkers(board: &Board, seat: Seat) -> u8 {
    let units = board.units_of(seat);
    (units.of(Unit::Other) + units.of(Unit::King)) / 2
}

/// One power for each zombie that has risen by a House card in this round.
fn the_dead_rise(board: &Board, seat: Seat) -> u8 {
    side(board, seat).map_or(0, |side| side.tally.raised)
}

/// All objective cards in play are paid, in the order of play.
pub fn pay(board: &mut Board, table: &mut Table<'_>) {
    let Some(theatre) = board.world.north.as_ref().map(|north| north.theatre) else { return };
    for seat in board.play_order_in(theatre) {
        let places = side(board, seat).map(|side| side.objectives.clone()).unwrap_or_default();
        for place in places {
            pay_one(board, seat, usize::from(place), table);
        }
    }
}

fn pay_one(board: &mut Board, seat: Seat, place: usize, table: &mut Table<'_>) {
    let card = |printed: &NorthData| printed.objectives.get(place).map(|objective| objective.card);
    let Some(card) = north(board).and_then(|(printed, _)| card(printed)) else { return };
    let Some(row) = board.edition.objectives.get(usize::from(card.place)) else { return };
    let due = (row.pays)(board, seat);
    let gained = board.gain_power(seat, due);
    table.tell(|| {
        let (house, objective) = (board.world.seat_id(seat).to_owned(), card.id().to_owned());
        RealmEvent::ObjectivePaid { house, objective, due, gained }.into()
    });
}
