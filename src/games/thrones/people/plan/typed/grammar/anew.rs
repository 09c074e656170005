//! Orders that are told anew: `scrap what I said about Kingswood: it marches to Storm's End`. The line is read as if it began with the area.

use super::names::Meant;
use super::tokens::{Line, Sign, Token};
use super::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::data::Word;
use std::ops::Range;
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

impl Grammar<'_> {
    /// Returns the line without what says that its order replaces another: the newer one counts in any case.
    pub(in super::super) fn told_anew(&self) -> Line {
        let mut line = self.line.clone();
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        let found = attempt(&mut input, |input| {
            // "Thanks. Hm, scrap …".
            loop {
                let at = input.eof_offset();
                let _ = self
                    .form(&self.lexicon.polite, input)
                    .or_else(|_| self.form(&self.lexicon.corrections, input));
                let _ = self.signs(&[Sign::Comma, Sign::Stop, Sign::Dash], input);
                if input.eof_offset() == at {
                    break;
                }
            }
            self.form(&self.lexicon.anew, input)?;
            if !self.is_own(&mut input.clone()) {
                return Err(EmptyError);
            }
            let place = self.place(input)?;
            self.signs(&[Sign::Colon, Sign::Comma, Sign::Stop, Sign::Dash], input)?;
            let _ = self.word(Word::That, input);
            // "Forget what I said about Kingswood. Dragonstone raid" takes one back, and orders another.
            if input.eof_offset() == 0 || self.place(&mut input.clone()).is_ok() {
                return Err(EmptyError);
            }
            Ok((place, self.at(input)))
        });
        if let Ok((place, rest)) = found {
            line.tokens = self.line.tokens.get(rest..).unwrap_or_default().to_vec();
            line.tokens.splice(0..0, self.line.tokens.iter().take(place.to).skip(place.from).cloned());
        }
        line
    }

    /// Returns the line without what is taken back in it: of `Seagard raid no sorry Seagard support`, all before the second name of the area
    /// with an order of its own. What is taken back otherwise stands between commas.
    pub(in super::super) fn broken_off(&self) -> Line {
        let mut line = Line { tokens: Vec::new(), ..self.line.clone() };
        let (all, mut at) = (&self.line.tokens, 0);
        while let Some(token) = all.get(at) {
            let length = self.form_at(&self.lexicon.retractions, at).filter(|length| *length > 1);
            let inside = length.filter(|length| at > 0 && at + length < all.len());
            let Some(length) = inside else {
                line.tokens.push(token.clone());
                at += 1;
                continue;
            };
            let said = |at: usize| all.get(at).is_some_and(|token| token.sign.is_none());
            let next = at + length + usize::from(!said(at + length));
            if let Some(gone) = self.told_before(at, next) {
                let columns: Vec<usize> = all[gone].iter().map(|token| token.column).collect();
                line.tokens.retain(|token| !columns.contains(&token.column));
                at = next;
                continue;
            }
            if let Some(from) = self.order_before(at - usize::from(!said(at - 1)), next) {
                let gone = self.token(from).map_or(usize::MAX, |token| token.column);
                line.tokens.retain(|token| token.column < gone);
                at = next;
                continue;
            }
            if said(at - 1) {
                line.tokens.push(comma(token));
            }
            line.tokens.extend(all.iter().skip(at).take(length).cloned());
            line.tokens.extend(all.get(at + length).filter(|next| next.sign.is_none()).map(comma));
            at += length;
        }
        line
    }

    /// Returns where the order begins that ends before what takes it back, if another order alone follows: `raid no sorry consolidate`.
    fn order_before(&self, end: usize, next: usize) -> Option<usize> {
        const LONGEST: usize = 4;
        let from = |at: usize| {
            let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut input);
            input
        };
        let mut behind = from(next);
        let order = self.order(false, &mut behind).ok()?;
        let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop];
        let ends = behind.eof_offset() == 0 || self.signs(&signs, &mut behind).is_ok();
        let is_spelt = order.run.to > order.run.from + 1
            || self.token(order.run.from).is_some_and(|token| token.folded.chars().count() > 1);
        let reaches = |at: &usize| self.order(false, &mut from(*at)).is_ok_and(|order| order.run.to == end);
        let begins = (end.saturating_sub(LONGEST)..end).find(reaches)?;
        (ends && is_spelt && begins > 0).then_some(begins)
    }

    /// Returns the last part of a line before a place that tells of the area of one's own which stands at another place.
    fn told_before(&self, before: usize, at: usize) -> Option<Range<usize>> {
        let area_at = |at: usize| {
            let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
            self.skip(at, &mut input);
            let place = self.place(&mut input).ok()?;
            match self.areas.meant(&self.name_of(place), &[self.own]) {
                Meant::One { area, .. } if self.own.has(area) => Some(area),
                _ => None,
            }
        };
        let area = area_at(at)?;
        let begins = |at: &usize| {
            at.checked_sub(1).is_none_or(|last| {
                self.token(last).is_some_and(|token| token.sign.is_some())
                    || self.word_is(Word::And, Run { from: last, to: *at })
            })
        };
        let from = (0..before).rev().filter(begins).find(|at| area_at(*at) == Some(area))?;
        let to = (from + 1..before).filter(begins).find(|at| area_at(*at).is_some_and(|other| other != area));
        Some(from..to.unwrap_or(before))
    }
}

/// Returns a comma in the place of the blank before a token.
fn comma(token: &Token) -> Token {
    Token {
        raw: ",".to_owned(),
        folded: String::new(),
        number: None,
        sign: Some(Sign::Comma),
        glued: true,
        column: token.column,
    }
}
