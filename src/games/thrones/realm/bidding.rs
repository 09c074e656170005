//! Bids: the three auctions of a Clash of Kings, and the ties among bidders. Rules: 1e, Clash of Kings, Bids;
//!

use super::event::{Numbers, RealmEvent};
use super::tracks;
use crate::games::thrones::answer::{malformed, read_seat};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::World;
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::question::Question;
use crate::table::{BySeat, Foreseen, Listing, MOST_SEATS, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::Value;
use std::ops::ControlFlow;

/// Some houses, each once.
pub type Houses = ArrayVec<Seat, MOST_SEATS>;

/// What is bid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prize {
    /// Positions on a track.
    Track(Track),
    /// The strength of the Night's Watch.
    Wildlings,
}

impl Prize {
    /// Returns its id: `iron-throne`, …, `wildlings`.
    pub fn id(self) -> &'static str {
        match self {
            Prize::Track(track) => track.id(),
            Prize::Wildlings => "wildlings",
        }
    }
}

/// How much power a house bids. Rules: 1e, Bids.
pub struct Bid<'a> {
    board: &'a Board,
    seat: Seat,
    prize: Prize,
}

impl<'a> Bid<'a> {
    /// The question to a house what it bids.
    pub fn new(board: &'a Board, seat: Seat, prize: Prize) -> Self {
        Bid { board, seat, prize }
    }

    fn available(&self) -> u8 {
        self.board.houses[self.seat].power
    }
}

impl Ask for Bid<'_> {
    type Answer = u8;
    const KIND: &'static str = "bid";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(self.prize.id()) }
    }

    fn question(&self) -> Question {
        Question::Bid {
            on: self.prize.id().to_owned(),
            available: self.available(),
            wildlings: self.board.wildlings_strength(),
            either: false,
        }
    }

    fn check(&self, bid: &u8) -> Result<(), Refusal> {
        if *bid > self.available() {
            return Err(Refusal::new("bid-too-high").with("bid", *bid).with("available", self.available()));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, u8>) -> ControlFlow<()> {
        (0..=self.available()).try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<u8> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> u8 {
        // Three auctions and the wildlings come out of one purse: the lower of two throws keeps bids moderate.
        let available = self.available();
        dice.u8(0..=available).min(dice.u8(0..=available))
    }

    /// Nothing. R-26.
    fn default(&self) -> u8 {
        0
    }

    fn read(&self, value: &Value) -> Result<u8, Refusal> {
        let bid = value.as_u64().ok_or_else(|| malformed("bid", value))?;
        u8::try_from(bid)
            .map_err(|_| Refusal::new("bid-too-high").with("bid", bid).with("available", self.available()))
    }
}

/// What the holder of the Iron Throne decides about a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choose {
    /// The order of all.
    Order,
    /// Who counts as the highest bidder.
    Highest,
    /// Who counts as the lowest bidder.
    Lowest,
}

impl Choose {
    /// Returns its id: `order`, `highest`, `lowest`.
    pub fn id(self) -> &'static str {
        match self {
            Choose::Order => "order",
            Choose::Highest => "highest",
            Choose::Lowest => "lowest",
        }
    }
}

/// How a tie is decided. The answer holds all the tied, best first, or the one chosen.
/// Rules: 1e, Bids, ties; R-05.
pub struct Tie<'a> {
    board: &'a Board,
    judge: Seat,
    prize: Prize,
    choose: Choose,
    bid: u8,
    tied: Houses,
}

impl<'a> Tie<'a> {
    /// The question to the holder of the Iron Throne. `tied` shared the bid `bid`; in order of play.
    pub fn new(board: &'a Board, judge: Seat, prize: Prize, choose: Choose, bid: u8, tied: Houses) -> Self {
        Tie { board, judge, prize, choose, bid, tied }
    }

    fn wanted(&self) -> usize {
        if self.choose == Choose::Order { self.tied.len() } else { 1 }
    }

    fn names(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().map(|seat| self.board.world.seat_name(*seat).to_owned()).collect()
    }

