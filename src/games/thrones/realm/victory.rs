//! Winning. Rules: 1e, Winning the game; R-23.

use super::event::RealmEvent;
use super::stand::{Fallen, Standing, why_fallen};
use crate::games::thrones::board::{Board, Outcome, Track};
use crate::games::thrones::game::{Rung, Table, Won};
use crate::table::{MOST_SEATS, Seat};
use arrayvec::ArrayVec;

/// Returns the areas with city or stronghold that each house controls.
fn structures(board: &Board) -> Counts {
    let mut count = [0; MOST_SEATS];
    count.iter_mut().zip(board.houses.seats()).for_each(|(number, seat)| *number = board.structures_of(seat));
    count
}

type Counts = [u8; MOST_SEATS];

/// Ends the game if a house has won at this moment; says whether the game is over. `mover` is the house whose march
/// it was.
pub fn check(board: &mut Board, mover: Option<Seat>, table: &mut Table<'_>) -> bool {
    if board.outcome.is_some() {
        return true;
    }
    let winner = (board.edition.wins_now)(board, mover);
    (board.edition.settled)(board);
    if let Some((winner, by)) = winner
        && let Some((winners, by)) = (board.edition.prevails)(board, winner, by, table)
    {
        end(board, winners, by, true, table);
    }
    board.outcome.is_some()
}

/// Returns that who wins at once wins alone.
pub fn alone(_: &mut Board, winner: Seat, by: &'static str, _: &mut Table<'_>) -> Option<Won> {
    Some((vec![winner], by))
}

/// Returns the house that controls as many areas with a city or stronghold as win at once: the mover first, else in
/// order of play. Rules: 1e, Winning the game; R-23.
pub fn by_areas(board: &Board, mover: Option<Seat>) -> Option<(Seat, &'static str)> {
    let count = structures(board);
    let enough = |seat: &Seat| count[seat.index()] >= board.world.instant_win;
    mover.into_iter().chain(board.play_order()).find(enough).map(|seat| (seat, "areas"))
}

/// The same by the second edition: of several houses that control enough, the one that is before the others on the ladder. Rules:
/// 2e, Winning; T-105.
pub fn by_areas_and_ladder(board: &Board, _: Option<Seat>) -> Option<(Seat, &'static str)> {
    let count = structures(board);
    if count.iter().all(|number| *number < board.world.instant_win) {
        return None;
    }
    let enough = |seat: &Seat| count[seat.index()] >= board.world.instant_win;
    let (best, _) = best_of(board, board.play_order().into_iter().filter(enough).collect());
    best.first().map(|seat| (*seat, "areas"))
}

/// After the last turn: most areas with city or stronghold, then the highest supply, then the most available power.
/// Rules: 1e, Winning the game; R-23.
pub const LADDER: &[Rung] = &[
    Rung { by: "turns", value: Board::structures_of },
    Rung { by: "supply", value: |board, seat| board.houses[seat].supply },
    Rung { by: "power", value: |board, seat| board.houses[seat].power },
];

/// After the last turn of the second edition: most areas with castle or stronghold, most land areas, the highest supply, the
/// best place on the Iron Throne track. Rules: 2e, Winning; FAQ 2.0.
pub const LADDER_OF_THE_SECOND: &[Rung] = &[
    Rung { by: "turns", value: Board::structures_of },
    Rung { by: "land", value: |board, seat| board.controlled_by(seat).len() as u8 },
    Rung { by: "supply", value: |board, seat| board.houses[seat].supply },
    Rung { by: "iron-throne", value: |board, seat| u8::MAX - board.rank(Track::IronThrone, seat) as u8 },
];

/// Returns who wins after the last turn by the ladder of the edition; houses still equal at its end share a draw.
pub fn by_ladder(board: &Board) -> (Vec<Seat>, &'static str) {
    let (best, decided) = best_of(board, board.play_order());
    (best.to_vec(), decided)
}

/// Ends the game after the last turn, as the edition says.
pub fn after_last_turn(board: &mut Board, table: &mut Table<'_>) {
    if board.outcome.is_some() {
        return;
    }
    let (winners, by) = (board.edition.ends)(board);
    end(board, winners, by, false, table);
}

/// Returns which of some houses are before the others on the ladder of the edition, and the rung that decides.
pub fn best_of(
    board: &Board,
    mut best: ArrayVec<Seat, MOST_SEATS>,
) -> (ArrayVec<Seat, MOST_SEATS>, &'static str) {
    for rung in board.edition.ladder {
        let most = best.iter().map(|seat| (rung.value)(board, *seat)).max().unwrap_or(0);
        best.retain(|seat| (rung.value)(board, *seat) == most);
        if best.len() == 1 {
            return (best, rung.by);
        }
    }
    (best, "draw")
}

fn end(board: &mut Board, winners: Vec<Seat>, by: &'static str, at_once: bool, table: &mut Table<'_>) {
    table.tell(|| {
        RealmEvent::GameEnds {
            winners: board.seat_ids(&winners),
            by: by.to_owned(),
            standings: standings(board, &winners),
            at_once,
            fallen: fallen(board, &winners),
        }
        .into()
    });
    board.outcome = Some(Outcome { winners, by });
}

/// The Night's Watch, if it does not stand and no other side of the north has won alone.
fn fallen(board: &Board, winners: &[Seat]) -> Option<Fallen> {
    let north = board.world.north.as_ref()?;
    let enemies = [north.wildlings, north.others];
    let lost_to =
        winners.len() < board.play_order().len() && winners.iter().any(|seat| enemies.contains(seat));
    let why = why_fallen(board).filter(|_| !lost_to && winners != [north.watch])?;
    Some(Fallen { house: board.world.seat_id(north.watch).to_owned(), why: why.to_owned() })
}

/// Houses from best to worst; the winners are first, whatever the rest have.
fn standings(board: &Board, winners: &[Seat]) -> Vec<Standing> {
    let count = structures(board);
    let tracks = board.theatres.iter().map(|theatre| &theatre.tracks[Track::IronThrone as usize]);
    let mut seats: ArrayVec<Seat, MOST_SEATS> = tracks.flatten().copied().collect();
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
