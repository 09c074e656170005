//! The Westeros phase: cards are turned, then executed one by one. Rules: 1e, The Westeros phase; R-02.

use super::choice::{CardChoice, Cards};
use super::event::RealmEvent;
use super::victory;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Row, WesterosCard};
use crate::games::thrones::game::{Ban, Table, WesterosCardRow};
use crate::table::Pause;

/// Turns the top card of each deck; *Winter is Coming* has its deck shuffled and another turned. Then the wildlings
/// advance a step for each mammoth turned.
///
/// A turned card is put under its deck at once, and [`Theatre::open`](crate::games::thrones::board::Theatre::open)
/// remembers it until the next turn begins. The rulebook puts it there when the Westeros phase ends; as nothing is
/// drawn in between but by *Winter is Coming*, which shuffles all ten cards, that is the same, and a deck always
/// holds its ten cards.
///
/// # Errors
/// If the wildlings, having grown, attack at once, and a bid is missing.
pub fn turn_cards(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    let mut mammoths: u8 = 0;
    for theatre in 0..board.theatres.len() {
        for deck in 0..board.theatres[theatre].decks.len() {
            let mut shuffles = 0;
            while let Some((row, mammoth)) = turn_one(board, theatre, deck, table) {
                mammoths = mammoths.saturating_add(mammoth.into());
                if !row.reshuffles {
                    break;
                }
                shuffles += 1;
                shuffle(board, theatre, deck, shuffles, table);
            }
        }
    }
    if mammoths > 0 {
        grow(board, mammoths, table);
        (board.edition.wildlings_grown)(board, table)?;
    }
    Ok(())
}

/// Turns the top card and puts it under its deck.
fn turn_one(
    board: &mut Board,
    theatre: usize,
    deck: usize,
    table: &mut Table<'_>,
) -> Option<(&'static WesterosCardRow, bool)> {
    let here = &mut board.theatres[theatre];
    let top = *here.decks[deck].first()?;
    here.decks[deck].rotate_left(1);
    here.open[deck] = Some(top);
    count_turned(board, theatre, deck);
    let WesterosCard { card, mammoth } = *board.world.theatres[theatre].decks[deck].get(usize::from(top))?;
    let number = number(board, theatre, deck);
    table.tell(|| RealmEvent::WesterosTurned { deck: number, card: card.id().to_owned(), mammoth }.into());
    board.open_row(theatre, deck).map(|row| (row, mammoth))
}

/// Counts the cards of the deck that lie under it since it was last shuffled, where a card may be looked for in the rest.
/// Rules: BW, B-104.
fn count_turned(board: &mut Board, theatre: usize, deck: usize) {
    if let Some(north) = board.north.as_mut().filter(|_| (theatre, deck) == SEARCHED) {
        north.turned = north.turned.saturating_add(1);
    }
}

/// The deck of the first board in which a tactic card looks for a *Clash of Kings*.
pub const SEARCHED: (usize, usize) = (0, 1);

/// Returns the number of a deck among those of all boards, from 1.
pub(super) fn number(board: &Board, theatre: usize, deck: usize) -> u8 {
    let before: usize = board.theatres[..theatre].iter().map(|theatre| theatre.decks.len()).sum();
    (before + deck) as u8 + 1
}

/// Each draw has a label of its own: a deck shuffled again in a turn counts on.
fn shuffle(board: &mut Board, theatre: usize, deck: usize, time: u32, table: &mut Table<'_>) {
    let (turn, number) = (board.turn, number(board, theatre, deck));
    let label = || match time {
        1 => format!("{turn}/westeros-{number}/shuffle"),
        _ => format!("{turn}/westeros-{number}/shuffle-{time}"),
    };
    table.shuffle(label, &mut board.theatres[theatre].decks[deck]);
    table.tell(|| RealmEvent::DeckShuffled { deck: number }.into());
    if let Some(north) = board.north.as_mut().filter(|_| (theatre, deck) == SEARCHED) {
        north.turned = 0;
    }
}

fn grow(board: &mut Board, mammoths: u8, table: &mut Table<'_>) {
    let from = board.wildlings_strength();
    let last = board.world.theatres[0].wildlings.len().saturating_sub(1) as u8;
    let here = &mut board.theatres[0];
    here.wildlings = here.wildlings.saturating_add(mammoths).min(last);
    let to = board.wildlings_strength();
    table.tell(|| RealmEvent::WildlingsGrow { mammoths, from, to }.into());
}

/// Executes the open card of a deck (0, 1, 2) of each board, and looks whether the game is won.
///
/// # Errors
/// If the card waits for an answer.
pub fn execute(board: &mut Board, deck: usize, table: &mut Table<'_>) -> Result<(), Pause> {
    for theatre in 0..board.theatres.len() {
        let Some(printed) = board.open_row(theatre, deck) else { continue };
        let row = chosen(board, theatre, deck, printed, table)?;
        table.tell(|| {
            RealmEvent::WesterosExecuted {
                deck: number(board, theatre, deck),
                card: row.id.to_owned(),
                forbids: row.forbids.map(forbidden),
                mutes: row.mutes.map(|unit| unit.id().to_owned()),
            }
            .into()
        });
        (row.execute)(board, table)?;
        victory::check(board, None, table);
    }
    Ok(())
}

/// The card that is executed: the one printed, or the one that the holder of a token has it count as.
fn chosen(
    board: &mut Board,
    theatre: usize,
    deck: usize,
    printed: &'static WesterosCardRow,
    table: &mut Table<'_>,
) -> Result<&'static WesterosCardRow, Pause> {
    let Some((track, cards)) = printed.choice else { return Ok(printed) };
    let Some(seat) = board.chooser(theatre, track) else { return Ok(printed) };
    let rows = board.edition.westeros.iter().map(|row| row.id);
    let among: Cards = cards.iter().filter_map(|id| Row::find(rows.clone(), id)).collect();
    let id = table.ask(&CardChoice::new(board, seat, printed.id, &among))?;
    let card = among.into_iter().find(|row| row.id() == id);
    board.theatres[theatre].chosen[deck] = card.map(|row| row.place);
    table.tell(|| {
        RealmEvent::WesterosChosen {
            deck: number(board, theatre, deck),
            card: printed.id.to_owned(),
            house: board.world.seat_id(seat).to_owned(),
            track: track.id().to_owned(),
            chosen: id.clone(),
        }
        .into()
    });
    Ok(board.open_row(theatre, deck).unwrap_or(printed))
}

/// Returns the kind of order that a card forbids, with a `*` if it forbids only the starred ones.
fn forbidden(ban: Ban) -> String {
    format!("{}{}", ban.kind.id(), if ban.starred_only { "*" } else { "" })
}

/// What most cards do when they are executed: nothing, but for what they forbid.
///
/// # Errors
/// Never.
pub fn nothing(_: &mut Board, _: &mut Table<'_>) -> Result<(), Pause> {
    Ok(())
}
