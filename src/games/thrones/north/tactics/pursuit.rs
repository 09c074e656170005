//! Marches that go on: Redistribute the Forces' second leg, Breakthrough's cavalry. Rules: BW, B-106, B-114.

use super::choice::{conquered, excess};
use super::sally::{Paths, Sally, Way};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{AreaSet, OrderId, OrderKind, Troop};
use crate::games::thrones::game::{MarchDone, Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::march::{March, Marches};
use crate::games::thrones::war::marches::carry_on;
use crate::table::Pause;

/// The second ability of *Redistribute the Forces*: units that met nobody march on to where nobody is. Rules: BW, B-106.
pub const MARCH_ON: TacticAbility =
    TacticAbility { hook: TacticHook::MarchDone(march_on), each: false, cost: 0, can: |_, _| true };

/// The second ability of *Breakthrough*: cavalry of a winning attacker follows the beaten. Rules: BW, B-114.
pub const FOLLOW: TacticAbility =
    TacticAbility { hook: TacticHook::AfterAll(follow), each: false, cost: 0, can: |_, _| true };

fn march_on(
    board: &mut Board,
    done: &MarchDone,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    if board.outcome.is_some() {
        return Ok(false);
    }
    let marches = Marches::new(board, using.seat);
    let ways: Paths = done
        .entered
        .iter()
        .map(|(from, group)| {
            let spot = board.spot(*from);
            let here = if spot.holder == Some(using.seat) { spot.fit } else { Troop::NONE };
            let group = Troop(std::array::from_fn(|i| group.0[i].min(here.0[i])));
            let to = marches.reach(*from).iter().filter(|area| !marches.is_enemy(*area)).collect();
            Way { from: *from, group, to }
        })
        .filter(|way| !way.group.is_empty())
        .collect();
    let query = Sally::new(board, using, "redistribute-the-forces-b", ways);
    if query.is_idle() {
        return Ok(false);
    }
    let Some(march) = table.ask(&query)? else { return Ok(false) };
    spend(board, using, 0, table);
    go(board, using, &march, done.order, table)?;
    Ok(true)
}

fn follow(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let most = excess(battle, role);
    if board.outcome.is_some() || most == 0 || !conquered(board, battle, role) {
        return Ok(false);
    }
    let from = battle.contest.area;
    let here = board.spot(from).fit;
    let fought = battle.contest.attackers.filter(|unit| board.world.unit(unit).cavalry);
    let group = Troop(std::array::from_fn(|i| fought.0[i].min(here.0[i])));
    let reach = Marches::new(board, using.seat).reach(from);
    let fled = battle.fled.filter(|(_, units)| !units.is_empty());
    let to = fled.map_or(reach, |(area, _)| reach.and(AreaSet::of(area)));
    let ways: Paths = std::iter::once(Way { from, group, to }).collect();
    let query = Sally::new(board, using, "breakthrough-b", ways).at_most(most);
    if query.is_idle() {
        return Ok(false);
    }
    let Some(march) = table.ask(&query)? else { return Ok(false) };
    let Some(order) = plain_march(board) else { return Ok(false) };
    spend(board, using, 0, table);
    go(board, using, &march, order, table)?;
    Ok(true)
}

/// The units march. What is asked in this march, and after it, is told apart from what was asked before.
fn go(
    board: &mut Board,
    using: &Using,
    march: &March,
    order: OrderId,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    board.step += 1;
    carry_on(board, using.seat, march, order, table)?;
    board.step += 1;
    Ok(())
}

/// The March order that adds nothing.
fn plain_march(board: &Board) -> Option<OrderId> {
    board.world.all_orders().find(|order| {
        let token = board.world.token(*order);
        token.kind == OrderKind::March && token.bonus == 0
    })
}
