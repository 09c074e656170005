//! The seat id, and helpers for entries of every kind.

/// A seat's id, such as `stark`.
pub type SeatId = String;

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
