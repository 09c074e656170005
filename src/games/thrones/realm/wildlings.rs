//! The wildlings' attack. Rules: 1e, Wildling Attack; R-06.
//!
//! May use: `board`, `answer`, bidding, disband, `table`. Is used by: westeros.

use super::bidding::{Choose, Houses, Prize, bid, break_tie};
use super::disband::{Because, lose_units};
use super::event::RealmEvent;
use crate::games::thrones::Thrones;
use crate::games::thrones::answer::read_card;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::CardId;
use crate::games::thrones::question::Question;
use crate::table::{Listing, Pause, Query, Refusal, Seat, Table};
use serde_json::Value;

/// Mustering points each house loses to the wildlings.
const LOSS: u8 = 2;
/// What the lowest bidder loses.
const LOWEST_LOSS: u8 = 4;

/// The attack: all bid for the Night's Watch; it wins with at least the wildlings' strength. Then their marker
/// returns to the beginning, however it went.
///
/// # Errors
/// Waits for bids, the decision of a tie, the reward or losses.
pub fn attack<T: Table<Thrones>>(board: &mut Board, table: &mut T) -> Result<(), Pause> {
    let strength = board.wildlings_strength();
    let bids = bid(board, Prize::Wildlings, table)?;
    let watch = bids.iter().fold(0u8, |sum, (_, bid)| sum.saturating_add(*bid));
    let won = watch >= strength;

    let amounts = bids.iter().map(|(_, bid)| *bid);
    let (amount, choose) =
        if won { (amounts.max(), Choose::Highest) } else { (amounts.min(), Choose::Lowest) };
    let amount = amount.unwrap_or(0);
    let tied: Houses = board.play_order().into_iter().filter(|seat| bids[*seat] == amount).collect();
    let Some(judge) = board.first_on(Track::IronThrone) else { return Ok(()) };
    let chosen = break_tie(board, judge, Prize::Wildlings, choose, amount, tied, table)?;
    let Some(singled_out) = chosen.first().copied() else { return Ok(()) };
    table.tell(|| {
        let singled_out = board.world.seat_id(singled_out).to_owned();
        RealmEvent::WildlingsDecided { strength, watch, won, singled_out }.into()
    });

    if won {
        reward(board, singled_out, table)?;
    } else {
        for seat in board.play_order() {
            let points = if seat == singled_out { LOWEST_LOSS } else { LOSS };
            lose_units(board, seat, Because::Wildlings, points, table)?;
        }
    }
    board.wildlings = 0;
    table.tell(|| RealmEvent::WildlingsWithdraw.into());
    Ok(())
}

fn reward<T: Table<Thrones>>(board: &mut Board, seat: Seat, table: &mut T) -> Result<(), Pause> {
    let query = Reward { board, seat };
    let card = if board.houses[seat].used.is_empty() {
        table.forced(&query, &None);
        None
    } else {
        table.ask(&query)?
    };
    if let Some(card) = card {
        board.houses[seat].used.remove(card);
        board.houses[seat].hand.add(card);
    }
    table.tell(|| {
        let name = |card: CardId| board.world.card(card).id.clone();
        RealmEvent::CardRecovered { house: board.world.seat_id(seat).to_owned(), card: card.map(name) }.into()
    });
    Ok(())
}

/// Which used House card the highest bidder takes back, if any. Rules: 1e, Victory of the Night's Watch.
pub struct Reward<'a> {
    board: &'a Board,
    seat: Seat,
}

impl<'a> Reward<'a> {
    /// The question to the highest bidder.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Reward { board, seat }
    }
}

impl Query for Reward<'_> {
    type Game = Thrones;
    type Answer = Option<CardId>;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn kind(&self) -> &'static str {
        "reward"
    }

    fn key(&self) -> String {
        self.board.key(self.seat, "reward", "")
    }

    fn position(&self) -> &Board {
        self.board
    }

    fn question(&self) -> Question {
        let cards = self.board.houses[self.seat].used.iter();
        Question::Reward { cards: cards.map(|card| self.board.world.card(card).id.clone()).collect() }
    }

    fn check(&self, answer: &Option<CardId>) -> Result<(), Refusal> {
        match answer {
            Some(card) if !self.board.houses[self.seat].used.has(*card) => {
                let name = self.board.world.card(*card).name.clone();
                let used = self.board.houses[self.seat].used.iter();
                let used: Vec<String> = used.map(|card| self.board.world.card(card).name.clone()).collect();
                Err(Refusal::new("reward-not-used").with("card", name).with("used", used))
            }
            _ => Ok(()),
        }
    }

    fn list(&self, limit: usize) -> Listing<Option<CardId>> {
        let used = self.board.houses[self.seat].used;
        let answers: Vec<_> = used.iter().map(Some).chain([None]).take(limit).collect();
        Listing { complete: answers.len() == used.len() + 1, answers }
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Option<CardId> {
        let used = self.board.houses[self.seat].used;
        used.iter().nth(dice.usize(0..=used.len()))
    }

    /// None: what one may do is not done. Rules: 1e 14.4; R-26.
    fn default(&self) -> Option<CardId> {
        None
    }

    fn write(&self, answer: &Option<CardId>) -> Value {
        answer.map_or(Value::Null, |card| self.board.world.card(card).id.clone().into())
    }

    fn read(&self, value: &Value) -> Result<Option<CardId>, Refusal> {
        if value.is_null() { Ok(None) } else { read_card(&self.board.world, "reward", value).map(Some) }
    }
}
