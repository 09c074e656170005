//! The Messenger Raven. Rules: 1e, The Messenger Raven; R-08.

use super::event::RealmEvent;
use super::pick::{Item, Pick};
use super::planning::{Orders, check_place, check_stars, check_tokens, misplaced};
use super::turn::board_by_board;
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
    board_by_board(board, |board, theatre, table| raven_of(board, theatre, false, table), table)
}

/// The same, but instead of an order the holder may look at the wildling card on top, and put it under the deck. Rules: 2e,
/// The Messenger Raven; T-84.
///
/// # Errors
/// If a choice is missing.
pub fn raven_or_look(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let step = |board: &mut Board, theatre: usize, table: &mut Table<'_>| {
        let may_look = !board.theatres[theatre].wildling_deck.is_empty();
        raven_of(board, theatre, may_look, table)
    };
    board_by_board(board, step, table)
}

fn raven_of(board: &mut Board, theatre: usize, may_look: bool, table: &mut Table<'_>) -> Result<(), Pause> {
    let raven = board.first_on(theatre, Track::KingsCourt).filter(|_| board.tokens_work(theatre));
    let Some(seat) = raven.filter(|_| !board.is_over(theatre)) else { return Ok(()) };
    if !may_look && Orders::of(board, seat).iter().next().is_none() {
        return Ok(());
    }
    let change = table.ask(&Raven { may_look, ..Raven::new(board, seat) })?;
    let house = || board.world.seat_id(seat).to_owned();
    let (area, order) = match change {
        Flight::Stays => {
            table.tell(|| RealmEvent::RavenUnused { house: house() }.into());
            return Ok(());
        }
        Flight::Looks => {
            table.tell(|| RealmEvent::WildlingsWatched { house: house() }.into());
            return look(board, theatre, seat, table);
        }
        Flight::Replaces(area, order) => (area, order),
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

/// The holder sees the wildling card on top, and leaves it there or puts it under the deck.
fn look(board: &mut Board, theatre: usize, seat: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some(top) = board.theatres[theatre].wildling_deck.first().copied() else { return Ok(()) };
    let card = board.world.theatres[theatre].wildling_deck.get(usize::from(top)).map_or("", |row| row.id());
    let items = [TOP, BOTTOM].into_iter().map(Item::Word).collect();
    let query = Pick::new(board, seat, "wildling-card", items).showing(card);
    let under = table.ask(&query)? == Item::Word(BOTTOM);
    if under {
        board.theatres[theatre].wildling_deck.rotate_left(1);
    }
    table.tell(|| {
        let only = board.world.seat_id(seat).to_owned();
        RealmEvent::WildlingCardSeen { only, card: card.to_owned(), under }.into()
    });
    // Whether the deck has moved on nobody else learns: what others knew of it they know no longer.
    let watched = &mut board.theatres[theatre].watched;
    watched.retain(|(other, card)| *other == seat && *card != top);
    watched.push((seat, top));
    Ok(())
}

/// What becomes of a wildling card that was looked at.
const TOP: &str = "top";
const BOTTOM: &str = "bottom";

/// What the holder of the Raven does with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flight {
    /// Nothing.
    Stays,
    /// Looks at the wildling card on top of the deck.
    Looks,
    /// Puts another order in an area.
    Replaces(Area, OrderId),
}

/// The word for looking at the wildling card.
const LOOK: &str = "look";

/// Which order of its own the holder of the Raven replaces by one not used, if any.
pub struct Raven<'a> {
    board: &'a Board,
    seat: Seat,
    orders: Orders,
    /// `true` if it may look at the wildling card instead.
    may_look: bool,
}

impl<'a> Raven<'a> {
    /// The question to the holder of the Raven.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Raven { board, seat, orders: Orders::of(board, seat), may_look: false }
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
    type Answer = Flight;
    const KIND: &'static str = "raven";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        let world = &self.board.world;
        let name = |(area, order)| (world.area_id(area).to_owned(), world.token(order).id.clone());
        Question::Raven { orders: self.orders.iter().map(name).collect(), look: self.may_look }
    }

    fn check(&self, answer: &Flight) -> Result<(), Refusal> {
        let (area, order) = match *answer {
            Flight::Stays => return Ok(()),
            Flight::Looks if self.may_look => return Ok(()),
            Flight::Looks => return Err(malformed(Self::KIND, &json!(LOOK))),
            Flight::Replaces(area, order) => (area, order),
        };
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
        check_tokens(self.board, self.seat, &after)?;
        check_stars(self.board, self.seat, &after)
    }

    fn walk(&self, found: Found<'_, Flight>) -> ControlFlow<()> {
        let look = self.may_look.then_some(Flight::Looks);
        let replaced = self.legal().map(|(area, order)| Flight::Replaces(area, order));
        [Flight::Stays].into_iter().chain(look).chain(replaced).try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Flight> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Flight {
        if self.may_look && dice.u8(0..3) == 0 {
            return Flight::Looks;
        }
        let areas = self.orders.iter().count();
        let Some((area, _)) = self.orders.iter().nth(dice.usize(0..areas.max(1))) else {
            return Flight::Stays;
        };
        let order = OrderId(dice.u8(0..self.board.world.tokens.len().max(1) as u8));
        // About every second throw is legal; else the Raven stays.
        if self.legal_one(area, order) { Flight::Replaces(area, order) } else { Flight::Stays }
    }

    /// The orders stay. R-26.
    fn default(&self) -> Flight {
        Flight::Stays
    }
}

/// Nothing, an area with its new order, or a word.
impl Form for Flight {
    fn write(&self, world: &World) -> Value {
        match self {
            Flight::Stays => Value::Null,
            Flight::Looks => json!(LOOK),
            Flight::Replaces(area, order) => {
                json!({"area": world.area_id(*area), "order": world.token(*order).id})
            }
        }
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        if value.is_null() {
            return Ok(Flight::Stays);
        }
        if value.as_str() == Some(LOOK) {
            return Ok(Flight::Looks);
        }
        let map = read_map(kind, value)?;
        match (map.get("area"), map.get("order"), map.len()) {
            (Some(area), Some(order), 2) => {
                Ok(Flight::Replaces(read_area(world, kind, area)?, read_order(world, kind, order)?))
            }
            _ => Err(malformed(kind, value)),
        }
    }
}
