//! Planning: all houses place their orders in secret, and all are revealed. Rules: 1e, The Planning phase; R-07.

use super::event::RealmEvent;
use crate::games::thrones::answer::{read_area, read_map, read_order};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, all_or_few};
use crate::games::thrones::board::{Board, Spot};
use crate::games::thrones::data::{Area, OrderId, OrderKind, World};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::games::thrones::terms::Misplaced;
use crate::table::{Listing, MOST_SEATS, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// All houses with units on the board plan at once; then the orders lie open.
///
/// # Errors
/// If a plan is missing.
pub fn planning(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let plans = {
        let planners = board.houses.seats().filter(|seat| board.held_by(*seat).next().is_some());
        let queries: ArrayVec<Ordering<'_>, MOST_SEATS> =
            planners.map(|seat| Ordering::new(board, seat)).collect();
        if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? }
    };
    for orders in plans {
        for (area, order) in orders.iter() {
            board.spot_mut(area).order = Some(order);
        }
    }
    tell_orders(board, table);
    Ok(())
}

/// Tells the orders that lie open now.
pub fn tell_orders(board: &Board, table: &mut Table<'_>) {
    table.tell(|| revealed(board).into());
}

fn revealed(board: &Board) -> RealmEvent {
    let world = &board.world;
    let (mut orders, mut bare) = (BTreeMap::new(), BTreeMap::new());
    for (area, spot) in board.areas() {
        let Some(holder) = spot.holder else { continue };
        let (house, id) = (world.seat_id(holder).to_owned(), world.area_id(area).to_owned());
        match spot.order {
            Some(order) => {
                let of_house: &mut BTreeMap<_, _> = orders.entry(house).or_default();
                of_house.insert(id, world.token(order).id.clone());
            }
            None => {
                let of_house: &mut Vec<_> = bare.entry(house).or_default();
                of_house.push(id);
            }
        }
    }
    RealmEvent::OrdersRevealed { orders, bare }
}

/// Returns where an order may not lie by the first edition. Rules: 1e, The Planning phase; R-07.
pub fn misplaced_by_terrain(board: &Board, area: Area, order: OrderId) -> Option<Misplaced> {
    let (world, kind) = (&board.world, board.world.token(order).kind);
    if board.forbids(order).is_some() {
        return Some(Misplaced::Forbidden);
    }
    if world.is_sea(area) {
        return (kind == OrderKind::Consolidate).then_some(Misplaced::ConsolidateAtSea);
    }
    let alone = world.borders(area).and(world.land).is_empty();
    (kind == OrderKind::Support && alone).then_some(Misplaced::SupportNowhere)
}

/// Returns where an order may not lie by the second edition: nowhere that an open card forbids it. Rules: 2e, Planning.
pub fn misplaced_if_forbidden(board: &Board, _: Area, order: OrderId) -> Option<Misplaced> {
    board.forbids(order).map(|_| Misplaced::Forbidden)
}

/// Why an order may not lie in an area this turn, by the edition; `None` if it may.
pub fn misplaced(board: &Board, area: Area, order: OrderId) -> Option<Misplaced> {
    (board.edition.misplaced)(board, area, order)
}

/// The refusal for an order that may not lie in an area this turn.
///
/// # Errors
/// If the edition calls it [`Misplaced`].
pub fn check_place(board: &Board, area: Area, order: OrderId) -> Result<(), Refusal> {
    let Some(why) = misplaced(board, area, order) else { return Ok(()) };
    let token = board.world.token(order);
    let code = match why {
        Misplaced::Forbidden => "order-forbidden",
        Misplaced::ConsolidateAtSea => "order-consolidate-at-sea",
        Misplaced::SupportNowhere => "order-support-nowhere",
        Misplaced::Unmanned => "order-unmanned",
        Misplaced::SupportCutOff => "order-support-cut-off",
    };
    let refusal = Refusal::new(code)
        .with("area", board.world.place(area).name.clone())
        .with("order", token.id.clone())
        .with("kind", token.kind.id());
    Err(refusal.with("card", board.forbids(order).map_or("", |card| card.id)))
}

