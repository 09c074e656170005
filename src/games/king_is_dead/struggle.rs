//! A struggle for power: turns until all pass in succession; then somebody takes the region. Rules: Struggles for
//! power; The Mordred variant; K-02, K-07.

use super::KingIsDead;
use super::board::{Board, Winner};
use super::cards::{Action, Play, Turn};
use super::data::{Faction, Region};
use super::event::{Event, Exchanged, Put, Swapped};
use super::people::names;
use super::resolution::{Resolved, resolve, take};
use super::turn::TurnQuery;
use super::{ending, last_card};
use crate::table::{Pause, Point, Progress, Seat, Table};

/// Plays the current struggle, and leaves the position at the opening of the next.
///
/// # Errors
/// If a seat must be asked for its turn.
pub fn struggle<T: Table<KingIsDead>>(board: &mut Board, table: &mut T) -> Result<Progress, Pause> {
    if board.outcome.is_some() {
        return Ok(Progress::Ended);
    }
    if board.step == 0 {
        table.tell(|| begins(board));
    }
    while board.passes < board.world.players() {
        let seat = board.to_move();
        // Without cards one passes by oneself, and with a last card that may not be played.
        let no_cards = board.court(seat).hand.is_empty();
        let cannot_win = last_card::cannot_win(board);
        let query = TurnQuery::new(board);
        let turn = if no_cards || cannot_win {
            table.forced(&query, &Turn::Pass);
            Turn::Pass
        } else {
            table.ask(&query)?
        };
        take(board, seat, &turn);
        table.tell(|| taken(board, seat, &turn, no_cards, cannot_win));
    }
    let found = Winner::of(board.field.at(board.contested()));
    let ruled = table.settle(|| point(board, found)).and_then(|winner| Winner::from_id(winner.as_str()?));
    let resolved = resolve(board, ruled.unwrap_or(found));
    table.tell(|| resolved_event(board, &resolved, ruled.is_some()));
    if let Some(region) = resolved.loyalist {
        table.tell(|| loyalist(board, region, resolved.past.region));
    }
    if let Some(verdict) = ending::check(board) {
        table.tell(|| verdict.event(board));
        return Ok(Progress::Ended);
    }
    Ok(Progress::Next)
}

/// Returns the winner as something that a ruling can change: `3/struggle/kent/winner`.
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

fn begins(board: &Board) -> Event {
    let region = board.contested();
    Event::StruggleBegins {
        struggle: board.struggle,
        region: board.world.region_id(region).to_owned(),
        first: board.world.seat_id(board.first).to_owned(),
        followers: names::band(board.field.at(region)),
    }
}

fn taken(board: &Board, seat: Seat, turn: &Turn, no_cards: bool, cannot_win: bool) -> Event {
    let world = &board.world;
    let seat_id = world.seat_id(seat).to_owned();
    let Turn::Play(Play { card, action, summon, .. }) = turn else {
        return Event::Passed { seat: seat_id, no_cards, cannot_win, passes: board.passes };
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

fn resolved_event(board: &Board, resolved: &Resolved, ruled: bool) -> Event {
    let Resolved { past, struggle, followers, .. } = resolved;
    let most = Faction::ALL.into_iter().map(|f| followers.count(f)).max().unwrap_or(0);
    let tied = Faction::ALL.into_iter().filter(|f| most > 0 && followers.count(*f) == most);
    let tied: Vec<String> = tied.map(|f| f.id().to_owned()).collect();
    Event::StruggleResolved {
        struggle: *struggle,
        region: board.world.region_id(past.region).to_owned(),
        followers: names::band(*followers),
        winner: past.winner.id().to_owned(),
        tied: if tied.len() > 1 { tied } else { vec![] },
        regions: board.held_by(past.winner).len(),
        ruled,
    }
}

fn loyalist(board: &Board, region: Region, because: Region) -> Event {
    Event::LoyalistPlaced {
        region: board.world.region_id(region).to_owned(),
        because: board.world.region_id(because).to_owned(),
        left: board.field.supply.count(Faction::Loyalists),
    }
}
