//! One point of recruits by Call to Arms. Rules: BW, B-55, B-57, B-58, B-116.

use crate::games::thrones::board::Board;
use crate::games::thrones::game::{TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::recruit::places;
use crate::games::thrones::realm::mustering::{Builds, muster_by};
use crate::games::thrones::realm::yard::{Means, Yard};
use crate::table::Seat;

/// The first ability of *Call to Arms*: 1 point is recruited in one own area. Rules: BW, B-116.
pub const RECRUIT: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| {
        spend(board, using, 0, table);
        let means = means(board, using.seat);
        muster_by(board, using.seat, &means, "call-to-arms-a", Builds::default(), table)
    }),
    each: false,
    cost: 0,
    can: |board, using| !Yard::with(board, using.seat, &means(board, using.seat)).idle(),
};

/// One point for one of the areas where a side recruits.
fn means(board: &Board, seat: Seat) -> Means {
    board.world.north.as_ref().map(|north| places(board, north, seat, 1)).unwrap_or_default()
}
