//! Abilities of the step *beaten*: what the winner's card does when casualties are counted, before the beaten retreat.
//! Rules: nine houses, House cards.

use super::choose::{choose, tell, tell_unused};
use super::query::{Choice, Choices};
use crate::games::thrones::armies::supplied;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;
use crate::table::Pause;
use arrayvec::ArrayVec;

/// The units of the beaten that change sides, and what each costs.
const PRICES: [(Unit, u8); 3] = [(Unit::Footman, 2), (Unit::Knight, 3), (Unit::Ship, 2)];

/// For power, a standing unit of the beaten is replaced by one of the winner's own, which joins those that have won.
pub fn change_of_sides(
    board: &mut Board,
    battle: &mut Battle,
    owner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let (seat, loser) = (battle.seat(owner), owner.other());
    let own = battle.contest.fit(board, owner).plus(battle.contest.routed(board, owner));
    let there = battle.contest.fit(board, loser);
    let mut choices: Choices = [Choice::Nothing].into_iter().collect();
    if !own.is_empty() && supplied(board, seat, &with_one_more(board, battle, owner, own)) {
        let power = board.houses[seat].power;
        let may = |(unit, price): &(Unit, u8)| {
            there.of(*unit) > 0 && board.pool(seat, *unit) > 0 && power >= *price
        };
        choices.extend(PRICES.into_iter().filter(may).map(|(unit, _)| Choice::Unit(unit)));
    }
    let choice = choose(board, battle, owner, choices, table)?;
    let Some(Choice::Unit(unit)) = choice else {
        tell_unused(board, battle, owner, choice, table);
        return Ok(());
    };
    let price = PRICES.iter().find(|(kind, _)| *kind == unit).map_or(0, |(_, price)| *price);
    let one = Troop::one(unit);
    board.houses[seat].power -= price;
    battle.lose(board, loser, one, Troop::NONE);
    let joined = match owner {
        Role::Attacker => {
            battle.contest.attackers = battle.contest.attackers.plus(one);
            battle.contest.from
        }
        Role::Defender => battle.contest.area,
    };
    board.place_units(joined, seat, one, Troop::NONE);
    let unit = unit.id().to_owned();
    tell(board, battle, owner, table, || AbilityEffect::ChangedSides { unit, power: price });
    Ok(())
}

/// Returns the armies that the battle leaves the winner, with one unit more among those that have won.
fn with_one_more(board: &Board, battle: &Battle, owner: Role, own: Troop) -> ArrayVec<(Area, u8), 2> {
    let (from, area) = (battle.contest.from, battle.contest.area);
    let more = own.count().saturating_add(1);
    let left = board.spot(from).units();
    let mut sizes = ArrayVec::new();
    match owner {
        Role::Defender => sizes.push((area, more)),
        Role::Attacker if battle.bars(board, Role::Defender) => {
            sizes.push((from, left.count().saturating_add(1)));
        }
        Role::Attacker => {
            sizes.push((from, left.minus(own).count()));
            sizes.push((area, more));
        }
    }
    sizes
}
