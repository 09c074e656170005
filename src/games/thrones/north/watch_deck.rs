//! The two decks of the Watch, for supply and for mustering. Rules: BW, B-56.

use crate::games::thrones::board::Board;
use crate::games::thrones::game::Table;
use crate::games::thrones::realm::event::RealmEvent;

/// What a deck is for.
pub const NAMES: [&str; 2] = ["watch-supply", "watch-mustering"];

/// Shuffles one of the decks. Each draw has a label of its own.
pub fn shuffle(deck: &mut [u8], which: usize, turn: u8, time: u32, table: &mut Table<'_>) {
    let label = || match time {
        1 => format!("{turn}/{}/shuffle", NAMES[which]),
        _ => format!("{turn}/{}/shuffle-{time}", NAMES[which]),
    };
    table.shuffle(label, deck);
}

/// Draws a number. Drawn cards lie under their deck; the card that says so has the whole deck shuffled and another drawn.
pub fn draw(board: &mut Board, which: usize, table: &mut Table<'_>) -> u8 {
    let (turn, mut time) = (board.turn, 0);
    loop {
        let (Some(north), Some(printed)) = (&mut board.north, &board.world.north) else { return 0 };
        let deck = &mut north.watch_decks[which];
        let Some(top) = deck.first().copied() else { return 0 };
        deck.rotate_left(1);
        let number = printed.watch_decks[which].get(usize::from(top)).copied().flatten();
        table.tell(|| RealmEvent::WatchDraws { deck: NAMES[which].to_owned(), number }.into());
        match number {
            Some(number) => return number,
            None => {
                time += 1;
                shuffle(deck, which, turn, time, table);
            }
        }
    }
}
