//! Raid orders. Rules: 1e, Action phase, A; R-09.

use super::event::{RemovedOrder, WarEvent};
use crate::games::thrones::answer::{malformed, read_area, read_map};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, AreaSet, OrderId, OrderKind, World};
use crate::games::thrones::game::Table;
use crate::games::thrones::north::windows;
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::turn::board_by_board;
use crate::games::thrones::realm::victory;
use crate::table::{Pause, Refusal, Seat};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Executes all Raid orders, board by board: in order of play one order a house, around until none is left.
///
/// # Errors
/// If a house has not said which order it executes and against what.
pub fn raids(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    board_by_board(board, raids_on, table)?;
    victory::check(board, None, table);
    Ok(())
}

fn raids_on(board: &mut Board, theatre: usize, table: &mut Table<'_>) -> Result<(), Pause> {
    loop {
        let mut done = true;
        for seat in board.play_order_in(theatre) {
            if !board.orders_of(seat, OrderKind::Raid).is_empty() {
                if !windows::raid(board, seat, table)? {
                    raid(board, seat, table)?;
                }
                done = false;
            }
        }
        if done {
            return Ok(());
        }
    }
}

/// One Raid order of a house.
fn raid(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let query = RaidQuery::new(board, seat);
    // A last order that can hit nothing leaves nothing to say.
    let raid = if query.is_idle() {
        table.forced(&query, &query.default());
        query.default()
    } else {
        table.ask(&query)?
    };
    let reach = if raid.at.is_empty() { query.targets(raid.from) } else { AreaSet::EMPTY };
    let order = board.spot_mut(raid.from).order.take();
    let (mut power, mut lost) = (0, 0);
    let mut removed: arrayvec::ArrayVec<(Area, Seat, OrderId), 8> = arrayvec::ArrayVec::new();
    for area in raid.at.iter() {
        let (holder, order) = (board.spot(area).holder, board.spot_mut(area).order.take());
        let (Some(holder), Some(target)) = (holder, order) else { continue };
        removed.push((area, holder, target));
        let before = board.houses[holder].power;
        power += (board.edition.raid_spoils)(board, seat, holder, target);
        lost += before.saturating_sub(board.houses[holder].power);
    }
    table.tell(|| {
        let world = &board.world;
        WarEvent::Raid {
            house: world.seat_id(seat).to_owned(),
            from: world.area_id(raid.from).to_owned(),
            order: order.map_or_else(String::new, |order| world.token(order).id.clone()),
            removed: removed.iter().map(|(a, s, o)| removed_order(board, *a, *s, *o)).collect(),
            reach: world.ids(reach),
            power,
            lost,
        }
        .into()
    });
    board.step += 1;
    let succeeded = (!removed.is_empty()).then_some(raid.from);
    windows::raided(board, seat, succeeded, table)
}

/// Returns an order taken off the board, for events.
pub(super) fn removed_order(board: &Board, area: Area, house: Seat, order: OrderId) -> RemovedOrder {
    RemovedOrder {
        area: board.world.area_id(area).to_owned(),
        house: board.world.seat_id(house).to_owned(),
        order: board.world.token(order).id.clone(),
    }
}

/// Returns how many orders a Raid order may remove by the first edition: the starred one two. Rules: 1e, Action phase, A; R-09.
pub fn two_for_a_star(board: &Board, order: OrderId) -> usize {
    if board.world.token(order).star { 2 } else { 1 }
}

/// Returns which orders a Raid order may remove by the first edition, wherever they are.
pub fn raid_support_consolidate(board: &Board, _: Area, _: OrderId, target: OrderId) -> bool {
    matches!(board.world.token(target).kind, OrderKind::Raid | OrderKind::Support | OrderKind::Consolidate)
}

/// Returns what a raider gains by the first edition: a power for a Consolidate Power order.
pub fn power_for_consolidate(board: &mut Board, raider: Seat, _: Seat, target: OrderId) -> u8 {
    let consolidates = board.world.token(target).kind == OrderKind::Consolidate;
    if consolidates { board.gain_power(raider, 1) } else { 0 }
}

/// Returns that a Raid order takes one order by the second edition, starred or not. Rules: 2e, Raids.
pub fn one(_: &Board, _: OrderId) -> usize {
    1
}

/// Returns which orders a Raid order may remove by the second edition: the starred one Defense orders too.
pub fn star_takes_defense(board: &Board, from: Area, raid: OrderId, target: OrderId) -> bool {
    let (star, kind) = (board.is_special(from, raid), board.world.token(target).kind);
    raid_support_consolidate(board, from, raid, target) || star && kind == OrderKind::Defense
}

/// Returns what a raider gains by the second edition, which its victim loses, if it has any.
pub fn power_from_victim(board: &mut Board, raider: Seat, victim: Seat, target: OrderId) -> u8 {
    if board.world.token(target).kind == OrderKind::Consolidate {
        let power = &mut board.houses[victim].power;
        *power = power.saturating_sub(1);
    }
    power_for_consolidate(board, raider, victim, target)
}

/// Which Raid order to execute, and against what.
pub struct RaidQuery<'a> {
    board: &'a Board,
    seat: Seat,
    orders: AreaSet,
}

