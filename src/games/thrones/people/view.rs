//! What a seat may know.

use crate::games::thrones::board::Board;
use crate::games::thrones::data::World;
use crate::table::Seat;
use serde_json::{Value, json};
use std::sync::Arc;

/// What a seat may know of a position.
pub fn view(_board: &Board, _seat: Option<Seat>) -> Value {
    json!({})
}

/// A position from a view.
///
/// # Errors
/// In words, what is wrong with it.
pub fn read(_world: &Arc<World>, _value: &Value) -> Result<Board, String> {
    Err("not yet".into())
}
