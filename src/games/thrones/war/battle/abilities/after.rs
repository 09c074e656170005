//! Abilities of the step *after*: what cards do when the area is taken and hands have returned. Rules: 2e, House cards; T-51
//! to T-54.

use super::choose::{choose, tell};
use super::query::Choice;
use crate::games::thrones::board::Board;
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::cards::take_back;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::Pause;

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
        let effect = if choice.is_some() { AbilityEffect::Declined } else { AbilityEffect::Nothing };
        tell(board, battle, owner, table, || effect);
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
