//! Bids without the name of what they are for: `bid 3` or `2` where one alone is asked for, `nothing`, `1 each`.

use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::language::{self, NONE, SECTIONS, Section};
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Sign, number};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::sheet::{Fault, Refusal};
use crate::table::{LineFate, Open};
use winnow::stream::{Stream, TokenSlice};

impl Reader<'_> {
    /// Takes `bid 3` where one bid alone is asked for, whatever else the sheet asks; before there are orders, `3` too.
    pub(in super::super) fn only_bid(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let open = self.open;
        let mut bids = open.iter().filter(|open| open.seat == self.seat && open.kind == "bid");
        let only = bids.next().filter(|_| bids.next().is_none())?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        // What a wildling card may let a house muster hides nothing of the one bid that is waited for.
        let waits = Open::asked_of(open, self.seat, false);
        let is_awaited = matches!(waits[..], [first] if first.key == only.key);
        let is_of_bids = self.section.is_none() && (is_awaited || self.asked_first() == Some(Heading::Bids));
        if grammar.word(Word::Bid, &mut tokens).is_err() && !is_of_bids {
            return None;
        }
        self.bid_picked(grammar, only, false)
    }

    /// Takes a number, or `none`, where only one bid is asked for.
    pub(in super::super) fn bid_picked(
        &mut self,
        grammar: &Grammar<'_>,
        open: &Open,
        none: bool,
    ) -> Option<LineFate> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let power = if none {
            0
        } else {
            // "Bid: 1", where one bid alone is asked for.
            let _ = grammar.word(Word::Bid, &mut tokens);
            grammar.colon(&mut tokens);
            // "Bid only 3".
            let _ = grammar.word(Word::Only, &mut tokens);
            let all = attempt(&mut tokens, |input| grammar.everything(input));
            let (_, power) = all.or_else(|_| grammar.amount(&mut tokens)).ok()?;
            while grammar.form(&self.lexicon.closings, &mut tokens).is_ok()
                || grammar.signs(&[Sign::Comma, Sign::Stop], &mut tokens).is_ok()
            {}
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

    /// Takes bids with a wish behind them that cannot be read for when they win: `2 for the wildlings and if we win give me Varg`. The bids
    /// stand by themselves, and the rest is asked back.
    pub(in super::super) fn bid_before_reward(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let to = grammar.line.tokens.len();
        let won = grammar.forms_of(Word::IfWon);
        let at = (1..to).find(|at| grammar.form_at(won, *at).is_some())?;
        let parts = |at: usize| {
            let sign = grammar.token(at).and_then(|token| token.sign);
            matches!(sign, Some(Sign::Comma | Sign::Semicolon | Sign::And | Sign::Dash))
                || grammar.word_is(Word::And, Run { from: at, to: at + 1 })
        };
        let end = (1..at).rev().take_while(|at| parts(*at)).last()?;
        let items = self.items(grammar, self.section, Run { from: 0, to: end })?;
        let is_bid = |item: &Item| {
            matches!(item, Item::Wish(Wish::Bid { .. } | Wish::BidsOn { .. } | Wish::Bids { .. }))
        };
        if self.asked.bids.is_empty() || items.is_empty() || !items.iter().all(is_bid) {
            return None;
        }
        self.take(grammar, self.section, items);
        self.unclear(grammar, Run { from: at, to });
        Some(LineFate::Faulty)
    }

    /// Takes "none" or "0" alone where several bids are asked for and nothing else that could be none: it bids nothing.
    pub(in super::super) fn no_bids(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let whole = Run { from: 0, to: line.tokens.len() };
        let is_none = || {
            let only = line.tokens.first().filter(|_| line.tokens.len() == 1);
            only.is_some_and(|token| number(self.lexicon, token) == Some(0)) || self.says_none(grammar)
        };
        let is_asked = self.asked.only_bids && self.section.is_none() && line.number.is_none();
        let is_said = || {
            let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
            let mut is_none = false;
            while let Ok(word) = grammar.words(&[Word::NoBids, Word::KeepsPower], &mut tokens) {
                is_none |= word == Word::NoBids;
                while grammar.form(&self.lexicon.closings, &mut tokens).is_ok() {}
                let _ = grammar.signs(&[Sign::Comma, Sign::Stop, Sign::Dash, Sign::Semicolon], &mut tokens);
            }
            tokens.eof_offset() == 0 && is_none && !self.asked.bids.is_empty() && self.section.is_none()
        };
        if !(is_asked && (self.passes(grammar) || is_none()) || is_said()) {
            return None;
        }
        let span = line.span(whole.from, whole.to);
        let taken = format!("{}: {NONE}", language::word(SECTIONS, &Section::Bids));
        let why = Refusal::new("plan-taken-as").with("name", line.text(whole.from, whole.to));
        self.faults.push(Fault::warning(span, why.with("as", taken)));
        self.entries.push(Entry::Whole(Section::Bids, text(span, NONE)));
        Some(LineFate::Taken)
    }

    /// Returns `true` for a line with a bid for each of several: numbers in a row, or a word such as `each`.
    pub(in super::super) fn says_each_bid(&self, grammar: &Grammar<'_>) -> bool {
        let tokens = &grammar.line.tokens;
        let numbers = tokens.iter().filter(|token| number(self.lexicon, token).is_some()).count();
        let spreads = [Word::Each, Word::All].into_iter().filter_map(|word| self.lexicon.words.get(&word));
        let spreads =
            spreads.into_iter().any(|forms| (0..tokens.len()).any(|at| grammar.form_at(forms, at).is_some()));
        numbers > 1 || numbers == 1 && spreads
    }
}
