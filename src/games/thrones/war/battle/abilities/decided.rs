//! Abilities of the step *decided*: what follows from victory or defeat, before casualties. Rules: 2e, House cards; T-37 to T-39.

use super::choose::{choose, tell, tell_unused};
use super::query::{Choice, Choices};
use super::upgrade::{KNIGHTED, upgrade, upgraded};
use super::won;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, CardSet, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::Pause;

/// Two power for a victory.
pub fn two_power_if_won(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if battle.winner == Some(owner) { won::win_two_power(board, battle, owner, table) } else { Ok(()) }
}

/// After a victory one of one's own footmen that fought, or stands where one's own support came from, may become a knight.
/// The areas are those of the footmen; attackers are named by the area they marched from.
pub fn upgrade_footman_if_won(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let seat = battle.seat(owner);
    if battle.winner != Some(owner) {
        return Ok(());
    }
    let own = match owner {
        Role::Attacker => (battle.contest.from, battle.contest.attackers),
        Role::Defender => (battle.contest.area, board.spot(battle.contest.area).units()),
    };
    // Support that the opponent's card has removed is lent no more.
    let stands = |from: Area| board.spot(from).order.is_some();
    let lent = battle.contest.lent.iter();
    let lent = lent.filter(|lent| lent.to == owner && lent.seat == seat && stands(lent.from));
    let lent = lent.map(|lent| (lent.from, board.spot(lent.from).units()));
    let footmen = [own].into_iter().chain(lent).filter(|(_, troop)| troop.of(Unit::Footman) > 0);
    let mut choices: Choices = [Choice::Nothing].into_iter().collect();
    if board.pool(seat, Unit::Knight) > 0 {
        choices.extend(footmen.map(|(area, _)| Choice::Area(area)));
    }
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Area(area)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    if owner == Role::Attacker && area == battle.contest.from {
        battle.contest.attackers = upgraded(battle.contest.attackers, KNIGHTED);
    }
    upgrade(board, battle, owner, area, KNIGHTED, table);
    Ok(())
}

/// After a victory an order of the loser may go, from anywhere but the march of this battle and the embattled area.
pub fn remove_order_if_won(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if battle.winner != Some(owner) {
        return Ok(());
    }
    let loser = battle.seat(owner.other());
    let here = |area: &Area| [battle.contest.from, battle.contest.area].contains(area);
    let ordered = board.held_by(loser).filter(|(_, spot)| spot.order.is_some()).map(|(area, _)| area);
    let areas = ordered.filter(|area| !here(area)).map(Choice::Area);
    let choices = [Choice::Nothing].into_iter().chain(areas).collect();
    won::remove_order(board, battle, owner, choices, table)
}

/// After a defeat all used cards, this one too, come back to the hand.
pub fn take_all_back_if_lost(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if battle.winner == Some(owner) {
        return Ok(());
    }
    let house = &mut board.houses[battle.seat(owner)];
    let back = std::mem::replace(&mut house.used, CardSet::EMPTY);
    house.hand = house.hand.or(back);
    tell(board, battle, owner, table, || AbilityEffect::HandTaken {
        cards: back.iter().map(|card| board.world.card(card).id.clone()).collect(),
    });
    Ok(())
}
