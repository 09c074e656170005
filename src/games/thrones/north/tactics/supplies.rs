//! Power, supply and orders in the tactic step: Advanced Planning, Detailed Planning, Pillage's theft, Fight on Equal Terms.
//! Rules: BW, B-101, B-102, B-108, B-113.

use super::choice::{
    change_power, has_token_left, most_supply, opponents, pick, pick_or_none, place_order, room_for_power,
};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, TacticId};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::{gain, side, spend};
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Items};
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::realm::supply;
use crate::table::{Pause, Seat};

/// The first ability of *Advanced Planning*: 3 power, or a card of the reserve for 2. Rules: BW, B-101.
pub const PLAN_AHEAD: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(plan_ahead),
    each: false,
    cost: 0,
    can: |board, using| room_for_power(board, using.seat) > 0 || takes(board, using).next().is_some(),
};

/// The second ability of *Advanced Planning*: 1 or 2 levels of supply for 3 power each. Rules: BW, B-101.
pub const BUY_SUPPLY: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(buy_supply),
    each: false,
    cost: PRICE_OF_A_BARREL,
    can: |board, using| board.houses[using.seat].supply < most_supply(board, using.seat),
};

/// The first ability of *Detailed Planning*: up to two orders become the special ones of their kind. Rules: BW, B-102.
pub const PLAN_CLOSELY: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(plan_closely),
    each: false,
    cost: 0,
    can: |board, using| swaps(board, using.seat).next().is_some(),
};

/// The second ability of *Detailed Planning*: 3 power for each of 1 or 2 levels of supply. Rules: BW, B-102.
pub const SELL_SUPPLY: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(sell_supply),
    each: false,
    cost: 0,
    can: |board, using| board.houses[using.seat].supply > 0,
};

/// The first ability of *Pillage*: 1 power of one opponent or of each. Rules: BW, B-108.
pub const STEAL: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(steal),
    each: false,
    cost: 0,
    can: |board, using| room_for_power(board, using.seat) > 0 && victims(board, using.seat).next().is_some(),
};

/// The first ability of *Fight on Equal Terms*: nobody uses the Raven and the Blade of the north. Rules: BW, B-113.
pub const IDLE_TOKENS: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| {
        spend(board, using, 0, table);
        board.north.iter_mut().for_each(|north| north.tokens_idle = true);
        Ok(())
    }),
    each: false,
    cost: 0,
    can: |board, _| board.north.as_ref().is_some_and(|north| !north.tokens_idle),
};

/// The second ability of *Fight on Equal Terms*: special orders of the north are plain ones. Rules: BW, B-113.
pub const PLAIN_ORDERS: TacticAbility = TacticAbility {
    hook: TacticHook::Revealed(|board, using, table| {
        spend(board, using, 0, table);
        board.north.iter_mut().for_each(|north| north.plain_orders = true);
        Ok(())
    }),
    each: false,
    cost: 0,
    can: |board, _| board.north.as_ref().is_some_and(|north| !north.plain_orders),
};

/// Power for one level of supply, bought or sold.
const PRICE_OF_A_BARREL: u8 = 3;

/// Power that Advanced Planning gives, and what it asks for a card instead.
const GAIN: i8 = 3;
const PRICE_OF_A_CARD: u8 = 2;

/// The cards of the reserve that could be taken.
fn takes<'b>(board: &'b Board, using: &Using) -> impl Iterator<Item = TacticId> + use<'b> {
    let (own, able) = (using.card, using.price(PRICE_OF_A_CARD) <= board.houses[using.seat].power);
    let side = side(board, using.seat).filter(|_| able);
    let reserve = side.map(|side| (side.reserve, side.successor));
    reserve.into_iter().flat_map(move |(reserve, taken)| {
        reserve.iter().filter(move |card| *card != own && Some(*card) != taken)
    })
}

