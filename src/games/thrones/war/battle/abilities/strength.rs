//! Abilities of the step *strength*: each says what the card of `owner` changes in the strength of `side`.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::Unit;
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::battle::strength::{fighting_order, unit_strength};

/// Returns the printed strength of the opponent's card counts 0; his abilities are not touched.
pub fn enemy_card_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let card = battle.cards[side as usize].filter(|_| side != owner);
    card.map_or(0, |card| -board.world.card(card).strength)
}

/// Returns the bonus of one's own Defense order in the embattled area counts twice; an attacker has none there.
pub fn double_defense(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let order =
        fighting_order(board, &battle.contest, side).filter(|_| side == owner && side == Role::Defender);
    order.map_or(0, |order| board.world.token(order).bonus)
}

/// One's own attacking units of a kind count `each`; not those of supporters, nor in defense.
pub fn attackers_count(
    board: &Board,
    battle: &Battle,
    owner: Role,
    side: Role,
    unit: Unit,
    each: i16,
) -> i16 {
    if side != owner || side != Role::Attacker {
        return 0;
    }
    let now = unit_strength(board, &battle.contest, side, unit, Part::Fights);
    (each - now) * i16::from(battle.contest.fit(board, side).of(unit))
}

/// Supporting ships that are not one's own count 0, whichever side they support; what a starred order adds
/// stays.
pub fn enemy_support_ships_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let each = unit_strength(board, &battle.contest, side, Unit::Ship, Part::Supports);
    let others = battle.contest.lent.iter().filter(|lent| lent.to == side && lent.seat != battle.seat(owner));
    others.map(|lent| -each * i16::from(board.spot(lent.from).fit.of(Unit::Ship))).sum()
}
