//! The document of a mail, read as the sections of a plan.

use crate::plan::{self, Envelope};
use crate::post::{Found, is_opening};
use crate::table::SeatInfo;

/// The document of a mail, read; and whether it is YAML at all.
pub(crate) fn envelope_of(found: &Found, text: &str, seats: &[SeatInfo]) -> (Envelope, bool) {
    // An opening pasted as it is: there is a plan in it, but not one to be taken as such.
    let is_document = found.document.is_ok() && !is_opening(text);
    match is_document.then(|| crate::sheet::parse(text)) {
        Some(Ok(node)) => (plan::read(&node, seats), true),
        Some(Err(faults)) => (Envelope { faults, ..Envelope::default() }, false),
        None => (Envelope::default(), true),
    }
}
