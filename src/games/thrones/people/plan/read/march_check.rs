//! Checks marches against the position: what is legal, `war` says. Rules: 1e, March; R-10.

use super::reader::Reader;
use crate::games::thrones::armies;
use crate::games::thrones::board::{Board, Stage};
use crate::games::thrones::data::{Area, OrderId, OrderKind, Troop};
use crate::games::thrones::people::plan::model::{Amount, Force, March as PlannedMarch, Step};
use crate::games::thrones::people::plan::troops::march_now;
use crate::games::thrones::people::reach::{attack_strength, next_door, reach_with_ships, support_strength};
use crate::games::thrones::terms::Forces;
use crate::games::thrones::war::march::{Illegal, March, Marches};
use crate::sheet::{Fault, Refusal, Severity, Span};
use crate::table::{DOUBT, Seat};

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
        self.marched.push((from, span));
        let mut near = true;
        for (to, force, span) in steps {
            near &= self.check_goal(from, *to, *span);
            self.check_force(from, force, *span);
        }
        if near {
            self.check_position(from, span, steps);
        }
    }

    /// Says what is to say of the marches of this plan when all are known.
    pub(super) fn marches_as_a_whole(&mut self) {
        self.marches_that_give_up_land();
        self.marches_beyond_supply();
        self.marches_too_weak();
        self.marches_without_march_order();
    }

    /// Says of each march of this plan whose area gets no March order by it.
    fn marches_without_march_order(&mut self) {
        for (from, span) in std::mem::take(&mut self.marched) {
            if self.kind_there(from) != Some(OrderKind::March) {
                let why = Refusal::new("plan-march-without-order").with("area", self.name(from));
                let why = why.with(DOUBT, true);
                // The order may have been sent before.
                self.faults.push(Fault { span: Some(span), ..Fault::omission(why) });
            }
        }
    }

    /// Returns the kind of the order in an area: the one there, or before they are revealed that of this plan.
    pub(super) fn kind_there(&self, area: Area) -> Option<OrderKind> {
        let order = if self.board.stage > Stage::Planning {
            self.board.spot(area).order
        } else {
            let planned = self.plan.orders.as_ref()?.get(self.world.area_id(area));
            planned.and_then(|id| self.world.order(id))
        };
        order.map(|order| self.world.token(order).kind)
    }

    /// Warns of each march of this plan that a neutral force turns back unless other houses support it, or that it bars. Rules:
    /// 1e, Neutral forces; R-11; 2e, Neutral forces; T-74.
    fn marches_too_weak(&mut self) {
        let board = self.board;
        if !self.settled() {
            return;
        }
        let by_others = board.forces() == Forces::TurnBack;
        let mut weak = Vec::new();
        for march in &self.plan.marches {
            let from = self.world.area(&march.from).filter(|from| self.own_units(*from));
            let Some((from, bonus)) =
                from.and_then(|from| Some((from, self.bonus_there(from, OrderKind::March)?)))
            else {
                continue;
            };
            let span = self.marched.iter().find(|(area, _)| *area == from).map(|(_, span)| *span);
            for (to, troop) in march_now(board, from, &march.to).to {
                let force = i16::from(board.spot(to).neutral);
                let alone = attack_strength(board, self.seat, from, to, troop) + bonus;
                let strength = alone + self.most_support(from, to, true);
                let may_grow = !by_others && self.brings_support(to);
                let weak_there = strength < force && !troop.is_empty() && !may_grow;
                if let Some(span) = span.filter(|_| weak_there) {
                    let others = if by_others { self.most_support(from, to, false) } else { 0 };
                    let most = strength + others;
                    let why = Refusal::new("plan-march-too-weak").with("from", self.name(from));
                    let why = why.with("area", self.name(to)).with("force", force);
                    weak.push((span, why.with("strength", strength).with("most", most)));
                }
            }
        }
        weak.into_iter().for_each(|(span, why)| self.warn(span, why));
    }

    /// Warns of each march of this plan with which the last unit leaves land that a power token would keep. Rules: 1e, March.
    fn marches_that_give_up_land(&mut self) {
        if self.board.stage > Stage::Marches {
            return;
        }
        let mut lost = Vec::new();
        // What another march moves in holds the land again, if it depends on nothing.
        let comes = |area: &str| {
            let goes = |march: &PlannedMarch| {
                march.when.is_empty()
                    && march.unless.is_empty()
                    && march.from != area
                    && march.to.iter().any(|step| step.to == area)
            };
            self.plan.marches.iter().any(goes)
        };
        for march in self.plan.marches.iter().filter(|march| !march.leave_power && !comes(&march.from)) {
            let is_land_to_lose =
                |from: &Area| self.own_units(*from) && self.world.home_of(*from) != Some(self.seat);
            let from = self.world.area(&march.from).filter(is_land_to_lose);
            let span = from.and_then(|from| self.marched.iter().find(|(area, _)| *area == from));
            let Some((from, span)) = span.copied() else { continue };
            let with_token = March { leave_power: true, ..march_now(self.board, from, &march.to) };
            let keeps = |illegal: &Illegal| {
                !matches!(
                    illegal,
                    Illegal::PowerAtSea
                        | Illegal::PowerAtHome
                        | Illegal::PowerNever
                        | Illegal::PowerTokenThere
                        | Illegal::PowerUnitsStay
                        | Illegal::PowerNoneLeft
                )
            };
            if Marches::new(self.board, self.seat).all_illegal(&with_token).iter().all(keeps) {
                lost.push((span, self.name(from)));
            }
        }
        // The same words for each area would fill the first lines.
        let Some((span, from)) = lost.first().cloned() else { return };
        let why = Refusal::new("plan-march-gives-up").with("from", from).with("headline", true);
        let span = (lost.len() == 1).then_some(span);
        let areas: Vec<&str> = lost.into_iter().map(|(_, from)| from).collect();
        let why = if areas.len() > 1 { why.with("areas", areas) } else { why };
        self.faults.push(Fault { span, severity: Severity::Warning, ..Fault::omission(why) });
    }

    /// Returns the most that orders of a kind in an area add, by the order there, the plan, or what may still be placed; `None`
    /// if the order there is of another kind.
    fn bonus_there(&self, area: Area, kind: OrderKind) -> Option<i16> {
        let board = self.board;
        let of = |order: OrderId| Some(self.world.token(order)).filter(|token| token.kind == kind);
        if board.stage > Stage::Planning {
            return board.spot(area).order.and_then(of).map(|token| token.bonus);
        }
        let planned = self.plan.orders.as_ref().filter(|_| self.own_units(area));
        if let Some(order) = planned.and_then(|orders| orders.get(self.world.area_id(area))) {
            return self.world.order(order).and_then(of).map(|token| token.bonus);
        }
        let allowed = self.world.all_orders().filter(|order| board.forbids(*order).is_none());
        allowed.filter_map(of).map(|token| token.bonus).max()
    }

    /// Returns what all `own` units beside an area could add to a march there, or all of other houses.
    fn most_support(&self, from: Area, to: Area, own: bool) -> i16 {
        let board = self.board;
        let helps = |area: &Area| {
            let near = next_door(board, *area).without(self.world.dashed[area.index()]);
            let holder = board.spot(*area).holder;
            *area != from && near.has(to) && holder.is_some_and(|holder| (holder == self.seat) == own)
        };
        let helpers = board.areas().map(|(area, _)| area).filter(helps);
        let support = |area: Area| {
            let bonus = self.bonus_there(area, OrderKind::Support)?;
            Some(support_strength(board, self.seat, (from, to), area) + bonus)
        };
        helpers.filter_map(support).map(|strength| strength.max(0)).sum()
    }

    /// Returns `true` if marches of this plan bring units to an own area beside another, where they could lend their strength.
    fn brings_support(&self, to: Area) -> bool {
        let near = next_door(self.board, to);
        let goals = self.plan.marches.iter().flat_map(|march| &march.to).map(|step| step.to.as_str());
        let mut goals = goals.filter_map(|goal| self.world.area(goal));
        goals.any(|goal| near.has(goal) && self.own_units(goal))
    }

    /// Returns `true` if the destination can be reached now, and adds a fault if not.
    fn check_goal(&mut self, from: Area, to: Area, span: Span) -> bool {
        let world = self.world.clone();
        let now = Marches::new(self.board, self.seat).reach(from);
        if now.has(to) {
            return true;
        }
        let why = |code| Refusal::new(code).with("from", self.name(from)).with("area", self.name(to));
        let why = if from == to {
            why("plan-march-same-area")
        } else if world.is_sea(from) != world.is_sea(to) {
            why("plan-march-terrain")
        } else if !world.is_sea(from) && reach_with_ships(self.board, self.seat, from).has(to) {
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
        let there = self.world.movable(self.board.spot(from).fit);
        for (unit, amount) in kinds {
            let why = |code| {
                let why = Refusal::new(code).with("unit", unit.id());
                why.with("number", there.of(*unit)).with("area", self.name(from))
            };
            if self.world.unit(*unit).sea != self.world.is_sea(from) {
                self.error(span, why("plan-march-units-terrain"));
            } else if matches!(amount, Amount::Number(wanted) if *wanted > there.of(*unit)) {
                self.warn(span, why("plan-march-fewer-units"));
            }
        }
    }

    /// Returns `false` with a warning if no power token can ever be left there; the march counts without it. Warns if there is
    /// none now. Whether the last unit leaves may still change.
    pub(super) fn may_leave_power(&mut self, from: Area, span: Span) -> bool {
        let march = March { leave_power: true, ..March::stay(from) };
        let mut may = true;
        for illegal in Marches::new(self.board, self.seat).all_illegal(&march) {
            let code = match illegal {
                Illegal::PowerAtSea => "plan-march-power-at-sea",
                Illegal::PowerAtHome => "plan-march-power-at-home",
                Illegal::PowerNoneLeft => "plan-march-no-power",
                _ => continue,
            };
            may &= illegal == Illegal::PowerNoneLeft;
            self.warn(span, Refusal::new(code).with("area", self.name(from)));
        }
        may
    }

    /// Warns of what makes the march illegal as the position is now: a second battle, or supply.
    fn check_position(&mut self, from: Area, span: Span, steps: &Steps) {
        let steps: Vec<Step> =
            steps.iter().map(|(to, units, _)| Step { to: self.id(*to), units: units.clone() }).collect();
        let march = march_now(self.board, from, &steps);
        let marches = Marches::new(self.board, self.seat);
        let all = marches.all_illegal(&march);
        if all.iter().any(|illegal| matches!(illegal, Illegal::TwoBattles(..))) {
            let enemies = march.to.iter().map(|(to, _)| *to).filter(|to| marches.is_enemy(*to));
            let why = Refusal::new("plan-march-two-battles").with("from", self.name(from));
            self.warn(span, why.with("areas", self.names(enemies)));
        }
    }

    /// Warns of each march of this plan that goes beyond supply, as the position is now and after the plan's other marches: these may be
    /// made before it. Rules: 1e, fundamental rule; R-10.
    fn marches_beyond_supply(&mut self) {
        let board = self.board;
        // Before units were given up for supply, each march would seem to break it.
        if board.stage > Stage::Marches || !armies::supplied(board, self.seat, &[]) {
            return;
        }
        let marches: Vec<March> = self
            .plan
            .marches
            .iter()
            .filter_map(|march| {
                let from = self.world.area(&march.from).filter(|from| self.own_units(*from))?;
                Some(march_now(board, from, &march.to))
            })
            .collect();
        let breaks = |board: &Board, march: &March| {
            Marches::new(board, self.seat).all_illegal(march).contains(&Illegal::BreaksSupply)
        };
        let mut beyond = Vec::new();
        for (at, march) in marches.iter().enumerate() {
            let now = Marches::new(board, self.seat);
            let reach = now.reach(march.from);
            let span = self.marched.iter().find(|(area, _)| *area == march.from).map(|(_, span)| *span);
            let Some(span) = span.filter(|_| march.to.iter().all(|(to, _)| reach.has(*to))) else { continue };
            if !breaks(board, march) {
                continue;
            }
            let (mut earlier, mut others) = (board.clone(), board.clone());
            for (number, other) in marches.iter().enumerate().filter(|(number, _)| *number != at) {
                if number < at {
                    made(&mut earlier, self.seat, other);
                }
                made(&mut others, self.seat, other);
            }
            if breaks(&earlier, march) && breaks(&others, march) {
                let found = now.refusal(march, Illegal::BreaksSupply);
                let why = Refusal::new("plan-march-breaks-supply");
                let why =
                    found.details().iter().fold(why, |why, (name, value)| why.with(name, value.clone()));
                beyond.push((span, why));
            }
        }
        beyond.into_iter().for_each(|(span, why)| self.warn(span, why));
    }
}

/// Makes a march on a copy of the board, as far as the sizes of armies go: its units stand where they go.
fn made(board: &mut Board, seat: Seat, march: &March) {
    let leaving = march.marching();
    board.spots.change(|area, spot| {
        if area == march.from {
            spot.fit = spot.fit.minus(leaving);
        }
        if let Some((_, troop)) = march.to.iter().find(|(to, _)| *to == area) {
            if spot.holder != Some(seat) {
                spot.holder = Some(seat);
                (spot.fit, spot.routed) = (Troop::NONE, Troop::NONE);
                spot.neutral = 0;
            }
            spot.fit = spot.fit.plus(*troop);
        }
    });
}
