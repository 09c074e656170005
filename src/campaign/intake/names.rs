//! The names of the game that stand in prose: of areas and cards, not of seats.

use crate::sheet::fold;
use crate::table::{Position, Referee, Seat};
use serde_json::Value;

/// The fewest letters of a name that is no other word.
const FEWEST_LETTERS: usize = 5;

/// Returns the names in the view of a seat, but those of seats.
pub fn names_of(game: &dyn Referee, position: &Position, seat: Seat) -> Option<Vec<String>> {
    let view = game.view(position, Some(seat)).ok()?;
    let seats = game.seats();
    let is_seat = |name: &str| seats.iter().any(|info| fold(&info.name) == fold(name));
    let known = view["names"].as_object()?.values().filter_map(Value::as_str);
    let is_long = |name: &&str| name.chars().filter(|c| c.is_alphabetic()).count() >= FEWEST_LETTERS;
    Some(known.filter(is_long).filter(|name| !is_seat(name)).map(str::to_owned).collect())
}
