//! Gifts of the houses to the Night's Watch: blind, one of each house, all shown together. Rules: WN, B-84.

use crate::games::thrones::answer::malformed;
use crate::games::thrones::ask::{About, Ask, Found, Ground, first};
use crate::games::thrones::board::Board;
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::bidding::Houses;
use crate::games::thrones::realm::event::RealmEvent;
use crate::table::{BySeat, Foreseen, Listing, MOST_SEATS, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::ops::ControlFlow;

/// What is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gift {
    /// Levels of supply.
    Barrels,
    /// Mustering points.
    Points,
    Power,
}

impl Gift {
    /// All, in the order of the Westeros phase.
    pub const ALL: [Gift; 3] = [Gift::Barrels, Gift::Points, Gift::Power];

    /// Returns its id: `barrels`.
    pub fn id(self) -> &'static str {
        match self {
            Gift::Barrels => "barrels",
            Gift::Points => "points",
            Gift::Power => "power",
        }
    }
}

/// How much a house gives.
pub struct GiftQuery<'a> {
    board: &'a Board,
    seat: Seat,
    gift: Gift,
    most: u8,
}

impl<'a> GiftQuery<'a> {
    /// The question to a house that has so much to give.
    pub fn new(board: &'a Board, seat: Seat, gift: Gift, most: u8) -> Self {
        GiftQuery { board, seat, gift, most }
    }

    fn too_much(&self, number: u64) -> Refusal {
        let refusal = Refusal::new("gift-too-much").with("number", number).with("most", self.most);
        refusal.with("gift", self.gift.id())
    }
}

impl Ask for GiftQuery<'_> {
    type Answer = u8;
    const KIND: &'static str = "gift";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.gift.id()) }
    }

    fn question(&self) -> Question {
        Question::Gift { what: self.gift.id().to_owned(), most: self.most }
    }

    fn check(&self, number: &u8) -> Result<(), Refusal> {
        if *number > self.most { Err(self.too_much((*number).into())) } else { Ok(()) }
    }

    fn walk(&self, found: Found<'_, u8>) -> ControlFlow<()> {
        (0..=self.most).try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<u8> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> u8 {
        // Who gives all starves: the lowest of three throws keeps most at home.
        let mut throw = || dice.u8(0..=self.most);
        throw().min(throw()).min(throw())
    }

    /// Nothing. B-07.
    fn default(&self) -> u8 {
        0
    }

    fn read(&self, value: &Value) -> Result<u8, Refusal> {
        let number = value.as_u64().ok_or_else(|| malformed("gift", value))?;
        u8::try_from(number).map_err(|_| self.too_much(number))
    }
}

/// What was given.
pub struct Given {
    /// By each house.
    pub by: BySeat<u8>,
    /// In all.
    pub sum: u8,
}

/// All houses say in secret what they give, as far as they have anything; `most` tells how much a house has.
///
/// # Errors
/// If a house has not said.
pub fn give(
    board: &Board,
    gift: Gift,
    most: &dyn Fn(Seat) -> u8,
    table: &mut Table<'_>,
) -> Result<Given, Pause> {
    let givers = givers(board);
    let able: Houses = givers.iter().copied().filter(|seat| most(*seat) > 0).collect();
    let queries: ArrayVec<GiftQuery<'_>, MOST_SEATS> =
        able.iter().map(|seat| GiftQuery::new(board, *seat, gift, most(*seat))).collect();
    let answers = if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? };
    for seat in givers.iter().filter(|seat| !able.contains(seat)) {
        table.forced(&GiftQuery::new(board, *seat, gift, 0), &0);
    }
    let mut by = BySeat::new(board.houses.len(), |_| 0u8);
    for (seat, number) in able.into_iter().zip(answers) {
        by[seat] = number;
    }
    let sum = by.iter().fold(0u8, |sum, (_, number)| sum.saturating_add(*number));
    if !givers.is_empty() {
        table.tell(|| {
            let gifts = givers.iter().map(|seat| (board.world.seat_id(*seat).to_owned(), by[*seat]));
            RealmEvent::GiftsShown { what: gift.id().to_owned(), gifts: gifts.collect(), sum }.into()
        });
    }
    Ok(Given { by, sum })
}

/// Returns the houses that may give, by their places in the list of seats.
fn givers(board: &Board) -> Houses {
    let mut givers = board.play_order_in(0);
    givers.sort_unstable_by_key(|seat| seat.index());
    givers
}

/// Foresees the gifts of all houses that may have anything to give.
pub fn foresee(foresight: &mut Foresight, gift: Gift, most: &dyn Fn(&Board, Seat) -> u8) {
    let board = foresight.board.clone();
    for seat in givers(&board) {
        let most = most(&board, seat);
        if most > 0 {
            let query = GiftQuery::new(&board, seat, gift, most);
            foresight.add(Foreseen::of(&query, true, foresight.limit()));
        }
    }
}
