//! The steps of a battle in their order. Rules: 1e, Battle.

use super::contest::{Battle, Contest, Role};
use super::{abilities, aftermath, blade, cards, casualties, retreat, strength, support, tides};
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::game::Table;
use crate::games::thrones::north::windows;
use crate::games::thrones::terms::LastUnit;
use crate::games::thrones::war::event::WarEvent;
use crate::table::{Pause, Seat};

/// Fights a battle, from the call for support to the last unit's retreat; says who has won it.
///
/// # Errors
/// If a choice of either side, or of those who may support, is missing.
pub fn battle(board: &mut Board, contest: Contest, table: &mut Table<'_>) -> Result<Option<Role>, Pause> {
    let Some(defender) = contest.defender else { return Ok(None) };
    table.tell(|| begins(board, &contest, defender).into());

    let mut battle = Battle::new(board, contest, defender);
    windows::march_declared(board, &mut battle, table)?;
    support::call(board, &mut battle.contest, table)?;
    windows::after_support(board, &mut battle, table)?;

    cards::play(board, &mut battle, table)?;
    abilities::cancel(board, &mut battle, table)?;
    abilities::revealed(board, &mut battle, table)?;
    if let Some(winner) = battle.alone(board)
        && board.last_unit() == LastUnit::EndsBattle
    {
        aftermath::over_at_once(board, &mut battle, winner, table)?;
        return Ok(Some(winner));
    }
    abilities::strength(board, &battle, table);

    tides::draw(board, &mut battle, table)?;
    blade::offer(board, &mut battle, table)?;

    let winner = strength::decide(board, &battle, table);
    if board.north.is_some() {
        battle.margin = strength::margin(board, &battle);
    }
    battle.winner = Some(winner);
    if winner == Role::Attacker {
        board.spot_mut(battle.contest.area).garrison = 0;
    }
    abilities::decided(board, &mut battle, table)?;
    windows::decided(board, &mut battle, winner, table)?;
    casualties::suffer(board, &mut battle, winner.other(), table)?;
    tides::skulls(board, &mut battle, table)?;
    abilities::beaten(board, &mut battle, winner, table)?;
    retreat::retreat(board, &mut battle, winner.other(), table)?;
    battle.count_slain(board, winner);
    abilities::won(board, &mut battle, winner, table)?;
    aftermath::settle(board, &mut battle, winner, table)?;
    Ok(Some(winner))
}

fn begins(board: &Board, contest: &Contest, defender: Seat) -> WarEvent {
    let (world, spot) = (&board.world, board.spot(contest.area));
    WarEvent::BattleBegins {
        area: world.area_id(contest.area).to_owned(),
        attacker: world.seat_id(contest.attacker).to_owned(),
        defender: world.seat_id(defender).to_owned(),
        from: world.area_id(contest.from).to_owned(),
        order: world.token(contest.order).id.clone(),
        attackers: units(contest.attackers),
        defenders: units(spot.fit),
        routed: units(spot.routed),
        defending_order: spot.order.map(|order| world.token(order).id.clone()),
    }
}
