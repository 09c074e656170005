//! Abilities of the steps *cancel* and *revealed*.

use super::choose::{choose, tell};
use super::query::{Choice, Choices};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{OrderKind, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::games::thrones::war::raids::removed_order;
use crate::table::Pause;

/// The ability of the opponent's card does not happen.
pub fn cancel_card_ability(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let world = &board.world;
    let opponent =
        battle.cards[owner.other() as usize].filter(|_| battle.ability(board, owner.other()).is_some());
    tell(board, battle, owner, table, || match opponent {
        Some(card) => AbilityEffect::Cancelled { card: world.card(card).id.clone() },
        None => AbilityEffect::Nothing,
    });
    battle.cancelled[owner.other() as usize] = true;
    Ok(())
}

/// One footman of the opponent in the battle, routed or not, is killed at once, as the owner of the card
/// chooses.
pub fn kill_footman(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let victim = owner.other();
    let mut choices = Choices::new();
    if battle.contest.fit(board, victim).of(Unit::Footman) > 0 {
        choices.push(Choice::Fit);
    }
    if battle.contest.routed(board, victim).of(Unit::Footman) > 0 {
        choices.push(Choice::Routed);
    }
    let Some(choice) = choose(board, battle, owner, choices, table)? else {
        tell(board, battle, owner, table, || AbilityEffect::Nothing);
        return Ok(());
    };
    let routed = choice == Choice::Routed;
    let footman = Troop::one(Unit::Footman);
    let (fit, lying) = if routed { (Troop::NONE, footman) } else { (footman, Troop::NONE) };
    battle.lose(board, victim, fit, lying);
    let last = battle.alone(board).is_some();
    let unit = Unit::Footman.id().to_owned();
    tell(board, battle, owner, table, || AbilityEffect::Killed { unit, routed, last });
    Ok(())
}

/// The opponent's Defense order in the embattled area is discarded.
pub fn discard_defense_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let area = battle.contest.area;
    let is_defense = |order: &_| board.world.token(*order).kind == OrderKind::Defense;
    let order = board.spot(area).order.filter(is_defense).filter(|_| owner == Role::Attacker);
    if order.is_some() {
        board.spot_mut(area).order = None;
        battle.defending = None;
    }
    let house = battle.seat(owner.other());
    tell(board, battle, owner, table, || match order {
        Some(order) => AbilityEffect::OrderRemoved(removed_order(board, area, house, order)),
        None => AbilityEffect::Nothing,
    });
    Ok(())
}
