//! Orders in lines of their own in an attached file: `see attached`.
//!
//! A file counts only if nothing else in the message says anything. Its orders count alone: somebody else may have written it, so
//! nobody resigns, votes or writes to others by it. A file with the form of a document is read with the message's own texts.

use super::typing::Typing;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Left, Ours, Reading};
use crate::post::{Letter, Part, PartKind};
use crate::report::model::Problem;
use crate::sheet::Refusal;
use crate::table::SeatInfo;

impl Reading {
    /// Reads the first attached file with orders in it, if nothing else says anything.
    pub(crate) fn take_files(
        &mut self,
        letter: &Letter,
        seats: &[SeatInfo],
        (ours, typing): (&Ours<'_>, &Typing<'_>),
    ) {
        let is_file = |part: &&Part| part.kind == PartKind::Attachment;
        if !letter.parts.iter().any(|part| is_file(&part))
            || self.says_something(letter)
            || !self.left.unclear.is_empty()
            || !self.left.bare.is_empty()
        {
            return;
        }
        for file in letter.parts.iter().filter(is_file) {
            let part = Part { kind: PartKind::Plain, ..file.clone() };
            let alone = Letter { parts: vec![part], enclosed: Vec::new(), ..letter.clone() };
            let mut reading = Reading::own(&alone, seats, ours);
            reading.take_typed(&alone, seats, typing);
            if !reading.hands_in(&alone) {
                continue;
            }
            let (is_faulty, has_orders) = (reading.left.is_faulty, reading.left.has_orders);
            let prose = std::mem::take(&mut self.left.prose);
            let mut reading = reading.of_plan_alone();
            reading.left =
                Left { says: true, says_more: true, is_faulty, has_orders, prose, ..Left::default() };
            let why = Refusal::new("file-read").with("name", file.path.clone());
            reading.problems.insert(0, Problem { warning: true, ..problems::refused(&why) });
            *self = Reading { opened: Some(alone), ..reading };
            return;
        }
    }
}
