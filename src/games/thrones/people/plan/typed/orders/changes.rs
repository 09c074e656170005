//! Orders that are told as changes: `change Skirling Pass to raid`, `actually, Skirling Pass to support instead`.

use crate::games::thrones::board::{Stage, Track};
use crate::games::thrones::data::{Heading, Word};
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
}
