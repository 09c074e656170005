//! A word of a clause that is misspelt by a letter: `with the night` for the knight. It is taken with a remark if the clause is read whole
//! with one word in its place, and in one way alone. Verbs are not stretched, since "moved" and "marched" tell what has happened.

use super::clauses::Read;
use crate::games::thrones::data::{Heading, Word};
use crate::games::thrones::people::plan::typed::grammar::tokens::Line;
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Run};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::sheet::{Fault, Refusal, is_near, tolerance};

/// The most letters that a word may be off.
const MOST: usize = 1;
/// Small words that may be misspelt.
const SMALL: &[Word] = &[Word::From, Word::With];

impl Reader<'_> {
    /// Reads a clause, which is the whole of its line, with one of its words in place of another that nobody knows.
    pub(in super::super) fn stretched(
        &self,
        grammar: &Grammar<'_>,
        section: Option<Heading>,
    ) -> Option<Read> {
        let all = Run { from: 0, to: grammar.line.tokens.len() };
        let mut unknown = (0..all.to).filter(|at| self.is_unknown(grammar, *at));
        let at = unknown.next().filter(|_| unknown.next().is_none())?;
        let token = grammar.token(at)?;
        let small = SMALL.iter().filter_map(|word| self.lexicon.words.get(word)).flatten();
        let forms = self.lexicon.units.values().flatten().chain(small).filter(|form| form.len() == 1);
        // "Leave a power tokken".
        let tokens = self.lexicon.power_tokens.iter();
        let letters = token.folded.chars().count();
        let mut found: Option<(Read, String)> = None;
        for form in forms.filter_map(|form| form.first()).chain(tokens.flatten()) {
            let most = tolerance(letters.min(form.chars().count())).min(MOST);
            if !is_near(form, &token.folded, most) {
                continue;
            }
            let mut line: Line = grammar.line.clone();
            line.tokens.get_mut(at)?.folded.clone_from(form);
            let Some(items) = self.items(&Grammar { line: &line, ..*grammar }, section, all) else {
                continue;
            };
            let said = format!("{items:?}");
            if found.as_ref().is_some_and(|(_, known)| *known != said) {
                return None;
            }
            let why = Refusal::new("plan-taken-as").with("name", token.raw.clone()).with("as", form.clone());
            let remark = Fault::warning(grammar.line.span(at, at + 1), why);
            found.get_or_insert((Read { line, items, remarks: vec![remark] }, said));
        }
        found.map(|(read, _)| read)
    }
}
