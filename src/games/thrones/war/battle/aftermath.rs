//! After the fighting: who moves in, and which orders, tokens and cards go. Rules: 1e, Battle, Orders in a
//! conquered area; Used House cards; R-20.
//!
//! May use: `board`, `battle`. Is used by: `battle`.

use super::cards::return_hands;
use super::strength::{self, all};
use super::{Battle, Role};
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::units;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Troop;
use crate::games::thrones::war::event::WarEvent;
use crate::table::Table;

/// The end of a battle in which an ability removed one side's last unit: the other has won, without casualties
/// and retreat. Rules: FAQ; R-15.
pub(super) fn over_at_once<T: Table<Thrones>>(
    board: &mut Board,
    battle: &Battle,
    winner: Role,
    table: &mut T,
) {
    table.tell(|| {
        let sums = Role::ALL.map(|role| all(board, battle, role));
        strength::won(board, battle, winner, "last-unit", &sums).into()
    });
    settle(board, battle, winner, table);
}

/// The winner has the area. If that is the attacker, he moves in, and the defender's order and token there are
/// gone. The march order goes in any case, which is the march's business.
pub(super) fn settle<T: Table<Thrones>>(board: &mut Board, battle: &Battle, winner: Role, table: &mut T) {
    if winner == Role::Attacker {
        take_area(board, battle, table);
    }
    return_hands(board, battle, table);
}

fn take_area<T: Table<Thrones>>(board: &mut Board, battle: &Battle, table: &mut T) {
    let contest = &battle.contest;
    let token = board.spot(contest.area).token.filter(|owner| *owner != contest.attacker);
    table.tell(|| {
        let world = &board.world;
        WarEvent::AreaTaken {
            area: world.area_id(contest.area).to_owned(),
            house: world.seat_id(contest.attacker).to_owned(),
            units: units(contest.attackers),
            loser: world.seat_id(battle.seat(Role::Defender)).to_owned(),
            order: battle.defending.map(|order| world.token(order).id.clone()),
            token: token.map(|owner| world.seat_id(owner).to_owned()),
        }
        .into()
    });
    board.remove_units(contest.from, contest.attackers, Troop::NONE);
    board.place_units(contest.area, contest.attacker, contest.attackers, Troop::NONE);
}
