//! One point of recruits by Call to Arms. Rules: BW, B-55, B-57, B-58, B-116.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::Area;
use crate::games::thrones::game::{TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
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

/// One point for one of the areas where a side recruits: the Watch nowhere in The Gift, the Wildlings nowhere on the Wall, the
/// Others wherever they control, empty areas included.
fn means(board: &Board, seat: Seat) -> Means {
    let Some(north) = &board.world.north else { return Means::default() };
    let closed = |area: Area| {
        seat == north.watch && area == north.gift || seat == north.wildlings && north.wall.has(area)
    };
    let areas = board.controlled_by(seat).iter().filter(|area| !closed(*area));
    Means { points: areas.map(|area| (area, 1)).collect(), purse: Some(1) }
}
