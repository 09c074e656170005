//! Changes the board: a turn, and the end of a struggle. No question is asked here and no event reported. Rules:
//! Playing cards; Struggles for power.

use super::board::{Board, Past, Played, Winner};
use super::cards::{Action, Play, Turn};
use super::data::{Band, Faction, REGIONS, Region};
use crate::table::Seat;

/// Carries out a legal turn.
pub fn take(board: &mut Board, seat: Seat, turn: &Turn) {
    match turn {
        Turn::Pass => board.passes += 1,
        Turn::Play(play) => carry_out(board, seat, play),
    }
    board.step = board.step.saturating_add(1);
}

/// Carries out a card, then summons a follower. Rules: Playing cards; K-03.
fn carry_out(board: &mut Board, seat: Seat, play: &Play) {
    board.passes = 0;
    let at = board.now();
    play.action.apply(&mut board.field, seat, play.card);
    if let Some(court) = board.courts.get_mut(seat.index()) {
        court.hand.take(play.card);
        if let Some(summon) = play.summon {
            board.field.at_mut(summon.from).take(summon.faction);
            court.followers.add(summon.faction);
        }
    }
    board.exchange = match &play.action {
        Action::Exchange(exchange) => Some(exchange.change()),
        _ => None,
    };
    // A hand never holds more cards than the list has room for.
    let _ = board.played.try_push(Played { seat, card: play.card, at, line: play.line });
}

/// The result of a struggle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    pub past: Past,
    /// The number of the struggle, from 1.
    pub struggle: u8,
    /// Followers that were in the region before they went to the supply.
    pub followers: Band,
    /// The region where a loyalist was placed.
    pub loyalist: Option<Region>,
}

/// Gives the contested region to the winner: whoever has the most followers there, or the Saxons. Its followers go to
/// the supply, and the next struggle begins with the player after the last who passed. Rules: Struggles for power;
/// K-07.
pub fn resolve(board: &mut Board, winner: Winner) -> Resolved {
    let region = board.contested();
    let followers = board.field.at(region);
    let past = Past { region, winner, first: board.first, turns: board.step };
    let struggle = board.struggle;
    board.field.supply = board.field.supply.plus(followers);
    *board.field.at_mut(region) = Band::NONE;
    board.field.open.remove(region);
    // There are as many struggles as regions.
    let _ = board.past.try_push(past);
    let loyalist = banner(board, region);
    board.first = board.to_move();
    board.step = 0;
    board.passes = 0;
    board.exchange = None;
    board.struggle = (struggle + 1).min(REGIONS as u8);
    Resolved { past, struggle, followers, loyalist }
}

/// Places a loyalist in the region of the banner, with Mordred. Rules: The Mordred variant; K-07.
fn banner(board: &mut Board, resolved: Region) -> Option<Region> {
    let to = board.world.place(resolved).banner;
    if !board.world.options.mordred || !board.field.open.has(to) {
        return None;
    }
    if !board.field.supply.take(Faction::Loyalists) {
        return None;
    }
    board.field.at_mut(to).add(Faction::Loyalists);
    Some(to)
}
