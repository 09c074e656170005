//! A house that changes its place on a track of influence without an auction. Rules: 2e, Influence; T-28 to T-31.

use super::event::RealmEvent;
use crate::games::thrones::board::{Board, Track};
use crate::games::thrones::game::Table;
use crate::table::Seat;

/// A house goes to the last place of a track; those behind it move up, and a token passes at once.
pub fn to_last(board: &mut Board, seat: Seat, track: Track, table: &mut Table<'_>) {
    to_place(board, seat, track, usize::MAX, table);
}

/// A house goes to a place of a track, counted from 0, or to the last if there is none such.
pub fn to_place(board: &mut Board, seat: Seat, track: Track, place: usize, table: &mut Table<'_>) {
    let theatre = board.world.houses[seat].theatre;
    let before = board.theatres[theatre].tracks[track as usize].clone();
    let row = &mut board.theatres[theatre].tracks[track as usize];
    row.retain(|other| *other != seat);
    row.insert(place.min(row.len()), seat);
    tell(board, track, &before, &board.theatres[theatre].tracks[track as usize], table);
}

/// Tells the new order of a track, and that its token has passed if it has.
pub fn tell(board: &Board, track: Track, before: &[Seat], after: &[Seat], table: &mut Table<'_>) {
    table.tell(|| {
        RealmEvent::TrackSettled {
            track: track.id().to_owned(),
            from: board.seat_ids(before),
            to: board.seat_ids(after),
        }
        .into()
    });
    if let (Some(from), Some(to)) = (before.first(), after.first())
        && from != to
    {
        table.tell(|| {
            RealmEvent::TokenPasses {
                track: track.id().to_owned(),
                from: board.world.seat_id(*from).to_owned(),
                to: board.world.seat_id(*to).to_owned(),
            }
            .into()
        });
    }
}
