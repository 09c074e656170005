//! What must hold of every position.

use crate::games::thrones::board::Board;
use crate::table::Refusal;

/// Whether a position can be.
///
/// # Errors
/// The first thing that cannot be.
pub fn sound(_board: &Board) -> Result<(), Refusal> {
    Ok(())
}
