//! The Crown: two region cards change places. Rules: The action cards, The Crown; K-04.

use super::action::{Action, Found, Swap, wrong_action};
use crate::games::king_is_dead::board::Board;
use crate::games::king_is_dead::data::{Card, Region};
use crate::games::king_is_dead::people::names;
use crate::table::Refusal;
use std::ops::ControlFlow;

pub(super) fn check(board: &Board, action: &Action) -> Result<(), Refusal> {
    let movable = board.field.movable();
    let legal = || names::regions(&board.world, movable);
    let swap = match action {
        Action::Nothing if movable.len() < 2 => return Ok(()),
        Action::Nothing => return Err(Refusal::new("crown-must-swap").with("legal", legal())),
        Action::Swap(swap) => swap,
        _ => return Err(wrong_action(board, Card::Crown)),
    };
    let [a, b] = swap.regions();
    let name = |region: Region| board.world.place(region).name.clone();
    for region in [a, b] {
        if !board.field.open.has(region) {
            return Err(Refusal::new("crown-resolved").with("region", name(region)).with("legal", legal()));
        }
        if !movable.has(region) {
            return Err(Refusal::new("crown-token").with("region", name(region)).with("legal", legal()));
        }
    }
    if a == b {
        return Err(Refusal::new("crown-same").with("region", name(a)));
    }
    if swap.crown() != a && swap.crown() != b {
        return Err(Refusal::new("crown-elsewhere").with("a", name(a)).with("b", name(b)));
    }
    Ok(())
}

pub(super) fn walk(board: &Board, found: Found<'_, Action>) -> ControlFlow<()> {
    let movable = board.field.movable();
    if movable.len() < 2 {
        return found(Action::Nothing);
    }
    for a in movable.iter() {
        for b in movable.iter().filter(|b| *b > a) {
            found(Action::Swap(Swap::new(a, b, a)))?;
            found(Action::Swap(Swap::new(a, b, b)))?;
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn sample(board: &Board, dice: &mut fastrand::Rng) -> Action {
    let mut movable = board.field.movable();
    let Some(a) = movable.pick(dice) else { return Action::Nothing };
    movable.remove(a);
    let Some(b) = movable.pick(dice) else { return Action::Nothing };
    Action::Swap(Swap::new(a, b, if dice.bool() { a } else { b }))
}
