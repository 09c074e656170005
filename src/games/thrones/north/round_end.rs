//! The end of a round: Benjen's return, Yoren, objectives, and the board is swept. Rules: BW, B-10, B-41, B-66.

use super::deck::put_away;
use super::objectives;
use super::quests::come_back;
use super::recruit::{on_the_wall, recruit};
use super::state::Tally;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::NorthData;
use crate::games::thrones::game::Table;
use crate::games::thrones::realm::consolidate::sweep;
use crate::games::thrones::realm::event::RealmEvent;
use crate::games::thrones::realm::pick::{Item, Pick};
use crate::games::thrones::war::marches::rally;
use crate::table::{Pause, Seat};

/// House cards that leave the game, and those that come for them.
const AEMON: &str = "maester-aemon";
const BENJEN: &str = "benjen-stark";
const YOREN: &str = "yoren";
const SLYNT: &str = "janos-slynt";

/// What Yoren brings to the Wall, in mustering points.
const RECRUITS: u8 = 2;

/// After Consolidate Power: who returns with Benjen, then Yoren, then objectives; then the round is over.
///
/// # Errors
/// If the Watch has not said what it does.
pub fn round_end(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    if let Some(watch) = board.world.north.as_ref().map(|north| north.watch) {
        benjen(board, watch, table)?;
        yoren(board, watch, table)?;
    }
    objectives::pay(board, table);
    clean_up(board, table);
    Ok(())
}

/// A card leaves the game, wherever it is, and another comes to the hand; says whether there was one.
fn replace(board: &mut Board, seat: Seat, card: &str, by: &str, table: &mut Table<'_>) {
    let (Some(old), Some(new)) = (board.world.card_id(card), board.world.card_id(by)) else { return };
    let house = &mut board.houses[seat];
    if house.out.has(old) || !house.out.has(new) {
        return;
    }
    house.hand.remove(old);
    house.used.remove(old);
    house.out.add(old);
    house.out.remove(new);
    house.hand.add(new);
    table.tell(|| {
        let house = board.world.seat_id(seat).to_owned();
        RealmEvent::CardReplaced { house, card: card.to_owned(), by: by.to_owned() }.into()
    });
}

fn benjen(board: &mut Board, watch: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let done = board.north.as_ref().and_then(|north| north.side(watch).quest_done);
    if done == Some(board.turn) {
        replace(board, watch, AEMON, BENJEN, table);
        come_back(board, table)?;
    }
    Ok(())
}

fn yoren(board: &mut Board, watch: Seat, table: &mut Table<'_>) -> Result<(), Pause> {
    let hand = board.houses[watch].hand;
    let Some(card) = board.world.card_id(YOREN).filter(|card| hand.has(*card)) else { return Ok(()) };
    let items = [Item::Nothing, Item::Card(card)].into_iter().collect();
    if table.ask(&Pick::new(board, watch, "yoren", items))? != Item::Card(card) {
        return Ok(());
    }
    replace(board, watch, YOREN, SLYNT, table);
    let means = board.world.north.as_ref().map(|north| on_the_wall(board, north, RECRUITS));
    means.map_or(Ok(()), |means| recruit(board, watch, &means, "yoren", table))
}

/// Tactic cards go to their piles, units stand up, orders go, and what counted for the round counts no more.
fn clean_up(board: &mut Board, table: &mut Table<'_>) {
    rally(board, table);
    sweep(board, table);
    for seat in board.world.north.as_ref().map_or([Seat(0); 3], NorthData::sides) {
        put_away(board, seat);
        if let Some(north) = &mut board.north {
            north.side_mut(seat).tally = Tally::default();
        }
    }
    if let Some(north) = &mut board.north {
        north.annulled = Default::default();
        north.tokens_idle = false;
        north.plain_orders = false;
    }
}