/// A Raid order and the areas whose orders it removes; none, if it is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raid {
    /// Where the order is.
    pub from: Area,
    /// What it hits.
    pub at: AreaSet,
}

impl<'a> RaidQuery<'a> {
    /// The question to a house that has a Raid order on the board.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        RaidQuery { board, seat, orders: board.orders_of(seat, OrderKind::Raid) }
    }

    /// Returns own Raid orders left.
    pub fn orders(&self) -> AreaSet {
        self.orders
    }

    /// Returns the areas an own Raid order may hit.
    pub fn targets(&self, from: Area) -> AreaSet {
        let near = self.board.world.borders(from);
        near.iter().filter(|area| self.hits(from, *area).is_ok()).collect()
    }

    fn most(&self, from: Area) -> usize {
        self.board.spot(from).order.map_or(0, |order| (self.board.edition.raid_targets)(self.board, order))
    }

    fn is_idle(&self) -> bool {
        self.orders.len() == 1 && self.orders.iter().all(|from| self.targets(from).is_empty())
    }

    /// Checks that an own Raid order may hit an area; the error is the code of a refusal.
    fn hits(&self, from: Area, area: Area) -> Result<(), &'static str> {
        let (world, spot) = (&self.board.world, self.board.spot(area));
        if !world.borders(from).has(area) {
            return Err("raid-not-adjacent");
        }
        if !world.is_sea(from) && world.is_sea(area) {
            return Err("raid-from-land-to-sea");
        }
        if spot.holder == Some(self.seat) {
            return Err("raid-own-order");
        }
        if world.place(area).unraidable {
            return Err("raid-no-target");
        }
        let raid = self.board.spot(from).order;
        let raidable = |(raid, order)| (self.board.edition.raidable)(self.board, from, raid, order);
        if raid.zip(spot.order).is_some_and(raidable) { Ok(()) } else { Err("raid-no-target") }
    }

    /// A raid, and all that hit some of the rest as well.
    fn hit_more(&self, raid: Raid, mut rest: AreaSet, found: Found<'_, Raid>) -> ControlFlow<()> {
        found(raid)?;
        while let Some(area) = rest.iter().next().filter(|_| raid.at.len() < self.most(raid.from)) {
            rest.remove(area);
            let mut more = raid;
            more.at.add(area);
            self.hit_more(more, rest, found)?;
        }
        ControlFlow::Continue(())
    }
}

impl Ask for RaidQuery<'_> {
    type Answer = Raid;
    const KIND: &'static str = "raid";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        let order = |from: Area| (world.area_id(from).to_owned(), world.ids(self.targets(from)));
        Question::Raid { orders: self.orders.iter().map(order).collect() }
    }

    fn check(&self, raid: &Raid) -> Result<(), Refusal> {
        let name = |area: Area| self.board.world.place(area).name.clone();
        let names = |areas: AreaSet| areas.iter().map(name).collect::<Vec<_>>().join(", ");
        if !self.orders.has(raid.from) {
            let refusal = Refusal::new("raid-no-order").with("area", name(raid.from));
            return Err(refusal.with("orders", names(self.orders)));
        }
        for area in raid.at.iter() {
            self.hits(raid.from, area).map_err(|code| {
                let refusal = Refusal::new(code).with("area", name(area)).with("from", name(raid.from));
                refusal.with("legal", names(self.targets(raid.from)))
            })?;
        }
        let most = self.most(raid.from);
        if raid.at.len() > most {
            let refusal = Refusal::new("raid-too-many").with("from", name(raid.from));
            return Err(refusal.with("most", most));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Raid>) -> ControlFlow<()> {
        for from in self.orders.iter() {
            self.hit_more(Raid { from, at: AreaSet::EMPTY }, self.targets(from), found)?;
        }
        ControlFlow::Continue(())
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Raid {
        let from = self.orders.pick(dice).unwrap_or(Area(0));
        let mut targets = self.targets(from);
        let mut at = AreaSet::EMPTY;
        for _ in 0..self.most(from) {
            // Mostly the order is used: a raid given up is rare at a real table.
            if dice.u8(0..8) > 0
                && let Some(area) = targets.pick(dice)
            {
                at.add(area);
                targets.remove(area);
            }
        }
        Raid { from, at }
    }

    /// The first order in the board's list is given up. Rules: R-26.
    fn default(&self) -> Raid {
        Raid { from: self.orders.iter().next().unwrap_or(Area(0)), at: AreaSet::EMPTY }
    }
}

impl Form for Raid {
    fn write(&self, world: &World) -> Value {
        json!({"from": world.area_id(self.from), "at": world.ids(self.at)})
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let map = read_map(kind, value)?;
        if map.keys().any(|key| key != "from" && key != "at") {
            return Err(malformed(kind, value));
        }
        let from = read_area(world, kind, map.get("from").unwrap_or(&Value::Null))?;
        let mut at = AreaSet::EMPTY;
        let areas = map.get("at").and_then(Value::as_array).ok_or_else(|| malformed(kind, value))?;
        for area in areas {
            let area = read_area(world, kind, area)?;
            if at.has(area) {
                return Err(malformed(kind, value));
            }
            at.add(area);
        }
        Ok(Raid { from, at })
    }
}
