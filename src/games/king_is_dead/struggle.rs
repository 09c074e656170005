//! A struggle for power: turns until all pass in succession, then the region falls to somebody. Rules: Struggles for power;
//! The Mordred variant; K-02, K-07.
//!
//! May use: `board`, `turn`, `cards`, `ending`, `event`, `table`. Is used by: `king_is_dead`, `last_card`.

use super::KingIsDead;
use super::board::{Board, Past, Played, Winner};
use super::cards::{Action, Play, Turn};
use super::data::{Band, Faction, REGIONS, Region};
use super::ending;
use super::event::{Event, Exchanged, Put, Swapped};
use super::people::names;
use super::turn::TurnQuery;
use crate::table::{Pause, Point, Progress, Seat, Table};

/// Plays the struggle that is on, and leaves the position at the opening of the next.
///
/// # Errors
/// Waits for a turn.
pub fn struggle<T: Table<KingIsDead>>(board: &mut Board, table: &mut T) -> Result<Progress, Pause> {
    if board.outcome.is_some() {
        return Ok(Progress::Ended);
    }
    if board.step == 0 {
        table.tell(|| begins(board));
    }
    while board.passes < board.world.players() {
        let seat = board.to_move();
        // Without cards one passes by oneself.
        let no_cards = board.court(seat).hand.is_empty();
        let query = TurnQuery::new(board);
        let turn = if no_cards {
            table.forced(&query, &Turn::Pass);
            Turn::Pass
        } else {
            table.ask(&query)?
        };
        take(board, seat, &turn);
        table.tell(|| taken(board, seat, &turn, no_cards));
    }
    let found = Winner::of(board.field.at(board.contested()));
    let ruled = table.settle(|| point(board, found)).and_then(|winner| Winner::from_id(winner.as_str()?));
    let resolved = resolve(board, ruled.unwrap_or(found));
    table.tell(|| resolved.event(board, ruled.is_some()));
    if let Some(region) = resolved.loyalist {
        table.tell(|| loyalist(board, region, resolved.past.region));
    }
    if let Some(verdict) = ending::check(board) {
        table.tell(|| verdict.event(board));
        return Ok(Progress::Ended);
    }
    Ok(Progress::Next)
}

/// Who takes the region, as something that can be ruled on: `3/struggle/kent/winner`.
fn point(board: &Board, found: Winner) -> Point {
    let region = board.world.region_id(board.contested());
    let sides =
        Faction::ALL.into_iter().filter(|side| board.world.options.mordred || *side != Faction::Loyalists);
    let winners = sides.map(Winner::Faction).chain([Winner::Saxons]);
    Point {
        key: format!("{}/struggle/{region}/winner", board.struggle),
        found: found.id().into(),
        legal: winners.map(|winner| winner.id().into()).collect(),
    }
}

/// Carries out a legal turn.
pub fn take(board: &mut Board, seat: Seat, turn: &Turn) {
    match turn {
        Turn::Pass => board.passes += 1,
        Turn::Play(play) => carry_out(board, seat, play),
    }
    board.step = board.step.saturating_add(1);
}

/// The card is carried out, and then somebody is summoned. Rules: Playing cards; K-03.
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
    let _ = board.played.try_push(Played { seat, card: play.card, at });
}

/// What came of a struggle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    past: Past,
    struggle: u8,
    followers: Band,
    loyalist: Option<Region>,
}

/// The region falls to the winner, which is whoever has the most followers there, else the Saxons; its followers go to the supply, and the
/// next struggle begins with the player after the last who passed. Rules: Struggles for power; K-07.
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

/// With Mordred, a loyalist goes to the region of the banner. Rules: The Mordred variant; K-07.
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

fn begins(board: &Board) -> Event {
    let region = board.contested();
    Event::StruggleBegins {
        struggle: board.struggle,
        region: board.world.region_id(region).to_owned(),
        first: board.world.seat_id(board.first).to_owned(),
        followers: names::band(board.field.at(region)),
    }
}

fn taken(board: &Board, seat: Seat, turn: &Turn, no_cards: bool) -> Event {
    let world = &board.world;
    let seat_id = world.seat_id(seat).to_owned();
    let Turn::Play(Play { card, action, summon }) = turn else {
        return Event::Passed { seat: seat_id, no_cards, passes: board.passes };
    };
    let id = |region: Region| world.region_id(region).to_owned();
    let put = |faction: Faction, region| Put { faction: faction.id().to_owned(), region: id(region) };
    let swapped = match action {
        Action::Swap(swap) => Some(Swapped {
            regions: swap.regions().map(id).to_vec(),
            places: swap.regions().map(|region| board.field.place(region)).to_vec(),
            crown: id(swap.crown()),
        }),
        _ => None,
    };
    let exchanged = match action {
        Action::Exchange(exchange) => Some(Exchanged {
            from: id(exchange.from()),
            to: id(exchange.to()),
            give: names::band(exchange.give()),
            take: names::band(exchange.take()),
        }),
        _ => None,
    };
    let placed = match action {
        Action::Place(places) => places.iter(*card).map(|(faction, region)| put(faction, region)).collect(),
        _ => vec![],
    };
    Event::CardPlayed {
        seat: seat_id,
        card: card.id().to_owned(),
        swapped,
        exchanged,
        placed,
        complete: action.is_complete(*card),
        summoned: summon.map(|summon| put(summon.faction, summon.from)),
        cards_left: board.court(seat).hand.len(),
    }
}

impl Resolved {
    fn event(&self, board: &Board, ruled: bool) -> Event {
        let most = Faction::ALL.into_iter().map(|f| self.followers.count(f)).max().unwrap_or(0);
        let tied = Faction::ALL.into_iter().filter(|f| most > 0 && self.followers.count(*f) == most);
        let tied: Vec<String> = tied.map(|f| f.id().to_owned()).collect();
        Event::StruggleResolved {
            struggle: self.struggle,
            region: board.world.region_id(self.past.region).to_owned(),
            followers: names::band(self.followers),
            winner: self.past.winner.id().to_owned(),
            tied: if tied.len() > 1 { tied } else { vec![] },
            regions: board.held_by(self.past.winner).len(),
            ruled,
        }
    }
}

fn loyalist(board: &Board, region: Region, because: Region) -> Event {
    Event::LoyalistPlaced {
        region: board.world.region_id(region).to_owned(),
        because: board.world.region_id(because).to_owned(),
        left: board.field.supply.count(Faction::Loyalists),
    }
}
