//! Which marches of other houses a seat has to fear, for the head of its report.

use super::reach::{attack_strength, defence_strength, next_door, support_strength};
use crate::games::thrones::board::{Board, Spot};
use crate::games::thrones::data::{Area, AreaSet, OrderKind};
use crate::games::thrones::war::transport::reach;
use crate::table::Seat;
use serde_json::{Value, json};

/// An area that a house may march or support from, with those that it reaches.
type Reach = (Seat, Area, AreaSet);

/// What other houses can bring into battle.
struct Foes<'a> {
    board: &'a Board,
    marches: Vec<Reach>,
    supports: Vec<Reach>,
}

/// A march into an area.
struct Attack {
    from: Area,
    strength: i16,
    /// Areas that can support it, with what they add.
    supports: Vec<(Area, i16)>,
    /// Its strength with all of them.
    whole: i16,
}

/// Returns the marches by which other houses could enter areas of a house, the most dangerous first, and those into areas
/// that it controls without a unit last: of each house into each area the one that is strongest together with all that can
/// support it. Once orders are revealed, only areas with a March or Support order count, with what their orders add, and
/// the defender's Defense order counts. Garrisons count; cards do not, nor does the defender's support.
pub(super) fn threats(board: &Board, seat: Seat) -> Vec<Value> {
    let foes = Foes::of(board, seat);
    let mine = |area: &Area| board.spot(*area).holder == Some(seat) || board.controller(*area) == Some(seat);
    let mut all: Vec<((bool, i16), Value)> = Vec::new();
    for area in board.world.all_areas().filter(mine) {
        for house in board.houses.seats() {
            all.extend(foes.strongest(house, area).map(|attack| threat(board, (house, area), &attack)));
        }
    }
    all.sort_by_key(|(danger, _)| *danger);
    all.into_iter().map(|(_, threat)| threat).collect()
}

impl<'a> Foes<'a> {
    /// Returns the foes of a house.
    fn of(board: &'a Board, seat: Seat) -> Self {
        let world = &board.world;
        let revealed = board.areas().any(|(_, spot)| spot.order.is_some());
        let is_allowed = |kind: OrderKind| {
            let mut orders = world.all_orders().filter(|order| world.token(*order).kind == kind);
            revealed || orders.any(|order| board.forbids(order).is_none())
        };
        let ready = &|spot: &Spot, kind: OrderKind| {
            let order = spot.order.map(|order| world.token(order).kind);
            // Catapults support where they are, and never march.
            let able = if kind == OrderKind::March { world.movable(spot.fit) } else { spot.fit };
            !able.is_empty() && is_allowed(kind) && (!revealed || order == Some(kind))
        };
        let others = |kind: OrderKind| {
            let held = board.areas().filter_map(|(area, spot)| Some((spot.holder?, area, spot)));
            held.filter(move |(house, _, spot)| *house != seat && ready(spot, kind))
        };
        let marches =
            others(OrderKind::March).map(|(house, area, _)| (house, area, reach(board, house, area)));
        let supports = others(OrderKind::Support).map(|(house, area, _)| {
            (house, area, next_door(board, area).without(world.dashed[area.index()]))
        });
        Foes { board, marches: marches.collect(), supports: supports.collect() }
    }

    /// Returns the march of a house into an area that is strongest with all its support; `None` if it has none.
    fn strongest(&self, house: Seat, area: Area) -> Option<Attack> {
        let from = |list: &[Reach]| -> Vec<Area> {
            let reaches = list.iter().filter(|(whose, _, into)| *whose == house && into.has(area));
            reaches.map(|(_, from, _)| *from).collect()
        };
        let helpers = from(&self.supports);
        let attacks = from(&self.marches).into_iter().map(|from| self.attack(house, (from, area), &helpers));
        attacks.max_by_key(|attack| (attack.whole, attack.strength))
    }

    fn attack(&self, house: Seat, (from, area): (Area, Area), helpers: &[Area]) -> Attack {
        let board = self.board;
        let troop = board.world.movable(board.spot(from).fit);
        let strength = attack_strength(board, house, from, area, troop) + bonus(board, from);
        let support =
            |helper: Area| support_strength(board, house, (from, area), helper) + bonus(board, helper);
        let near = helpers.iter().filter(|helper| **helper != from).map(|helper| (*helper, support(*helper)));
        let supports: Vec<(Area, i16)> = near.filter(|(_, strength)| *strength > 0).collect();
        let whole = strength + supports.iter().map(|(_, strength)| strength).sum::<i16>();
        Attack { from, strength, supports, whole }
    }
}

/// Returns what the order in an area adds; 0 without one.
fn bonus(board: &Board, area: Area) -> i16 {
    board.spot(area).order.map_or(0, |order| board.world.token(order).bonus)
}

