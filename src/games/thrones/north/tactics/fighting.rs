//! What tactic cards do while a battle is fought: Offensive Manoeuvres, Organise the Defence, Encircle, Prepare an Ambush,
//! Breakthrough's march. Rules: BW, B-103, B-105, B-107, B-109, B-114.

use super::choice::{excess, pick_or_none, wants};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind};
use crate::games::thrones::game::{Table, TacticAbility, TacticHook};
use crate::games::thrones::north::deck::spend;
use crate::games::thrones::north::using::Using;
use crate::games::thrones::realm::pick::Item;
use crate::games::thrones::terms::Part;
use crate::games::thrones::war::battle::casualties::icons;
use crate::games::thrones::war::battle::contest::{Battle, Boon, Contest, Lent, Role};
use crate::games::thrones::war::battle::strength::{
    fighting_order, lending, support_strength, troop_strength,
};
use crate::games::thrones::war::battle::support::can_reach;
use crate::games::thrones::war::battle::tides::skulls_of;
use crate::games::thrones::war::event::WarEvent;
use crate::table::Pause;

/// The first ability of *Offensive Manoeuvres*: the weaker attacker counts 1 more. Rules: BW, B-103.
pub const AGAINST_ODDS: TacticAbility =
    TacticAbility { hook: TacticHook::AfterSupport(against_odds), each: true, cost: 0, can: |_, _| true };

/// The first ability of *Organise the Defence*: a Defense order counts double, and gives a fortification. Rules: BW, B-105.
pub const DIG_IN: TacticAbility =
    TacticAbility { hook: TacticHook::AfterSupport(dig_in), each: false, cost: 0, can: |_, _| true };

/// The second ability of *Organise the Defence*: a beaten defender loses nobody to swords and skulls. Rules: BW, B-105.
pub const HOLD_TOGETHER: TacticAbility =
    TacticAbility { hook: TacticHook::Lost(hold_together), each: false, cost: 0, can: |_, _| true };

/// The first ability of *Encircle*: a winner pays 1 power for as many swords as he was the stronger. Rules: BW, B-107.
pub const ENCIRCLE: TacticAbility =
    TacticAbility { hook: TacticHook::Won(encircle), each: true, cost: PRICE_OF_SWORDS, can: |_, _| true };

/// The second ability of *Encircle*: an attacker pays 2 power for a skull. Rules: BW, B-107.
pub const SKULL: TacticAbility = TacticAbility {
    hook: TacticHook::MarchDeclared(skull),
    each: false,
    cost: PRICE_OF_A_SKULL,
    can: |_, _| true,
};

/// The first ability of *Prepare an Ambush*: an enemy that has support counts 1 less. Rules: BW, B-109.
pub const AMBUSH: TacticAbility =
    TacticAbility { hook: TacticHook::AfterSupport(ambush), each: false, cost: 0, can: |_, _| true };

/// The second ability of *Prepare an Ambush*: support from an own area that is not adjacent. Rules: BW, B-109.
pub const FROM_AFAR: TacticAbility = TacticAbility {
    hook: TacticHook::Support(from_afar),
    each: false,
    cost: 0,
    can: |board, using| !board.orders_of(using.seat, OrderKind::Support).is_empty(),
};

/// The first ability of *Breakthrough*: a special March order counts double. Rules: BW, B-114.
pub const FORCED_MARCH: TacticAbility =
    TacticAbility { hook: TacticHook::MarchDeclared(forced_march), each: false, cost: 0, can: |_, _| true };

const PRICE_OF_SWORDS: u8 = 1;
const PRICE_OF_A_SKULL: u8 = 2;

/// What the units of a side count, in the area and in support of their own; no orders, and nothing of third sides.
fn units_strength(board: &Board, contest: &Contest, role: Role) -> i16 {
    let fighting = troop_strength(board, contest, role, contest.fit(board, role), Part::Fights);
    let own = |lent: &&Lent| lent.to == role && contest.role_of(lent.seat) == Some(role);
    let supporting =
        contest.lent.iter().filter(own).map(|lent| {
            troop_strength(board, contest, role, lending(board, contest, lent.from), Part::Supports)
        });
    fighting + supporting.sum::<i16>()
}

/// Nobody is asked: it works by itself, unless another card has put a price on it. B-19.
fn against_odds(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let [attackers, defenders] = Role::ALL.map(|role| units_strength(board, &battle.contest, role));
    if role != Role::Attacker || defenders <= attackers {
        return Ok(false);
    }
    if using.surcharge == 0 {
        spend(board, using, 0, table);
    } else if !wants(board, battle, using, ("offensive-manoeuvres-a", 0), table)? {
        return Ok(false);
    }
    add(battle, Boon { strength: 1, ..Boon::of(role, using.card, using.letter) });
    Ok(true)
}

