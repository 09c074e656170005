//! Abilities of the step *strength*: each says what it changes in the strength of a side.

use super::super::strength::{Part, fighting_order, unit_strength};
use super::super::{Battle, Role};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Ability, Unit};

/// Whether an ability belongs to this step.
pub(super) fn is_of_strength(ability: Ability) -> bool {
    matches!(
        ability,
        Ability::EnemyCard0
            | Ability::DoubleDefense
            | Ability::KnightsAttack3
            | Ability::FootmenAttack2
            | Ability::ShipsAttack2
            | Ability::EnemySupportShips0
    )
}

/// What the ability of `owner`'s card changes in the strength of `side`.
pub(in super::super) fn change(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    match battle.ability(board, owner) {
        Some(Ability::EnemyCard0) => enemy_card_0(board, battle, owner, side),
        Some(Ability::DoubleDefense) => double_defense(board, battle, owner, side),
        Some(Ability::KnightsAttack3) => attackers_count(board, battle, owner, side, Unit::Knight, 3),
        Some(Ability::FootmenAttack2) => attackers_count(board, battle, owner, side, Unit::Footman, 2),
        Some(Ability::ShipsAttack2) => attackers_count(board, battle, owner, side, Unit::Ship, 2),
        Some(Ability::EnemySupportShips0) => enemy_support_ships_0(board, battle, owner, side),
        _ => 0,
    }
}

/// The printed strength of the opponent's card counts 0; his abilities are not touched.
fn enemy_card_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let card = battle.cards[side as usize].filter(|_| side != owner);
    card.map_or(0, |card| -board.world.card(card).strength)
}

/// The bonus of one's own Defense order in the embattled area counts twice; an attacker has none there.
fn double_defense(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let order =
        fighting_order(board, &battle.contest, side).filter(|_| side == owner && side == Role::Defender);
    order.map_or(0, |order| board.world.token(order).bonus)
}

/// One's own attacking units of a kind count `each`; not those of supporters, nor in defense.
fn attackers_count(board: &Board, battle: &Battle, owner: Role, side: Role, unit: Unit, each: i16) -> i16 {
    if side != owner || side != Role::Attacker {
        return 0;
    }
    let now = unit_strength(board, &battle.contest, side, unit, Part::Fights);
    (each - now) * i16::from(battle.contest.fit(board, side).of(unit))
}

/// Supporting ships that are not one's own count 0, whichever side they support; what a starred order adds
/// stays.
fn enemy_support_ships_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let each = unit_strength(board, &battle.contest, side, Unit::Ship, Part::Supports);
    let others = battle.contest.lent.iter().filter(|lent| lent.to == side && lent.seat != battle.seat(owner));
    others.map(|lent| -each * i16::from(board.spot(lent.from).fit.of(Unit::Ship))).sum()
}
