//! Winning beyond the Wall. Rules: BW, B-65, B-70 to B-77.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::Unit;
use crate::games::thrones::north::deck::north;
use crate::games::thrones::realm::stand::{gift_fallen, stormed, why_fallen};
use crate::table::Seat;

/// The ways in which a game ends.
pub const WINS: &[&str] = &[WALL_HAS_FALLEN, DEATH_IS_UPON_US, SWORD_IN_THE_DARKNESS, STALEMATE];

/// The Wildlings hold The Gift.
pub const WALL_HAS_FALLEN: &str = "the-wall-has-fallen";
/// The Others hold a section of the Wall.
pub const DEATH_IS_UPON_US: &str = "death-is-upon-us";
/// The Watch has held out.
pub const SWORD_IN_THE_DARKNESS: &str = "a-sword-in-the-darkness";

/// Nobody has won when the last round is over: a draw, though nothing is equal.
const STALEMATE: &str = "stalemate";

/// Returns `true` if there are more zombies on the board than Others, the King counted.
fn eternal_winter(board: &Board, others: Seat) -> bool {
    let units = board.units_of(others);
    units.of(Unit::Zombie) > units.of(Unit::Other) + units.of(Unit::King)
}

/// Returns who has won: the Wildlings when their quest is complete and they hold The Gift; the Others when they have come to
/// hold a section of the Wall and the dead are more than their lords.
pub fn now(board: &Board, _: Option<Seat>) -> Option<(Seat, &'static str)> {
    let (printed, north) = north(board)?;
    if north.side(printed.wildlings).quest_done.is_some() && gift_fallen(board, printed) {
        return Some((printed.wildlings, WALL_HAS_FALLEN));
    }
    let new = stormed(board, printed).without(north.stormed);
    let won = !new.is_empty() && eternal_winter(board, printed.others);
    won.then_some((printed.others, DEATH_IS_UPON_US))
}

/// Remembers which sections the Others hold: one that they hold already wins nothing later.
pub fn settled(board: &mut Board) {
    let Some((printed, north)) = north(board) else { return };
    let now = stormed(board, printed);
    let broken = !now.without(north.stormed).is_empty() || gift_fallen(board, printed);
    if let Some(north) = &mut board.north {
        north.stormed = now;
        north.broken |= broken;
    }
}

/// Returns who wins after the last round: the Watch, if its quest is complete and it stands; else nobody, which is a draw of
/// all.
pub fn at_the_end(board: &Board) -> (Vec<Seat>, &'static str) {
    match north(board) {
        Some((printed, _)) if watch_stands(board) => (vec![printed.watch], SWORD_IN_THE_DARKNESS),
        _ => (board.play_order().to_vec(), STALEMATE),
    }
}

/// Returns `true` if the Watch's quest is complete, The Gift is not the Wildlings' and no unit of the Others stands on the Wall.
pub fn watch_stands(board: &Board) -> bool {
    north(board).is_some() && why_fallen(board).is_none()
}
