//! The steps of battle at which abilities work; within a step, in the order of play.

use super::choose::tell;
use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Hook, Table};
use crate::games::thrones::terms::LastUnit;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::Pause;

/// The id of the ability by which a card is exchanged for another of its owner's hand.
const FOR_ANOTHER_CARD: &str = "pay-two-for-another-card";

fn hook(board: &Board, battle: &Battle, owner: Role) -> Option<Hook> {
    battle.ability(board, owner).map(|ability| ability.hook)
}

/// Returns `true` if a side's card may be exchanged by its owner in the step *cancel* (T-06).
fn exchanges_in_turn(board: &Board, battle: &Battle, owner: Role) -> bool {
    board.world.options.exchange_in_turn
        && battle.ability(board, owner).is_some_and(|ability| ability.id == FOR_ANOTHER_CARD)
}

/// Step *cancel*: abilities that undo the opponent's.
///
/// # Errors
/// If a choice is missing; so for all steps.
pub fn cancel(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        match hook(board, battle, role) {
            Some(Hook::Cancel(act)) => act(board, battle, role, table)?,
            Some(Hook::Revealed(act)) if exchanges_in_turn(board, battle, role) => {
                battle.exchanged = true;
                act(board, battle, role, table)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Step *revealed*: abilities that act at once. If one removes a side's last unit, the battle may be over.
pub fn revealed(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        let asked = battle.exchanged && exchanges_in_turn(board, battle, role);
        if let Some(Hook::Revealed(act)) = hook(board, battle, role)
            && !asked
        {
            act(board, battle, role, table)?;
        }
        if battle.alone(board).is_some() && board.last_unit() == LastUnit::EndsBattle {
            break;
        }
    }
    Ok(())
}

/// Returns what the ability of `owner`'s card changes in the strength of `side`.
pub fn change(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    match hook(board, battle, owner) {
        Some(
            Hook::Strength(change)
            | Hook::StrengthAndIcons(change, _)
            | Hook::StrengthAndBeaten(change, _)
            | Hook::StrengthAndCleanup(change, _),
        ) => change(board, battle, owner, side),
        Some(Hook::Levels(areas)) if areas(board, battle.contest.area) => {
            -(board.edition.place_strength)(board, &battle.contest, side)
        }
        _ => 0,
    }
}

/// Step *strength*: tells what abilities change in the strengths; see [`change`].
pub fn strength(board: &Board, battle: &Battle, table: &mut Table<'_>) {
    for owner in battle.in_play_order(board) {
        let Some(
            Hook::Strength(_)
            | Hook::StrengthAndIcons(..)
            | Hook::StrengthAndBeaten(..)
            | Hook::StrengthAndCleanup(..)
            | Hook::Levels(_),
        ) = hook(board, battle, owner)
        else {
            continue;
        };
        tell(board, battle, owner, table, || {
            match Role::ALL.map(|side| change(board, battle, owner, side)) {
                [0, 0] => AbilityEffect::Nothing,
                [attacker, defender] => AbilityEffect::Strength { attacker, defender },
            }
        });
    }
}

/// Step *decided*: what follows at once from victory or defeat.
pub fn decided(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        if let Some(Hook::Decided(act)) = hook(board, battle, role) {
            act(board, battle, role, table)?;
        }
    }
    Ok(())
}

/// Step *beaten*: what the winner's card does when casualties are counted, before the beaten retreat.
pub fn beaten(
    board: &mut Board,
    battle: &mut Battle,
    winner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    match hook(board, battle, winner) {
        Some(Hook::StrengthAndBeaten(_, act)) => act(board, battle, winner, table),
        _ => Ok(()),
    }
}

/// Step *won*: what the winner's card does, when casualties and retreat are over.
pub fn won(board: &mut Board, battle: &mut Battle, winner: Role, table: &mut Table<'_>) -> Result<(), Pause> {
    match hook(board, battle, winner) {
        Some(Hook::Won(act)) => act(board, battle, winner, table),
        _ => Ok(()),
    }
}

/// Step *cleanup*: what cards do when the area is taken, before orders go.
pub fn cleanup(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        if let Some(Hook::Cleanup(act) | Hook::StrengthAndCleanup(_, act) | Hook::IconsAndCleanup(_, act)) =
            hook(board, battle, role)
        {
            act(board, battle, role, table)?;
        }
    }
    Ok(())
}

/// Step *after*: what cards do when the area is taken and hands have returned.
pub fn after(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    for role in battle.in_play_order(board) {
        if let Some(Hook::After(act)) = hook(board, battle, role) {
            act(board, battle, role, table)?;
        }
    }
    Ok(())
}
