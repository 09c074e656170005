//! The Crown: two region cards change places. Rules: The action cards, The Crown; K-04.

use super::{Action, Found, wrong_action};
use crate::games::king_is_dead::board::{Board, Field};
use crate::games::king_is_dead::data::{Card, Region};
use crate::games::king_is_dead::people::names;
use crate::table::{Refusal, Seat};
use std::ops::ControlFlow;

/// Two region cards and the one that gets the crown token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swap {
    regions: [Region; 2],
    crown: Region,
}

impl Swap {
    /// A swap; the order of the two regions does not matter.
    pub fn new(a: Region, b: Region, crown: Region) -> Self {
        Swap { regions: [a.min(b), a.max(b)], crown }
    }

    /// The two regions, in the order of the board.
    pub fn regions(&self) -> [Region; 2] {
        self.regions
    }

    /// Where the crown token goes.
    pub fn crown(&self) -> Region {
        self.crown
    }

    pub(super) fn apply(&self, field: &mut Field, seat: Seat) {
        let [a, b] = self.regions;
        for place in &mut field.row {
            *place = if *place == a {
                b
            } else if *place == b {
                a
            } else {
                *place
            };
        }
        if let Some(crown) = field.crowns.get_mut(seat.index()) {
            *crown = Some(self.crown);
        }
    }
}

pub(super) fn check(board: &Board, action: &Action) -> Result<(), Refusal> {
    let movable = board.field.movable();
    let legal = || names::regions(&board.world, movable);
    let swap = match action {
        Action::Nothing if movable.len() < 2 => return Ok(()),
        Action::Nothing => return Err(Refusal::new("crown-must-swap").with("legal", legal())),
        Action::Swap(swap) => swap,
        _ => return Err(wrong_action(board, Card::Crown)),
    };
    let [a, b] = swap.regions;
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
    if swap.crown != a && swap.crown != b {
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
