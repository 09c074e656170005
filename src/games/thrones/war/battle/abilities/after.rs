//! Abilities of the step *after*: what cards do when the area is taken and hands have returned. Rules: 2e, House cards; T-51
//! to T-54.

use super::choose::{choose, tell, tell_unused};
use super::query::{Choice, Choices};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, OrderKind};
use crate::games::thrones::game::Table;
use crate::games::thrones::realm::planning::misplaced;
use crate::games::thrones::war::battle::cards::take_back;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::games::thrones::war::raids::removed_order;
use crate::table::{Pause, Seat};

/// The march order of a victorious attacker moves along into the area taken.
pub fn march_moves_along(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let area = battle.contest.area;
    let taken = board.spot(area).holder == Some(battle.seat(owner));
    if owner == Role::Attacker && battle.winner == Some(owner) && taken {
        board.spot_mut(area).order = Some(battle.contest.order);
        let area = board.world.area_id(area).to_owned();
        tell(board, battle, owner, table, || AbilityEffect::MarchMoved { area });
    }
    Ok(())
}

/// One card of the opponent's hand may be discarded, won or lost. His last one counts as used last: the others come back.
pub fn discard_opponents_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let opponent = battle.seat(owner.other());
    let hand = board.houses[opponent].hand;
    let choices = [Choice::Nothing].into_iter().chain(hand.iter().map(Choice::Card)).collect();
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Card(card)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    let house = &mut board.houses[opponent];
    house.hand.remove(card);
    house.used.add(card);
    let empty = house.hand.is_empty();
    let id = board.world.card(card).id.clone();
    tell(board, battle, owner, table, || AbilityEffect::CardDiscarded { card: id, power: 0 });
    if empty {
        take_back(board, opponent, Some(card), table);
    }
    Ok(())
}

/// Returns `true` if a side controls the home of the house for which the text of its card is printed.
fn holds_printed_home(board: &Board, battle: &Battle, owner: Role) -> bool {
    let Some(card) = battle.text_card(owner) else { return false };
    let printed = board.world.houses.iter().find(|(_, house)| house.cards.has(card));
    let home = printed.and_then(|(_, house)| house.home);
    home.is_some_and(|home| board.controller(home) == Some(battle.seat(owner)))
}

/// Whose home it is gains twice the printed strength of the opponent's card, won or lost.
pub fn power_by_opponents_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let card = battle.cards[owner.other() as usize].filter(|_| holds_printed_home(board, battle, owner));
    let strength = card.map_or(0, |card| board.world.card(card).strength.max(0));
    let gained = board.gain_power(battle.seat(owner), strength as u8 * 2);
    tell(board, battle, owner, table, || match card {
        Some(_) => AbilityEffect::Power { gained },
        None => AbilityEffect::Nothing,
    });
    Ok(())
}

/// What it costs to take all of the opponent's power.
const EMPTIES: u8 = 2;

/// A winner whose home it is may pay, and the opponent loses all his available power.
pub fn pay_two_to_empty_opponent(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let (seat, opponent) = (battle.seat(owner), battle.seat(owner.other()));
    let lost = board.houses[opponent].power;
    let won = battle.winner == Some(owner) && holds_printed_home(board, battle, owner);
    if !won || board.houses[seat].power < EMPTIES || lost == 0 {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    }
    let choices = [Choice::Use(false), Choice::Use(true)].into_iter().collect();
    if choose(board, battle, owner, choices, table)? != Some(Choice::Use(true)) {
        tell(board, battle, owner, table, || AbilityEffect::Declined);
        return Ok(());
    }
    board.houses[seat].power -= EMPTIES;
    board.houses[opponent].power = 0;
    tell(board, battle, owner, table, || AbilityEffect::Emptied { power: EMPTIES, lost });
    Ok(())
}

/// Three power if the opponent has more, won or lost.
pub fn three_power_if_poorer(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let power = |role: Role| board.houses[battle.seat(role)].power;
    let poorer = power(owner.other()) > power(owner);
    let gained = if poorer { board.gain_power(battle.seat(owner), 3) } else { 0 };
    tell(board, battle, owner, table, || match poorer {
        true => AbilityEffect::Power { gained },
        false => AbilityEffect::Nothing,
    });
    Ok(())
}

