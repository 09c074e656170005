//! The windows in which abilities of tactic cards work. In one window first the attacker's, then the defender's, then
//! those of third sides in the order of play; a side's own in the order in which it has them. Rules: BW, B-17.

use super::deck::{ability, side, usable, usable_at};
use super::using::Using;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Area;
use crate::games::thrones::game::{MarchDone, Table, TacticAbility, TacticAct, TacticHook};
use crate::games::thrones::war::battle::contest::{Battle, Contest, Role, Ways};
use crate::table::{Pause, Seat};
use arrayvec::ArrayVec;

/// Abilities that a side may use now.
type Usable = ArrayVec<Using, 12>;

fn hook(board: &Board, using: &Using) -> Option<TacticHook> {
    ability(board, using.card, using.letter).map(|ability| ability.hook)
}

/// Lets both sides of a battle use what works in a window, which `act` knows.
fn both(
    board: &mut Board,
    battle: &mut Battle,
    roles: &[Role],
    act: fn(TacticHook) -> Option<TacticAct>,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    for role in roles.iter().copied() {
        let seat = battle.seat(role);
        // What one ability does may leave another nothing to do: each is looked at anew.
        for place in 0..side(board, seat).map_or(0, |side| side.abilities.len()) {
            let here = |ability: &TacticAbility| act(ability.hook).is_some();
            let using = usable_at(board, seat, place, here);
            let found = using.and_then(|using| Some((using, act(hook(board, &using)?)?)));
            if let Some((using, act)) = found {
                act(board, battle, role, &using, table)?;
            }
        }
    }
    Ok(())
}

/// A march has opened a battle.
///
/// # Errors
/// If somebody has not said whether an ability is used; so for all windows.
pub fn march_declared(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let act = |hook| match hook {
        TacticHook::MarchDeclared(act) => Some(act),
        _ => None,
    };
    both(board, battle, &[Role::Attacker], act, table)
}

/// A side has answered for its own Support orders.
pub fn support(
    board: &mut Board,
    contest: &mut Contest,
    seat: Seat,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let here = |ability: &TacticAbility| matches!(ability.hook, TacticHook::Support(_));
    for using in usable(board, seat, here).collect::<Usable>() {
        if let Some(TacticHook::Support(act)) = hook(board, &using) {
            act(board, contest, &using, table)?;
        }
    }
    Ok(())
}

/// All support is known.
pub fn after_support(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let act = |hook| match hook {
        TacticHook::AfterSupport(act) => Some(act),
        _ => None,
    };
    both(board, battle, &Role::ALL, act, table)
}

/// The winner is known.
pub fn decided(
    board: &mut Board,
    battle: &mut Battle,
    winner: Role,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let won = |hook| match hook {
        TacticHook::Won(act) => Some(act),
        _ => None,
    };
    let lost = |hook| match hook {
        TacticHook::Lost(act) => Some(act),
        _ => None,
    };
    for role in Role::ALL {
        both(board, battle, &[role], if role == winner { won } else { lost }, table)?;
    }
    Ok(())
}

/// The loser has more than one way to go: the one that a winning attacker has chosen, if any.
pub fn retreat(
    board: &mut Board,
    battle: &Battle,
    ways: &Ways,
    table: &mut Table<'_>,
) -> Result<Option<Area>, Pause> {
    let here = |ability: &TacticAbility| matches!(ability.hook, TacticHook::Retreat(_));
    for using in usable(board, battle.seat(Role::Attacker), here).collect::<Usable>() {
        if let Some(TacticHook::Retreat(act)) = hook(board, &using)
            && let Some(area) = act(board, battle, &using, ways, table)?
        {
            return Ok(Some(area));
        }
    }
    Ok(None)
}

/// House cards have been discarded, and no hand has come back yet.
pub fn cards_away(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let act = |hook| match hook {
        TacticHook::CardsAway(act) => Some(act),
        _ => None,
    };
    both(board, battle, &Role::ALL, act, table)
}

/// The battle is over, and the game goes on.
pub fn after_battle(board: &mut Board, battle: &mut Battle, table: &mut Table<'_>) -> Result<(), Pause> {
    let act = |hook| match hook {
        TacticHook::AfterBattle(act) => Some(act),
        _ => None,
    };
    let last = |hook| match hook {
        TacticHook::AfterAll(act) => Some(act),
        _ => None,
    };
    both(board, battle, &Role::ALL, act, table)?;
    both(board, battle, &Role::ALL, last, table)
}

/// All of a march is done.
pub fn march_done(board: &mut Board, done: &MarchDone, table: &mut Table<'_>) -> Result<(), Pause> {
    let here = |ability: &TacticAbility| matches!(ability.hook, TacticHook::MarchDone(_));
    for using in usable(board, done.seat, here).collect::<Usable>() {
        if let Some(TacticHook::MarchDone(act)) = hook(board, &using) {
            act(board, done, &using, table)?;
        }
    }
    Ok(())
}

/// A side is about to resolve a Raid order: says whether it did something else with it.
pub fn raid(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<bool, Pause> {
    let here = |ability: &TacticAbility| matches!(ability.hook, TacticHook::Raid(_));
    for using in usable(board, seat, here).collect::<Usable>() {
        if let Some(TacticHook::Raid(act)) = hook(board, &using)
            && act(board, &using, table)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A side has resolved a Raid order; `from` is where it lay if it has succeeded.
pub fn raided(board: &mut Board, seat: Seat, from: Option<Area>, table: &mut Table<'_>) -> Result<(), Pause> {
    if let (Some(north), Some(from)) = (&mut board.north, from) {
        north.side_mut(seat).raided.add(from);
    }
    let here = |ability: &TacticAbility| matches!(ability.hook, TacticHook::Raided(_));
    for using in usable(board, seat, here).collect::<Usable>() {
        if let Some(TacticHook::Raided(act)) = hook(board, &using) {
            act(board, &using, table)?;
        }
    }
    Ok(())
}
