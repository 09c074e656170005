//! Lines about orders that need what other lines say: where a march goes, what stays, what is changed, corrected or taken back.

pub(super) mod changes;
pub(super) mod corrections;
pub(super) mod gives_none;
pub(super) mod going_on;
pub(super) mod loose;
mod musters;
pub(super) mod question;
pub(super) mod stays;
pub(super) mod taken_back;
