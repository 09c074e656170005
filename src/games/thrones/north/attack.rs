//! The attack of the Wildlings on the Watch. Rules: BW, B-122 to B-124.

use super::recruit::{recruit, spoils};
use crate::games::thrones::answer::{malformed, read_map};
use crate::games::thrones::ask::{About, Ask, Form, Found, Ground};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{CardSet, NorthData, World};
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::question::Question;
use crate::games::thrones::realm::bidding::Houses;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::mustering::Muster;
use crate::games::thrones::realm::victory;
use crate::games::thrones::realm::wildlings::{self, Reward};
use crate::table::{BySeat, Foreseen, MOST_SEATS, Pause, Refusal, Seat};
use arrayvec::ArrayVec;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// What is bid for.
const ON: &str = "wildlings";

/// For whom the Others bid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    Watch,
    Wildlings,
}

impl Cause {
    const ALL: [Cause; 2] = [Cause::Watch, Cause::Wildlings];

    /// Returns its id: `watch`.
    pub fn id(self) -> &'static str {
        match self {
            Cause::Watch => "watch",
            Cause::Wildlings => "wildlings",
        }
    }
}

/// A bid, and for whom it is, where the bidder chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    pub power: u8,
    /// `None` where it is not chosen, and for a bid of nothing.
    pub cause: Option<Cause>,
}

/// How much a side bids in an attack, and the Others for whom.
pub struct OfferQuery<'a> {
    board: &'a Board,
    seat: Seat,
    /// `true` if the side chooses for whom it bids.
    either: bool,
}

impl<'a> OfferQuery<'a> {
    /// The question to a side.
    pub fn new(board: &'a Board, seat: Seat, either: bool) -> Self {
        OfferQuery { board, seat, either }
    }

    fn available(&self) -> u8 {
        self.board.houses[self.seat].power
    }

    fn causes(&self, power: u8) -> &'static [Option<Cause>] {
        if self.either && power > 0 { &[Some(Cause::Watch), Some(Cause::Wildlings)] } else { &[None] }
    }
}

