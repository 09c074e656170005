//! What House cards do besides their strength, step by step: cancel, revealed, strength, won; within a step in
//! the order of play. Each ability is one small function that hooks the step it speaks of. Rules: 1e, Battle,
//! House cards; FAQ; R-15.
//!
//! May use: `board`, `battle`. Is used by: the steps of battle.

mod query;
mod revealed;
mod strength;
mod won;

pub use query::{AbilityQuery, Choice, Choices};
pub(super) use strength::change;

use super::{Battle, Role};
use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Ability;
use crate::games::thrones::war::event::{AbilityEffect, WarEvent};
use crate::table::{Pause, Table};

/// Step *cancel*: an ability that undoes the opponent's.
pub(super) fn cancel<T: Table<Thrones>>(board: &Board, battle: &mut Battle, table: &mut T) {
    for role in battle.in_play_order(board) {
        if battle.ability(board, role) == Some(Ability::CancelCardAbility) {
            revealed::cancel_card_ability(board, battle, role, table);
        }
    }
}

/// Step *revealed*: abilities that act at once. If one removes a side's last unit, the battle is over.
pub(super) fn revealed<T: Table<Thrones>>(
    board: &mut Board,
    battle: &mut Battle,
    table: &mut T,
) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        match battle.ability(board, role) {
            Some(Ability::KillFootman) => revealed::kill_footman(board, battle, role, table)?,
            Some(Ability::DiscardDefenseOrder) => revealed::discard_defense_order(board, battle, role, table),
            _ => {}
        }
        if battle.alone(board).is_some() {
            break;
        }
    }
    Ok(())
}

/// Step *strength*: tells what abilities change in the strengths; see [`change`].
pub(super) fn strength<T: Table<Thrones>>(board: &Board, battle: &Battle, table: &mut T) {
    for owner in battle.in_play_order(board) {
        if !battle.ability(board, owner).is_some_and(strength::is_of_strength) {
            continue;
        }
        let [attacker, defender] = Role::ALL.map(|side| change(board, battle, owner, side));
        let effect = || match (attacker, defender) {
            (0, 0) => AbilityEffect::Nothing,
            _ => AbilityEffect::Strength { attacker, defender },
        };
        tell(board, battle, owner, table, effect);
    }
}

/// Step *won*: what the winner's card does, when casualties and retreat are over.
pub(super) fn won<T: Table<Thrones>>(
    board: &mut Board,
    battle: &mut Battle,
    winner: Role,
    table: &mut T,
) -> Result<(), Pause> {
    match battle.ability(board, winner) {
        Some(Ability::WinTwoPower) => won::win_two_power(board, battle, winner, table),
        Some(Ability::RecoverCard) => won::recover_card(board, battle, winner, table)?,
        Some(Ability::UpgradeFootman) => won::upgrade_footman(board, battle, winner, table)?,
        Some(Ability::RemoveLosersOrder) => won::remove_losers_order(board, battle, winner, table)?,
        Some(Ability::RemoveAdjacentOrder) => won::remove_adjacent_order(board, battle, winner, table)?,
        Some(Ability::DiscardLosersCard) => won::discard_losers_card(board, battle, winner, table)?,
        _ => {}
    }
    Ok(())
}

/// Asks what to do with an ability, if it leaves a choice; none if there is nothing to choose from.
fn choose<T: Table<Thrones>>(
    board: &Board,
    battle: &Battle,
    owner: Role,
    choices: Choices,
    table: &mut T,
) -> Result<Option<Choice>, Pause> {
    match choices.as_slice() {
        [] | [Choice::Nothing] => Ok(None),
        [only] => {
            let only = *only;
            table.forced(&AbilityQuery::new(board, battle, owner, choices), &only);
            Ok(Some(only))
        }
        _ => table.ask(&AbilityQuery::new(board, battle, owner, choices)).map(Some),
    }
}

/// Tells what came of a side's ability.
fn tell<T: Table<Thrones>>(
    board: &Board,
    battle: &Battle,
    owner: Role,
    table: &mut T,
    effect: impl FnOnce() -> AbilityEffect,
) {
    let Some(card) = battle.cards[owner as usize] else { return };
    let world = &board.world;
    table.tell(|| {
        WarEvent::Ability {
            area: world.area_id(battle.contest.area).to_owned(),
            house: world.seat_id(battle.seat(owner)).to_owned(),
            card: world.card(card).id.clone(),
            ability: world.card(card).ability.map_or("", Ability::id).to_owned(),
            effect: effect(),
        }
        .into()
    });
}
