//! The Messenger Raven. Rules: 1e, The Messenger Raven; R-08.

use super::event::RealmEvent;
use super::planning::{Orders, check_place, check_tokens, misplaced};
use crate::games::thrones::answer::{malformed, read_area, read_map, read_order};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{Area, OrderId, World};
use crate::games::thrones::game::Table;
use crate::games::thrones::question::Question;
use crate::table::{Listing, Pause, Refusal, Seat};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// After the reveal the Raven's holder, on each board, may replace one of its orders; without orders it is not asked.
///
/// # Errors
/// If the choice is missing.
pub fn raven(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    (0..board.theatres.len()).try_for_each(|theatre| raven_of(board, theatre, table))
}

fn raven_of(board: &mut Board, theatre: usize, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(seat) = board.first_on(theatre, Track::KingsCourt) else { return Ok(()) };
    if Orders::of(board, seat).iter().next().is_none() {
        return Ok(());
    }
    let change = table.ask(&Raven::new(board, seat))?;
    let house = || board.world.seat_id(seat).to_owned();
    let Some((area, order)) = change else {
        table.tell(|| RealmEvent::RavenUnused { house: house() }.into());
        return Ok(());
    };
    table.tell(|| {
        let token = |order: OrderId| board.world.token(order).id.clone();
        RealmEvent::OrderReplaced {
            house: house(),
            area: board.world.area_id(area).to_owned(),
            from: board.spot(area).order.map_or_else(String::new, token),
            to: token(order),
        }
        .into()
    });
    board.spot_mut(area).order = Some(order);
    Ok(())
}

/// Which order of its own the holder of the Raven replaces by one not used, if any.
pub struct Raven<'a> {
    board: &'a Board,
    seat: Seat,
    orders: Orders,
}

impl<'a> Raven<'a> {
    /// The question to the holder of the Raven.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Raven { board, seat, orders: Orders::of(board, seat) }
    }

    /// Returns legal replacements.
    fn legal(&self) -> impl Iterator<Item = (Area, OrderId)> {
        let tokens = || self.board.world.all_orders();
        let all = self.orders.iter().flat_map(move |(area, _)| tokens().map(move |order| (area, order)));
        all.filter(|(area, order)| self.legal_one(*area, *order))
    }

    fn legal_one(&self, area: Area, order: OrderId) -> bool {
        let (world, Some(old)) = (&self.board.world, self.orders.get(area)) else { return false };
        let (new, old_token) = (world.token(order), world.token(old));
        let stars = self.orders.stars(self.board) - u8::from(old_token.star) + u8::from(new.star);
        order != old
            && self.orders.count(order) < world.tokens_of(self.seat, order)
            && stars <= self.board.stars(self.seat)
            && misplaced(self.board, area, order).is_none()
    }
}

impl Ask for Raven<'_> {
    type Answer = Option<(Area, OrderId)>;
    const KIND: &'static str = "raven";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        let name = |(area, order)| (world.area_id(area).to_owned(), world.token(order).id.clone());
        Question::Raven { orders: self.orders.iter().map(name).collect() }
    }

    fn check(&self, answer: &Option<(Area, OrderId)>) -> Result<(), Refusal> {
        let Some((area, order)) = *answer else { return Ok(()) };
        let name = self.board.world.place(area).name.clone();
        let Some(old) = self.orders.get(area) else {
            return Err(Refusal::new("raven-no-order").with("area", name));
        };
        if old == order {
            let token = self.board.world.token(order).id.clone();
            return Err(Refusal::new("raven-same-order").with("area", name).with("order", token));
        }
        check_place(self.board, area, order)?;
        // The order replaced counts as used still (it must be another that replaces it), its star does not.
        let mut after = self.orders.clone();
        after.set(area, order);
        check_tokens(self.board, self.seat, &after)
    }

    fn walk(&self, found: Found<'_, Option<(Area, OrderId)>>) -> ControlFlow<()> {
        [None].into_iter().chain(self.legal().map(Some)).try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Option<(Area, OrderId)>> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Option<(Area, OrderId)> {
        let areas = self.orders.iter().count();
        let (area, _) = self.orders.iter().nth(dice.usize(0..areas.max(1)))?;
        let order = OrderId(dice.u8(0..self.board.world.tokens.len().max(1) as u8));
        // About every second throw is legal; else the Raven stays.
        self.legal_one(area, order).then_some((area, order))
    }

    /// The orders stay. R-26.
    fn default(&self) -> Option<(Area, OrderId)> {
        None
    }
}

/// An area with its new order.
impl Form for (Area, OrderId) {
    fn write(&self, world: &World) -> Value {
        json!({"area": world.area_id(self.0), "order": world.token(self.1).id})
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let map = read_map(kind, value)?;
        match (map.get("area"), map.get("order"), map.len()) {
            (Some(area), Some(order), 2) => {
                Ok((read_area(world, kind, area)?, read_order(world, kind, order)?))
            }
            _ => Err(malformed(kind, value)),
        }
    }
}
