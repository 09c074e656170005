//! After the fighting: who moves in, and which orders, tokens and cards go. Rules: 1e, Battle, Orders in a
//! conquered area; Used House cards; R-20.

use super::abilities;
use super::abilities::choose::tell;
use super::cards::return_hands;
use super::contest::{Battle, Role};
use super::strength::{self, all};
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Troop;
use crate::games::thrones::game::Table;
use crate::games::thrones::north::windows;
use crate::games::thrones::realm::victory;
use crate::games::thrones::war::event::{AbilityEffect, WarEvent};
use crate::table::Pause;

/// The end of a battle in which an ability removed one side's last unit: the other has won, without casualties and
/// retreat. Rules: 1e, FAQ; R-15.
pub(super) fn over_at_once(
    board: &mut Board,
    battle: &mut Battle,
    winner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    table.tell(|| {
        let sums = Role::ALL.map(|role| all(board, battle, role));
        strength::won(board, battle, winner, "last-unit", &sums).into()
    });
    settle(board, battle, winner, table)
}

/// The winner has the area. If that is an attacker with a unit left, he moves in, and the defender's order, token and
/// garrison there are gone. The march order goes in any case, which is the march's business.
pub(super) fn settle(
    board: &mut Board,
    battle: &mut Battle,
    winner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    if winner == Role::Attacker && !battle.contest.strike {
        board.spot_mut(battle.contest.area).garrison = 0;
        if battle.bars(board, Role::Defender) {
            let token = board.world.options.barred_area_loses_token
                && board.spot_mut(battle.contest.area).token.take().is_some();
            tell(board, battle, Role::Defender, table, || AbilityEffect::Barred { token });
        } else if !battle.contest.attackers.is_empty() {
            take_area(board, battle, table);
        }
    }
    if let Some((to, troop)) = battle.waiting.take() {
        board.place_units(to, battle.seat(winner.other()), troop, Troop::NONE);
    }
    abilities::cleanup(board, battle, table)?;
    windows::cards_away(board, battle, table)?;
    return_hands(board, battle, table);
    // The march is over, whatever cards do now.
    board.spend(battle.contest.from, battle.contest.order);
    abilities::after(board, battle, table)?;
    (board.edition.routed_left)(board);
    after(board, battle, table)
}

/// In a game with tactic cards: if nobody has won by the battle, what they do now.
fn after(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    if board.north.is_none() || victory::check(board, Some(battle.contest.attacker), table) {
        return Ok(());
    }
    windows::after_battle(board, battle, table)
}

/// By the second edition an order goes where none of its house's units stands after a battle, or after losses to a supply that
/// fell by it (T-56).
pub fn orders_of_the_routed_go(board: &mut Board) {
    for area in board.spots.held().iter() {
        if board.spot(area).fit.is_empty() {
            board.spot_mut(area).order = None;
        }
    }
}

fn take_area(board: &mut Board, battle: &Battle, table: &mut Table<'_>) {
    let contest = &battle.contest;
    let token = board.spot(contest.area).token.filter(|owner| *owner != contest.attacker);
    table.tell(|| {
        let world = &board.world;
        WarEvent::AreaTaken {
            area: world.area_id(contest.area).to_owned(),
            house: world.seat_id(contest.attacker).to_owned(),
            units: units(contest.attackers),
            loser: world.seat_id(battle.seat(Role::Defender)).to_owned(),
            order: battle.defending.map(|order| world.token(order).id.clone()),
            token: token.map(|owner| world.seat_id(owner).to_owned()),
            destroyed: units(board.spot(contest.area).units()),
        }
        .into()
    });
    let left = *board.spot(contest.area);
    board.remove_units(contest.area, left.fit, left.routed);
    board.remove_units(contest.from, contest.attackers, Troop::NONE);
    board.place_units(contest.area, contest.attacker, contest.attackers, Troop::NONE);
}
