//! A line that says when its writer is away: whether it books that, and what else stands in it.

use super::typed::{Candidate, Typing};
use crate::plan::{self, Said};
use crate::sheet::Node;
use crate::table::{LineFate, TypedLine};

/// The section of an absence.
const ABSENCE: &str = "absent";

impl Typing<'_> {
    /// Returns `true` for an absence that is told to whoever wrote the press that is answered: it books nothing.
    pub(super) fn tells_absence(&self, key: &Node, text: &str) -> bool {
        self.answers_press && key.text() == Some(ABSENCE) && !plan::is_absence_section(text)
    }

    /// Returns where orders begin behind an absence in its line, in bytes: `I am away until Monday, so Winterfell defense`.
    pub(super) fn orders_behind(&self, key: &Node, cand: &Candidate) -> Option<usize> {
        let (game, text) = (self.game.filter(|_| key.text() == Some(ABSENCE))?, &cand.own.text);
        let is_order = |at: &usize| {
            let typed = game(&[TypedLine { text: text.get(*at..).unwrap_or_default(), line: cand.line }]);
            !typed.secret.is_empty() || typed.fates.iter().any(|fate| *fate != LineFate::NotMine)
        };
        let says_absence = |at: &usize| {
            let before = plan::said(text.get(..*at).unwrap_or_default(), cand.line, self.today);
            matches!(before, Some(Said::Section(key, _)) if key.text() == Some(ABSENCE))
        };
        plan::behind_absence(text).into_iter().filter(|at| is_order(at)).find(|at| {
            let joint =
                text.get(..*at).unwrap_or_default().trim_end().trim_end_matches(char::is_alphanumeric);
            says_absence(at) || says_absence(&joint.len())
        })
    }
}
