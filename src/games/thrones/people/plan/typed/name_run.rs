//! Which tokens of a line may be one name.

use super::grammar::{Grammar, Run, Tokens};
use super::tokens::Sign;
use crate::games::thrones::data::Form;

/// The most words of a name.
const MOST_WORDS: usize = 5;

impl Grammar<'_> {
    /// Returns the words of the run of tokens that may be one name, and how many tokens each prefix of it takes.
    pub(super) fn name_run(&self, from: usize) -> Vec<(usize, Vec<&str>)> {
        let (mut runs, mut words, mut at) = (Vec::new(), Vec::new(), from);
        while words.len() < MOST_WORDS {
            let Some(token) = self.token(at) else { break };
            if token.is_word() {
                words.push(token.folded.as_str());
                at += 1;
                runs.push((at - from, words.clone()));
            } else if token.sign == Some(Sign::Dash)
                && token.glued
                && self.token(at + 1).is_some_and(|next| next.glued)
            {
                at += 1;
            } else if let Some(word) = self.bracketed(&words, at) {
                words.push(word);
                at += 3;
                runs.push((at - from, words.clone()));
            } else {
                break;
            }
        }
        runs
    }

    /// Returns `true` if the word at a place and more than so many tokens from it could be the name of an area together.
    pub(super) fn begins_area(&self, at: usize, length: usize) -> bool {
        self.name_run(at).iter().any(|(tokens, words)| *tokens > length && self.areas.could_be(words))
    }

    /// Returns `true` if a run is one of some forms.
    pub(super) fn is_one(&self, forms: &[Form], run: Run) -> bool {
        self.form_at(forms, run.from).is_some_and(|length| run.from + length == run.to)
    }

    /// Returns the words of a name.
    pub(super) fn name_of(&self, run: Run) -> Vec<&str> {
        let words = self.line.tokens.iter().take(run.to).skip(run.from).filter(|token| token.is_word());
        words.map(|token| token.folded.as_str()).collect()
    }

    /// Returns the word in brackets at a place, if it belongs to the name of an area: that of "The Wall (centre)".
    fn bracketed(&self, words: &[&str], at: usize) -> Option<&str> {
        let is = |at: usize, sign: Sign| self.token(at).is_some_and(|token| token.sign == Some(sign));
        let word = self.token(at + 1).filter(|token| token.is_word())?.folded.as_str();
        let whole = || words.iter().copied().chain([word]).collect::<Vec<_>>().join(" ");
        let closes = is(at, Sign::Open) && is(at + 2, Sign::Close);
        (closes && !words.is_empty() && self.areas.is_name(&whole())).then_some(word)
    }

    pub(super) fn sign_or_nothing(&self, sign: Sign, input: &mut Tokens<'_>) {
        let _ = self.sign(sign, input);
    }
}