/// Returns the order of a kind without a star.
fn plain(board: &Board, kind: OrderKind) -> Option<OrderId> {
    let is_plain = |order: &OrderId| {
        let token = board.world.token(*order);
        token.kind == kind && !token.star
    };
    board.world.all_orders().find(is_plain)
}

/// A victorious attacker raids from the area taken as with an unstarred Raid order, unless a card forbids these.
pub fn raid_from_area_taken(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let (seat, area) = (battle.seat(owner), battle.contest.area);
    if owner != Role::Attacker || battle.winner != Some(owner) || board.spot(area).holder != Some(seat) {
        return Ok(());
    }
    let raid = plain(board, OrderKind::Raid).filter(|raid| board.forbids(*raid).is_none());
    let hits = |near: &Area| {
        let (spot, world) = (board.spot(*near), &board.world);
        let there = spot.holder.is_some_and(|holder| holder != seat);
        let raidable = |(raid, order)| (board.edition.raidable)(board, area, raid, order);
        there && (world.is_sea(area) || !world.is_sea(*near)) && raid.zip(spot.order).is_some_and(raidable)
    };
    let choices: Choices = board.world.borders(area).iter().filter(hits).map(Choice::Area).collect();
    let Some(Choice::Area(target)) = choose(board, battle, owner, choices, table)? else {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    };
    let (holder, order) = (board.spot(target).holder, board.spot_mut(target).order.take());
    let Some((victim, order)) = holder.zip(order) else { return Ok(()) };
    let power = (board.edition.raid_spoils)(board, seat, victim, order);
    tell(board, battle, owner, table, || AbilityEffect::Raided {
        removed: removed_order(board, target, victim, order),
        power,
    });
    Ok(())
}

/// Kinds of order that may be placed without a star.
const PLACED: [OrderKind; 3] = [OrderKind::Defense, OrderKind::Support, OrderKind::Consolidate];

/// One of the house's orders may go to another of its areas that has units and no order; or an unstarred one that is not on the
/// board may be placed there.
pub fn move_or_place_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let choice = choose(board, battle, owner, orders_to_place(board, battle.seat(owner)), table)?;
    let name = |area: Area| board.world.area_id(area).to_owned();
    let id = |order: OrderId| board.world.token(order).id.clone();
    let effect = match choice {
        Some(Choice::Move(from, to)) => {
            let order = board.spot(from).order;
            let told = order.map_or_else(String::new, id);
            let effect = AbilityEffect::OrderMoved { order: told, from: name(from), area: name(to) };
            board.spot_mut(from).order = None;
            board.spot_mut(to).order = order;
            effect
        }
        Some(Choice::Place(order, to)) => {
            let effect = AbilityEffect::OrderPlaced { order: id(order), area: name(to) };
            board.spot_mut(to).order = Some(order);
            effect
        }
        Some(_) => AbilityEffect::Declined,
        None => AbilityEffect::Nothing,
    };
    tell(board, battle, owner, table, || effect);
    Ok(())
}

fn orders_to_place(board: &Board, seat: Seat) -> Choices {
    // Where only routed units are, an order would go at once.
    let free: Vec<Area> = board
        .held_by(seat)
        .filter(|(_, spot)| spot.order.is_none() && !spot.fit.is_empty())
        .map(|(area, _)| area)
        .collect();
    let placed: Vec<(Area, OrderId)> =
        board.held_by(seat).filter_map(|(area, spot)| Some((area, spot.order?))).collect();
    let in_stock = |order: &OrderId| {
        let out = placed.iter().filter(|(_, other)| other == order).count();
        out < usize::from(board.world.tokens_of(seat, *order))
    };
    let new: Vec<OrderId> =
        PLACED.into_iter().filter_map(|kind| plain(board, kind)).filter(in_stock).collect();
    let mut choices: Choices = [Choice::Nothing].into_iter().collect();
    for to in free {
        let legal = |order: &OrderId| misplaced(board, to, *order).is_none();
        let moves = placed.iter().filter(|(_, order)| legal(order)).map(|(from, _)| Choice::Move(*from, to));
        let places = new.iter().filter(|order| legal(order)).map(|order| Choice::Place(*order, to));
        // A house has 23 units, so there is room for all.
        for choice in moves.chain(places) {
            let _ = choices.try_push(choice);
        }
    }
    choices
}
