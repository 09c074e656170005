//! The foot of a letter, which its sender did not write for the game: the card below a closing, the notice of a lawyer.

use super::typed::Typing;
use crate::campaign::intake::reading::Reading;
use crate::plan::{self, Said};
use crate::post::{Fate, OwnLine, foot};
use crate::table::{LineFate, TypedLine};

impl Reading {
    /// Takes the foot of a letter away from its own lines, and shows it as a signature. A line of it that says something to the
    /// program stays, with all above it.
    pub(super) fn cut_foot(&mut self, own: &mut Vec<OwnLine>, typing: &Typing<'_>) {
        let mut from = own.len() - foot(own, &plan::is_closing);
        let says = |line: &OwnLine| {
            let typed = [TypedLine { text: &line.text, line: 1 }];
            let is_order = |game: &super::typed::ToGame<'_>| {
                game(&typed).fates.iter().any(|fate| *fate != LineFate::NotMine)
            };
            line.used.is_some()
                || matches!(plan::said(&line.text, 1, typing.today), Some(Said::Section(..)))
                || typing.game.is_some_and(is_order)
        };
        from += own.get(from..).unwrap_or_default().iter().rposition(says).map_or(0, |at| at + 1);
        for cut in own.drain(from..) {
            if let Some(line) = self.found.lines.get_mut(cut.number.wrapping_sub(1)) {
                line.fate = Fate::Signature;
            }
        }
    }
}
