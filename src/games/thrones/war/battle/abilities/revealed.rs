//! Abilities of the steps *cancel* and *revealed*.

use super::choose::{choose, tell};
use super::query::{Choice, Choices};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, OrderKind, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::realm::tracks;
use crate::games::thrones::terms::LastUnit;
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
    let spared = battle.spared(board, victim);
    if !spared && battle.contest.fit(board, victim).of(Unit::Footman) > 0 {
        choices.push(Choice::Fit);
    }
    if !spared && battle.contest.routed(board, victim).of(Unit::Footman) > 0 {
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
    let fights_on = last && board.last_unit() == LastUnit::FightsOn;
    let unit = Unit::Footman.id().to_owned();
    tell(board, battle, owner, table, || AbilityEffect::Killed { unit, routed, last, fights_on });
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

/// The opponent goes to the last place of a track of the owner's choice.
pub fn push_opponent_down(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let choices: Choices = Track::ALL.into_iter().map(Choice::Track).collect();
    if let Some(Choice::Track(track)) = choose(board, battle, owner, choices, table)? {
        let opponent = battle.seat(owner.other());
        tell(board, battle, owner, table, || AbilityEffect::PushedDown { track: track.id().to_owned() });
        tracks::to_last(board, opponent, track, table);
    }
    Ok(())
}

/// One order of the opponent next to the embattled area must go, if there is one: not the march of this battle. Support
/// lent by it counts no more.
pub fn remove_adjacent_order(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let opponent = battle.seat(owner.other());
    let (area, from) = (battle.contest.area, battle.contest.from);
    let near = board.world.borders(area).or(board.world.ports_of(area));
    let marching = |near: &Area| owner == Role::Defender && *near == from;
    let ordered = |near: &Area| {
        let spot = board.spot(*near);
        spot.holder == Some(opponent) && spot.order.is_some() && !marching(near)
    };
    let choices: Choices = near.iter().filter(ordered).map(Choice::Area).collect();
    let choice = choose(board, battle, owner, choices, table)?;
    let removed = match choice {
        Some(Choice::Area(area)) => board.spot_mut(area).order.take().map(|order| (area, order)),
        _ => None,
    };
    tell(board, battle, owner, table, || match removed {
        Some((area, order)) => AbilityEffect::OrderRemoved(removed_order(board, area, opponent, order)),
        None => AbilityEffect::Nothing,
    });
    Ok(())
}
