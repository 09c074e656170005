//! Lines of a quoted sheet or a file of which its document could make nothing.

use super::typed::Candidate;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::Reading;
use crate::post::{Origin, OwnLine, straight_dashes};
use crate::table::{LineFate, Typed};

impl Reading {
    /// Notes the lines that a game refused with others, in paragraphs of which it says nothing.
    pub(super) fn note_untold(&mut self, lines: &[Candidate], typed: &Typed) {
        let is_told = |cand: &&Candidate| {
            typed.faults.iter().any(|fault| fault.span.is_some_and(|span| span.line == cand.line))
        };
        let told: Vec<usize> = lines.iter().filter(is_told).map(|cand| cand.own.paragraph).collect();
        let faulty = lines.iter().zip(&typed.fates).filter(|(_, fate)| **fate == LineFate::Faulty);
        let untold = faulty.map(|(cand, _)| cand).filter(|cand| !told.contains(&cand.own.paragraph));
        self.left.unread.extend(untold.map(|cand| cand.own.number));
    }

    /// Returns the unread lines of a quoted sheet or a file, which count by the rules for those.
    pub(super) fn unread_elsewhere(&self) -> Vec<Candidate> {
        let Ok(document) = &self.found.document else { return Vec::new() };
        if document.origin == Origin::Own {
            return Vec::new();
        }
        let lines = document.text.lines().enumerate().map(|(at, text)| (at + 1, text));
        let unread = lines.filter(|(line, text)| {
            // Notes on the sheet are left out with those in own lines.
            self.unread.contains(line) && !text.trim().is_empty()
        });
        unread
            .map(|(line, text)| {
                let number = problems::line_in_mail(line, &self.found).unwrap_or(line);
                // What follows a hash is a note on the sheet.
                let text = straight_dashes(text.split(" #").next().unwrap_or_default().trim_end());
                let own = OwnLine { number, raw: text.clone(), text, used: Some(line), paragraph: 0 };
                Candidate { own, line, is_unread: true, is_below: false, beside: None }
            })
            .collect()
    }
}
