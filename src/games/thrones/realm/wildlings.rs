//! The wildlings' attack. Rules: 1e, Wildling Attack; R-06.

use super::bidding::{Choose, Houses, Prize, bid, break_tie, foresee_bids};
use super::disband::{Because, foresee_losses, lose_units};
use super::event::RealmEvent;
use crate::games::thrones::ask::{About, Ask, Found, Ground, first};
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::data::{CardId, CardSet, Row};
use crate::games::thrones::game::{Foresight, Table, WildlingCardRow};
use crate::games::thrones::question::Question;
use crate::games::thrones::terms::Attack;
use crate::table::{BySeat, Foreseen, Listing, Pause, Refusal, Seat};
use std::ops::ControlFlow;

/// Mustering points each house loses to the wildlings.
const LOSS: u8 = 2;
/// What the lowest bidder loses.
const LOWEST_LOSS: u8 = 4;

/// The attack: all bid for the Night's Watch; it wins with at least the wildlings' strength. What follows, and where
/// their marker goes, the edition says.
///
/// # Errors
/// If a bid, the decision of a tie, or a choice that follows is missing.
pub fn attack(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let strength = board.wildlings_strength();
    let won = attack_on(board, strength, board.play_order(), table)?;
    board.theatres[0].wildlings = (board.edition.wildlings_after)(board, won);
    let to = board.wildlings_strength();
    table.tell(|| RealmEvent::WildlingsWithdraw { to }.into());
    Ok(())
}

/// An attack of a strength on some houses, in order of play; says whether the Night's Watch has won.
///
/// # Errors
/// If a bid, the decision of a tie, or a choice that follows is missing.
pub fn attack_on(
    board: &mut Board,
    strength: u8,
    among: Houses,
    table: &mut Table<'_>,
) -> Result<bool, Pause> {
    let bids = bid(board, Prize::Wildlings, &among, table)?;
    let watch = bids.iter().map(|(_, bid)| u16::from(*bid)).sum::<u16>();
    let won = watch >= u16::from(strength);

    let Some(singled_out) = single_out(board, won, &bids, &among, table)? else { return Ok(won) };
    table.tell(|| {
        let singled_out = board.world.seat_id(singled_out).to_owned();
        RealmEvent::WildlingsDecided { strength, watch, won, singled_out }.into()
    });
    let card = draw(board);
    follow(board, Attack { strength, bids, singled_out, among, card }, won, table)?;
    Ok(won)
}

/// What an attack on two boards brings for the houses: the one with the highest bid, or the lowest, is singled out among them, and
/// the wildling card is theirs. Rules: WN, B-125.
///
/// # Errors
/// If the decision of a tie, or a choice that follows, is missing.
pub fn card_for(
    board: &mut Board,
    (strength, won): (u8, bool),
    bids: BySeat<u8>,
    among: Houses,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let Some(singled_out) = single_out(board, won, &bids, &among, table)? else { return Ok(()) };
    table.tell(|| {
        let house = board.world.seat_id(singled_out).to_owned();
        RealmEvent::HouseSingledOut { house, won }.into()
    });
    let card = draw(board);
    follow(board, Attack { strength, bids, singled_out, among, card }, won, table)
}

/// The highest bidder of a victory, the lowest of a defeat.
fn single_out(
    board: &Board,
    won: bool,
    bids: &BySeat<u8>,
    among: &Houses,
    table: &mut Table<'_>,
) -> Result<Option<Seat>, Pause> {
    let amounts = among.iter().map(|seat| bids[*seat]);
    let (amount, choose) =
        if won { (amounts.max(), Choose::Highest) } else { (amounts.min(), Choose::Lowest) };
    let amount = amount.unwrap_or(0);
    let tied: Houses = among.iter().copied().filter(|seat| bids[*seat] == amount).collect();
    let Some(judge) = board.first_on(0, Track::IronThrone) else { return Ok(None) };
    let chosen = break_tie(board, judge, Prize::Wildlings, choose, amount, tied, table)?;
    Ok(chosen.first().copied())
}

/// What follows an attack, by its card where there is one.
fn follow(board: &mut Board, attack: Attack, won: bool, table: &mut Table<'_>) -> Result<(), Pause> {
    if let Some(card) = attack.card {
        table.tell(|| RealmEvent::WildlingCard { card: card.id().to_owned() }.into());
    }
    let edition = board.edition;
    let then = if won { edition.watch_wins } else { edition.wildlings_win };
    then(board, &attack, table)
}

/// Turns the top card of the wildling deck and puts it under the deck; `None` in an edition without one.
fn draw(board: &mut Board) -> Option<Row> {
    let main = &mut board.theatres[0];
    let top = *main.wildling_deck.first()?;
    main.wildling_deck.rotate_left(1);
    // All have seen it now.
    main.watched.retain(|(_, card)| *card != top);
    board.world.theatres[0].wildling_deck.get(usize::from(top)).copied()
}

