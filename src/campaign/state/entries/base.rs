//! What entries of every kind use.

/// A seat's id, such as `stark`.
pub type SeatId = String;

pub(crate) fn is_false(value: &bool) -> bool {
    !value
}
