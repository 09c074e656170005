//! Second thoughts in a message: an order that is marked as a correction takes the place of what an earlier line of the message says
//! of its area. Without a mark, two orders for one area count for nothing.

use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::tokens::Sign;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::table::LineFate;
use winnow::stream::TokenSlice;

impl Reader<'_> {
    /// Returns `true` for a line that says that it corrects another: `no wait, Winterfell raid`, `change Winterfell to raid`, `Winterfell
    /// raid instead`.
    pub(in super::super) fn corrects(&self, grammar: &Grammar<'_>) -> bool {
        let tokens = &grammar.line.tokens;
        let mut at = 0;
        let begins = loop {
            if grammar.form_at(&self.lexicon.corrected, at).is_some() {
                break true;
            }
            // "Hi all, change of plan: …", "oh sorry, …".
            let polite = grammar.form_at(&self.lexicon.polite, at);
            let sign = tokens.get(at).is_some_and(|token| token.sign.is_some());
            match polite.or(sign.then_some(1)) {
                Some(length) => at += length,
                None => break false,
            }
        };
        let mut behind = TokenSlice::new(tokens.as_slice());
        self.openings(grammar, &mut behind);
        let _ = grammar.sign(Sign::Comma, &mut behind);
        let replaces = grammar.word(Word::Replace, &mut behind).is_ok();
        // The marks at the end of a line are no words.
        let words = tokens.iter().rposition(|token| token.is_word()).map_or(0, |last| last + 1);
        let ends = (0..words).any(|from| {
            grammar.form_at(&self.lexicon.corrected_behind, from).is_some_and(|length| from + length == words)
        });
        begins || replaces || ends
    }

    /// Asks back a line that takes back within it what it wishes: `the knight. No, sorry, the footman!` Of orders and bids two for one name
    /// are found out anyway; cards and units would be a list, in which what was taken back comes first.
    pub(in super::super) fn second_thoughts(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let tokens = &grammar.line.tokens;
        let whole = Run { from: 0, to: tokens.len() };
        let section = self.section.or_else(|| self.asked_first());
        let is_list = |item: &Item| {
            matches!(
                item,
                Item::Wish(
                    Wish::Tactic { .. }
                        | Wish::Disband { .. }
                        | Wish::Quest(_)
                        | Wish::Reward(_)
                        | Wish::Ties(_)
                        | Wish::Muster { .. }
                )
            )
        };
        let wishes =
            |run: Run| self.items(grammar, section, run).is_some_and(|items| items.iter().any(is_list));
        let parts = |sign: Sign| matches!(sign, Sign::Comma | Sign::Stop | Sign::Semicolon | Sign::Dash);
        let corrects = (1..whole.to).any(|at| {
            let behind_sign = tokens[at - 1].sign.is_some_and(parts);
            // "Renly, or Stannis" is a list.
            let is_else = grammar.words(&[Word::Else], &mut TokenSlice::new(&tokens[at..])).is_ok();
            let form = grammar.form_at(&self.lexicon.corrections, at).filter(|_| behind_sign && !is_else);
            form.is_some_and(|length| {
                let mut to = at - 1;
                while to > 0 && tokens[to - 1].sign.is_some_and(parts) {
                    to -= 1;
                }
                // "No, sorry, the footman".
                let mut from = at + length;
                while let Some(token) = tokens.get(from) {
                    let form = grammar.form_at(&self.lexicon.corrections, from);
                    match form.or(token.sign.is_some_and(parts).then_some(1)) {
                        Some(length) => from += length,
                        None => break,
                    }
                }
                wishes(Run { from: 0, to }) && wishes(Run { from, ..whole })
            })
        });
        corrects.then(|| {
            self.unclear(grammar, whole);
            LineFate::Faulty
        })
    }
}
