//! The Westeros phase: three cards are turned, then executed one by one. Rules: 1e, The Westeros phase; R-02.
//!
//! May use: `board`, the chapters of the single cards, `table`. Is used by: `thrones`.

use super::event::RealmEvent;
use super::{bidding, mustering, power, supply, victory, wildlings};
use crate::games::thrones::Thrones;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::Westeros;
use crate::table::{Pause, Table};

/// Turns the top card of each deck; *Winter is Coming* has its deck shuffled and another turned. Then the wildlings
/// advance a step for each mammoth turned.
///
/// A turned card is put under its deck at once, and [`Board::open`] remembers it until the next turn begins. The
/// rulebook puts it there when the Westeros phase ends; as nothing is drawn in between but by *Winter is Coming*,
/// which shuffles all ten cards, that is the same, and a deck always holds its ten cards.
///
/// # Errors
/// None: nobody has anything to decide.
pub fn turn_cards<T: Table<Thrones>>(board: &mut Board, table: &mut T) -> Result<(), Pause> {
    let mut mammoths: u8 = 0;
    for deck in 0..board.decks.len() {
        let mut shuffles = 0;
        while let Some((card, mammoth)) = turn_one(board, deck, table) {
            mammoths = mammoths.saturating_add(mammoth.into());
            if card != Westeros::WinterIsComing {
                break;
            }
            shuffles += 1;
            shuffle(board, deck, shuffles, table);
        }
    }
    grow(board, mammoths, table);
    Ok(())
}

/// Turns the top card and puts it under its deck.
fn turn_one<T: Table<Thrones>>(board: &mut Board, deck: usize, table: &mut T) -> Option<(Westeros, bool)> {
    let top = *board.decks[deck].first()?;
    board.decks[deck].rotate_left(1);
    board.open[deck] = Some(top);
    let card = *board.world.decks[deck].get(usize::from(top))?;
    let number = deck as u8 + 1;
    table.tell(|| {
        let (id, mammoth) = (card.card.id().to_owned(), card.mammoth);
        RealmEvent::WesterosTurned { deck: number, card: id, mammoth }.into()
    });
    Some((card.card, card.mammoth))
}

/// Each draw has a label of its own: a deck shuffled again in a turn counts on.
fn shuffle<T: Table<Thrones>>(board: &mut Board, deck: usize, time: u32, table: &mut T) {
    let (turn, number) = (board.turn, deck as u8 + 1);
    let label = || match time {
        1 => format!("{turn}/westeros-{number}/shuffle"),
        _ => format!("{turn}/westeros-{number}/shuffle-{time}"),
    };
    table.shuffle(label, &mut board.decks[deck]);
    table.tell(|| RealmEvent::DeckShuffled { deck: number }.into());
}

fn grow<T: Table<Thrones>>(board: &mut Board, mammoths: u8, table: &mut T) {
    if mammoths == 0 {
        return;
    }
    let from = board.wildlings_strength();
    let last = board.world.wildlings.len().saturating_sub(1) as u8;
    board.wildlings = board.wildlings.saturating_add(mammoths).min(last);
    let to = board.wildlings_strength();
    table.tell(|| RealmEvent::WildlingsGrow { mammoths, from, to }.into());
}

/// Executes the open card of a deck (0, 1, 2), and looks whether the game is won.
///
/// # Errors
/// Waits for what the card asks of the houses.
pub fn execute<T: Table<Thrones>>(board: &mut Board, deck: usize, table: &mut T) -> Result<(), Pause> {
    let Some(card) = board.open_card(deck) else { return Ok(()) };
    table.tell(|| {
        RealmEvent::WesterosExecuted {
            deck: deck as u8 + 1,
            card: card.id().to_owned(),
            forbids: card.forbids().map(|kind| kind.id().to_owned()),
            mutes: card.mutes().map(|unit| unit.id().to_owned()),
        }
        .into()
    });
    match card {
        Westeros::Supply => supply::supply(board, table)?,
        Westeros::Mustering => mustering::mustering(board, table)?,
        Westeros::ClashOfKings => bidding::clash_of_kings(board, table)?,
        Westeros::GameOfThrones => power::game_of_thrones(board, table),
        Westeros::WildlingAttack => wildlings::attack(board, table)?,
        // These say what may be ordered this turn: `Board::forbidden`, `Board::mute`, `turn::skipped`.
        Westeros::SeaOfStorms
        | Westeros::StormOfSwords
        | Westeros::FeastForCrows
        | Westeros::RainsOfAutumn => {}
        Westeros::LastDaysOfSummer | Westeros::WinterIsComing => {}
    }
    victory::check(board, None, table);
    Ok(())
}
