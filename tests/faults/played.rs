//! What people do in the campaign of a game master who plays a seat: the words of chance before the game, the public number,
//! and who opens when.

use crate::acts::Act;
use crate::players::Players;
use ravenpost::campaign::record::{Phase, Window};
use ravenpost::campaign::{Campaign, Order};
use serde_json::json;

/// The public number as it is first entered, and as it is corrected.
const NUMBERS: [&str; 2] = ["42, 07", "43, 07"];

/// Mails before the tick of an hour, besides plans and openings for windows.
pub fn write(players: &mut Players, campaign: &Campaign, number: i32) {
    let (second, last) = (players.seats[1].clone(), players.last());
    match number {
        // One seals at home and opens later; what the other mails, the program seals and opens.
        1 => {
            let seal = players.seal("chance", &second, json!({"words": "hear me roar"}));
            players.mail(campaign, &second, &format!("window: chance\n{seal}"));
        }
        2 => players.mail(campaign, &last, "chance: ours is the fury\n"),
        3 => players.mail(campaign, &last, "press: {to: all, text: well met}\n"),
        4 => {
            let seal = campaign.record.people.chance.seals[&second].seal.clone().unwrap();
            assert!(players.open(campaign, &second, &seal), "the words are sealed");
        }
        9 => players.mail(campaign, &second, "absent: {from: 2026-10-29, to: 2026-10-30}\n"),
        _ => {}
    }
}

/// What the game master types in an hour.
pub fn command(number: i32, place: usize) -> Option<Act> {
    let enter = |text: &str, correct| Act::Order(Order::Chance { text: text.to_owned(), correct });
    match (number, place) {
        (5, 0) => Some(enter(NUMBERS[0], false)),
        (6, 0) => Some(enter(NUMBERS[1], true)),
        _ => None,
    }
}

/// Whether a seat opens in an hour. The game master's seat opens first in the first turn, in an even hour; later it does not.
/// The others do not all wait until they are asked.
pub fn opens(campaign: &Campaign, window: &Window, seat: &str, number: i32) -> bool {
    if window.phase != Phase::OpeningFirst {
        return true;
    }
    match window.first.as_deref() == Some(seat) {
        true => campaign.record.game.turn == 1 && number % 2 == 0,
        false => window.asked.keys().next().is_some_and(|earliest| earliest == seat) || number % 2 == 1,
    }
}
