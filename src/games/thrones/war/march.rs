//! Which marches are legal: reading a plan, consulting it and checking an answer all ask here. Rules: 1e, Executing
//! a march; Ship transport; Establishing control.

use super::battle::contest::{Contest, Role};
use super::battle::{strength, support};
use super::transport;
use crate::games::thrones::answer::write_units;
use crate::games::thrones::armies;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderKind, Troop, Unit, World};
use crate::games::thrones::terms::{Forces, Part};
use crate::table::{Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// A March order, and who goes where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct March {
    /// The area of the order.
    pub from: Area,
    /// Units by destination, in the order of the board; all others stay.
    pub to: ArrayVec<(Area, Troop), { March::MOST_WAYS }>,
    pub leave_power: bool,
}

impl March {
    /// The most destinations of one march: more than the largest army that supply allows could take.
    pub const MOST_WAYS: usize = 12;

    /// Returns the march by which nobody moves and no token is left.
    pub fn stay(from: Area) -> Self {
        March { from, to: ArrayVec::new(), leave_power: false }
    }

    /// Returns all units that leave the area.
    pub fn marching(&self) -> Troop {
        self.to.iter().fold(Troop::NONE, |all, (_, units)| all.plus(*units))
    }

    /// Adds units that go to an area, to those that go there already. Does nothing if there are
    /// [`MOST_WAYS`](Self::MOST_WAYS) other destinations.
    pub fn send(&mut self, area: Area, units: Troop) {
        let place = self.to.iter().take_while(|(to, _)| *to < area).count();
        let full = self.to.is_full();
        match self.to.get_mut(place) {
            Some((to, going)) if *to == area => *going = going.plus(units),
            _ if full => {}
            _ => self.to.insert(place, (area, units)),
        }
    }

    /// Returns the march as an answer: `{"from": "winterfell", "to": {"karhold": {"knight": 1}}, "leave-power": false}`.
    pub fn write(&self, world: &World) -> Value {
        let way = |(area, units): &(Area, Troop)| (world.area_id(*area).to_owned(), write_units(*units));
        let to: Map<String, Value> = self.to.iter().map(way).collect();
        json!({"from": world.area_id(self.from), "to": to, "leave-power": self.leave_power})
    }
}

/// A reason why a march is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A destination without units.
    Nobody(Area),
    OutOfReach(Area),
    TwoBattles(Area, Area),
    /// More units of a kind than stand in the area; routed units do not march.
    TooManyUnits(Unit),
    PowerAtSea,
    /// The edition leaves no token on one's own home.
    PowerAtHome,
    /// The house never leaves a token.
    PowerNever,
    /// A token is there already.
    PowerTokenThere,
    /// Not all units leave.
    PowerUnitsStay,
    PowerNoneLeft,
    BreaksSupply,
    /// More ships than the port holds.
    PortFull(Area),
    /// The march has not the strength of the neutral force.
    TooWeak(Area),
}

/// The new numbers of a house's units in the areas that a march touches.
type Sizes = ArrayVec<(Area, u8), { March::MOST_WAYS + 1 }>;

/// Areas whose neutral forces a march meets.
type Barred = ArrayVec<Area, { March::MOST_WAYS }>;

/// The marches that a house could make in a position, whether it has March orders there or not: a plan is read
/// before there are any.
#[derive(Clone, Copy)]
pub struct Marches<'a> {
    board: &'a Board,
    seat: Seat,
}

