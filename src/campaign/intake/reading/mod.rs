//! What a mail is taken to say: which of its texts counts, what of a quoted sheet goes with it, and when a mail that came
//! attached takes the place of them all.

mod attachments;
mod document;
mod envelope;
mod quotation;
mod sheet;

pub(crate) use document::half_masked;
pub use document::{Ours, Reading};
pub(crate) use envelope::envelope_of;

use crate::post::Letter;
use crate::table::SeatInfo;

impl Reading {
    /// Reads on: what stands in a quoted sheet beside own lines, and in attached mails where there is nothing else.
    pub fn complete(mut self, letter: &Letter, seats: &[SeatInfo], ours: &Ours<'_>) -> Reading {
        self.take_sheet(letter, seats, ours);
        self.take_attached(letter, seats, ours);
        self
    }
}