impl Ask for OfferQuery<'_> {
    type Answer = Offer;
    const KIND: &'static str = "bid";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Word(ON) }
    }

    fn question(&self) -> Question {
        Question::Bid {
            on: ON.to_owned(),
            available: self.available(),
            wildlings: self.board.wildlings_strength(),
            either: self.either,
        }
    }

    fn check(&self, offer: &Offer) -> Result<(), Refusal> {
        if offer.power > self.available() {
            let refusal = Refusal::new("bid-too-high").with("bid", offer.power);
            return Err(refusal.with("available", self.available()));
        }
        if self.causes(offer.power).contains(&offer.cause) {
            return Ok(());
        }
        Err(Refusal::new("bid-side-missing").with("bid", offer.power))
    }

    fn walk(&self, found: Found<'_, Offer>) -> ControlFlow<()> {
        for power in 0..=self.available() {
            for cause in self.causes(power) {
                found(Offer { power, cause: *cause })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Offer {
        let available = self.available();
        let power = dice.u8(0..=available).min(dice.u8(0..=available));
        let causes = self.causes(power);
        Offer { power, cause: causes[dice.usize(0..causes.len())] }
    }

    /// Nothing. B-07.
    fn default(&self) -> Offer {
        Offer { power: 0, cause: None }
    }
}

/// A number; with `for` where it is chosen.
impl Form for Offer {
    fn write(&self, _: &World) -> Value {
        match self.cause {
            None => self.power.into(),
            Some(cause) => json!({"power": self.power, "for": cause.id()}),
        }
    }

    fn read(_: &World, kind: &'static str, value: &Value) -> Result<Self, Refusal> {
        let wrong = || malformed(kind, value);
        let number = |value: &Value| value.as_u64().and_then(|n| u8::try_from(n).ok()).ok_or_else(wrong);
        if value.is_number() {
            return Ok(Offer { power: number(value)?, cause: None });
        }
        let map = read_map(kind, value)?;
        if map.len() != 2 {
            return Err(wrong());
        }
        let power = number(map.get("power").ok_or_else(wrong)?)?;
        let cause = map.get("for").and_then(Value::as_str).ok_or_else(wrong)?;
        match Cause::ALL.into_iter().find(|own| own.id() == cause) {
            Some(cause) => Ok(Offer { power, cause: Some(cause) }),
            None if cause == "none" => Ok(Offer { power, cause: None }),
            None => Err(wrong()),
        }
    }
}

/// What all have bid, and for whom.
struct Bids {
    by: BySeat<u8>,
    others: Option<Cause>,
}

/// Returns who bids: the houses of a board that shares the attack, and the sides.
fn bidders(board: &Board, north: &NorthData) -> Houses {
    let houses = houses(board, north).into_iter();
    let mut all: Houses = houses.chain(north.sides()).collect();
    all.sort_unstable_by_key(|seat| seat.index());
    all
}

/// Returns the houses of another board, in the order of play; nobody where the north is alone.
fn houses(board: &Board, north: &NorthData) -> Houses {
    if north.theatre == 0 { Houses::new() } else { board.play_order_in(0) }
}

/// All bid in secret, and all is spent.
fn bid(board: &mut Board, north: &NorthData, table: &mut Table<'_>) -> Result<Bids, Pause> {
    let bidders = bidders(board, north);
    let offers: ArrayVec<(Seat, Offer), MOST_SEATS> = {
        let able = |seat: &Seat| board.houses[*seat].power > 0;
        let query = |seat: Seat| OfferQuery::new(board, seat, seat == north.others);
        let queries: ArrayVec<OfferQuery<'_>, MOST_SEATS> =
            bidders.iter().copied().filter(able).map(query).collect();
        let answers = if queries.is_empty() { ArrayVec::new() } else { table.ask_together(&queries)? };
        for seat in bidders.iter().copied().filter(|seat| !able(seat)) {
            table.forced(&query(seat), &Offer { power: 0, cause: None });
        }
        queries.iter().map(|query| query.seat).zip(answers).collect()
    };
    let mut bids = Bids { by: BySeat::new(board.houses.len(), |_| 0), others: None };
    for (seat, offer) in offers {
        let power = &mut board.houses[seat].power;
        *power = power.saturating_sub(offer.power);
        bids.by[seat] = offer.power;
        if seat == north.others {
            bids.others = offer.cause;
        }
    }
    Ok(bids)
}

/// All bid at once; the Wildlings' power adds to the track, the houses' to the Watch's, and the Others' to the side they choose.
/// The houses then have their wildling card, the Watch or the Wildlings what the excess brings.
///
/// # Errors
/// If a bid, or a choice that follows, is missing.
pub fn attack(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let world = board.world.clone();
    let Some(north) = &world.north else { return Ok(()) };
    let Bids { by: bids, others } = bid(board, north, table)?;
    let houses = houses(board, north);
    let aid = |cause| if others == Some(cause) { bids[north.others] } else { 0 };
    let strength = board.wildlings_strength();
    let all = houses.iter().fold(bids[north.watch], |sum, seat| sum.saturating_add(bids[*seat]));
    let watch = all.saturating_add(aid(Cause::Watch));
    let wildlings = strength.saturating_add(bids[north.wildlings]).saturating_add(aid(Cause::Wildlings));
    let (won, excess) = (watch >= wildlings, watch.abs_diff(wildlings));
    table.tell(|| {
        let name = |seat: Seat| board.world.seat_id(seat).to_owned();
        RealmEvent::AttackDecided {
            strength,
            bids: bidders(board, north).into_iter().map(|seat| (name(seat), bids[seat])).collect(),
            others: others.map_or("none", Cause::id).to_owned(),
            watch,
            wildlings,
            won,
            excess,
        }
        .into()
    });
    if !houses.is_empty() {
        wildlings::card_for(board, (strength, won), bids, houses, table)?;
    }
    if won {
        reward(board, north.watch, excess, table)?;
    } else {
        let means = spoils(board, north, excess);
        recruit(board, north.wildlings, &means, "wildling-attack", table)?;
    }
    board.theatres[0].wildlings = (board.edition.wildlings_after)(board, won);
    let to = board.wildlings_strength();
    table.tell(|| RealmEvent::WildlingsWithdraw { to }.into());
    Ok(())
}

/// The used cards that the Watch may buy back.
fn affordable(board: &Board, watch: Seat, excess: u8) -> CardSet {
    let house = &board.houses[watch];
    let most = i16::from(excess.min(house.power));
    house.used.iter().filter(|card| board.world.card(*card).strength <= most).collect()
}

/// With an excess of one at least, the Watch may take back a used card of no more strength, and pays that.
fn reward(board: &mut Board, watch: Seat, excess: u8, table: &mut Table<'_>) -> Result<(), Pause> {
    let cards = affordable(board, watch, excess);
    if excess == 0 || cards.is_empty() {
        return Ok(());
    }
    let card = table.ask(&Reward::among(board, watch, cards))?;
    if let Some(card) = card {
        let price = board.world.card(card).strength.unsigned_abs().min(255) as u8;
        let house = &mut board.houses[watch];
        house.power = house.power.saturating_sub(price);
        house.used.remove(card);
        house.hand.add(card);
    }
    table.tell(|| {
        let card = card.map(|card| board.world.card(card).id.clone());
        RealmEvent::CardRecovered { house: board.world.seat_id(watch).to_owned(), card }.into()
    });
    Ok(())
}

/// When icons have moved the marker to the end of its track, the Wildlings attack at once.
///
/// # Errors
/// As for [`attack`].
pub fn grown(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let last = board.world.theatres[0].wildlings.len().saturating_sub(1);
    if usize::from(board.theatres[0].wildlings) < last {
        return Ok(());
    }
    attack(board, table)?;
    victory::check(board, None, table);
    Ok(())
}

/// Foresees an attack: bids, and what either outcome may ask.
pub fn foresee(foresight: &mut Foresight) {
    let board = foresight.board.clone();
    let Some(north) = &board.world.north else { return };
    for seat in bidders(&board, north) {
        if foresight.power_grows || board.houses[seat].power > 0 {
            let query = OfferQuery::new(&board, seat, seat == north.others);
            foresight.add(Foreseen::of(&query, true, foresight.limit()));
        }
    }
    let houses = houses(&board, north);
    if !houses.is_empty() {
        wildlings::foresee_after_bids(foresight, &houses);
    }
    foresee_outcome(foresight, &board, north);
}

fn foresee_outcome(foresight: &mut Foresight, board: &Board, north: &NorthData) {
    let used = board.houses[north.watch].used;
    if !used.is_empty() {
        let query = Reward::among(board, north.watch, used);
        foresight.add(Foreseen::of(&query, false, foresight.limit()));
    }
    // No excess is greater than their track and all bids for them.
    let bid = |seat: Seat| {
        let all = board.world.houses[seat].power_tokens;
        if foresight.power_grows { all } else { board.houses[seat].power }
    };
    let most =
        board.wildlings_strength().saturating_add(bid(north.wildlings)).saturating_add(bid(north.others));
    let means = spoils(board, north, most.min(board.world.houses[north.wildlings].power_tokens));
    // Who controls nothing recruits nowhere.
    if !means.points.is_empty() {
        let query = Muster::by(board, north.wildlings, means, "wildling-attack");
        foresight.add(Foreseen::of(&query, false, foresight.limit()));
    }
    foresight.units_change = true;
    foresight.cards_change = true;
}
