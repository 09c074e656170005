//! Words in an order that change nothing of it: `the Searoad Marches defend themselves`, `sorry Ingrid`. A line or clause that cannot be read is read without them, and then all the rest must be read.

use crate::games::thrones::people::plan::typed::grammar::Grammar;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::Fault;
use crate::table::LineFate;

impl Reader<'_> {
    /// Reads a line, and if that fails without the words that change nothing of it.
    pub(in super::super) fn read_or_bare(&mut self, grammar: &Grammar<'_>) -> LineFate {
        let before = self.mark();
        let fate = self.read_or_led(grammar);
        if fate == LineFate::Taken {
            return fate;
        }
        let Some(line) = self.without_adverbs(grammar) else { return fate };
        let (entries, after) = (before.entries(), self.back_to(before));
        let errors = |reader: &Self| reader.faults.iter().filter(|fault: &&Fault| fault.is_error()).count();
        let known = errors(self);
        let bare = self.read_or_led(&Grammar { line: &line, ..*grammar });
        if bare == LineFate::Taken && errors(self) == known && self.entries.len() > entries {
            return bare;
        }
        self.back_to(after);
        fate
    }

    /// Returns a line without its adverbs and what is said to another player in passing; `None` if it has none.
    pub(in super::super) fn without_adverbs(&self, grammar: &Grammar<'_>) -> Option<Line> {
        let all = &grammar.line.tokens;
        let (mut tokens, mut at) = (Vec::new(), 0);
        while let Some(token) = all.get(at) {
            match grammar.form_at(&self.lexicon.around.adverbs, at).or_else(|| self.apology(grammar, at)) {
                Some(length) => at += length,
                None => {
                    tokens.push(token.clone());
                    at += 1;
                }
            }
        }
        let is_mark = |sign: Option<Sign>| matches!(sign, Some(Sign::Comma | Sign::Stop));
        while tokens.last().is_some_and(|last| is_mark(last.sign)) {
            tokens.pop();
        }
        (tokens.len() < all.len() && !tokens.is_empty()).then(|| Line { tokens, ..grammar.line.clone() })
    }

    /// Returns how many tokens an apology to another player has that ends a line: `sorry Ingrid!!`.
    fn apology(&self, grammar: &Grammar<'_>, at: usize) -> Option<usize> {
        let length = grammar.form_at(&self.lexicon.around.apologies, at)?;
        let name = grammar.token(at + length)?;
        let seat = self.seats.known(&name.folded).filter(|seat| *seat != self.seat)?;
        let rest = grammar.line.tokens.get(at + length + 1..)?;
        let is_name = grammar.areas.is_name(&name.folded) || seat == self.seat;
        (!is_name && rest.iter().all(|token| token.sign == Some(Sign::Stop)))
            .then_some(length + 1 + rest.len())
    }
}