/// Returns what the wildling card of an attack does.
fn card(board: &Board, attack: &Attack) -> Option<&'static WildlingCardRow> {
    board.edition.wildling_cards.get(usize::from(attack.card?.place))
}

/// The Watch has won, and the wildling card says what of it.
///
/// # Errors
/// If a choice is missing.
pub fn card_after_victory(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    card(board, attack).map_or(Ok(()), |card| (card.won)(board, attack, table))
}

/// The wildlings have won, and their card says what of it.
///
/// # Errors
/// If a choice is missing.
pub fn card_after_defeat(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    card(board, attack).map_or(Ok(()), |card| (card.lost)(board, attack, table))
}

/// Each house loses units worth mustering points, the lowest bidder more. Rules: 1e, Victory of the wildlings.
///
/// # Errors
/// If the choice of losses is missing.
pub fn ravage(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let points = if seat == attack.singled_out { LOWEST_LOSS } else { LOSS };
        lose_units(board, seat, Because::Wildlings, points, table)?;
    }
    Ok(())
}

/// The highest bidder may take a used House card back. Rules: 1e, Victory of the Night's Watch.
///
/// # Errors
/// If the choice is missing.
pub fn reward(board: &mut Board, attack: &Attack, table: &mut Table<'_>) -> Result<(), Pause> {
    let seat = attack.singled_out;
    let query = Reward::new(board, seat);
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
    cards: CardSet,
}

impl<'a> Reward<'a> {
    /// The question to the highest bidder.
    pub fn new(board: &'a Board, seat: Seat) -> Self {
        Reward { board, seat, cards: board.houses[seat].used }
    }

    /// The question to a house that may take back one of some used cards.
    pub fn among(board: &'a Board, seat: Seat, cards: CardSet) -> Self {
        Reward { board, seat, cards }
    }
}

impl Ask for Reward<'_> {
    type Answer = Option<CardId>;
    const KIND: &'static str = "reward";

    fn ground(&self) -> Ground<'_> {
        Ground { board: self.board, seat: self.seat, about: About::Nothing }
    }

    fn question(&self) -> Question {
        let cards = self.cards.iter();
        Question::Reward { cards: cards.map(|card| self.board.world.card(card).id.clone()).collect() }
    }

    fn check(&self, answer: &Option<CardId>) -> Result<(), Refusal> {
        match answer {
            Some(card) if !self.cards.has(*card) => {
                let name = self.board.world.card(*card).name.clone();
                let used = self.cards.iter();
                let used: Vec<String> = used.map(|card| self.board.world.card(card).name.clone()).collect();
                Err(Refusal::new("reward-not-used").with("card", name).with("used", used))
            }
            _ => Ok(()),
        }
    }

    fn walk(&self, found: Found<'_, Option<CardId>>) -> ControlFlow<()> {
        self.cards.iter().map(Some).chain([None]).try_for_each(found)
    }

    fn list(&self, limit: usize) -> Listing<Option<CardId>> {
        first(self, limit)
    }

    fn sample(&self, dice: &mut fastrand::Rng) -> Option<CardId> {
        let used = self.cards;
        used.iter().nth(dice.usize(0..=used.len()))
    }

    /// None: what one may do is not done. Rules: 1e 14.4; R-26.
    fn default(&self) -> Option<CardId> {
        None
    }
}

/// Foresees an attack: bids, the tie that the holder of the Iron Throne may have to decide, and what follows.
pub fn foresee(foresight: &mut Foresight) {
    let houses = foresight.board.play_order();
    foresee_bids(foresight, Prize::Wildlings, &houses);
    foresee_after_bids(foresight, &houses);
}

/// Foresees what comes after the bids of some houses: a tie, and what the edition asks.
pub fn foresee_after_bids(foresight: &mut Foresight, houses: &[Seat]) {
    let judge = foresight.board.first_on(0, Track::IronThrone);
    for seat in houses
        .iter()
        .copied()
        .filter(|seat| foresight.tokens_move || Some(*seat) == judge)
        .collect::<Houses>()
    {
        foresight.tie(seat, Prize::Wildlings, Choose::Lowest);
    }
    (foresight.board.edition.attack_asks)(foresight);
}

/// Foresees what the first edition asks after an attack: units lost to the wildlings, or the reward of the Watch.
pub fn foresee_aftermath(foresight: &mut Foresight) {
    for seat in foresight.board.play_order() {
        let board = foresight.board.clone();
        foresee_losses(foresight, &board, seat, Because::Wildlings, LOWEST_LOSS);
        if !board.houses[seat].used.is_empty() {
            foresight.add(Foreseen::of(&Reward::new(&board, seat), false, foresight.limit()));
        }
    }
    foresight.units_change = true;
}
