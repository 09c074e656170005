//! The order sheet.

use crate::games::thrones::board::Board;
use crate::table::{Open, Seat};
use serde_json::{Value, json};

/// The order sheet of a house as data.
pub fn sheet(_board: &Board, _seat: Seat, _open: &[Open]) -> Value {
    json!({})
}
