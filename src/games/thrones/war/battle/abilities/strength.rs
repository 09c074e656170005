//! Abilities of the step *strength*: each says what the card of `owner` changes in the strength of `side`.

use super::steps::change;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Icons, OrderId, Troop, Unit};
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::battle::strength::{fighting_order, unit_strength};

/// Returns the printed strength of the opponent's card counts 0; his abilities are not touched.
pub fn enemy_card_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let card = battle.cards[side as usize].filter(|_| side != owner);
    card.map_or(0, |card| -board.world.card(card).strength)
}

/// Returns the bonus of one's own Defense order in the embattled area counts twice; an attacker has none there. Where the
/// opponent's card lets it count 0, there is nothing to double.
pub fn double_defense(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if battle.ability(board, owner.other()).is_some_and(|row| row.id == ORDERS_TURN) {
        return 0;
    }
    let order =
        fighting_order(board, &battle.contest, side).filter(|_| side == owner && side == Role::Defender);
    order.map_or(0, |order| board.bonus(battle.contest.area, order))
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

/// One's own units of a kind that attack, or support the attack, count `each`; not in defense.
pub fn attackers_and_supporters_count(
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
    let more = |part| each - unit_strength(board, &battle.contest, side, unit, part);
    let own = battle.contest.lent.iter().filter(|lent| {
        lent.to == side && lent.seat == battle.seat(owner) && board.spot(lent.from).order.is_some()
    });
    let lent: i16 = own.map(|lent| i16::from(board.spot(lent.from).fit.of(unit))).sum();
    attackers_count(board, battle, owner, side, unit, each) + more(Part::Supports) * lent
}

/// If one is supported, all ships in the battle that are not one's own count 0, on either side; what a starred order adds
/// stays. A card that makes ships count more does so before or after, by the order of play (T-12).
pub fn others_ships_0_if_supported(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if !battle.supported(board, owner) {
        return 0;
    }
    let contest = &battle.contest;
    let ships = |troop: Troop, part| {
        unit_strength(board, contest, side, Unit::Ship, part) * i16::from(troop.of(Unit::Ship))
    };
    let fighting = if side == owner { 0 } else { ships(contest.fit(board, side), Part::Fights) };
    let others = contest.lent.iter().filter(|lent| {
        lent.to == side && lent.seat != battle.seat(owner) && board.spot(lent.from).order.is_some()
    });
    let supporting: i16 = others.map(|lent| ships(board.spot(lent.from).fit, Part::Supports)).sum();
    -fighting - supporting - raised(board, battle, owner, side)
}

/// Returns by how much the opponent's card has made his ships count more, if it has done so before one's own makes them 0.
fn raised(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let earlier = battle.in_play_order(board)[0] == owner.other() && side == owner.other();
    let raised = battle.ability(board, side).filter(|row| earlier && row.raises == Some(Unit::Ship));
    raised.map_or(0, |_| change(board, battle, side, side))
}

/// In defense of an area with a castle or stronghold, all ships of the other side count 0, those in support too; what a
/// starred order adds stays.
pub fn opponents_ships_0_in_castle(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if side == owner || !defends_castle(board, battle, owner) {
        return 0;
    }
    let contest = &battle.contest;
    let ships = |troop: Troop, part| {
        unit_strength(board, contest, side, Unit::Ship, part) * i16::from(troop.of(Unit::Ship))
    };
    let lent = contest.lent.iter().filter(|lent| lent.to == side && board.spot(lent.from).order.is_some());
    let supporting: i16 = lent.map(|lent| ships(board.spot(lent.from).fit, Part::Supports)).sum();
    -ships(contest.fit(board, side), Part::Fights) - supporting - raised(board, battle, owner, side)
}

/// One more with more available power than the opponent.
pub fn one_with_more_power(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let power = |role| board.houses[battle.seat(role)].power;
    i16::from(side == owner && power(owner) > power(owner.other()))
}

/// Two more if a Defense order lies in the embattled area, whosever it is.
pub fn two_against_defense(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let defense = fighting_order(board, &battle.contest, Role::Defender).is_some();
    if side == owner && defense { 2 } else { 0 }
}

/// One's own footmen that attack or defend count 2; not those in support.
pub fn footmen_2(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    if side != owner {
        return 0;
    }
    let now = unit_strength(board, &battle.contest, side, Unit::Footman, Part::Fights);
    (2 - now) * i16::from(battle.contest.fit(board, side).of(Unit::Footman))
}

/// A sword more for every two of one's own footmen that attack or defend.
pub fn sword_for_two_footmen(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let footmen = battle.contest.fit(board, owner).of(Unit::Footman);
    let more = if side == owner { footmen / 2 } else { 0 };
    Icons { swords: icons.swords + more, ..icons }
}

/// The id of the ability that [`own_orders_double_opponents_0`] is.
pub const ORDERS_TURN: &str = "own-orders-double-opponents-0";

/// What the other side's orders add counts 0, those in its support too; what one's own add counts twice. An order that takes
/// from a strength stays as it is.
pub fn own_orders_double_opponents_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let contest = &battle.contest;
    let bonus = |order: OrderId| board.world.token(order).bonus.max(0);
    let fighting = fighting_order(board, contest, side).map_or(0, bonus);
    let turned = |seat| side != owner || seat == battle.seat(owner);
    let lent = contest.lent.iter().filter(|lent| lent.to == side && turned(lent.seat));
    let supporting: i16 = lent.filter_map(|lent| board.spot(lent.from).order).map(bonus).sum();
    if side == owner { fighting + supporting } else { -fighting - supporting }
}

