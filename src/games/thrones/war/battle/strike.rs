//! The end of an attack that conquers nothing: the attackers are where they came from, the beaten lie down where they are.
//! Rules: BW, B-28, B-34, B-115.

use super::contest::{Battle, Role};
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Troop;
use crate::games::thrones::game::Table;
use crate::games::thrones::realm::event::RealmEvent;

/// The beaten stay and are routed, if they are of those who can be, and a beaten defender loses his order. Units that were
/// routed before live, and units that never leave an area stand.
pub(super) fn lie_down(board: &mut Board, battle: &mut Battle, loser: Role, table: &mut Table<'_>) {
    let contest = &mut battle.contest;
    let area = if loser == Role::Attacker { contest.from } else { contest.area };
    let beaten = board.world.movable(contest.fit(board, loser));
    let [_, routed] = board.beaten(battle.seats[loser as usize], beaten);
    let mut spot = board.spot_mut(area);
    spot.fit = spot.fit.minus(routed);
    spot.routed = spot.routed.plus(routed);
    let order = if loser == Role::Defender { spot.order.take() } else { None };
    drop(spot);
    if loser == Role::Attacker {
        // They are not at the front any more, whatever follows.
        contest.attackers = contest.attackers.minus(routed);
    }
    battle.fled = Some((area, beaten));
    let back = battle.contest.attackers.plus(if loser == Role::Attacker { routed } else { Troop::NONE });
    table.tell(|| {
        let world = &board.world;
        RealmEvent::StrikeEnds {
            area: world.area_id(battle.contest.area).to_owned(),
            from: world.area_id(battle.contest.from).to_owned(),
            winner: world.seat_id(battle.seat(loser.other())).to_owned(),
            loser: world.seat_id(battle.seat(loser)).to_owned(),
            routed: units(routed),
            beaten: loser.id().to_owned(),
            back: units(back),
            order: order.map(|order| world.token(order).id.clone()),
        }
        .into()
    });
}
