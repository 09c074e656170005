//! Remarks on how things are: `King's Landing is ours, and my cat was the first to hear of it`. They name things of the game and order
//! nothing, so beside orders they are left out, and their writer is told so.

use super::long_lines;
use crate::games::thrones::data::Word;
use crate::games::thrones::people::plan::typed::grammar::tokens::{self, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{Fault, Severity};
use crate::table::{LineFate, TypedLine};

/// Verbs and answers of which no remark has one.
const DONE: &[Word] = &[
    Word::March,
    Word::Raid,
    Word::Support,
    Word::Muster,
    Word::Bid,
    Word::Card,
    Word::Yes,
    Word::No,
    Word::None,
    Word::Ask,
    Word::Star,
    Word::Token,
    Word::Stay,
];

impl Reader<'_> {
    /// Tells of a sentence of the game that says nothing to a plan; of a remark, that it is left out.
    pub(super) fn told_unread(&mut self, sentence: &str, line: usize) -> Fault {
        let fault = long_lines::unread(sentence, line);
        if self.is_remark(sentence) { Fault { severity: Severity::Warning, ..fault } } else { fault }
    }

    /// Returns `true` for a sentence that must be told of if it is not read: one of several words, or one that names an area or units of
    /// one's own. `Regards, Dirk` is none.
    pub(super) fn is_to_be_told(&mut self, sentence: &str) -> bool {
        let Some(line) = tokens::line(sentence, 1) else { return false };
        long_lines::is_sentence(sentence)
            || self.by_grammar(&line, |reader, grammar| {
                let whole = Run { from: 0, to: grammar.line.tokens.len() };
                let is_unit = |at: usize| {
                    let spelt = grammar.token(at).is_some_and(|token| token.folded.chars().count() > 3);
                    spelt && reader.lexicon.units.values().any(|forms| grammar.form_at(forms, at).is_some())
                };
                // "Regards, Dirk".
                let is_polite = grammar.form_at(&reader.lexicon.polite, 0).is_some();
                !is_polite && (grammar.named(whole, true).next().is_some() || (0..whole.to).any(is_unit))
            })
    }

    /// Leaves out the lines beside entries that name what plans are about and are only remarks.
    pub(in super::super) fn leave_out_remarks(&mut self, lines: &[TypedLine<'_>], fates: &mut [LineFate]) {
        for (typed, fate) in lines.iter().zip(fates) {
            if *fate == LineFate::NotMine && self.is_remark(typed.text) {
                self.secret.retain(|(line, _)| *line != typed.line);
                let fault = self.told_unread(typed.text, typed.line);
                self.faults.push(fault);
                *fate = LineFate::Taken;
            }
        }
    }

    fn is_remark(&mut self, text: &str) -> bool {
        let Some(line) = tokens::line(text, 1) else { return false };
        self.by_grammar(&line, |reader, grammar| {
            let whole = Run { from: 0, to: grammar.line.tokens.len() };
            reader.is_a_remark(grammar, whole)
        })
    }

    /// Returns `true` for a sentence that says how something is, names nothing of the game behind that, and cannot change what is said
    /// beside it.
    pub(in super::super) fn is_a_remark(&self, grammar: &Grammar<'_>, run: Run) -> bool {
        let states = |at: &usize| grammar.form_at(&self.lexicon.states, *at).is_some();
        // "What a pity about Riverrun."
        let exclaims = grammar.form_at(&self.lexicon.exclaims, run.from);
        let state = (run.from + 1..run.to).find(states);
        let Some(state) = exclaims.map(|_| run.to).or(state) else { return false };
        let is_plain = |at: usize| {
            grammar.token(at).is_none_or(|token: &Token| token.raw != "?")
                && !self.says_at(grammar, DONE, at)
                && !self.takes_or_turns(grammar, at)
                && self.lexicon.kinds.iter().all(|(_, forms)| grammar.form_at(forms, at).is_none())
        };
        let names = (run.from..state).any(|at| self.names_at(grammar, at));
        names && (run.from..run.to).all(is_plain) && !(state + 1..run.to).any(|at| self.names_at(grammar, at))
    }
}
