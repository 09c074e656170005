//! A unit that becomes one of another kind: a Footman a Knight, a zombie an Other.

use super::choose::tell;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop, Unit};
use crate::games::thrones::game::Table;
use crate::games::thrones::war::battle::contest::{Battle, Role};
use crate::games::thrones::war::event::AbilityEffect;

/// A kind of unit, and the kind that it becomes.
pub type Upgrade = (Unit, Unit);

/// A Footman that becomes a Knight.
pub const KNIGHTED: Upgrade = (Unit::Footman, Unit::Knight);

/// Returns a troop with one of its units upgraded.
pub fn upgraded(troop: Troop, (from, to): Upgrade) -> Troop {
    troop.minus(Troop::one(from)).plus(Troop::one(to))
}

/// Upgrades a unit in an area, a routed one only if none stands, and tells of it.
pub fn upgrade(
    board: &mut Board,
    battle: &Battle,
    owner: Role,
    area: Area,
    upgrade: Upgrade,
    table: &mut Table<'_>,
) {
    let mut spot = board.spot_mut(area);
    let troop = if spot.fit.of(upgrade.0) > 0 { &mut spot.fit } else { &mut spot.routed };
    *troop = upgraded(*troop, upgrade);
    drop(spot);
    tell(board, battle, owner, table, || AbilityEffect::Upgraded {
        unit: upgrade.0.id().to_owned(),
        to: upgrade.1.id().to_owned(),
    });
}