/// A sword and two fortifications more where a river runs along the embattled area.
pub fn icons_at_river(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    if side != owner || !board.world.place(battle.contest.area).riverside {
        return icons;
    }
    Icons { swords: icons.swords + 1, fortifications: icons.fortifications + 2 }
}

/// One more against a house that is before one's own on the Iron Throne track.
pub fn one_if_behind(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let rank = |role| board.rank(Track::IronThrone, battle.seat(role));
    i16::from(side == owner && rank(owner.other()) < rank(owner))
}

/// The card that another one counts on.
const STANNIS: &str = "stannis-baratheon";

fn stannis_is_used(board: &Board, battle: &Battle, owner: Role) -> bool {
    let used = board.houses[battle.seat(owner)].used;
    board.world.card_id(STANNIS).is_some_and(|card| used.has(card))
}

/// One more while Stannis is among the used cards.
pub fn one_with_stannis(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    i16::from(side == owner && stannis_is_used(board, battle, owner))
}

/// A sword more while Stannis is among the used cards.
pub fn sword_with_stannis(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let more = u8::from(side == owner && stannis_is_used(board, battle, owner));
    Icons { swords: icons.swords + more, ..icons }
}

fn defends_castle(board: &Board, battle: &Battle, owner: Role) -> bool {
    owner == Role::Defender && board.structure(battle.contest.area).is_some()
}

/// One more in defense of an area with a castle or stronghold.
pub fn one_in_castle(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    i16::from(side == owner && defends_castle(board, battle, owner))
}

/// A sword more in defense of an area with a castle or stronghold.
pub fn sword_in_castle(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    let more = u8::from(side == owner && defends_castle(board, battle, owner));
    Icons { swords: icons.swords + more, ..icons }
}

/// Two swords and a fortification for a side that nobody supports.
pub fn icons_without_support(board: &Board, battle: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    if side != owner || battle.supported(board, owner) {
        return icons;
    }
    Icons { swords: icons.swords + 2, fortifications: icons.fortifications + 1 }
}

/// A fortification more in defense, a sword more in attack.
pub fn sword_or_fortification(_: &Board, _: &Battle, owner: Role, side: Role, icons: Icons) -> Icons {
    match (side == owner, owner) {
        (false, _) => icons,
        (_, Role::Attacker) => Icons { swords: icons.swords + 1, ..icons },
        (_, Role::Defender) => Icons { fortifications: icons.fortifications + 1, ..icons },
    }
}

/// Supporting ships that are not one's own count 0, whichever side they support; what a starred order adds
/// stays.
pub fn enemy_support_ships_0(board: &Board, battle: &Battle, owner: Role, side: Role) -> i16 {
    let each = unit_strength(board, &battle.contest, side, Unit::Ship, Part::Supports);
    let others = battle.contest.lent.iter().filter(|lent| lent.to == side && lent.seat != battle.seat(owner));
    others.map(|lent| -each * i16::from(board.spot(lent.from).fit.of(Unit::Ship))).sum()
}
