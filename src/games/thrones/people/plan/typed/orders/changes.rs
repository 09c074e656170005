//! Orders that are told as changes: `change Skirling Pass to raid`, `actually, Skirling Pass to support instead`.

use crate::games::thrones::board::{Stage, Track};
use crate::games::thrones::data::{Area, Heading, Word};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::table::LineFate;
use winnow::stream::TokenSlice;

impl Reader<'_> {
    /// Reads the order that an area of one's own is changed to, as if it were given there. Who holds the Messenger Raven may mean that,
    /// so that a change of theirs in so many words is left to it.
    pub(in super::super) fn changed(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        if self.board.stage != Stage::Planning || !matches!(self.section, None | Some(Heading::Orders)) {
            return None;
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        self.openings(grammar, input);
        let _ = grammar.sign(Sign::Comma, input);
        let replaces = grammar.word(Word::Replace, input).is_ok();
        if replaces && self.board.has_token(self.seat, Track::KingsCourt) {
            return None;
        }
        grammar.article(input);
        let from = grammar.at(input);
        if !grammar.is_own(input) {
            return None;
        }
        let place = Run { from, to: grammar.at(input) };
        grammar.words(&[Word::To, Word::With], input).ok()?;
        let at = grammar.at(input);
        // A single letter may be a name cut short.
        let is_spelt = grammar.token(at).is_some_and(|token| token.folded.chars().count() > 1);
        grammar.order(false, &mut input.clone()).ok().filter(|_| is_spelt)?;
        let all = &grammar.line.tokens;
        let tokens = [&all[place.from..place.to], &all[at..]].concat();
        let line = Line { tokens, ..grammar.line.clone() };
        let grammar = Grammar { line: &line, ..*grammar };
        let whole = Run { from: 0, to: line.tokens.len() };
        let items = self.items(&grammar, self.section, whole)?;
        Some(self.take(&grammar, self.section, items))
    }

    /// Reads an order that stands in the place of what is taken back before its comma: `forget the raid, Searoad Marches supports instead`.
    pub(in super::super) fn in_its_place(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let tokens = &grammar.line.tokens;
        let mut input: Tokens<'_> = TokenSlice::new(tokens);
        self.openings(grammar, &mut input);
        grammar.form(&self.lexicon.forgets, &mut input).ok()?;
        let is_comma = |at: &usize| tokens[*at].sign == Some(Sign::Comma);
        let comma = (grammar.at(&input)..tokens.len()).find(is_comma)?;
        let taken_back = Run { from: grammar.at(&input), to: comma };
        let instead = grammar.forms_of(Word::Instead);
        let is_instead = |at: &usize| grammar.form_at(instead, *at) == Some(tokens.len() - at);
        let end = (comma + 1..tokens.len()).find(is_instead)?;
        let said = grammar;
        let line = Line { tokens: tokens.get(comma + 1..end)?.to_vec(), ..grammar.line.clone() };
        let grammar = Grammar { line: &line, ..*grammar };
        let whole = Run { from: 0, to: line.tokens.len() };
        let items = self.items(&grammar, self.section, whole);
        let items = items.or_else(|| Some(vec![self.pieces(&grammar, self.section)?]))?;
        let [Item::Shape(shape)] = items.as_slice() else { return None };
        let places = shape.places();
        let [from] = places.as_slice() else { return None };
        // Of another area than the order's it may take back what the order is not in the place of.
        let is_its = |area: Area| {
            grammar.unit_named(*from).is_some()
                || grammar.areas.meant(&grammar.name_of(*from), &[grammar.own])
                    == Meant::One { area, guessed: false }
        };
        if !said.named(taken_back, true).all(is_its) {
            return None;
        }
        Some(self.take(&grammar, self.section, items))
    }
}
