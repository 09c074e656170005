//! How marching units enter an area that nobody holds against them. Rules: 1e, Establishing control; R-10.

use super::event::WarEvent;
use crate::games::thrones::board::Board;
use crate::games::thrones::data::{Area, Troop};
use crate::games::thrones::game::Table;
use crate::table::Seat;

/// Units march into an area where nobody is but their own. Another house's token returns to its owner's pool.
/// Rules: 1e, Establishing control; R-10.
pub(super) fn move_in(
    board: &mut Board,
    seat: Seat,
    from: Area,
    to: Area,
    units: Troop,
    table: &mut Table<'_>,
) {
    if let Some(owner) = board.spot(to).token.filter(|owner| *owner != seat) {
        table.tell(|| {
            let world = &board.world;
            WarEvent::TokenReturned {
                house: world.seat_id(owner).to_owned(),
                area: world.area_id(to).to_owned(),
                by: world.seat_id(seat).to_owned(),
            }
            .into()
        });
    }
    board.remove_units(from, units, Troop::NONE);
    board.place_units(to, seat, units, Troop::NONE);
}
