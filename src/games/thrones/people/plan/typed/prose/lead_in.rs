//! What stands before orders and says nothing of them: `ok so orders Winterfell raid`, `With a heavy heart I give up the footman`. A line
//! that cannot be read whole is read without it.

use crate::games::thrones::data::{Heading, Spellings};
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Tokens};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::Fault;
use crate::table::LineFate;
use winnow::stream::TokenSlice;

/// The most words of a phrase before `I` and what I do.
const MOST: usize = 7;

impl Reader<'_> {
    /// Reads a line, and if that fails without what leads to it: then all of it must be read.
    pub(in super::super) fn read_or_led(&mut self, grammar: &Grammar<'_>) -> LineFate {
        let before = self.mark();
        let fate = self.read_or_named(grammar);
        let lead = if fate == LineFate::Taken { 0 } else { self.lead_in(grammar) };
        if lead == 0 {
            return fate;
        }
        let (entries, after) = (before.entries(), self.back_to(before));
        let tokens = grammar.line.tokens.get(lead..).unwrap_or_default().to_vec();
        let line = Line { tokens, ..grammar.line.clone() };
        let errors = |reader: &Self| reader.faults.iter().filter(|fault: &&Fault| fault.is_error()).count();
        let known = errors(self);
        let shorter = self.read_or_named(&Grammar { line: &line, ..*grammar });
        if shorter == LineFate::Taken && errors(self) == known && self.entries.len() > entries {
            return shorter;
        }
        self.back_to(after);
        fate
    }

    /// Returns how many tokens at the beginning of a line say nothing of what follows, and take nothing back.
    fn lead_in(&self, grammar: &Grammar<'_>) -> usize {
        let mut input: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let headings =
            [Heading::Plan, Heading::Orders].into_iter().filter_map(|at| self.lexicon.sections.get(&at));
        let headings: Vec<&Spellings> = headings.collect();
        loop {
            let at = grammar.at(&input);
            self.openings(grammar, &mut input);
            self.greeting(grammar, &mut input);
            if !self.takes_or_turns(grammar, grammar.at(&input)) {
                let _ = grammar.form(&self.lexicon.polite, &mut input);
            }
            let _ = headings.iter().any(|forms| grammar.form(forms, &mut input).is_ok());
            let _ = grammar.signs(&[Sign::Comma, Sign::Dash], &mut input);
            if grammar.at(&input) == at {
                break;
            }
        }
        let at = grammar.at(&input);
        if at > 0 { at } else { self.phrase(grammar).unwrap_or(0) }
    }

    /// Returns how many tokens a phrase before what its writer does has: `With a heavy heart`, of `With a heavy heart I give up …`.
    fn phrase(&self, grammar: &Grammar<'_>) -> Option<usize> {
        grammar.form_at(&self.lexicon.lead_ins, 0)?;
        let is_me = |at: &usize| grammar.form_at(&self.lexicon.oneself, *at).is_some();
        let me = (1..=MOST + 1).find(is_me)?;
        let is_idle = |at: usize| {
            let words = grammar.token(at).is_some_and(Token::is_word);
            let ends = at + 1 == me && grammar.token(at).and_then(|token| token.sign) == Some(Sign::Comma);
            ends || words
                && self.says_nothing_at(grammar, at)
                && !self.takes_or_turns(grammar, at)
                && !self.points(grammar, at)
        };
        (1..me).all(is_idle).then_some(me)
    }
}
