//! Winning on two boards. Rules: WN, B-85 to B-87.

use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Table, Won};
use crate::games::thrones::north::victory::{self as north, watch_stands};
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::victory::{best_of, by_areas_and_ladder};
use crate::table::Seat;

/// The word for a victory that a king and the Night's Watch share.
const KING_AND_WATCH: &str = "king-and-watch";
const AREAS: &str = "areas";

/// The ways of winning that are not the ladder's.
pub const WINS: &[&str] =
    &[AREAS, KING_AND_WATCH, north::WALL_HAS_FALLEN, north::DEATH_IS_UPON_US, north::SWORD_IN_THE_DARKNESS];

/// Returns who has won: a house as on its own board, which comes first; else a side of the north.
pub fn now(board: &Board, mover: Option<Seat>) -> Option<(Seat, &'static str)> {
    let king = if board.is_over(0) { None } else { by_areas_and_ladder(board, mover) };
    king.or_else(|| north::now(board, mover))
}

fn is_side(board: &Board, seat: Seat) -> bool {
    board.world.north.as_ref().is_some_and(|north| north.sides().contains(&seat))
}

/// Returns the winners: a king alone, or with the Watch if it stands at that moment; a side of the north alone, unless there is a
/// king already. `None` if the north plays on without the houses.
pub fn prevails(board: &mut Board, winner: Seat, by: &'static str, table: &mut Table<'_>) -> Option<Won> {
    if is_side(board, winner) {
        return Some((king(board).into_iter().chain([winner]).collect(), by));
    }
    if !board.world.options.north_plays_on {
        return Some(with_watch(board, winner, by));
    }
    if let Some(north) = &mut board.north {
        north.king = Some(winner);
    }
    table.tell(|| RealmEvent::KingProclaimed { house: board.world.seat_id(winner).to_owned() }.into());
    None
}

fn king(board: &Board) -> Option<Seat> {
    board.north.as_ref().and_then(|north| north.king)
}

/// The king, and the Watch if its quest is complete and it stands.
fn with_watch(board: &Board, king: Seat, by: &'static str) -> Won {
    let watch = board.world.north.as_ref().map(|north| north.watch).filter(|_| watch_stands(board));
    match watch {
        Some(watch) => (vec![king, watch], KING_AND_WATCH),
        None => (vec![king], by),
    }
}

/// Returns who wins after the last round: the king of an earlier one, with the Watch if it stands; else the Watch, if it stands;
/// else the houses as on their own board.
pub fn at_the_end(board: &Board) -> Won {
    if let Some(king) = king(board) {
        return with_watch(board, king, AREAS);
    }
    let (best, by) = best_of(board, board.play_order_in(0));
    let watch = board.world.north.as_ref().map(|north| north.watch).filter(|_| watch_stands(board));
    match watch {
        None => (best.to_vec(), by),
        Some(watch) if board.world.options.king_by_count => {
            (best.into_iter().chain([watch]).collect(), KING_AND_WATCH)
        }
        Some(watch) => (vec![watch], north::SWORD_IN_THE_DARKNESS),
    }
}