impl<'a> Marches<'a> {
    /// Returns the marches of a house in a position.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Marches { board, seat }
    }

    /// Returns the areas that the house's units in an area can reach, whatever is there.
    pub fn reach(&self, from: Area) -> AreaSet {
        transport::reach(self.board, self.seat, from)
    }

    /// Returns `true` if units or a garrison of another house defend the area: to march there means battle.
    pub fn is_enemy(&self, area: Area) -> bool {
        self.board.defended_against(area, self.seat)
    }

    /// Returns `true` if a march meets somebody in the area, which it may do but once.
    pub fn is_contested(&self, area: Area) -> bool {
        let force = self.board.edition.forces == Forces::MustFall && self.board.spot(area).neutral > 0;
        force || self.is_enemy(area)
    }

    /// Returns the first reason why a march is not legal, and `None` if it is legal. Allocates nothing, so that
    /// chance may try many.
    pub fn first_illegal(&self, march: &March) -> Option<Illegal> {
        let mut first = None;
        let _ = self.examine(march, &mut |illegal| {
            first = Some(illegal);
            ControlFlow::Break(())
        });
        first
    }

    /// Returns every reason why a march is not legal.
    pub fn all_illegal(&self, march: &March) -> Vec<Illegal> {
        let mut all = Vec::new();
        let _ = self.examine(march, &mut |illegal| {
            all.push(illegal);
            ControlFlow::Continue(())
        });
        all
    }

    /// Returns `true` if a power token may be left behind by a march, whether or not it says so.
    pub fn may_leave_power(&self, march: &March) -> bool {
        self.examine_power(march.from, march.marching(), &mut |_| ControlFlow::Break(())).is_continue()
    }

    fn examine(&self, march: &March, found: &mut dyn FnMut(Illegal) -> ControlFlow<()>) -> ControlFlow<()> {
        let reach = if march.to.is_empty() { AreaSet::EMPTY } else { self.reach(march.from) };
        let (mut battle, mut rest) = (None, self.board.world.movable(self.board.spot(march.from).fit));
        for (area, units) in &march.to {
            if units.is_empty() {
                found(Illegal::Nobody(*area))?;
            }
            if !reach.has(*area) {
                found(Illegal::OutOfReach(*area))?;
            }
            if self.is_contested(*area)
                && let Some(other) = battle.replace(*area)
            {
                found(Illegal::TwoBattles(other, *area))?;
            }
            if let Some((unit, _)) = units.iter().find(|(unit, n)| *n > rest.of(*unit)) {
                found(Illegal::TooManyUnits(unit))?;
            }
            if self.overcrowds(*area, *units) {
                found(Illegal::PortFull(*area))?;
            }
            if self.falls_short(march, *area, *units) {
                found(Illegal::TooWeak(*area))?;
            }
            rest = rest.minus(*units);
        }
        let marching = march.marching();
        if march.leave_power {
            self.examine_power(march.from, marching, found)?;
        }
        // To stay is always legal.
        if !march.to.is_empty() && self.beyond_supply(march, marching).is_some() {
            found(Illegal::BreaksSupply)?;
        }
        ControlFlow::Continue(())
    }

    fn overcrowds(&self, port: Area, ships: Troop) -> bool {
        let there = || self.board.spot(port).units().count();
        self.board.world.ports.has(port)
            && there().saturating_add(ships.count()) > self.board.world.port_capacity
    }

    /// Returns `true` if an order has not the strength of a neutral force that must fall: its units, its token, and the
    /// house's own Support orders next to it, with those of the march who go there. A plan is read before there is an
    /// order to count.
    fn falls_short(&self, march: &March, area: Area, units: Troop) -> bool {
        let (board, force) = (self.board, i16::from(self.board.spot(area).neutral));
        let Some(order) = board.spot(march.from).order else { return false };
        if force == 0 || board.forces() != Forces::MustFall {
            return false;
        }
        let contest = Contest::new(board, self.seat, march.from, order, area, units);
        let strength = |troop, part| strength::troop_strength(board, &contest, Role::Attacker, troop, part);
        let lends = |from: &Area| support::can_reach(board, &contest, *from);
        let lent = board.orders_of(self.seat, OrderKind::Support).iter().filter(lends).map(|from| {
            let arrived = march.to.iter().filter(|(to, _)| *to == from);
            let arrived: i16 = arrived.map(|(_, units)| strength(*units, Part::Supports)).sum();
            arrived + strength::support_strength(board, &contest, Role::Attacker, from)
        });
        let bonus = board.bonus(area, order);
        strength(units, Part::Fights) + bonus + lent.sum::<i16>() < force
    }

    /// A token may be left only where the last unit leaves a land area, from available power, and not where a token
    /// of the house is already; by the second edition not at home either. Rules: 1e, Establishing control; R-10; T-70.
    fn examine_power(
        &self,
        from: Area,
        marching: Troop,
        found: &mut dyn FnMut(Illegal) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let spot = self.board.spot(from);
        if self.board.world.is_sea(from) {
            return found(Illegal::PowerAtSea);
        }
        if self.board.world.houses[self.seat].traceless {
            return found(Illegal::PowerNever);
        }
        if !self.board.edition.token_at_home && self.board.world.home_of(from) == Some(self.seat) {
            return found(Illegal::PowerAtHome);
        }
        if spot.token.is_some() {
            return found(Illegal::PowerTokenThere);
        }
        if spot.units() != marching {
            found(Illegal::PowerUnitsStay)?;
        }
        if self.board.houses[self.seat].power == 0 {
            found(Illegal::PowerNoneLeft)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns an outcome of a march that supply does not allow: the areas whose neutral forces turn units back in it,
    /// and the numbers of units after it. Supply must hold after the whole order, whoever may fall in a battle, and
    /// whichever neutral forces turn their part of the march back. Rules: 1e, Ship transport, fundamental rule; R-10.
    fn beyond_supply(&self, march: &March, marching: Troop) -> Option<(Barred, Sizes)> {
        let may_fail = self.board.forces() == Forces::TurnBack;
        let barred = |area: &Area| may_fail && self.board.spot(*area).neutral > 0;
        let neutral: Barred = march.to.iter().map(|(area, _)| *area).filter(barred).collect();
        let outcome = |turned_back: u32| {
            let back: Barred = neutral
                .iter()
                .enumerate()
                .filter(|(i, _)| turned_back >> i & 1 == 1)
                .map(|(_, area)| *area)
                .collect();
            let sizes = self.sizes(march, marching, &back);
            (back, sizes)
        };
        (0..1u32 << neutral.len())
            .map(outcome)
            .find(|(_, sizes)| !armies::supplied(self.board, self.seat, sizes))
    }

    fn sizes(&self, march: &March, marching: Troop, back: &[Area]) -> Sizes {
        let mouths = |units| self.board.world.mouths(units);
        let mut left = mouths(self.board.spot(march.from).units().minus(marching));
        let mut sizes = ArrayVec::new();
        for (area, units) in &march.to {
            if back.contains(area) {
                left = left.saturating_add(units.count());
            } else {
                let spot = self.board.spot(*area);
                let there = if spot.holder == Some(self.seat) { mouths(spot.units()) } else { 0 };
                sizes.push((*area, there.saturating_add(units.count())));
            }
        }
        sizes.push((march.from, left));
        sizes
    }

    /// Returns the refusal of a march for a reason that [`first_illegal`](Self::first_illegal) or
    /// [`all_illegal`](Self::all_illegal) gave, with display names.
    pub fn refusal(&self, march: &March, illegal: Illegal) -> Refusal {
        let (board, world) = (self.board, &self.board.world);
        let name = |area: Area| world.place(area).name.clone();
        let refusal = |code| Refusal::new(code).with("from", name(march.from));
        match illegal {
            Illegal::Nobody(area) => refusal("march-nobody").with("to", name(area)),
            Illegal::TooManyUnits(unit) => {
                let spot = board.spot(march.from);
                refusal("march-too-many-units")
                    .with("unit", unit.id())
                    .with("wanted", march.to.iter().map(|(_, units)| u32::from(units.of(unit))).sum::<u32>())
                    .with("there", spot.fit.of(unit))
                    .with("routed", spot.routed.of(unit))
            }
            Illegal::OutOfReach(area) => {
                let reach: Vec<String> = self.reach(march.from).iter().map(name).collect();
                refusal("march-out-of-reach").with("to", name(area)).with("legal", reach.join(", "))
            }
            Illegal::TwoBattles(one, other) => {
                refusal("march-two-battles").with("one", name(one)).with("other", name(other))
            }
            Illegal::BreaksSupply => {
                let (back, sizes) = self.beyond_supply(march, march.marching()).unwrap_or_default();
                let armies = armies::armies(board, self.seat, &sizes);
                let limits = armies::limits(world, board.houses[self.seat].supply);
                let why = refusal("march-breaks-supply")
                    .with("armies", armies.as_slice())
                    .with("limits", limits)
                    .with("back", back.iter().map(|area| name(*area)).collect::<Vec<_>>());
                let is_met = march.to.iter().any(|(area, _)| board.spot(*area).neutral > 0);
                if is_met { why.with("neutral", true) } else { why }
            }
            Illegal::PowerUnitsStay => refusal("march-power-units-stay"),
            Illegal::PowerAtSea | Illegal::PowerTokenThere => refusal("march-power-not-here"),
            Illegal::PowerAtHome => refusal("march-power-at-home"),
            Illegal::PowerNever => refusal("march-power-never"),
            Illegal::PowerNoneLeft => refusal("march-power-none-left"),
            Illegal::PortFull(area) => {
                let most = world.port_capacity;
                refusal("march-port-full").with("to", name(area)).with("most", most)
            }
            Illegal::TooWeak(area) => {
                refusal("march-too-weak").with("to", name(area)).with("force", board.spot(area).neutral)
            }
        }
    }
}
