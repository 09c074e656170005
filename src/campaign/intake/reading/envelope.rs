//! The sections of a document.

use crate::plan::{self, Envelope};
use crate::post::{Found, is_opening};
use crate::table::SeatInfo;

/// Reads the sections of a document. The `bool` is `false` if it is not YAML.
pub(crate) fn envelope_of(found: &Found, text: &str, seats: &[SeatInfo]) -> (Envelope, bool) {
    // A pasted opening contains a plan, but that must not count as a plan of this message.
    let is_document = found.document.is_ok() && !is_opening(text);
    match is_document.then(|| crate::sheet::parse(text)) {
        Some(Ok(node)) => (plan::read(&node, seats), true),
        Some(Err(faults)) => (Envelope { faults, ..Envelope::default() }, false),
        None => (Envelope::default(), true),
    }
}
