//! Marches against the position. Rules: 1e, March; Ship transport; Supply; R-10.

use super::Reader;
use crate::games::thrones::armies;
use crate::games::thrones::board::Stage;
use crate::games::thrones::data::{Area, OrderKind, Troop, Unit};
use crate::games::thrones::people::plan::consult::march_troops;
use crate::games::thrones::people::plan::model::{Amount, Force, Step};
use crate::games::thrones::people::plan::reach::{reach, reach_with_ships};
use crate::games::thrones::people::plan::words::unit_name;
use crate::sheet::{Refusal, Span};

type Steps = [(Area, Force, Span)];

impl Reader<'_> {
    pub(super) fn check_march(&mut self, from: Area, span: Span, steps: &Steps) {
        if self.board.stage > Stage::Marches {
            return;
        }
        if !self.own_units(from) {
            let own = self.names(self.board.held_by(self.seat).map(|(area, _)| area));
            let why = Refusal::new("plan-march-from-without-units")
                .with("area", self.name(from))
                .with("legal", own);
            // At the marches it may have been done already: a plan may be sent again as it was.
            self.doubt(self.in_place(), span, why);
            return;
        }
        self.check_order(from, span);
        let mut near = true;
        for (to, force, span) in steps {
            near &= self.check_goal(from, *to, *span);
            self.check_force(from, force, *span);
        }
        if near {
            self.check_position(from, span, steps);
        }
    }

    fn check_order(&mut self, from: Area, span: Span) {
        let order = if self.board.stage > Stage::Planning {
            self.board.spot(from).order
        } else {
            let orders = self.plan.orders.as_ref();
            match orders {
                // The orders may come in a section further down, or were sent before.
                None => return,
                Some(orders) => orders.get(self.world.area_id(from)).and_then(|id| self.world.order(id)),
            }
        };
        if order.map(|order| self.world.token(order).kind) != Some(OrderKind::March) {
            self.warn(span, Refusal::new("plan-march-without-order").with("area", self.name(from)));
        }
    }

    /// Whether the destination can be reached now; says so if not.
    fn check_goal(&mut self, from: Area, to: Area, span: Span) -> bool {
        let world = self.world.clone();
        let now = reach(self.board, self.seat, from);
        if now.has(to) {
            return true;
        }
        let why = |code| Refusal::new(code).with("from", self.name(from)).with("area", self.name(to));
        let why = if from == to {
            why("plan-march-same-area")
        } else if world.is_sea(from) != world.is_sea(to) {
            why("plan-march-terrain")
        } else if !world.is_sea(from) && reach_with_ships(self.board, from).has(to) {
            let why = why("plan-march-needs-ships");
            self.warn(span, why.with("legal", self.names(now.iter())));
            return false;
        } else {
            why("plan-march-not-adjacent")
        };
        self.error(span, why.with("legal", self.names(now.iter())));
        false
    }

    fn check_force(&mut self, from: Area, force: &Force, span: Span) {
        let Force::Kinds(kinds) = force else { return };
        let there = self.board.spot(from).fit;
        for (unit, amount) in kinds {
            let why = |code, number| {
                let why = Refusal::new(code).with("unit", unit_name(*unit, number));
                why.with("number", there.of(*unit)).with("area", self.name(from))
            };
            if self.world.unit(*unit).sea != self.world.is_sea(from) {
                self.error(span, why("plan-march-units-terrain", 1));
            } else if matches!(amount, Amount::Number(wanted) if *wanted > there.of(*unit)) {
                self.warn(span, why("plan-march-fewer-units", there.of(*unit)));
            }
        }
    }

    pub(super) fn check_power(&mut self, from: Area, span: Span) {
        if self.world.is_sea(from) {
            self.error(span, Refusal::new("plan-march-power-at-sea").with("area", self.name(from)));
        } else if self.board.houses[self.seat].power == 0 {
            self.warn(span, Refusal::new("plan-march-no-power").with("area", self.name(from)));
        }
    }

    /// More than one battle, and supply, as the position stands.
    fn check_position(&mut self, from: Area, span: Span, steps: &Steps) {
        let enemies: Vec<Area> = steps
            .iter()
            .map(|(to, ..)| *to)
            .filter(|to| self.board.spot(*to).holder.is_some_and(|holder| holder != self.seat))
            .collect();
        if enemies.len() > 1 {
            let why = Refusal::new("plan-march-two-battles").with("from", self.name(from));
            self.warn(span, why.with("areas", self.names(enemies)));
        }
        let steps: Vec<Step> =
            steps.iter().map(|(to, units, _)| Step { to: self.id(*to), units: units.clone() }).collect();
        let troops = march_troops(self.board, from, &steps);
        let changes = changes(self.board, self.seat, from, &troops);
        if !armies::supplied(self.board, self.seat, &changes) && armies::supplied(self.board, self.seat, &[])
        {
            self.warn(span, Refusal::new("plan-march-breaks-supply").with("from", self.name(from)));
        }
    }
}

/// New sizes of a house's troops after a march.
fn changes(
    board: &crate::games::thrones::board::Board,
    seat: crate::table::Seat,
    from: Area,
    troops: &[(Area, Troop)],
) -> Vec<(Area, u8)> {
    let gone: u8 = troops.iter().map(|(_, troop)| troop.count()).sum();
    let left = board.spot(from).units().count().saturating_sub(gone);
    let there = |area: Area| {
        let spot = board.spot(area);
        if spot.holder == Some(seat) { spot.units().count() } else { 0 }
    };
    let arriving = troops.iter().map(|(to, troop)| (*to, there(*to).saturating_add(troop.count())));
    arriving.chain([(from, left)]).collect()
}

/// Kinds of units a house may have, for lists.
pub(super) fn kinds_in_play(world: &crate::games::thrones::data::World) -> impl Iterator<Item = Unit> {
    Unit::ALL.into_iter().filter(|unit| world.unit(*unit).pool > 0)
}
