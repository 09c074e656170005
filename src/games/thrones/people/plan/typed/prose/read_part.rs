//! How far a clause that cannot be read can be: `Winterfell march +1 to Karhold, singing` can up to the comma. Its writer is told what is
//! amiss, and not only where it begins.

use super::clauses::gives_order;
use super::wanting::without_wanting;
use crate::games::thrones::data::{Spellings, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;

/// The most places at which a clause is cut to see whether it can be read up to there.
const MOST_CUTS: usize = 4;

impl Reader<'_> {
    /// Returns the end of the longest beginning of a run that is an order by itself, and where the rest begins behind a comma between
    /// them; `None` if there is none.
    pub(in super::super) fn read_to(&self, grammar: &Grammar<'_>, run: Run) -> Option<(usize, usize)> {
        let cuts: Vec<usize> = (run.from + 2..run.to).rev().filter(|at| self.may_end(grammar, *at)).collect();
        let found = cuts.into_iter().take(MOST_CUTS).find(|to| {
            let Some(tokens) = grammar.line.tokens.get(run.from..*to) else { return false };
            let line = Line { tokens: tokens.to_vec(), ..grammar.line.clone() };
            let (wanted, in_case) = without_wanting(&Grammar { line: &line, ..*grammar });
            let reads = |line: &Line| {
                let all = Run { from: 0, to: line.tokens.len() };
                self.items(&Grammar { line, ..*grammar }, self.section, all)
                    .is_some_and(|items| gives_order(&items))
            };
            reads(&line) || !in_case && wanted.tokens != line.tokens && reads(&wanted)
        })?;
        let parts = |at: usize| {
            let sign = grammar.token(at).and_then(|token| token.sign);
            matches!(sign, Some(Sign::Comma | Sign::Semicolon | Sign::Stop))
        };
        let (mut to, mut rest) = (found, found);
        while to > run.from + 1 && parts(to - 1) {
            to -= 1;
        }
        while rest + 1 < run.to && parts(rest) {
            rest += 1;
        }
        Some((to, rest))
    }

    /// Returns `true` if a part of a clause may end before a token.
    fn may_end(&self, grammar: &Grammar<'_>, at: usize) -> bool {
        const SIGNS: [Sign; 6] =
            [Sign::Comma, Sign::Semicolon, Sign::Dash, Sign::Open, Sign::Stop, Sign::Other];
        let Some(token) = grammar.token(at) else { return false };
        let lexicon = self.lexicon;
        let begins = |forms: &Spellings| grammar.form_at(forms, at).is_some();
        token.sign.is_some_and(|sign| SIGNS.contains(&sign))
            || begins(&lexicon.reasons)
            || self.says_at(grammar, &[Word::And, Word::But, Word::If, Word::Unless, Word::Not], at)
            || Token::is_word(token)
                && (lexicon.common.contains(&token.folded) || self.is_unknown(grammar, at))
    }
}
