//! Settlement and the factions' cards: followers come from the supply. Rules: The action cards; Partial actions; K-06.

use super::action::{Action, Found, OF_A_FACTION, Places, wrong_action};
use crate::games::king_is_dead::board::{Board, Winner};
use crate::games::king_is_dead::data::{Card, Faction, Region, RegionSet};
use crate::games::king_is_dead::people::names;
use crate::table::Refusal;
use std::ops::ControlFlow;

/// Returns the regions where a card may place followers. A faction's home counts as controlled by it until it is
/// resolved.
pub fn targets(board: &Board, card: Card) -> RegionSet {
    let Some(faction) = card.faction() else { return board.field.open };
    let mut controlled = board.held_by(Winner::Faction(faction));
    if let Some(home) = board.world.homes.get(faction as usize)
        && board.field.open.has(*home)
    {
        controlled.add(*home);
    }
    let near = controlled.iter().fold(RegionSet::EMPTY, |near, r| near.or(board.world.borders[r.index()]));
    near.and(board.field.open)
}

/// Returns how many followers a faction's card places now.
pub fn number(board: &Board, faction: Faction) -> u8 {
    board.field.supply.count(faction).min(OF_A_FACTION)
}

/// Returns `true` if a card can place anybody.
fn can(board: &Board, card: Card) -> bool {
    let supply = match card.faction() {
        Some(faction) => number(board, faction) > 0,
        None => !board.field.supply.without_loyalists().is_empty(),
    };
    supply && !targets(board, card).is_empty()
}

pub(super) fn check(board: &Board, card: Card, action: &Action) -> Result<(), Refusal> {
    let world = &board.world;
    let refuse = |code| Refusal::new(code).with("card", world.card_name(card));
    let places = match action {
        Action::Nothing if !can(board, card) => return Ok(()),
        Action::Nothing => return Err(refuse("place-must")),
        Action::Place(places) => places,
        _ => return Err(wrong_action(board, card)),
    };
    let legal = targets(board, card);
    for (_, region) in places.iter(card) {
        if !legal.has(region) {
            let code = if board.field.open.has(region) { "place-not-bordering" } else { "place-resolved" };
            let refusal = refuse(code).with("region", world.place(region).name.as_str());
            return Err(refusal.with("legal", names::regions(world, legal)));
        }
    }
    match card.faction() {
        Some(_) if !places.is_of_a_faction() => return Err(wrong_action(board, card)),
        Some(faction) => {
            let (placed, due) = (places.iter(card).count(), usize::from(number(board, faction)));
            if placed != due {
                return Err(refuse("place-number").with("placed", placed).with("due", due));
            }
        }
        None => {
            for (faction, place) in Faction::THREE.into_iter().zip(places.0) {
                let name = world.faction_name(faction);
                match (place, board.field.supply.count(faction)) {
                    (Some(_), 0) => return Err(refuse("place-none-left").with("faction", name)),
                    (None, 1..) => return Err(refuse("place-missing").with("faction", name)),
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

pub(super) fn walk(board: &Board, card: Card, found: Found<'_, Action>) -> ControlFlow<()> {
    if !can(board, card) {
        return found(Action::Nothing);
    }
    let legal = targets(board, card);
    let Some(faction) = card.faction() else {
        return walk_settlement(board, 0, [None; 3], found);
    };
    for first in legal.iter() {
        if number(board, faction) < OF_A_FACTION {
            found(Action::Place(Places::faction(first, None)))?;
            continue;
        }
        for second in legal.iter().filter(|second| *second >= first) {
            found(Action::Place(Places::faction(first, Some(second))))?;
        }
    }
    ControlFlow::Continue(())
}

fn walk_settlement(
    board: &Board,
    at: usize,
    places: [Option<Region>; 3],
    found: Found<'_, Action>,
) -> ControlFlow<()> {
    let Some(faction) = Faction::THREE.get(at) else { return found(Action::Place(Places(places))) };
    if board.field.supply.count(*faction) == 0 {
        return walk_settlement(board, at + 1, places, found);
    }
    for region in board.field.open.iter() {
        let mut places = places;
        places[at] = Some(region);
        walk_settlement(board, at + 1, places, found)?;
    }
    ControlFlow::Continue(())
}

pub(super) fn sample(board: &Board, card: Card, dice: &mut fastrand::Rng) -> Action {
    if !can(board, card) {
        return Action::Nothing;
    }
    let legal = targets(board, card);
    let Some(faction) = card.faction() else {
        let place = |faction: Faction, dice: &mut fastrand::Rng| {
            if board.field.supply.count(faction) == 0 { None } else { legal.pick(dice) }
        };
        let [scots, welsh, britons] = Faction::THREE;
        return Action::Place(Places([place(scots, dice), place(welsh, dice), place(britons, dice)]));
    };
    let Some(first) = legal.pick(dice) else { return Action::Nothing };
    let second = if number(board, faction) < OF_A_FACTION { None } else { legal.pick(dice) };
    Action::Place(Places::faction(first, second))
}
