//! The question of a march: which order, and how. Rules: 1e, Executing a march.

use super::transport;
use crate::games::thrones::answer::{listing, malformed, read_area, read_map, read_units, write_units};
use crate::games::thrones::armies;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Troop, Unit};
use crate::games::thrones::game::Thrones;
use crate::games::thrones::question::Question;
use crate::table::{Listing, Query, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// How many ways of splitting a list of marches looks at before it is content with a sample. Far more than any
/// army that can be supplied has.
const MOST_LOOKS: u32 = 200_000;

/// How often a random march is drawn anew when it is not legal, before the units stay.
const TRIES: u8 = 4;

/// A March order, and who goes where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct March {
    /// Where the order is.
    pub from: Area,
    /// Units by destination, by the board's list of areas; whoever is not named stays.
    pub to: ArrayVec<(Area, Troop), { March::MOST_WAYS }>,
    /// Whether to leave a power token.
    pub leave_power: bool,
}

impl March {
    /// The most destinations of one march: more than the largest army that supply allows could take.
    pub const MOST_WAYS: usize = 12;

    /// A march that stays.
    pub fn stay(from: Area) -> Self {
        March { from, to: ArrayVec::new(), leave_power: false }
    }

    /// All who march, if it is legal.
    pub fn marching(&self) -> Troop {
        self.to.iter().fold(Troop::NONE, |all, (_, units)| all.plus(*units))
    }

    /// Adds units on the way to an area; nobody if there is no room for another destination.
    fn send(&mut self, area: Area, units: Troop) {
        let place = self.to.iter().take_while(|(to, _)| *to < area).count();
        let full = self.to.is_full();
        match self.to.get_mut(place) {
            Some((to, going)) if *to == area => *going = going.plus(units),
            _ if full => {}
            _ => self.to.insert(place, (area, units)),
        }
    }
}

/// What is wrong with a march.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    NoOrder,
    Nobody(Area),
    TooManyUnits(Unit),
    OutOfReach(Area),
    TwoBattles(Area, Area),
    BreaksSupply,
    PowerUnitsStay,
    PowerNotHere,
    PowerNoneLeft,
}

/// Which March order to execute, and how.
pub struct MarchQuery<'a> {
    board: &'a Board,
    seat: Seat,
    orders: AreaSet,
}

