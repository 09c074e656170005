//! What tactic cards give a winning attacker: Pillage, Simultaneous Attacks, Widen the Net. Rules: BW, B-108, B-111, B-117.

use super::choice::{
    change_power, conquered, has_token_left, most_supply, pick_or_none, place_order, wants, won_attacking,
};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, OrderKind};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::Item;
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::realm::supply;
use crate::games::thrones::war::battle::contest::{Battle, Role, Ways};
use crate::table::Pause;

/// The second ability of *Pillage*: the conqueror gains the barrels and crowns of the area, which the loser loses. Rules: BW, B-108.
pub const SACK: TacticAbility =
    TacticAbility { hook: TacticHook::AfterBattle(sack), each: true, cost: 0, can: |_, _| true };

/// The first ability of *Simultaneous Attacks*: an order of the loser goes. Rules: BW, B-111.
pub const REMOVE_ORDER: TacticAbility =
    TacticAbility { hook: TacticHook::AfterBattle(remove_order), each: false, cost: 0, can: |_, _| true };

/// The second ability of *Simultaneous Attacks*: a normal Support or Defense order in the conquered area. Rules: BW, B-111.
pub const PLACE_ORDER: TacticAbility =
    TacticAbility { hook: TacticHook::AfterBattle(order_there), each: false, cost: 0, can: |_, _| true };

/// The second ability of *Widen the Net*: the winner chooses where the beaten go. Rules: BW, B-117.
pub const DRIVE: TacticAbility =
    TacticAbility { hook: TacticHook::Retreat(drive), each: false, cost: 0, can: |_, _| true };

/// Nobody is asked: it works by itself, unless another card has put a price on it. B-19.
fn sack(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let place = board.world.place(battle.contest.area);
    let (barrels, crowns) = (place.barrels as i8, place.crowns as i8);
    if !conquered(board, battle, role) || barrels + crowns == 0 {
        return Ok(false);
    }
    if using.surcharge == 0 {
        spend(board, using, 0, table);
    } else if !wants(board, battle, using, ("pillage-b", 0), table)? {
        return Ok(false);
    }
    let (winner, loser) = (using.seat, battle.seat(role.other()));
    if barrels > 0 && board.houses[winner].supply < most_supply(board, winner) {
        supply::shift(board, winner, barrels, table);
    }
    if barrels > 0 && board.houses[loser].supply > 0 {
        supply::shift(board, loser, -barrels, table);
    }
    if crowns > 0 {
        change_power(board, winner, crowns, table);
        change_power(board, loser, -crowns, table);
    }
    supply::conform(board, loser, table)?;
    // Whoever has the ability twice may make him reconcile twice.
    board.step += 1;
    Ok(true)
}

fn remove_order(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    if !won_attacking(battle, role) {
        return Ok(false);
    }
    let loser = battle.seat(role.other());
    let areas = board.held_by(loser).filter(|(_, spot)| spot.order.is_some());
    let areas = areas.map(|(area, _)| Item::Area(area));
    let about = ("simultaneous-attacks-a", Some(battle.contest.area));
    let Item::Area(area) = pick_or_none(board, using, about, areas, table)? else { return Ok(false) };
    spend(board, using, 0, table);
    let order = board.spot_mut(area).order.take();
    table.tell(|| {
        let world = &board.world;
        RealmEvent::TacticOrderTaken {
            house: world.seat_id(loser).to_owned(),
            area: world.area_id(area).to_owned(),
            order: order.map_or_else(String::new, |order| world.token(order).id.clone()),
        }
        .into()
    });
    Ok(true)
}

fn order_there(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let area = battle.contest.area;
    if !conquered(board, battle, role) || board.spot(area).order.is_some() {
        return Ok(false);
    }
    let fits = |order: &OrderId| {
        let token = board.world.token(*order);
        !token.star
            && matches!(token.kind, OrderKind::Support | OrderKind::Defense)
            && has_token_left(board, using.seat, *order)
            && misplaced(board, area, *order).is_none()
    };
    let orders = board.world.all_orders().filter(fits).map(Item::Order);
    let about = ("simultaneous-attacks-b", Some(area));
    let Item::Order(order) = pick_or_none(board, using, about, orders, table)? else { return Ok(false) };
    spend(board, using, 0, table);
    place_order(board, using.seat, area, order, table);
    Ok(true)
}

fn drive(
    board: &mut Board,
    battle: &Battle,
    using: &Using,
    ways: &Ways,
    table: &mut Table<'_>,
) -> Result<Option<Area>, Pause> {
    let areas = ways.iter().map(|(area, _)| Item::Area(*area));
    let about = ("widen-the-net-b", Some(battle.contest.area));
    let Item::Area(area) = pick_or_none(board, using, about, areas, table)? else { return Ok(None) };
    spend(board, using, 0, table);
    Ok(Some(area))
}
