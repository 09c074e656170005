//! Abilities of the step *won*: what the winner's card does after casualties and retreat. Rules: 1e 8.3; R-15.

use super::choose::{choose, tell, tell_unused};
use super::query::{Choice, Choices};
use super::upgrade::{KNIGHTED, upgrade, upgraded};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::games::thrones::war::raids::removed_order;
use crate::table::Pause;

/// Two power tokens, as far as they last.
pub fn win_two_power(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let gained = board.gain_power(battle.seat(owner), 2);
    tell(board, battle, owner, table, || AbilityEffect::Power { gained });
    Ok(())
}

/// One used card may come back to hand. The cards of this battle are not used up before it is over.
pub fn recover_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let seat = battle.seat(owner);
    let mut used = board.houses[seat].used;
    battle.cards[owner as usize].into_iter().for_each(|card| used.remove(card));
    let choices = [Choice::Nothing].into_iter().chain(used.iter().map(Choice::Card)).collect();
    match choose(board, battle, owner, choices, table)? {
        Some(Choice::Card(card)) => {
            board.houses[seat].used.remove(card);
            board.houses[seat].hand.add(card);
            let card = &board.world.card(card).id;
            tell(board, battle, owner, table, || AbilityEffect::CardRecovered { card: card.clone() });
        }
        declined => tell_unused(board, battle, owner, declined, table),
    }
    Ok(())
}

/// One's own footman that fought, standing, may become a knight, if there is one in the pool.
pub fn upgrade_footman(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let mut choices = Choices::new();
    let footmen = battle.contest.fit(board, owner).of(Unit::Footman);
    if footmen > 0 && board.pool(battle.seat(owner), Unit::Knight) > 0 {
        choices.extend([Choice::Use(false), Choice::Use(true)]);
    }
    let choice = choose(board, battle, owner, choices, table)?;
    if choice != Some(Choice::Use(true)) {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    }
    let area = match owner {
        Role::Attacker => {
            battle.contest.attackers = upgraded(battle.contest.attackers, KNIGHTED);
            battle.contest.from
        }
        Role::Defender => battle.contest.area,
    };
    upgrade(board, battle, owner, area, KNIGHTED, table);
    Ok(())
}

/// One order of the loser, anywhere on the board, must go, if there is one. The march that led here is spent
/// already, and an order in an area just lost has gone with those who fled.
pub fn remove_losers_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let loser = battle.seat(owner.other());
    let here = |area: &Area| owner == Role::Defender && *area == battle.contest.from;
    let ordered = board.held_by(loser).filter(|(_, spot)| spot.order.is_some()).map(|(area, _)| area);
    let choices = ordered.filter(|area| !here(area)).map(Choice::Area).collect();
    remove_order(board, battle, owner, choices, table)
}

/// One Support or Consolidate Power order of any other house, next to the embattled area, may go.
pub fn remove_adjacent_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let near = board.world.borders(battle.contest.area);
    let others = board.houses.seats().filter(|seat| *seat != battle.seat(owner));
    let orders = others.fold(AreaSet::EMPTY, |all, seat| {
        let consolidate = board.orders_of(seat, OrderKind::Consolidate);
        all.or(board.orders_of(seat, OrderKind::Support)).or(consolidate)
    });
    let areas = near.and(orders);
    let choices = [Choice::Nothing].into_iter().chain(areas.iter().map(Choice::Area)).collect();
    remove_order(board, battle, owner, choices, table)
}

/// Takes the order off the area that the winner chooses, if any.
pub(super) fn remove_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    choices: Choices,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Area(area)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    let (holder, order) = (board.spot(area).holder, board.spot_mut(area).order.take());
    tell(board, battle, owner, table, || match holder.zip(order) {
        Some((house, order)) => AbilityEffect::OrderRemoved(removed_order(board, area, house, order)),
        None => AbilityEffect::Nothing,
    });
    Ok(())
}

/// One power may be spent to discard a card of the winner's choice from the loser's hand. Nothing happens, and
/// nothing is paid, if that hand is empty; the cards of this battle are still out of it.
pub fn discard_losers_card(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let (seat, loser) = (battle.seat(owner), battle.seat(owner.other()));
    let hand = if board.houses[seat].power > 0 { board.houses[loser].hand } else { Default::default() };
    let choices = [Choice::Nothing].into_iter().chain(hand.iter().map(Choice::Card)).collect();
    match choose(board, battle, owner, choices, table)? {
        Some(Choice::Card(card)) => {
            board.houses[seat].power -= 1;
            board.houses[loser].hand.remove(card);
            board.houses[loser].used.add(card);
            let card = board.world.card(card).id.clone();
            tell(board, battle, owner, table, || AbilityEffect::CardDiscarded { card, power: 1 });
        }
        declined => tell_unused(board, battle, owner, declined, table),
    }
    Ok(())
}
