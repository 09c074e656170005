//! A line cut into its parts: at commas, colons and full stops, and at the words between turns and before conditions.

use super::part::{Part, article, cut, ends_of_words};
use super::tree::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};

/// What stands between a part and the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// The beginning of the line, a full stop or a word such as *then*.
    Break,
    /// A comma or colon.
    Comma,
    /// Nothing: the next word says that something else begins.
    Nothing,
}

/// A part of a line, and what stands before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    pub(super) part: Part<'t>,
    pub(super) before: Before,
}

impl Reader<'_> {
    pub(super) fn pieces<'t>(&self, whole: Part<'t>) -> Vec<Piece<'t>> {
        let mut all = Vec::new();
        let (mut from, mut before) = (0, Before::Break);
        let text = whole.text;
        for (at, c) in text.char_indices() {
            if ",;:.[]!+".contains(c) {
                self.cut_at_words(Piece { part: cut(whole, from, at), before }, &mut all);
                from = at + c.len_utf8();
                // "3. play": nothing stands between the number's full stop and the turn.
                before = if ";.!".contains(c) { Before::Break } else { Before::Comma };
            }
        }
        self.cut_at_words(Piece { part: cut(whole, from, text.len()), before }, &mut all);
        all
    }

    /// Cuts a part at words of its own: "pass, then play Scots", "… and summon Welsh", "… if Scots lead in Deva".
    fn cut_at_words<'t>(&self, mut piece: Piece<'t>, all: &mut Vec<Piece<'t>>) {
        loop {
            while let Some(rest) = self.past(TypedWord::Then, piece.part) {
                piece = Piece { part: rest, before: Before::Break };
            }
            if piece.part.text.is_empty() {
                return;
            }
            let part = piece.part;
            let condition = self.condition_key(part).is_some();
            let cuts = [
                self.then(part).map(|(at, length)| (at, length, Before::Break)),
                self.joint(part).map(|(at, length)| (at, length, Before::Comma)),
                self.summons_inside(part).map(|at| (at, 0, Before::Comma)),
                self.without_effect_inside(part).map(|at| (at, 0, Before::Comma)),
                if condition { self.turn_inside(part) } else { self.condition_inside(part) }
                    .map(|at| (at, 0, Before::Nothing)),
            ];
            let Some((at, length, before)) = cuts.into_iter().flatten().min_by_key(|(at, ..)| *at) else {
                all.push(piece);
                return;
            };
            all.push(Piece { part: cut(part, 0, at), ..piece });
            piece = Piece { part: part.after(at + length), before };
        }
    }

    /// Returns the place and the length of a "then".
    pub(super) fn then(&self, part: Part<'_>) -> Option<(usize, usize)> {
        let lower = part.text.to_lowercase();
        let found = self.forms(TypedWord::Then).iter().filter_map(|form| {
            let at = lower.match_indices(form.as_str()).find_map(|(at, _)| {
                let is_apart =
                    lower.get(..at)?.ends_with(' ') && lower.get(at + form.len()..)?.starts_with(' ');
                is_apart.then(|| at - 1)
            })?;
            part.text.is_char_boundary(at).then_some((at, form.len() + 2))
        });
        found.min_by_key(|(at, length)| (*at, std::cmp::Reverse(*length)))
    }

    /// Returns the place of a summons behind a play with nothing between them, as it is dictated: `play scots in deva summon scots`.
    fn summons_inside(&self, part: Part<'_>) -> Option<usize> {
        let opened = self.opened(part);
        let first = *ends_of_words(opened.text).first()?;
        let is_card = |text: &str| self.lexicon.cards.known(text).is_some();
        let plays = matches!(self.key(opened), Some((Key::Play, rest)) if !rest.text.is_empty())
            || is_card(opened.text.get(..first)?);
        let names = |rest: Part<'_>| {
            let rest = article(&self.lexicon, rest);
            let word = ends_of_words(rest.text).first().and_then(|end| rest.text.get(..*end));
            word.is_some_and(|word| self.lexicon.factions.known(word).is_some() || self.is_anybody(rest))
        };
        // "Or else summon …" is one wish with what is before it.
        let is_wish = |head: &str| {
            let last = head.split_whitespace().next_back();
            last.is_some_and(|last| self.past(TypedWord::Else, Part { text: last, ..part }).is_some())
        };
        let begins = |end: usize| {
            let head = part.text.get(..end)?;
            let (key, rest) = self.key(part.after(end))?;
            (key == Key::Summon && names(rest) && !is_wish(head)).then_some(end)
        };
        if !plays {
            return None;
        }
        ends_of_words(part.text).into_iter().find_map(begins)
    }

    /// Returns the place of words behind others that a card is played though it does nothing: `Garrison without effect`.
    fn without_effect_inside(&self, part: Part<'_>) -> Option<usize> {
        let ends = ends_of_words(part.text);
        let here = |end: &usize| matches!(self.key(part.after(*end)), Some((Key::WithoutEffect, _)));
        ends.into_iter().find(here)
    }

    /// Returns `true` for words that summon anybody.
    fn is_anybody(&self, part: Part<'_>) -> bool {
        part.text.split_whitespace().next().is_some_and(|word| self.is(TypedWord::Others, word))
    }

    /// Returns the place and the length of an "and" before another part of a turn: `… and summon Welsh`.
    fn joint(&self, part: Part<'_>) -> Option<(usize, usize)> {
        ends_of_words(part.text).into_iter().find_map(|end| {
            let rest = part.after(end);
            let word = ends_of_words(rest.text).first().copied()?;
            let and = rest.text.get(..word).filter(|word| self.is_and(word))?;
            let key = self.key(self.opened(rest.after(and.len())))?.0;
            let parts = matches!(
                key,
                Key::Play
                    | Key::Pass
                    | Key::Summon
                    | Key::Take
                    | Key::Swap
                    | Key::Crown
                    | Key::Place
                    | Key::Exchange
            );
            parts.then_some((end, part.text.len() - end - rest.after(and.len()).text.len()))
        })
    }
}