fn add(battle: &mut Battle, boon: Boon) {
    battle.contest.raised[boon.role as usize] += boon.strength;
    // There is room for every ability that both sides can have in a battle.
    let _ = battle.boons.try_push(boon);
}

fn dig_in(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let order = (role == Role::Defender).then(|| fighting_order(board, &battle.contest, role)).flatten();
    let Some(order) = order else { return Ok(false) };
    if !wants(board, battle, using, ("organise-the-defence-a", 0), table)? {
        return Ok(false);
    }
    let strength = board.bonus(battle.contest.area, order);
    add(battle, Boon { strength, fortifications: 1, ..Boon::of(role, using.card, using.letter) });
    Ok(true)
}

/// Returns how many units a side would lose to swords and skulls.
fn threatened(board: &Board, battle: &Battle, role: Role) -> u8 {
    let (against, own) = (icons(board, battle, role.other()), icons(board, battle, role));
    let skulls = skulls_of(board, battle, role.other());
    let there = board.world.mobile(battle.contest.fit(board, role)).count();
    if battle.spared(board, role) {
        return 0;
    }
    let swords = against.swords.saturating_sub(own.fortifications);
    swords.saturating_add(skulls).min(there)
}

fn hold_together(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    if role != Role::Defender || threatened(board, battle, role) == 0 {
        return Ok(false);
    }
    if !wants(board, battle, using, ("organise-the-defence-b", 0), table)? {
        return Ok(false);
    }
    add(battle, Boon { spares: true, ..Boon::of(role, using.card, using.letter) });
    Ok(true)
}

fn encircle(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let boon = Boon { swords: excess(battle, role), ..Boon::of(role, using.card, using.letter) };
    let mut then = battle.clone();
    add(&mut then, boon);
    let loser = role.other();
    if threatened(board, &then, loser) == threatened(board, battle, loser) {
        return Ok(false);
    }
    if !wants(board, battle, using, ("encircle-a", PRICE_OF_SWORDS), table)? {
        return Ok(false);
    }
    add(battle, boon);
    Ok(true)
}

fn skull(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    if !wants(board, battle, using, ("encircle-b", PRICE_OF_A_SKULL), table)? {
        return Ok(false);
    }
    add(battle, Boon { skulls: 1, ..Boon::of(role, using.card, using.letter) });
    Ok(true)
}

fn ambush(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let enemy = role.other();
    if !battle.contest.lent.iter().any(|lent| lent.to == enemy) {
        return Ok(false);
    }
    if !wants(board, battle, using, ("prepare-an-ambush-a", 0), table)? {
        return Ok(false);
    }
    add(battle, Boon { strength: -1, ..Boon::of(enemy, using.card, using.letter) });
    Ok(true)
}

fn from_afar(
    board: &mut Board,
    contest: &mut Contest,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let Some(to) = contest.role_of(using.seat).filter(|_| contest.defender.is_some()) else {
        return Ok(false);
    };
    let barred = board.world.dashed[contest.area.index()];
    let far = |area: &Area| {
        *area != contest.area
            && !can_reach(board, contest, *area)
            && !barred.has(*area)
            && contest.lent.iter().all(|lent| lent.from != *area)
            && support_strength(board, contest, to, *area) != 0
    };
    let areas = board.orders_of(using.seat, OrderKind::Support).iter().filter(far).map(Item::Area);
    let about = ("prepare-an-ambush-b", Some(contest.area));
    let Item::Area(from) = pick_or_none(board, using, about, areas, table)? else { return Ok(false) };
    spend(board, using, 0, table);
    let _ = contest.lent.try_push(Lent { seat: using.seat, from, to });
    table.tell(|| {
        let world = &board.world;
        let order = board.spot(from).order;
        WarEvent::Support {
            area: world.area_id(contest.area).to_owned(),
            house: world.seat_id(using.seat).to_owned(),
            from: world.area_id(from).to_owned(),
            order: order.map_or_else(String::new, |order| world.token(order).id.clone()),
            side: to.id().to_owned(),
            strength: support_strength(board, contest, to, from),
        }
        .into()
    });
    Ok(true)
}

/// An attack in place of a raid is spent as a march, but its order is none.
fn forced_march(
    board: &mut Board,
    battle: &mut Battle,
    role: Role,
    using: &Using,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let order = battle.contest.order;
    if battle.contest.strike || !board.is_special(battle.contest.area, order) {
        return Ok(false);
    }
    if !wants(board, battle, using, ("breakthrough-a", 0), table)? {
        return Ok(false);
    }
    let strength = board.bonus(battle.contest.area, order);
    add(battle, Boon { strength, ..Boon::of(role, using.card, using.letter) });
    Ok(true)
}
