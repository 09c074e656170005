//! Recruiting in the north, where nobody has castles. Rules: BW, B-07, B-55 to B-58.

use super::watch_deck;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, NorthData, Unit};
use crate::games::thrones::game::{Foresight, Table};
use crate::games::thrones::realm::mustering::{Builds, Muster, muster_by};
use crate::games::thrones::realm::yard::{Build, Means, Yard};
use crate::table::{Foreseen, Pause, Seat};

/// The most that the Watch draws; for what is foreseen before it has drawn.
pub const MOST_DRAWN: u8 = 8;

/// Returns the points of so many that a side may spend in one of its areas: the Watch any number on the Wall and 1 elsewhere,
/// but for The Gift; the Wildlings any number, but for the Wall; the Others 1.
pub fn most_in(north: &NorthData, seat: Seat, area: Area, points: u8) -> u8 {
    let on_wall = north.wall.has(area);
    let closed = seat == north.watch && area == north.gift || seat == north.wildlings && on_wall;
    let any = seat == north.wildlings || seat == north.watch && on_wall;
    match (closed, any) {
        (true, _) => 0,
        (false, true) => points,
        (false, false) => points.min(1),
    }
}

/// Returns the areas in which a side may recruit, and how many points it may spend in each.
pub fn places(board: &Board, north: &NorthData, seat: Seat, points: u8) -> Means {
    let own = board.controlled_by(seat);
    let all = own.iter().map(|area| (area, most_in(north, seat, area, points)));
    Means { points: all.filter(|(_, most)| *most > 0).collect(), purse: Some(points) }
}

/// Returns the points of a side by the card *Mustering*: `drawn` for the Watch, else 1 for each area controlled; the Others
/// spend each in its area.
fn by_card(board: &Board, north: &NorthData, seat: Seat, drawn: u8) -> Means {
    let areas = board.controlled_by(seat).len().min(255) as u8;
    let points = if seat == north.watch { drawn } else { areas };
    let means = places(board, north, seat, points);
    if seat == north.others { Means { purse: None, ..means } } else { means }
}

/// Returns what a side recruits that says nothing: the Watch footmen on the Wall, the middle first; the Wildlings footmen where
/// most of their units are; the Others zombies where none of theirs is.
pub fn unasked(board: &Board, north: &NorthData, seat: Seat, means: &Means) -> Builds {
    let mut areas: Vec<Area> = means.points.iter().map(|(area, _)| *area).collect();
    let size = |area: &Area| board.spot(*area).units().count();
    let unit = if seat == north.others { Unit::Zombie } else { Unit::Footman };
    if seat == north.watch {
        areas.retain(|area| north.wall.has(*area));
        // The middle of the Wall borders most of it.
        areas.sort_by_key(|area| std::cmp::Reverse(board.world.borders(*area).and(north.wall).len()));
    } else if seat == north.wildlings {
        areas.sort_by_key(|area| std::cmp::Reverse(size(area)));
        areas.truncate(1);
    } else {
        areas.retain(|area| size(area) == 0);
    }
    let mut yard = Yard::with(board, seat, means);
    for area in areas {
        let build = Build::New { area, unit, at: area };
        while yard.trouble(build).is_none() {
            yard.add(build);
        }
    }
    Builds::new(yard.built())
}

/// A side recruits with so many points; `word` tells by what it has them.
///
/// # Errors
/// If it has not said what.
pub fn recruit(
    board: &mut Board,
    seat: Seat,
    means: &Means,
    word: &'static str,
    table: &mut Table<'_>,
) -> Result<(), Pause> {
    let Some(builds) = board.world.north.as_ref().map(|north| unasked(board, north, seat, means)) else {
        return Ok(());
    };
    muster_by(board, seat, means, word, builds, table)
}

/// *Mustering*: in play order each side recruits; the Watch draws how much.
///
/// # Errors
/// If a side has not said what.
pub fn mustering(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    with(board, None, table)
}

/// The same, where the Watch may have been given its points.
///
/// # Errors
/// If a side has not said what.
pub fn with(board: &mut Board, given: Option<u8>, table: &mut Table<'_>) -> Result<(), Pause> {
    let Some((theatre, watch)) = board.world.north.as_ref().map(|north| (north.theatre, north.watch)) else {
        return Ok(());
    };
    for seat in board.play_order_in(theatre) {
        let drawn = match given {
            _ if seat != watch => 0,
            Some(points) => points,
            None => watch_deck::draw(board, 1, table),
        };
        let means = board.world.north.as_ref().map(|north| by_card(board, north, seat, drawn));
        if let Some(means) = means {
            recruit(board, seat, &means, "", table)?;
        }
    }
    Ok(())
}

/// Foresees a mustering of all sides that may recruit something.
pub fn foresee(foresight: &mut Foresight) {
    foresee_with(foresight, MOST_DRAWN);
}

/// The same, where the Watch may have so many points.
pub fn foresee_with(foresight: &mut Foresight, most: u8) {
    let board = foresight.board.clone();
    let Some(north) = &board.world.north else { return };
    for seat in board.play_order_in(north.theatre) {
        let means = by_card(&board, north, seat, most);
        if foresight.units_change || !Yard::with(&board, seat, &means).idle() {
            let unasked = unasked(&board, north, seat, &means);
            let query = Muster::by(&board, seat, means, "").unasked(unasked);
            foresight.add(Foreseen::of(&query, false, foresight.limit()));
        }
    }
    foresight.units_change = true;
}

/// Returns the points that come of an attack won, for the Wildlings.
pub fn spoils(board: &Board, north: &NorthData, excess: u8) -> Means {
    places(board, north, north.wildlings, excess)
}

/// Returns the points of a side on the Wall alone.
pub fn on_the_wall(board: &Board, north: &NorthData, points: u8) -> Means {
    let mut means = places(board, north, north.watch, points);
    means.points.retain(|(area, _)| north.wall.has(*area));
    means
}
