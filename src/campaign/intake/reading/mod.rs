//! Reading a message: which of its texts counts, which lines of a quoted sheet go with it, and when an attached
//! message replaces them all.

mod attachments;
mod below;
mod commands;
mod document;
mod envelope;
mod files;
mod foot;
mod forms;
mod joined;
mod key_line;
mod left;
mod mixed;
mod parting;
mod press;
mod quotation;
mod rest;
mod sentence;
mod sheet;
mod typed;
mod typing;
mod unread;

pub(crate) use document::half_masked;
pub use document::{Ours, Reading};
#[cfg(test)]
pub(crate) use envelope::sections;
pub(crate) use foot::signs;
pub use left::Left;
pub(crate) use left::{of_prose, words_of};
pub(crate) use mixed::HELD;
pub(crate) use typed::LONGEST_TEXT;
pub use typing::{Answer, Typing};

use crate::post::Letter;
use crate::table::SeatInfo;

impl Reading {
    /// Adds what the sender has filled in in a quoted sheet and, if the message says nothing else, what an attached
    /// message says.
    pub fn complete(mut self, letter: &Letter, seats: &[SeatInfo], ours: &Ours<'_>) -> Reading {
        self.take_sheet(letter, seats, ours);
        self.take_attached(letter, seats, ours);
        self
    }
}
