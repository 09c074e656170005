//! Sensible plans by chance, for stewards and stand-ins.

use super::plan::Plan;
use crate::games::thrones::board::Board;
use crate::table::{Open, Seat};

/// A sensible plan for a house.
pub fn suggest(_board: &Board, _seat: Seat, _open: &[Open], _dice: &mut fastrand::Rng) -> Plan {
    Plan::default()
}
