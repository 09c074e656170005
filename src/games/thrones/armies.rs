//! Armies against supply. Rules: 1e, Supply, Armies.

use super::board::Board;
use super::data::{Area, World};
use crate::table::Seat;
use arrayvec::ArrayVec;

/// Sizes of armies, largest first. An army is two units or more of one house in one area.
pub type Armies = ArrayVec<u8, 128>;

/// Returns the armies of a house, with the sizes of some areas changed: `changes` gives the new number of its units
/// in an area.
pub fn armies(board: &Board, seat: Seat, changes: &[(Area, u8)]) -> Armies {
    let changed = |area: Area| changes.iter().rev().find(|(a, _)| *a == area).map(|(_, size)| *size);
    let standing = board
        .held_by(seat)
        .filter(|(area, _)| changed(*area).is_none())
        .map(|(_, spot)| board.world.mouths(spot.units()));
    // A later change of the same area overrules an earlier one.
    let new = changes
        .iter()
        .enumerate()
        .filter(|(i, (area, _))| !changes[i + 1..].iter().any(|(later, _)| later == area))
        .map(|(_, (_, size))| *size);
    let mut armies: Armies = standing.chain(new).filter(|size| *size >= 2).collect();
    armies.sort_unstable_by(|a, b| b.cmp(a));
    armies
}

/// Returns the sizes a level of supply allows, largest first.
pub fn limits(world: &World, supply: u8) -> &[u8] {
    let last = world.supply_limits.len().saturating_sub(1);
    world.supply_limits.get(usize::from(supply).min(last)).map_or(&[], Vec::as_slice)
}

/// Returns `true` if armies (largest first) fit limits (largest first): each army under a limit of its own.
pub fn fit(armies: &[u8], limits: &[u8]) -> bool {
    armies.len() <= limits.len() && armies.iter().zip(limits).all(|(army, limit)| army <= limit)
}

/// Returns `true` if a house's armies would fit its supply with some areas changed.
pub fn supplied(board: &Board, seat: Seat, changes: &[(Area, u8)]) -> bool {
    fit(&armies(board, seat, changes), limits(&board.world, board.houses[seat].supply))
}

/// Returns by how many units a house exceeds its supply with some areas changed: the fewest units whose loss makes
/// the armies fit. 0 if they fit.
pub fn excess(board: &Board, seat: Seat, changes: &[(Area, u8)]) -> u8 {
    let armies = armies(board, seat, changes);
    let limits = limits(&board.world, board.houses[seat].supply);
    // Largest armies under largest limits; each army beyond the row of limits must shrink to a single unit.
    armies.iter().enumerate().map(|(i, army)| army.saturating_sub(limits.get(i).copied().unwrap_or(1))).sum()
}