/// The refusal for more tokens of a sort than there are.
///
/// # Errors
/// `order-used-up`.
pub fn check_tokens(board: &Board, seat: Seat, orders: &Orders) -> Result<(), Refusal> {
    let world = &board.world;
    for (_, order) in orders.iter() {
        let (tokens, used) = (world.tokens_of(seat, order), orders.count(order));
        if used > tokens {
            let refusal = Refusal::new("order-used-up").with("order", world.token(order).id.clone());
            return Err(refusal.with("tokens", tokens).with("used", used));
        }
    }
    Ok(())
}

/// The refusal for more starred orders than the house has stars.
///
/// # Errors
/// `order-too-many-stars`.
pub fn check_stars(board: &Board, seat: Seat, orders: &Orders) -> Result<(), Refusal> {
    let (stars, used) = (board.stars(seat), orders.stars(board));
    if used > stars {
        return Err(Refusal::new("order-too-many-stars").with("stars", stars).with("used", used));
    }
    Ok(())
}

/// Orders by area, in the order of the board's list, one to an area.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders(ArrayVec<(Area, OrderId), 128>);

impl Orders {
    /// The orders of a house on the board.
    pub fn of(board: &Board, seat: Seat) -> Self {
        Orders(board.held_by(seat).filter_map(|(area, spot)| Some((area, spot.order?))).collect())
    }

    /// Puts an order in an area, in place of what was there.
    pub fn set(&mut self, area: Area, order: OrderId) {
        match self.0.binary_search_by_key(&area, |(a, _)| *a) {
            Ok(i) => self.0[i].1 = order,
            // There are at most 128 areas to a board, so there is room.
            Err(i) => drop(self.0.try_insert(i, (area, order))),
        }
    }

    /// Returns the order in an area.
    pub fn get(&self, area: Area) -> Option<OrderId> {
        self.0.iter().find(|(a, _)| *a == area).map(|(_, order)| *order)
    }

    /// Returns the areas with their orders.
    pub fn iter(&self) -> impl Iterator<Item = (Area, OrderId)> {
        self.0.iter().copied()
    }

    /// Returns how many of a sort of token are used.
    pub fn count(&self, order: OrderId) -> u8 {
        self.iter().filter(|(_, o)| *o == order).count() as u8
    }

    /// Returns how many starred tokens are used.
    pub fn stars(&self, board: &Board) -> u8 {
        self.iter().filter(|(_, order)| board.world.token(*order).star).count() as u8
    }
}

/// The orders of a house for the turn: at most one in each area with own units.
pub struct Ordering<'a> {
    board: &'a Board,
    seat: Seat,
}

impl<'a> Ordering<'a> {
    /// The question to a house.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Ordering { board, seat }
    }

    /// Returns `true` if an order may be added to others.
    fn may_add(&self, orders: &Orders, area: Area, order: OrderId) -> bool {
        let token = self.board.world.token(order);
        orders.count(order) < self.board.world.tokens_of(self.seat, order)
            && (!token.star || orders.stars(self.board) < self.board.stars(self.seat))
            && misplaced(self.board, area, order).is_none()
    }

    /// Returns the first sort of token, by rank, that may be added in an area.
    fn first_legal(&self, orders: &Orders, area: Area, rank: impl Fn(OrderKind) -> u8) -> Option<OrderId> {
        let all = self.board.world.all_orders().filter(|order| self.may_add(orders, area, *order));
        all.min_by_key(|order| rank(self.board.world.token(*order).kind))
    }

    /// Returns an area that must have an order and has none. Only where the campaign wants an order everywhere.
    fn left_bare(&self, orders: &Orders) -> Option<Area> {
        if !(self.board.edition.order_everywhere)(self.board) {
            return None;
        }
        // Units that never leave an area may be left without an order (BW, B-11).
        let manned = |spot: &Spot| !self.board.world.movable(spot.units()).is_empty();
        let held = self.board.held_by(self.seat).filter(|(_, spot)| manned(spot));
        let mut areas = held.map(|(area, _)| area);
        let may_have_one =
            |area: Area| self.board.world.all_orders().any(|order| self.may_add(orders, area, order));
        areas.find(|area| orders.get(*area).is_none() && may_have_one(*area))
    }

    /// Returns orders with those added that must not be missing: the ones that do least by themselves.
    pub fn filled(&self, mut orders: Orders) -> Orders {
        while let Some(area) = self.left_bare(&orders) {
            let least_done = |kind| match kind {
                OrderKind::Defense => 0,
                OrderKind::Consolidate => 1,
                OrderKind::Support => 2,
                OrderKind::Raid => 3,
                OrderKind::March => 4,
            };
            match self.first_legal(&orders, area, least_done) {
                Some(order) => orders.set(area, order),
                None => break,
            }
        }
        orders
    }

    fn fill(&self, areas: &[Area], orders: &Orders, found: Found<'_, Orders>) -> ControlFlow<()> {
        let Some((area, rest)) = areas.split_first() else {
            return if self.left_bare(orders).is_none() {
                found(orders.clone())
            } else {
                ControlFlow::Continue(())
            };
        };
        for order in self.board.world.all_orders() {
            if self.may_add(orders, *area, order) {
                let mut then = orders.clone();
                then.set(*area, order);
                self.fill(rest, &then, found)?;
            }
        }
        self.fill(rest, orders, found)
    }
}

