//! Judges the conditions of marches by the position.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderKind};
use crate::games::thrones::people::plan::model::{Compare, Condition, Guard};
use crate::games::thrones::people::reach::defence_strength;
use crate::games::thrones::war::transport::reach;
use crate::table::Seat;

/// Returns `true` if a condition holds for a house now. An area that is not on the board satisfies none.
pub(super) fn holds(guard: &Guard, board: &Board, seat: Seat) -> bool {
    let Some(area) = board.world.area(&guard.area) else { return false };
    let spot = board.spot(area);
    let enemy = board.defended_against(area, seat);
    let truth = match &guard.is {
        Condition::HeldBy(house) => {
            let house = board.world.seat(house);
            house.is_some() && (spot.holder == house || board.controller(area) == house)
        }
        Condition::Empty => spot.holder.is_none() && spot.neutral == 0 && !enemy,
        Condition::Neutral => spot.neutral > 0,
        Condition::Enemy => enemy,
        Condition::Mine => spot.holder == Some(seat) || board.controller(area) == Some(seat),
        Condition::Attacked => attacked(board, seat, area),
        Condition::Defended { by, strength } => {
            let there = defence(board, seat, area);
            match by {
                Compare::MoreThan => there > *strength,
                Compare::AtLeast => there >= *strength,
                Compare::LessThan => there < *strength,
                Compare::AtMost => there <= *strength,
                Compare::Exactly => there == *strength,
            }
        }
    };
    truth != guard.not
}

/// Returns the strength of the units in an area that would fight a house, with its garrison, or of its neutral force. Routed units add
/// nothing. Rules.
fn defence(board: &Board, seat: Seat, area: Area) -> i16 {
    let spot = board.spot(area);
    let order = spot.order.filter(|_| spot.holder != Some(seat)).map(|order| board.world.token(order));
    let bonus = order.filter(|token| token.kind == OrderKind::Defense).map_or(0, |token| token.bonus);
    defence_strength(board, seat, area) + bonus
}

fn attacked(board: &Board, seat: Seat, area: Area) -> bool {
    board.areas().any(|(from, spot)| {
        let order = spot.order.map(|order| board.world.token(order).kind);
        let enemy = spot.holder.filter(|holder| *holder != seat);
        order == Some(OrderKind::March)
            && !spot.fit.is_empty()
            && enemy.is_some_and(|enemy| reach(board, enemy, from).has(area))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::data::{Troop, Unit};
    use crate::games::thrones::people::plan::tests::{opening, stark};
    use crate::games::thrones::testing::troop;

    /// The condition of a march of Stark's to Moat Cailin.
    fn guard(text: &str) -> Guard {
        let reading =
            stark(&format!("plan: {{marches: [{{from: Winterfell, to: Moat Cailin, if: \"{text}\"}}]}}"));
        let plan = reading.plan.unwrap_or_else(|| panic!("{text}: {:?}", reading.faults));
        plan.marches[0].when[0].clone()
    }

    #[test]
    fn conditions_hold_or_not() {
        let mut board = opening(5);
        let world = board.world.clone();
        let (moat, stark) = (world.area("moat-cailin").unwrap(), world.seat("stark").unwrap());
        let greyjoy = world.seat("greyjoy").unwrap();
        let holds = |text: &str, board: &Board| holds(&guard(text), board, stark);
        assert!(holds("empty", &board) && !holds("enemy", &board) && !holds("defended", &board));
        assert!(holds("The Eyrie is neutral", &board) && holds("The Eyrie is defended by exactly 6", &board));
        assert!(holds("Winterfell is mine", &board) && holds("Pyke is held by Greyjoy", &board));
        assert!(!holds("Winterfell is attacked", &board));
        board.place_units(moat, greyjoy, troop("fk"), Troop::one(Unit::Knight));
        // A routed knight counts nothing.
        assert!(holds("defended by exactly 3", &board) && holds("enemy", &board) && !holds("empty", &board));
        board.spot_mut(moat).order = world.order("defense*");
        assert!(holds("defended by exactly 5", &board) && !holds("attacked", &board));
        board.spot_mut(moat).order = world.order("march+0");
        assert!(holds("attacked", &board) && holds("attacked at White Harbor", &board));
        assert!(!holds("attacked at Karhold", &board));
        assert!(!holds("defended by at most 2", &board) && holds("defended by at most 3", &board));
        assert!(holds("defended by more than 2", &board) && !holds("defended by more than 3", &board));
        // A routed unit does not march.
        board.spot_mut(moat).fit = Troop::NONE;
        assert!(holds("enemy", &board) && !holds("attacked", &board));
        // An area without units is held by whoever controls it: by a power token, or as a home.
        board.spot_mut(moat).fit = Troop::NONE;
        board.spot_mut(moat).routed = Troop::NONE;
        board.spot_mut(moat).holder = None;
        assert!(!holds("held by Greyjoy", &board));
        board.spot_mut(moat).token = Some(greyjoy);
        assert!(holds("held by Greyjoy", &board) && holds("empty", &board) && !holds("mine", &board));
        let lost = Guard { area: "atlantis".into(), not: true, is: Condition::Empty };
        assert!(!super::holds(&lost, &board, stark));
    }
}
