//! Power: *Game of Thrones* and Consolidate Power orders. Rules: 1e, The Westeros cards; Executing Consolidate
//! Power orders; Limit of tokens; R-21.

use super::event::RealmEvent;
use super::mustering::muster_instead;
use super::pick::{Item, Items, Pick};
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, OrderId, OrderKind};
use crate::games::thrones::game::Table;
use crate::games::thrones::terms::Yield;
use crate::table::{Pause, Seat};
use arrayvec::ArrayVec;

/// What each area brings.
type Income = ArrayVec<(Area, u8), 128>;

/// *Game of Thrones*: in order of play each house gains a power for each crown it controls.
///
/// # Errors
/// Never.
pub fn game_of_thrones(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let crowned = board.controlled_by(seat).iter().map(|area| (area, board.world.place(area).crowns));
        let income = crowned.filter(|(_, crowns)| *crowns > 0).collect();
        gain(board, seat, "game-of-thrones", &income, table);
    }
    Ok(())
}

/// Returns what an order brings by the first edition: one power, and one for each crown of its area.
pub fn by_crowns(board: &Board, area: Area, _: OrderId) -> Yield {
    Yield { power: 1 + board.world.place(area).crowns, points: 0 }
}

/// Each Consolidate Power order left brings what the edition says: power, or units instead where that may be.
///
/// # Errors
/// If a house may muster, and has not said.
pub fn consolidated(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let consolidates = |order: &OrderId| board.world.token(*order).kind == OrderKind::Consolidate;
        let ordered =
            board.held_by(seat).filter_map(|(area, spot)| Some((area, spot.order.filter(consolidates)?)));
        let ordered: ArrayVec<(Area, OrderId), 128> = ordered.collect();
        let mut income = Income::new();
        for (area, order) in ordered {
            let Yield { power, points } = (board.edition.consolidates)(board, area, order);
            if !(points > 0 && muster_instead(board, seat, area, points, table)?) {
                income.push((area, power));
            }
        }
        if !income.is_empty() {
            gain(board, seat, "consolidate", &income, table);
        }
    }
    Ok(())
}

/// Executes one Consolidate Power order of a house: of several its choice, where one of them may muster; says whether there
/// was one. Rules: 2e, Action phase.
///
/// # Errors
/// If the house has not said which, or what it musters.
pub fn consolidate_one(board: &mut Board, seat: Seat, table: &mut Table<'_>) -> Result<bool, Pause> {
    let mut ordered: ArrayVec<(Area, Yield), 128> = ArrayVec::new();
    for area in board.orders_of(seat, OrderKind::Consolidate).iter() {
        let Some(order) = board.spot(area).order else { continue };
        let due = (board.edition.consolidates)(board, area, order);
        ordered.push((area, due));
    }
    let Some(mut place) = (0..ordered.len()).max_by_key(|place| ordered[*place].1.power) else {
        return Ok(false);
    };
    if ordered.len() > 1 && ordered.iter().any(|(_, due)| due.points > 0) {
        let items: Items = ordered.iter().map(|(area, _)| Item::Area(*area)).collect();
        if let Item::Area(area) = table.ask(&Pick::new(board, seat, "consolidate", items))? {
            place = ordered.iter().position(|(ordered, _)| *ordered == area).unwrap_or(place);
        }
    }
    let (area, due) = ordered[place];
    if !(due.points > 0 && muster_instead(board, seat, area, due.points, table)?) {
        gain(board, seat, "consolidate", &[(area, due.power)].into_iter().collect(), table);
    }
    board.spot_mut(area).order = None;
    board.step += 1;
    Ok(true)
}

/// *Game of Thrones* of the second edition: besides, a power for each port with ships of the house, if no enemy is in its
/// sea. Rules: 2e, Ports.
///
/// # Errors
/// Never.
pub fn crowns_and_ports(board: &mut Board, table: &mut Table<'_>) -> Result<(), Pause> {
    for seat in board.play_order() {
        let crowned = board.controlled_by(seat).iter().map(|area| (area, board.world.place(area).crowns));
        let ports = board.world.ports.iter().filter(|port| board.spot(*port).holder == Some(seat));
        let ports = ports.map(|port| (port, u8::from(!blockaded(board, port, seat))));
        let income = crowned.chain(ports).filter(|(_, power)| *power > 0).collect();
        gain(board, seat, "game-of-thrones", &income, table);
    }
    Ok(())
}

/// Returns `true` if another house's ships are in the sea before a port.
fn blockaded(board: &Board, port: Area, seat: Seat) -> bool {
    board.world.borders(port).iter().any(|sea| board.defended_against(sea, seat))
}

/// Returns what an order brings by the second edition: nothing at sea; in a port a power, if it is not blockaded; on land as
/// by the first, and the starred one may muster instead. Rules: 2e, Consolidate Power.
pub fn by_crowns_or_muster(board: &Board, area: Area, order: OrderId) -> Yield {
    let world = &board.world;
    if world.ports.has(area) {
        let open = board.spot(area).holder.is_some_and(|seat| !blockaded(board, area, seat));
        return Yield { power: open.into(), points: 0 };
    }
    if world.is_sea(area) {
        return Yield::default();
    }
    let points = if board.is_special(area, order) { world.place(area).points } else { 0 };
    Yield { points, ..by_crowns(board, area, order) }
}

fn gain(board: &mut Board, seat: Seat, because: &'static str, income: &Income, table: &mut Table<'_>) {
    let due = income.iter().fold(0u8, |sum, (_, power)| sum.saturating_add(*power));
    let gained = board.gain_power(seat, due);
    table.tell(|| {
        let world = &board.world;
        RealmEvent::PowerGained {
            house: world.seat_id(seat).to_owned(),
            because: because.to_owned(),
            areas: income.iter().map(|(area, power)| (world.area_id(*area).to_owned(), *power)).collect(),
            due,
            gained,
            available: board.houses[seat].power,
        }
        .into()
    });
}