impl Ask for Ordering<'_> {
    type Answer = Orders;
    const KIND: &'static str = "orders";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn list(&self, limit: usize) -> Listing<Orders> {
        all_or_few(self, limit)
    }

    fn question(&self) -> Question {
        let forbidden = OrderKind::ALL.into_iter().filter(|kind| self.board.forbidden(*kind));
        let areas = self.board.held_by(self.seat).map(|(area, _)| self.board.world.area_id(area).to_owned());
        Question::Orders {
            areas: areas.collect(),
            stars: self.board.stars(self.seat),
            forbidden: forbidden.map(|kind| kind.id().to_owned()).collect(),
        }
    }

    fn check(&self, orders: &Orders) -> Result<(), Refusal> {
        let name = |area: Area| self.board.world.place(area).name.clone();
        for (area, order) in orders.iter() {
            if self.board.spot(area).holder != Some(self.seat) {
                return Err(Refusal::new("order-not-yours").with("area", name(area)));
            }
            check_place(self.board, area, order)?;
        }
        check_tokens(self.board, self.seat, orders)?;
        check_stars(self.board, self.seat, orders)?;
        match self.left_bare(orders) {
            Some(area) => Err(Refusal::new("order-missing").with("area", name(area))),
            None => Ok(()),
        }
    }

    fn walk(&self, found: Found<'_, Orders>) -> ControlFlow<()> {
        let areas: ArrayVec<Area, 128> = self.board.held_by(self.seat).map(|(area, _)| area).collect();
        self.fill(&areas, &Orders::default(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Orders {
        let mut orders = Orders::default();
        let sorts = self.board.world.tokens.len() as u8;
        let mut areas: ArrayVec<Area, 128> = self.board.held_by(self.seat).map(|(area, _)| area).collect();
        // The scarce tokens should not always go to the first areas of the list.
        dice.shuffle(&mut areas);
        let presses = self.board.world.north.as_ref().is_some_and(|north| north.presses(self.seat));
        for area in areas {
            // Whoever wins by going somewhere marches more often than chance has it.
            let march = |order: &OrderId| self.board.world.token(*order).kind == OrderKind::March;
            if presses && dice.bool() {
                let marches = self.board.world.all_orders().filter(march);
                if let Some(order) = marches.into_iter().find(|order| self.may_add(&orders, area, *order)) {
                    orders.set(area, order);
                    continue;
                }
            }
            // A few throws find a legal token as a rule; else the area stays bare, as it sometimes may.
            for _ in 0..6 {
                let order = OrderId(dice.u8(0..sorts));
                if self.may_add(&orders, area, order) {
                    orders.set(area, order);
                    break;
                }
            }
        }
        while let Some(area) = self.left_bare(&orders) {
            match self.first_legal(&orders, area, |_| 0) {
                Some(order) => orders.set(area, order),
                None => break,
            }
        }
        orders
    }

    /// No orders; where the campaign wants an order everywhere, those that do least by themselves. R-26.
    fn default(&self) -> Orders {
        self.filled(Orders::default())
    }
}

impl Form for Orders {
    fn write(&self, world: &World) -> Value {
        self.iter().map(|(area, order)| (world.area_id(area), world.token(order).id.clone())).collect()
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let mut orders = Orders::default();
        for (area, order) in read_map(kind, value)? {
            let area = read_area(world, kind, &area.as_str().into())?;
            orders.set(area, read_order(world, kind, order)?);
        }
        Ok(orders)
    }
}
