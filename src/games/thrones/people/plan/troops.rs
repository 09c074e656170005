//! The units that a march of a plan would take now.

use super::model::{Amount, Force, Step};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::war::march;

/// Returns the march that the steps of a plan come to now: each step takes what it names of the units that earlier
/// steps left, or those that are there if they are fewer. A step for which nobody is left is dropped, and routed units
/// stay.
pub(super) fn march_now(board: &Board, from: Area, steps: &[Step]) -> march::March {
    // Who never leaves an area is not of "all".
    let mut left = board.world.movable(board.spot(from).fit);
    let mut march = march::March::stay(from);
    for step in steps {
        let Some(to) = board.world.area(&step.to) else { continue };
        let troop = taken(left, &step.units);
        left = left.minus(troop);
        if !troop.is_empty() {
            march.send(to, troop);
        }
    }
    march
}

fn taken(left: Troop, force: &Force) -> Troop {
    let Force::Kinds(kinds) = force else { return left };
    let mut troop = Troop::NONE;
    for (unit, amount) in kinds {
        let there = left.of(*unit);
        let wanted = match amount {
            Amount::Number(number) => *number,
            Amount::All(_) => there,
        };
        troop.add(*unit, there.min(wanted));
    }
    troop
}