/// Returns an attack as data, and how dangerous it is: the least is the worst.
fn threat(board: &Board, (house, area): (Seat, Area), attack: &Attack) -> ((bool, i16), Value) {
    let (world, spot) = (&board.world, board.spot(area));
    let defends = spot.order.is_some_and(|order| world.token(order).kind == OrderKind::Defense);
    let own = defence_strength(board, house, area) + if defends { bonus(board, area) } else { 0 };
    // Whoever enters an area where nobody stands fights no battle.
    let is_empty = spot.holder.is_none() && own == 0;
    let threat = json!({
        "area": world.area_id(area),
        "house": world.seat_id(house),
        "from": world.area_id(attack.from),
        "strength": attack.strength,
        "support": attack.supports.iter().map(|(area, _)| world.area_id(*area)).collect::<Vec<_>>(),
        "supported": attack.whole,
        "own": own,
        "empty": is_empty,
    });
    ((is_empty, own - attack.whole), threat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::thrones::data::{Troop, Unit};
    use crate::games::thrones::people::plan::tests::opening;

    /// Stark's footman in Riverrun, with Lannister's troops around it and nobody else on the board.
    fn besieged() -> Board {
        let mut board = opening(5);
        let all: Vec<(Area, Troop, Troop)> =
            board.areas().map(|(area, spot)| (area, spot.fit, spot.routed)).collect();
        all.into_iter().for_each(|(area, fit, routed)| board.remove_units(area, fit, routed));
        for (seat, area, unit) in [
            ("stark", "riverrun", Unit::Footman),
            ("lannister", "lannisport", Unit::Knight),
            ("lannister", "stoney-sept", Unit::Footman),
            ("lannister", "the-golden-sound", Unit::Ship),
        ] {
            let world = board.world.clone();
            let (seat, area) = (world.seat(seat).unwrap(), world.area(area).unwrap());
            board.place_units(area, seat, Troop::one(unit), Troop::NONE);
        }
        board
    }

    fn of_stark(board: &Board) -> Vec<Value> {
        threats(board, board.world.seat("stark").unwrap())
    }

    #[test]
    fn one_march_counts_with_all_that_can_support_it() {
        let mut board = besieged();
        let [riverrun] = of_stark(&board).try_into().unwrap();
        let expected = json!({
            "area": "riverrun", "house": "lannister", "from": "lannisport", "strength": 2,
            "support": ["stoney-sept", "the-golden-sound"], "supported": 4, "own": 1, "empty": false,
        });
        assert_eq!(riverrun, expected);
        // Units that come by ship can march, but could not support another march.
        let world = board.world.clone();
        let (lannister, far) = (world.seat("lannister").unwrap(), world.area("searoad-marches").unwrap());
        board.place_units(far, lannister, Troop::one(Unit::Knight), Troop::NONE);
        board.remove_units(world.area("lannisport").unwrap(), Troop::one(Unit::Knight), Troop::NONE);
        let [riverrun] = of_stark(&board).try_into().unwrap();
        assert_eq!((&riverrun["from"], &riverrun["supported"]), (&json!("searoad-marches"), &json!(4)));
        board.remove_units(world.area("stoney-sept").unwrap(), Troop::one(Unit::Footman), Troop::NONE);
        board.place_units(
            world.area("stoney-sept").unwrap(),
            lannister,
            Troop::one(Unit::Knight),
            Troop::NONE,
        );
        let [riverrun] = of_stark(&board).try_into().unwrap();
        assert_eq!(
            (&riverrun["from"], &riverrun["support"]),
            (&json!("searoad-marches"), &json!(["stoney-sept", "the-golden-sound"]))
        );
    }

    #[test]
    fn revealed_orders_say_who_marches_and_who_supports() {
        let mut board = besieged();
        let world = board.world.clone();
        let token = |kind| world.all_orders().find(|order| world.token(*order).kind == kind);
        for (area, kind) in [
            ("lannisport", OrderKind::Support),
            ("stoney-sept", OrderKind::March),
            ("the-golden-sound", OrderKind::Raid),
        ] {
            board.spot_mut(world.area(area).unwrap()).order = token(kind);
        }
        let [riverrun] = of_stark(&board).try_into().unwrap();
        let expected = json!({
            "area": "riverrun", "house": "lannister", "from": "stoney-sept", "strength": 0, "support": ["lannisport"],
            "supported": 2, "own": 1, "empty": false,
        });
        assert_eq!(riverrun, expected);
        // What the orders add counts with them.
        for (area, order) in [("stoney-sept", "march*"), ("lannisport", "support*"), ("riverrun", "defense")]
        {
            board.spot_mut(world.area(area).unwrap()).order = world.order(order);
        }
        let [riverrun] = of_stark(&board).try_into().unwrap();
        let strengths = ["strength", "supported", "own"].map(|what| riverrun[what].clone());
        assert_eq!(strengths, [json!(2), json!(5), json!(2)]);
        board.spot_mut(world.area("stoney-sept").unwrap()).order = token(OrderKind::Raid);
        assert!(of_stark(&board).is_empty());
    }

    #[test]
    fn a_catapult_never_marches() {
        let folder = |file: &str| crate::games::embedded("beyond-the-wall", file).map(str::to_owned);
        let (north, options) = (&crate::games::thrones::editions::NORTH, Default::default());
        let game = crate::games::thrones::Thrones::load_edition(north, &folder, 3, options).unwrap();
        let board = crate::table::Game::begin(&game, &mut crate::table::RandomTable::new(1)).unwrap();
        let wildlings = threats(&board, board.world.seat("wildlings").unwrap());
        let from = |id: &str| wildlings.iter().find(|threat| threat["from"] == id);
        assert!(from("wall-east").is_none() && from("wall-west").is_none(), "{wildlings:?}");
        let others = threats(&board, board.world.seat("others").unwrap());
        let centre = others.iter().find(|threat| threat["from"] == "wall-centre").unwrap();
        assert_eq!(centre["strength"], 3);
        // Land that the Others only control is told last, and as empty.
        let empty: Vec<bool> = others.iter().map(|threat| threat["empty"] == true).collect();
        assert!(empty.is_sorted() && !empty[0] && empty.ends_with(&[true]), "{others:?}");
        assert_eq!((&others[0]["area"], &others[0]["own"]), (&json!("ice-river"), &json!(2)));
        // A catapult in the east counts 2, and the Wall itself 1 against the Wildlings.
        let watch = threats(&board, board.world.seat("nights-watch").unwrap());
        let east = watch.iter().find(|threat| threat["area"] == "wall-east").unwrap();
        assert_eq!((&east["house"], &east["own"]), (&json!("wildlings"), &json!(3)));
    }
}
