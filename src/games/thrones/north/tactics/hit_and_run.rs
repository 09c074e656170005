//! Hit and Run: an attack in place of a raid, and new orders after two successes. Rules: BW, B-115.

use super::choice::{has_token_left, pick_or_none, place_order};
use super::sally::{Paths, Sally, Way};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderId, OrderKind};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::{side, spend};
use crate::games::thrones::north::using::Using;
use crate::games::thrones::north::windows;
use crate::games::thrones::realm::pick::Item;
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::war::battle::contest::{Contest, Role};
use crate::games::thrones::war::battle::fight;
use crate::games::thrones::war::march::Marches;
use crate::table::{Pause, Seat};

/// The first ability of *Hit and Run*: a Raid order becomes an attack whose units come back. Rules: BW, B-115.
pub const STRIKE: TacticAbility = TacticAbility {
    hook: TacticHook::Raid(strike),
    each: false,
    cost: 0,
    can: |board, using| !strikes(board, using.seat).is_empty(),
};

/// The second ability of *Hit and Run*: after two own raids that succeeded, new orders where they came from. Rules: BW, B-115.
pub const NEW_ORDERS: TacticAbility = TacticAbility {
    hook: TacticHook::Raided(new_orders),
    each: true,
    cost: 0,
    can: |board, using| side(board, using.seat).is_some_and(|side| side.raided.len() >= 2),
};

/// Own Raid orders whose units could attack somebody, with those units and the areas where enemies are.
fn strikes(board: &Board, seat: Seat) -> Paths {
    let marches = Marches::new(board, seat);
    let way = |from: Area| {
        let enemy = |area: &Area| board.spot(*area).holder.is_some_and(|holder| holder != seat);
        let to: AreaSet = marches.reach(from).iter().filter(enemy).collect();
        Way { from, group: board.world.movable(board.spot(from).fit), to }
    };
    let ways = board.orders_of(seat, OrderKind::Raid).iter().map(way);
    ways.filter(|way| !way.group.is_empty() && !way.to.is_empty()).take(16).collect()
}

fn strike(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<bool, Pause> {
    let seat = using.seat;
    let query = Sally::new(board, using, "hit-and-run-a", strikes(board, seat)).returning();
    let Some(march) = table.ask(&query)? else { return Ok(false) };
    let Some(raid) = board.spot_mut(march.from).order.take() else { return Ok(false) };
    spend(board, using, 0, table);
    let star = board.world.token(raid).star;
    let order = march_like(board, star);
    let mut won = false;
    for (area, units) in &march.to {
        let contest = Contest::new(board, seat, march.from, order, *area, *units);
        let winner = fight::battle(board, Contest { strike: true, ..contest }, table)?;
        won = winner == Some(Role::Attacker);
    }
    board.step += 1;
    windows::raided(board, seat, won.then_some(march.from), table)?;
    Ok(true)
}

/// The March order that a Raid order counts as: with a star if it has one, else the one that adds nothing.
fn march_like(board: &Board, star: bool) -> OrderId {
    let fits = |order: &OrderId| {
        let token = board.world.token(*order);
        token.kind == OrderKind::March && token.star == star && (star || token.bonus == 0)
    };
    board.world.all_orders().find(fits).unwrap_or(OrderId(0))
}

/// Returns the orders that may be placed in an area now.
fn orders(board: &Board, seat: Seat, area: Area) -> impl Iterator<Item = OrderId> {
    let held = board.held_by(seat).filter_map(|(_, spot)| spot.order);
    let stars = held.filter(|order| board.world.token(*order).star).count();
    let more_stars = stars < usize::from(board.stars(seat));
    board.world.all_orders().filter(move |order| {
        let token = board.world.token(*order);
        token.kind != OrderKind::Raid
            && (!token.star || more_stars)
            && has_token_left(board, seat, *order)
            && misplaced(board, area, *order).is_none()
    })
}

/// The two raids count no longer, whatever comes of them.
fn new_orders(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<bool, Pause> {
    let seat = using.seat;
    let raided = match &mut board.north {
        Some(north) => std::mem::take(&mut north.side_mut(seat).raided),
        None => AreaSet::EMPTY,
    };
    if raided.iter().any(|area| board.spot(area).holder != Some(seat)) {
        return Ok(false);
    }
    let mut used = false;
    for area in raided.iter().filter(|area| board.spot(*area).order.is_none()).collect::<Vec<_>>() {
        let items: Vec<Item> = orders(board, seat, area).map(Item::Order).collect();
        let chosen = pick_or_none(board, using, ("hit-and-run-b", Some(area)), items, table)?;
        if let Item::Order(order) = chosen {
            if !used {
                spend(board, using, 0, table);
                used = true;
            }
            place_order(board, seat, area, order, table);
        }
    }
    Ok(used)
}
