//! What the places of the north, and units that never leave them, give and forbid. Rules: BW, B-11, B-22, B-29, B-32,
//! B-33, B-59.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, OrderKind, Unit};
use crate::games::thrones::realm::planning::misplaced_if_forbidden;
use crate::games::thrones::terms::{Misplaced, Part, Yield};
use crate::games::thrones::war::battle::contest::{Contest, Role};

/// Returns where an order may not lie: nowhere that an open card forbids it; where a catapult is alone only Defense and
/// Support; no Support where it could support nothing for dashed lines.
pub fn misplaced(board: &Board, area: Area, order: OrderId) -> Option<Misplaced> {
    let world = &board.world;
    let kind = world.token(order).kind;
    let cut_off = world.borders(area).without(world.dashed[area.index()]).is_empty();
    misplaced_if_forbidden(board, area, order)
        .or_else(|| board.is_unmanned(area, order).then_some(Misplaced::Unmanned))
        .or_else(|| (kind == OrderKind::Support && cut_off).then_some(Misplaced::SupportCutOff))
}

/// Returns what one standing unit counts: a catapult in support only where the Watch defends.
pub fn unit_strength(board: &Board, contest: &Contest, _: Role, unit: Unit, part: Part) -> i16 {
    let watch = board.world.north.as_ref().map(|north| north.watch);
    let idle = unit == Unit::Catapult && part == Part::Supports && contest.defender != watch;
    if idle { 0 } else { board.world.unit(unit).strength }
}

/// Returns what the embattled area adds to its defender.
pub fn place_strength(board: &Board, contest: &Contest, side: Role) -> i16 {
    if side == Role::Attacker {
        return 0;
    }
    let given = board.world.bonuses.iter().filter(|bonus| {
        bonus.areas.has(contest.area)
            && contest.defender == Some(bonus.seat)
            && contest.attacker == bonus.against
    });
    given.map(|bonus| bonus.strength).sum()
}

/// Returns what a Consolidate Power order brings: one power and one a crown; to the Others units instead, for one point, or two
/// if it is special.
pub fn consolidates(board: &Board, area: Area, order: OrderId) -> Yield {
    let power = 1 + board.world.place(area).crowns;
    let others = board.world.north.as_ref().map(|north| north.others);
    if board.spot(area).holder != others || others.is_none() {
        return Yield { power, points: 0 };
    }
    Yield { power, points: if board.is_special(area, order) { 2 } else { 1 } }
}