    fn arrange(&self, chosen: &mut Houses, found: Found<'_, Houses>) -> ControlFlow<()> {
        if chosen.len() == self.wanted() {
            return found(chosen.clone());
        }
        for seat in &self.tied {
            if !chosen.contains(seat) {
                chosen.push(*seat);
                self.arrange(chosen, found)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ask for Tie<'_> {
    type Answer = Houses;
    const KIND: &'static str = "tie";

    fn ground(&self) -> Ground<'_> {
        let about = About::Numbered(self.prize.id(), self.bid);
        Ground { board: self.board, seat: self.judge, about }
    }

    fn question(&self) -> Question {
        Question::Tie {
            on: self.prize.id().to_owned(),
            choose: self.choose.id().to_owned(),
            tied: self.board.seat_ids(&self.tied),
        }
    }

    fn check(&self, answer: &Houses) -> Result<(), Refusal> {
        let once = answer.iter().enumerate().all(|(i, seat)| !answer[..i].contains(seat));
        if answer.len() != self.wanted() || !once || answer.iter().any(|seat| !self.tied.contains(seat)) {
            let code = if self.choose == Choose::Order { "tie-not-all" } else { "tie-not-one" };
            return Err(Refusal::new(code).with("tied", self.names(&self.tied)));
        }
        Ok(())
    }

    fn walk(&self, found: Found<'_, Houses>) -> ControlFlow<()> {
        self.arrange(&mut Houses::new(), found)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Houses {
        let mut tied = self.tied.clone();
        dice.shuffle(&mut tied);
        tied.truncate(self.wanted());
        tied
    }

    /// The present order: on the track itself in its auction, else the order of play, in which the first counts
    /// as the highest bidder and the last as the lowest. R-26.
    fn default(&self) -> Houses {
        let mut tied = self.tied.clone();
        match (self.prize, self.choose) {
            (Prize::Track(track), _) => tied.sort_by_key(|seat| self.board.rank(track, *seat)),
            (_, Choose::Lowest) => tied.reverse(),
            _ => {}
        }
        tied.truncate(self.wanted());
        tied
    }

    fn write(&self, answer: &Houses) -> Value {
        match self.choose {
            Choose::Order => answer.write(&self.board.world),
            _ => answer.first().map_or(Value::Null, |seat| self.board.world.seat_id(*seat).into()),
        }
    }

    fn read(&self, value: &Value) -> Result<Houses, Refusal> {
        let world = &self.board.world;
        if self.choose == Choose::Order {
            return Form::read(world, Self::KIND, value);
        }
        read_seat(world, Self::KIND, value).map(|seat| Houses::from_iter([seat]))
    }
}

impl Form for Houses {
    fn write(&self, world: &World) -> Value {
        self.iter().map(|seat| world.seat_id(*seat)).collect()
    }

    fn read(world: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let mut houses = Houses::new();
        for seat in value.as_array().ok_or_else(|| malformed(kind, value))? {
            houses.try_push(read_seat(world, kind, seat)?).map_err(|_| malformed(kind, value))?;
        }
        Ok(houses)
    }
}

/// Some houses bid in secret, and what they bid is spent, win or lose. A house without power bids 0 without being
/// asked.
///
/// # Errors
/// If a bid is missing.
pub fn bid(
    board: &mut Board,
    prize: Prize,
    among: &[Seat],
    table: &mut Table<'_>,
) -> Result<BySeat<u8>, Pause> {
    let able = |seat: &Seat| among.contains(seat) && board.houses[*seat].power > 0;
    let bidders: Houses = board.houses.seats().filter(able).collect();
    let answers = {
        let queries: ArrayVec<Bid<'_>, MOST_SEATS> =
            bidders.iter().map(|seat| Bid::new(board, *seat, prize)).collect();
        if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? }
    };
    let unable = |seat: &Seat| among.contains(seat) && board.houses[*seat].power == 0;
    for seat in board.houses.seats().filter(unable) {
        table.forced(&Bid::new(board, seat, prize), &0);
    }
    let mut bids = BySeat::new(board.houses.len(), |_| 0);
    for (seat, bid) in bidders.into_iter().zip(answers) {
        bids[seat] = bid;
        board.houses[seat].power = board.houses[seat].power.saturating_sub(bid);
    }
    table.tell(|| {
        let by_house = |value: &dyn Fn(Seat) -> u8| -> Numbers {
            let seats = board.houses.seats().filter(|seat| among.contains(seat));
            seats.map(|seat| (board.world.seat_id(seat).to_owned(), value(seat))).collect()
        };
        RealmEvent::BidsRevealed {
            on: prize.id().to_owned(),
            bids: by_house(&|seat| bids[seat]),
            left: by_house(&|seat| board.houses[seat].power),
        }
        .into()
    });
    Ok(bids)
}

/// Asks the holder of the Iron Throne to decide a tie, and tells what was decided. A tie of one is none.
///
/// # Errors
/// If the decision is missing.
pub fn break_tie(
    board: &Board,
    judge: Seat,
    prize: Prize,
    choose: Choose,
    bid: u8,
    tied: Houses,
    table: &mut Table<'_>,
) -> Result<Houses, Pause> {
    if tied.len() < 2 {
        return Ok(tied);
    }
    let tie = Tie::new(board, judge, prize, choose, bid, tied);
    let decided = table.ask(&tie)?;
    table.tell(|| {
        RealmEvent::TieBroken {
            on: prize.id().to_owned(),
            by: board.world.seat_id(judge).to_owned(),
            choose: choose.id().to_owned(),
            bid,
            tied: board.seat_ids(&tie.tied),
            decided: board.seat_ids(&decided),
        }
        .into()
    });
    Ok(decided)
}

/// Auctions one track of one board. The holder of the Iron Throne when it begins decides all its ties; the token
/// changes hands when the track is settled. Rules: 1e, Clash of Kings; R-05.
///
/// # Errors
/// If a bid or the decision of a tie is missing.
pub fn auction(board: &mut Board, theatre: usize, track: Track, table: &mut Table<'_>) -> Result<(), Pause> {
    auction_raised(board, theatre, track, None, table)
}

/// The same, where the bid of one house counts 1 more than it pays. Rules: BW, B-104.
///
/// # Errors
/// If a bid or the decision of a tie is missing.
pub fn auction_raised(
    board: &mut Board,
    theatre: usize,
    track: Track,
    raised: Option<Seat>,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let prize = Prize::Track(track);
    let order_of_play = board.play_order_in(theatre);
    let mut bids = bid(board, prize, &order_of_play, table)?;
    if let Some(seat) = raised {
        bids[seat] = bids[seat].saturating_add(1);
    }
    let before: Houses = board.theatres[theatre].tracks[track as usize].iter().copied().collect();
    let mut settled = Houses::new();
    for amount in (0..=bids.iter().map(|(_, bid)| *bid).max().unwrap_or(0)).rev() {
        let tied: Houses = order_of_play.iter().copied().filter(|seat| bids[*seat] == amount).collect();
        if let Some(judge) = order_of_play.first() {
            settled.extend(break_tie(board, *judge, prize, Choose::Order, amount, tied, table)?);
        }
    }
    let places = &mut board.theatres[theatre].tracks[track as usize];
    places.clear();
    places.extend_from_slice(&settled);
    tracks::tell(board, track, &before, &settled, table);
    Ok(())
}

/// Holds all three auctions of each board: Iron Throne, Fiefdoms, King's Court. Rules: 1e, Clash of Kings.
///
/// # Errors
/// If a bid or the decision of a tie is missing.
pub fn clash_of_kings(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for theatre in 0..board.theatres.len() {
        if board.is_over(theatre) {
            continue;
        }
        for track in Track::ALL {
            auction(board, theatre, track, table)?;
        }
    }
    Ok(())
}

/// Foresees a Clash of Kings: bids for each track of each board, and ties, which whoever comes first may have to decide.
pub fn foresee(foresight: &mut Foresight) {
    for theatre in 0..foresight.board.theatres.len() {
        let houses = foresight.board.play_order_in(theatre);
        for track in Track::ALL {
            foresee_bids(foresight, Prize::Track(track), &houses);
            houses.iter().for_each(|seat| foresight.tie(*seat, Prize::Track(track), Choose::Order));
        }
    }
    foresight.tokens_move = true;
}

/// Foresees the bids of some houses, as far as they have power or may get some.
pub fn foresee_bids(foresight: &mut Foresight, prize: Prize, among: &[Seat]) {
    let grows = foresight.power_grows;
    let able = |board: &Board, seat: Seat| grows || board.houses[seat].power > 0;
    for seat in among.iter().copied().filter(|seat| able(&foresight.board, *seat)).collect::<Houses>() {
        let bid = Foreseen::of(&Bid::new(&foresight.board, seat, prize), true, foresight.limit());
        foresight.add(bid);
    }
}
