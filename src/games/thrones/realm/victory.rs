//! Winning. Rules: 1e, Winning the game; R-23.
//!
//! May use: `board`, `table`. Is used by: westeros, turn, `war`.

use super::event::{RealmEvent, Standing};
use crate::games::thrones::Thrones;
use crate::games::thrones::board::{Board, Outcome};
use crate::table::{MOST_SEATS, Seat, Table};
use arrayvec::ArrayVec;

/// Areas with city or stronghold that each house controls, counted in one go.
fn structures(board: &Board) -> Counts {
    let mut count = [0; MOST_SEATS];
    for area in board.world.structures.iter() {
        if let Some(of_house) = board.controller(area).and_then(|seat| count.get_mut(seat.index())) {
            *of_house += 1;
        }
    }
    count
}

type Counts = [u8; MOST_SEATS];

/// Ends the game if a house controls as many areas with city or stronghold as win at once: `mover`, whose
/// march it was, first, else in order of play. Says whether the game is over.
pub fn check<T: Table<Thrones>>(board: &mut Board, mover: Option<Seat>, table: &mut T) -> bool {
    if board.outcome.is_some() {
        return true;
    }
    let count = structures(board);
    let enough = |seat: &Seat| count[seat.index()] >= board.world.instant_win;
    let winner = mover.into_iter().chain(board.play_order()).find(enough);
    if let Some(winner) = winner {
        end(board, vec![winner], "areas", table);
    }
    winner.is_some()
}

/// Ends the game after the last turn: most areas with city or stronghold, then the highest supply, then the most
/// available power; else those still equal share a draw.
pub fn after_last_turn<T: Table<Thrones>>(board: &mut Board, table: &mut T) {
    if board.outcome.is_some() {
        return;
    }
    let count = structures(board);
    let mut best: ArrayVec<Seat, MOST_SEATS> = board.play_order();
    let by_areas = |seat: Seat| count[seat.index()];
    let by_supply = |seat: Seat| board.houses[seat].supply;
    let by_power = |seat: Seat| board.houses[seat].power;
    let ladder: [(&'static str, &dyn Fn(Seat) -> u8); 3] =
        [("turns", &by_areas), ("supply", &by_supply), ("power", &by_power)];
    let mut decided = "draw";
    for (by, value) in ladder {
        let most = best.iter().map(|seat| value(*seat)).max().unwrap_or(0);
        best.retain(|seat| value(*seat) == most);
        if best.len() == 1 {
            decided = by;
            break;
        }
    }
    end(board, best.to_vec(), decided, table);
}

fn end<T: Table<Thrones>>(board: &mut Board, winners: Vec<Seat>, by: &'static str, table: &mut T) {
    table.tell(|| {
        RealmEvent::GameEnds {
            winners: board.seat_ids(&winners),
            by: by.to_owned(),
            standings: standings(board, &winners),
        }
        .into()
    });
    board.outcome = Some(Outcome { winners, by });
}

/// Houses from best to worst; the winners are first, whatever the rest have.
fn standings(board: &Board, winners: &[Seat]) -> Vec<Standing> {
    let count = structures(board);
    let mut seats = board.play_order();
    seats.sort_by_key(|seat| {
        let house = &board.houses[*seat];
        let rank = (winners.contains(seat), count[seat.index()], house.supply, house.power);
        std::cmp::Reverse(rank)
    });
    let standing = |seat: Seat| Standing {
        house: board.world.seat_id(seat).to_owned(),
        areas: count[seat.index()],
        supply: board.houses[seat].supply,
        power: board.houses[seat].power,
    };
    seats.into_iter().map(standing).collect()
}
