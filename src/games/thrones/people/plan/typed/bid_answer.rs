//! Bids where one alone is asked for: `bid 3`, `2`, `nothing`.

use super::grammar::{Grammar, Tokens};
use super::reader::Reader;
use super::tree::{Entry, text};
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::Section;
use crate::table::{LineFate, Open};
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes `bid 3` where one bid alone is asked for, whatever else the sheet asks; before there are orders, `3` too.
    pub(super) fn only_bid(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let open = self.open;
        let mut bids = open.iter().filter(|open| open.seat == self.seat && open.kind == "bid");
        let only = bids.next().filter(|_| bids.next().is_none())?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let is_of_bids = self.section.is_none() && self.asked_first() == Some(Heading::Bids);
        if grammar.word(Word::Bid, &mut tokens).is_err() && !is_of_bids {
            return None;
        }
        self.bid_picked(grammar, only, false)
    }

    /// Takes a number, or `none`, where only one bid is asked for.
    pub(super) fn bid_picked(&mut self, grammar: &Grammar<'_>, open: &Open, none: bool) -> Option<LineFate> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let power = if none {
            0
        } else {
            // "Bid: 1", where one bid alone is asked for.
            let _ = grammar.word(Word::Bid, &mut tokens);
            grammar.colon(&mut tokens);
            let power = grammar.number(&mut tokens).ok()?;
            let _ = grammar.form(&self.lexicon.closings, &mut tokens);
            if tokens.eof_offset() > 0 {
                return None;
            }
            power
        };
        let on = text(line.span(0, 1), open.key.rsplit('/').next()?);
        let power = text(line.span(0, line.tokens.len()), &power.to_string());
        self.entries.push(Entry::Keyed(Section::Bids, on, power));
        Some(LineFate::Taken)
    }
}
