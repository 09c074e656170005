//! The plan of a house.

use crate::games::thrones::board::Board;
use crate::games::thrones::question::Question;
use crate::sheet::Node;
use crate::table::{Open, Reading, Says, Seat};
use serde::{Deserialize, Serialize};

/// What a player wants done.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {}

/// Reads a plan.
pub fn read(_board: &Board, _seat: Seat, _open: &[Open], _plan: &Node) -> Reading<Plan> {
    Reading { plan: None, understood: vec![], faults: vec![] }
}

/// What a plan says to a question.
pub fn consult(_plan: &Plan, _seat: Seat, _question: &Question, _board: &Board) -> Says {
    Says::Silent
}
