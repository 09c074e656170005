//! Lines that say two things: `ready. To Bert: peace?`, `ok, away from 1.12. to 3.12.`
//!
//! Such a line is parted where a sentence ends if what is before says something by itself, or is courtesy, and what is behind is
//! an absence, a vote, or a message to somebody. Orders that such a thing follows are the game's to find
//! ([`plan::behind_orders`]).

use super::typed::{Candidate, Typing};
use crate::plan::{self, Said};
use crate::table::SeatInfo;

impl Typing<'_> {
    /// Returns lines with those that say two things as two, which share their place.
    pub(super) fn parted(&self, candidates: Vec<Candidate>, seats: &[SeatInfo]) -> Vec<Candidate> {
        let part = |cand: Candidate| match place(&cand, seats, self) {
            None => vec![cand],
            Some(at) => vec![cut(&cand, 0, at), cut(&cand, at, usize::MAX)],
        };
        candidates.into_iter().flat_map(part).collect()
    }
}

/// Returns where, in characters, the second thing begins that a line says.
fn place(cand: &Candidate, seats: &[SeatInfo], typing: &Typing<'_>) -> Option<usize> {
    let text = &cand.own.text;
    let says = |text: &str| plan::said(text, cand.line, typing.today);
    let is_behind = |tail: &str| {
        let is_section = matches!(says(tail), Some(Said::Section(key, _)) if matches!(key.text(), Some("absent" | "vote")));
        is_section || plan::addressed(tail, seats, typing.people).is_some()
    };
    let is_before =
        |head: &str| matches!(says(head), Some(Said::Courtesy | Said::Bare(_) | Said::Section(..)));
    let ends =
        text.char_indices().zip(1..).filter(|((_, c), _)| matches!(c, ',' | '.' | '!' | ';' | '–' | '—'));
    // A whole absence may have marks in it, and so may a message.
    let is_whole = matches!(says(text), Some(Said::Section(key, _)) if key.text() != Some("final"))
        || plan::addressed(text, seats, typing.people).is_some();
    let mut ends = ends.filter(|_| !is_whole);
    let found = ends.find(|((at, mark), _)| {
        let (head, tail) =
            (text.get(..*at).unwrap_or_default(), text.get(at + mark.len_utf8()..).unwrap_or_default());
        !head.trim().is_empty() && is_behind(tail) && is_before(head)
    });
    found.map(|(_, count)| count)
}

/// Returns a line with blanks in place of all but the characters from one place to another.
fn cut(cand: &Candidate, from: usize, to: usize) -> Candidate {
    let kept = |text: &str| -> String {
        let keep = |(at, c): (usize, char)| if (from..to).contains(&at) { c } else { ' ' };
        text.chars().enumerate().map(keep).collect::<String>().trim_end().to_owned()
    };
    // Where the two are not the same signs one by one, the sender's own would be cut in the wrong place.
    let is_alike = cand.own.raw.chars().count() == cand.own.text.chars().count();
    let raw = kept(if is_alike { &cand.own.raw } else { &cand.own.text });
    let mut own = cand.own.clone();
    (own.text, own.raw) = (kept(&cand.own.text), raw);
    Candidate { own, line: cand.line, is_unread: cand.is_unread, is_below: cand.is_below }
}
