//! The question which March order to execute, and how. Rules: 1e, Executing a march.

use super::march::{March, Marches};
use crate::games::thrones::answer::{listing, malformed, read_area, read_map, read_units};
use crate::games::thrones::ask::Form;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Troop, World};
use crate::games::thrones::game::Thrones;
use crate::games::thrones::question::Question;
use crate::table::{Listing, Query, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::ops::ControlFlow;

/// How many ways of splitting an area's units a list looks at before it becomes a sample. Far more than any
/// army within supply has.
const MOST_LOOKS: u32 = 200_000;

/// How often a random march is drawn anew when it is not legal, before the units stay.
const TRIES: u8 = 4;

/// The question which March order to execute, and how.
pub struct MarchQuery<'a> {
    board: &'a Board,
    seat: Seat,
    orders: AreaSet,
    marches: Marches<'a>,
}

impl<'a> MarchQuery<'a> {
    /// Returns the question to a house that has a March order on the board.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        let orders = board.orders_of(seat, OrderKind::March);
        MarchQuery { board, seat, orders, marches: Marches::new(board, seat) }
    }

    /// Returns the areas of the house's March orders that are left.
    pub fn orders(&self) -> AreaSet {
        self.orders
    }

    /// Returns the areas that the units of a March order can reach.
    pub fn reach(&self, from: Area) -> AreaSet {
        self.marches.reach(from)
    }

    /// Returns the units that may march from an area.
    fn free(&self, from: Area) -> Troop {
        self.board.world.movable(self.board.spot(from).fit)
    }

    /// Returns `true` if there is one order, and no unit to follow it: routed units do not march.
    pub(super) fn is_idle(&self) -> bool {
        self.orders.len() == 1 && self.orders.iter().all(|from| self.free(from).is_empty())
    }

    fn refusal(&self, march: &March) -> Option<Refusal> {
        if self.orders.has(march.from) {
            let illegal = self.marches.first_illegal(march)?;
            return Some(self.marches.refusal(march, illegal));
        }
        let world = &self.board.world;
        let name = |area: Area| world.place(area).name.clone();
        let orders: Vec<String> = self.orders.iter().map(name).collect();
        let refusal = Refusal::new("march-no-order").with("from", name(march.from));
        Some(refusal.with("orders", orders.join(", ")))
    }

    fn walk(&self, found: &mut dyn FnMut(March) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut looks = 0;
        for from in self.orders.iter() {
            let ways: ArrayVec<Area, 128> = self.reach(from).iter().collect();
            let fit = self.free(from);
            self.spread(&mut March::stay(from), &ways, fit, &mut looks, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds every legal way to send some of `rest` to some of `ways`, after the units that are sent already.
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
                if self.marches.first_illegal(march).is_none() {
                    found(march.clone())?;
                }
            }
            return ControlFlow::Continue(());
        };
        self.spread(march, ways, rest, looks, found)?;
        let contested = |area: Area| self.marches.is_contested(area);
        let second_battle = contested(*area) && march.to.iter().any(|(to, _)| contested(*to));
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

    /// Returns a march by chance, legal or not, as players march: mostly with all units, and where there is something to
    /// win.
    fn try_march(&self, from: Area, reach: AreaSet, dice: &mut fastrand::Rng) -> March {
        let mut march = March::stay(from);
        let mut rest = self.free(from);
        let ways = 1 + u8::from(dice.u8(0..3) == 0) + u8::from(dice.u8(0..6) == 0);
        for _ in 0..ways {
            let better = |a: Area, b: Area| if self.lure(a) >= self.lure(b) { a } else { b };
            let (Some(one), Some(mut other)) = (reach.pick(dice), reach.pick(dice)) else { break };
            // Who wins by going somewhere mostly knows the way.
            if self.board.world.north.as_ref().is_some_and(|north| north.presses(self.seat)) && dice.bool() {
                other = reach.iter().max_by_key(|area| self.lure(*area)).unwrap_or(other);
            }
            let part = if dice.u8(0..3) > 0 { rest } else { some_of(rest, dice) };
            if !part.is_empty() {
                march.send(better(one, other), part);
                rest = rest.minus(part);
            }
        }
        march.leave_power = dice.u8(0..4) > 0;
        march.leave_power = march.leave_power && self.marches.may_leave_power(&march);
        march
    }

    /// Returns how much an area attracts a march made by chance.
    fn lure(&self, area: Area) -> u8 {
        let (board, place) = (self.board, self.board.world.place(area));
        // Whoever has an aim beyond the areas he holds marches towards it through them.
        let aim = board.world.north.as_ref().map_or(0, |north| north.draws(self.seat, area));
        if board.claimant(area) == Some(self.seat) {
            return aim;
        }
        1 + aim
            + 2 * u8::from(place.structure.is_some())
            + place.barrels.min(1)
            + 2 * u8::from(self.marches.is_enemy(area))
    }
}

/// Returns some units of a troop, by chance.
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
        self.refusal(march).map_or(Ok(()), Err)
    }

    fn list(&self, limit: usize) -> Listing<March> {
        listing(limit, |found| self.walk(found), |dice| self.sample(dice))
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> March {
        let from = self.orders.pick(dice).unwrap_or(Area(0));
        if !self.free(from).is_empty() && dice.u8(0..12) > 0 {
            let reach = self.reach(from);
            for _ in 0..TRIES {
                let march = self.try_march(from, reach, dice);
                if self.marches.first_illegal(&march).is_none() {
                    return march;
                }
            }
        }
        March::stay(from)
    }

    /// Spends the first order in the board's list, and all units stay. Rules: R-26.
    fn default(&self) -> March {
        March::stay(self.orders.iter().next().unwrap_or(Area(0)))
    }

    fn write(&self, march: &March) -> Value {
        march.write(&self.board.world)
    }

    fn read(&self, value: &Value) -> Result<March, Refusal> {
        Form::read(&self.board.world, self.kind(), value)
    }
}

impl Form for March {
    fn write(&self, world: &World) -> Value {
        March::write(self, world)
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
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