impl<'a> MarchQuery<'a> {
    /// The question to a house that has a March order on the board.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        MarchQuery { board, seat, orders: board.orders_of(seat, OrderKind::March) }
    }

    /// Own March orders left.
    pub fn orders(&self) -> AreaSet {
        self.orders
    }

    /// The areas that units of an own March order can reach.
    pub fn reach(&self, from: Area) -> AreaSet {
        transport::reach(self.board, self.seat, from)
    }

    /// Whether there is one order, and nobody to follow it: routed units do not march.
    pub(super) fn is_idle(&self) -> bool {
        self.orders.len() == 1 && self.orders.iter().all(|from| self.board.spot(from).fit.is_empty())
    }

    fn is_enemy(&self, area: Area) -> bool {
        self.board.defended_against(area, self.seat)
    }

    /// The first thing wrong with a march. Builds nothing, so that chance may try many.
    fn fault(&self, march: &March) -> Option<Fault> {
        if !self.orders.has(march.from) {
            return Some(Fault::NoOrder);
        }
        let reach = if march.to.is_empty() { AreaSet::EMPTY } else { self.reach(march.from) };
        let (mut battle, mut rest) = (None, self.board.spot(march.from).fit);
        for (area, units) in &march.to {
            if units.is_empty() {
                return Some(Fault::Nobody(*area));
            }
            if !reach.has(*area) {
                return Some(Fault::OutOfReach(*area));
            }
            if self.is_enemy(*area)
                && let Some(other) = battle.replace(*area)
            {
                return Some(Fault::TwoBattles(other, *area));
            }
            if let Some((unit, _)) = units.iter().find(|(unit, n)| *n > rest.of(*unit)) {
                return Some(Fault::TooManyUnits(unit));
            }
            rest = rest.minus(*units);
        }
        let marching = march.marching();
        self.power_fault(march, marching).or_else(|| self.supply_fault(march, marching))
    }

    /// A token may be left only where the last unit leaves a land area, from available power, and not where an
    /// own token lies already. Rules: 1e, Establishing control; R-10.
    fn power_fault(&self, march: &March, marching: Troop) -> Option<Fault> {
        let spot = self.board.spot(march.from);
        if !march.leave_power {
            None
        } else if self.board.world.is_sea(march.from) || spot.token.is_some() {
            Some(Fault::PowerNotHere)
        } else if spot.units() != marching {
            Some(Fault::PowerUnitsStay)
        } else if self.board.houses[self.seat].power == 0 {
            Some(Fault::PowerNoneLeft)
        } else {
            None
        }
    }

    /// Supply must hold after the whole order, whoever may fall in battle not foreseen; and it must hold
    /// whichever of the neutral forces on its way turn their part of it back. To stay is always legal.
    /// Rules: 1e, Ship transport, fundamental rule; R-10.
    fn supply_fault(&self, march: &March, marching: Troop) -> Option<Fault> {
        if march.to.is_empty() {
            None
        } else {
            self.beyond_supply(march, marching).map(|_| Fault::BreaksSupply)
        }
    }

    /// The new numbers of own units in each area a march touches, in an outcome that supply does not allow.
    fn beyond_supply(
        &self,
        march: &March,
        marching: Troop,
    ) -> Option<ArrayVec<(Area, u8), { March::MOST_WAYS + 1 }>> {
        let neutral: ArrayVec<Area, { March::MOST_WAYS }> =
            march.to.iter().map(|(area, _)| *area).filter(|a| self.board.spot(*a).neutral > 0).collect();
        let outcome = |turned_back: u32| {
            let back = |area: Area| {
                neutral.iter().position(|n| *n == area).is_some_and(|i| turned_back >> i & 1 == 1)
            };
            self.sizes(march, marching, back)
        };
        (0..1u32 << neutral.len()).map(outcome).find(|sizes| !armies::supplied(self.board, self.seat, sizes))
    }

    /// The new numbers of own units in each area a march touches, if `back` tells where it is turned back.
    fn sizes(
        &self,
        march: &March,
        marching: Troop,
        back: impl Fn(Area) -> bool,
    ) -> ArrayVec<(Area, u8), { March::MOST_WAYS + 1 }> {
        let mut left = self.board.spot(march.from).units().minus(marching).count();
        let mut sizes = ArrayVec::new();
        for (area, units) in &march.to {
            if back(*area) {
                left = left.saturating_add(units.count());
            } else {
                let spot = self.board.spot(*area);
                let there = if spot.holder == Some(self.seat) { spot.units().count() } else { 0 };
                sizes.push((*area, there.saturating_add(units.count())));
            }
        }
        sizes.push((march.from, left));
        sizes
    }

    fn refusal(&self, march: &March, fault: Fault) -> Refusal {
        let (board, world) = (self.board, &self.board.world);
        let name = |area: Area| world.place(area).name.clone();
        let names = |areas: AreaSet| areas.iter().map(name).collect::<Vec<_>>().join(", ");
        let refusal = |code| Refusal::new(code).with("from", name(march.from));
        match fault {
            Fault::NoOrder => refusal("march-no-order").with("orders", names(self.orders)),
            Fault::Nobody(area) => refusal("march-nobody").with("to", name(area)),
            Fault::TooManyUnits(unit) => {
                let spot = board.spot(march.from);
                refusal("march-too-many-units")
                    .with("unit", unit.id())
                    .with("wanted", march.to.iter().map(|(_, units)| u32::from(units.of(unit))).sum::<u32>())
                    .with("there", spot.fit.of(unit))
                    .with("routed", spot.routed.of(unit))
            }
            Fault::OutOfReach(area) => refusal("march-out-of-reach")
                .with("to", name(area))
                .with("legal", names(self.reach(march.from))),
            Fault::TwoBattles(one, other) => {
                refusal("march-two-battles").with("one", name(one)).with("other", name(other))
            }
            Fault::BreaksSupply => {
                let sizes = self.beyond_supply(march, march.marching()).unwrap_or_default();
                let armies = armies::armies(board, self.seat, &sizes);
                let limits = armies::limits(world, board.houses[self.seat].supply);
                refusal("march-breaks-supply").with("armies", armies.as_slice()).with("limits", limits)
            }
            Fault::PowerUnitsStay => refusal("march-power-units-stay"),
            Fault::PowerNotHere => refusal("march-power-not-here"),
            Fault::PowerNoneLeft => refusal("march-power-none-left"),
        }
    }

    fn walk(&self, found: &mut dyn FnMut(March) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut looks = 0;
        for from in self.orders.iter() {
            let ways: ArrayVec<Area, 128> = self.reach(from).iter().collect();
            let fit = self.board.spot(from).fit;
            self.spread(&mut March::stay(from), &ways, fit, &mut looks, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Every legal way to send some of `rest` on some of `ways`, after what is sent already.
    fn spread(
        &self,
        march: &mut March,
        ways: &[Area],
        rest: Troop,
        looks: &mut u32,
        found: &mut dyn FnMut(March) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((area, ways)) = ways.split_first().filter(|_| !rest.is_empty()) else {
            *looks += 1;
            if *looks > MOST_LOOKS {
                return ControlFlow::Break(());
            }
            for leave_power in [false, true] {
                march.leave_power = leave_power;
                if self.fault(march).is_none() {
                    found(march.clone())?;
                }
            }
            return ControlFlow::Continue(());
        };
        self.spread(march, ways, rest, looks, found)?;
        let second_battle = self.is_enemy(*area) && march.to.iter().any(|(to, _)| self.is_enemy(*to));
        if second_battle || march.to.is_full() {
            return ControlFlow::Continue(());
        }
        for units in rest.parts().filter(|units| !units.is_empty()) {
            march.to.push((*area, units));
            self.spread(march, ways, rest.minus(units), looks, found)?;
            march.to.pop();
        }
        ControlFlow::Continue(())
    }

    /// A march by chance, legal or not, as players march: mostly with all, and where there is something to win.
    fn try_march(&self, from: Area, reach: AreaSet, dice: &mut fastrand::Rng) -> March {
        let spot = self.board.spot(from);
        let mut march = March::stay(from);
        let mut rest = spot.fit;
        let ways = 1 + u8::from(dice.u8(0..3) == 0) + u8::from(dice.u8(0..6) == 0);
        for _ in 0..ways {
            let better = |a: Area, b: Area| if self.lure(a) >= self.lure(b) { a } else { b };
            let (Some(one), Some(other)) = (reach.pick(dice), reach.pick(dice)) else { break };
            let part = if dice.u8(0..3) > 0 { rest } else { some_of(rest, dice) };
            if !part.is_empty() {
                march.send(better(one, other), part);
                rest = rest.minus(part);
            }
        }
        march.leave_power = dice.u8(0..4) > 0;
        march.leave_power &= self.power_fault(&march, march.marching()).is_none();
        march
    }

    /// How much an area draws a march made by chance.
    fn lure(&self, area: Area) -> u8 {
        let (board, place) = (self.board, self.board.world.place(area));
        if board.spot(area).holder.or_else(|| board.controller(area)) == Some(self.seat) {
            return 0;
        }
        1 + 2 * u8::from(place.structure.is_some()) + place.barrels.min(1) + 2 * u8::from(self.is_enemy(area))
    }
}

/// Some of a troop, by chance.
fn some_of(troop: Troop, dice: &mut fastrand::Rng) -> Troop {
    Troop(troop.0.map(|n| dice.u8(0..=n)))
}

impl Query for MarchQuery<'_> {
    type Game = Thrones;
    type Answer = March;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn kind(&self) -> &'static str {
        "march"
    }

    fn key(&self) -> String {
        self.board.key(self.seat, self.kind(), "")
    }

    fn position(&self) -> &Board {
        self.board
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        let order = |from: Area| (world.area_id(from).to_owned(), world.ids(self.reach(from)));
        Question::March { orders: self.orders.iter().map(order).collect() }
    }

    fn check(&self, march: &March) -> Result<(), Refusal> {
        self.fault(march).map_or(Ok(()), |fault| Err(self.refusal(march, fault)))
    }

    fn list(&self, limit: usize) -> Listing<March> {
        listing(limit, |found| self.walk(found), |dice| self.sample(dice))
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> March {
        let from = self.orders.pick(dice).unwrap_or(Area(0));
        if !self.board.spot(from).fit.is_empty() && dice.u8(0..12) > 0 {
            let reach = self.reach(from);
            for _ in 0..TRIES {
                let march = self.try_march(from, reach, dice);
                if self.fault(&march).is_none() {
                    return march;
                }
            }
        }
        March::stay(from)
    }

    /// The first order in the board's list is spent, and all stay. Rules: R-26.
    fn default(&self) -> March {
        March::stay(self.orders.iter().next().unwrap_or(Area(0)))
    }

    fn write(&self, march: &March) -> Value {
        let world = &self.board.world;
        let way = |(area, units): &(Area, Troop)| (world.area_id(*area).to_owned(), write_units(*units));
        let to: Map<String, Value> = march.to.iter().map(way).collect();
        json!({"from": world.area_id(march.from), "to": to, "leave-power": march.leave_power})
    }

    fn read(&self, value: &Value) -> Result<March, Refusal> {
        let (world, kind) = (&self.board.world, self.kind());
        let map = read_map(kind, value)?;
        if map.keys().any(|key| !["from", "to", "leave-power"].contains(&key.as_str())) {
            return Err(malformed(kind, value));
        }
        let from = read_area(world, kind, map.get("from").unwrap_or(&Value::Null))?;
        let mut march = March::stay(from);
        let to = read_map(kind, map.get("to").ok_or_else(|| malformed(kind, value))?)?;
        if to.len() > March::MOST_WAYS {
            return Err(malformed(kind, value));
        }
        for (area, units) in to {
            let area = read_area(world, kind, &Value::String(area.clone()))?;
            march.send(area, read_units(kind, units)?);
        }
        march.leave_power = match map.get("leave-power") {
            None => false,
            Some(leave) => leave.as_bool().ok_or_else(|| malformed(kind, value))?,
        };
        Ok(march)
    }
}
