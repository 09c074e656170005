//! How an ability asks, and how it tells.

use super::query::{AbilityQuery, Choice, Choices};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Row;
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::{AbilityEffect, WarEvent};
use crate::table::Pause;

/// Asks what to do with an ability, if it leaves a choice; returns `None` if there is nothing to choose from.
///
/// # Errors
/// If the choice is missing.
pub fn choose(
    board: &Board,
    battle: &Battle,
    owner: Role,
    choices: Choices,
    table: &mut Table<'_>,
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
pub fn tell(
    board: &Board,
    battle: &Battle,
    owner: Role,
    table: &mut Table<'_>,
    effect: impl FnOnce() -> AbilityEffect,
) {
    let Some(card) = battle.cards[owner as usize] else { return };
    let world = &board.world;
    table.tell(|| {
        WarEvent::Ability {
            area: world.area_id(battle.contest.area).to_owned(),
            house: world.seat_id(battle.seat(owner)).to_owned(),
            card: world.card(card).id.clone(),
            ability: battle
                .text_card(owner)
                .and_then(|text| world.card(text).ability)
                .map_or("", Row::id)
                .to_owned(),
            effect: effect(),
        }
        .into()
    });
}

/// Tells that a side's ability did nothing: it was declined, or `None` was left to choose from.
pub fn tell_unused(
    board: &Board,
    battle: &Battle,
    owner: Role,
    choice: Option<Choice>,
    table: &mut Table<'_>,
) {
    let effect = if choice.is_some() { AbilityEffect::Declined } else { AbilityEffect::Nothing };
    tell(board, battle, owner, table, || effect);
}