fn plan_ahead(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = using.seat;
    let power = (room_for_power(board, seat) > 0).then_some(Item::Word("gain"));
    let items: Items = power.into_iter().chain(takes(board, using).map(Item::Tactic)).collect();
    match pick(board, using, ("advanced-planning-a", None), items, table)? {
        Item::Tactic(card) => {
            spend(board, using, PRICE_OF_A_CARD, table);
            if let Some(north) = &mut board.north {
                north.side_mut(seat).successor = Some(card);
            }
            gain(board, seat, card);
            table.tell(|| {
                let id = board.world.north.as_ref().map_or("", |north| north.tactic(card).card.id());
                let (house, card) = (board.world.seat_id(seat).to_owned(), id.to_owned());
                RealmEvent::TacticTaken { house, card }.into()
            });
        }
        _ => {
            spend(board, using, 0, table);
            change_power(board, seat, GAIN, table);
        }
    }
    Ok(())
}

fn buy_supply(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let house = &board.houses[using.seat];
    let most = most_supply(board, using.seat).saturating_sub(house.supply).min(2);
    let affordable = |barrels: &u8| using.price(barrels * PRICE_OF_A_BARREL) <= house.power;
    let items: Items = (1..=most).filter(affordable).map(Item::Number).collect();
    let Item::Number(barrels) = pick(board, using, ("advanced-planning-b", None), items, table)? else {
        return Ok(());
    };
    spend(board, using, barrels * PRICE_OF_A_BARREL, table);
    supply::shift(board, using.seat, barrels as i8, table);
    Ok(())
}

/// Own orders that could be made special ones of their kind, with those.
fn swaps(board: &Board, seat: Seat) -> impl Iterator<Item = (Area, OrderId)> {
    board.held_by(seat).filter_map(move |(area, spot)| {
        let placed = board.world.token(spot.order?);
        let special = board.world.all_orders().find(|order| {
            let token = board.world.token(*order);
            token.star && token.kind == placed.kind && has_token_left(board, seat, *order)
        })?;
        (!placed.star && misplaced(board, area, special).is_none()).then_some((area, special))
    })
}

fn plan_closely(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = using.seat;
    let items: Items = swaps(board, seat).map(|(area, _)| Item::Area(area)).collect();
    let first = pick(board, using, ("detailed-planning-a", None), items, table)?;
    spend(board, using, 0, table);
    swap(board, seat, first, table);
    let items: Items = swaps(board, seat).map(|(area, _)| Item::Area(area)).collect();
    let second = pick_or_none(board, using, ("detailed-planning-a-second", None), items, table)?;
    swap(board, seat, second, table);
    Ok(())
}

fn swap(board: &mut Board, seat: Seat, item: Item, table: &mut Table<'_>) {
    let found = swaps(board, seat).find(|(area, _)| item == Item::Area(*area));
    if let Some((area, special)) = found {
        place_order(board, seat, area, special, table);
    }
}

fn sell_supply(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = using.seat;
    let most = board.houses[seat].supply.min(2);
    let items: Items = (1..=most).map(Item::Number).collect();
    let Item::Number(barrels) = pick(board, using, ("detailed-planning-b", None), items, table)? else {
        return Ok(());
    };
    spend(board, using, 0, table);
    supply::shift(board, seat, -(barrels as i8), table);
    change_power(board, seat, (barrels * PRICE_OF_A_BARREL) as i8, table);
    supply::conform(board, seat, table)
}

/// Opponents that have power to lose.
fn victims(board: &Board, seat: Seat) -> impl Iterator<Item = Seat> {
    opponents(board, seat).into_iter().filter(|other| board.houses[*other].power > 0)
}

fn steal(board: &mut Board, using: &Using, table: &mut Table<'_>) -> Result<(), Pause> {
    let victims: arrayvec::ArrayVec<Seat, 3> = victims(board, using.seat).collect();
    let both = (victims.len() > 1).then_some(Item::Word("both"));
    let items: Items = victims.iter().map(|seat| Item::House(*seat)).chain(both).collect();
    let chosen = pick(board, using, ("pillage-a", None), items, table)?;
    spend(board, using, 0, table);
    let mut stolen = 0;
    for victim in victims {
        if chosen == Item::Word("both") || chosen == Item::House(victim) {
            change_power(board, victim, -1, table);
            stolen += 1;
        }
    }
    change_power(board, using.seat, stolen, table);
    Ok(())
}
