//! Prose that tells what its writer is going to do, though nobody here can read it as turns: `My plan is to keep the Crown for Bath`. It
//! may be secret, so it is asked back where it would be passed on to somebody. Talk of what was, and questions, are passed on.

use super::Reader;
use crate::games::king_is_dead::data::language::{Key, TypedWord};
use crate::sheet::{Refusal, fold};
use crate::table::{LineFate, TypedLine};

/// The most words of a sentence that begins with passing and names nothing else.
const FEW_WORDS: usize = 8;

impl Reader<'_> {
    /// Returns why lines that are no turns should be read by nobody else, each with its number.
    pub(super) fn secrets(&self, lines: &[TypedLine<'_>], fates: &[LineFate]) -> Vec<(usize, Refusal)> {
        let prose = lines.iter().zip(fates).filter(|(_, fate)| **fate == LineFate::NotMine);
        let secret = prose.filter(|(line, _)| self.is_secret(line.text));
        secret
            .map(|(line, _)| {
                let tells = sentences_of(line.text).find(|sentence| self.is_telling(sentence));
                let text = tells.unwrap_or(line.text).trim().trim_end_matches('.');
                (line.line, self.unclear(text, text))
            })
            .collect()
    }

    fn is_secret(&self, text: &str) -> bool {
        sentences_of(text).any(|sentence| self.is_telling(sentence))
    }

    fn is_telling(&self, sentence: &str) -> bool {
        !sentence.ends_with('?') && !self.is_idle(sentence) && self.tells(sentence)
    }

    /// Returns `true` for a sentence that names things of the game and what is done with them, or passes.
    fn tells(&self, sentence: &str) -> bool {
        let is_in = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’');
        let words: Vec<&str> = sentence.split(|c| !is_in(c)).filter(|word| !word.is_empty()).collect();
        let says = |form: &str| {
            let form: Vec<String> = form.split(' ').map(fold).collect();
            words.windows(form.len()).any(|run| run.iter().map(|word| fold(word)).eq(form.iter().cloned()))
        };
        let has = |word| self.forms(word).iter().any(|form| says(form));
        if words.is_empty() {
            return false;
        }
        // "Passing through Bath" is no turn.
        let plays_nothing = |form: &&String| form.contains(' ') && self.lexicon.keys.known(form).is_none();
        let no_card = self.forms(TypedWord::NoCard).iter().filter(plays_nothing).any(|form| says(form));
        // "Don't play anything if nobody has played" is more than talk.
        if no_card {
            return true;
        }
        if has(TypedWord::Talk) {
            return false;
        }
        let names = words.iter().filter(|word| self.is_name(word)).count()
            + words.windows(2).filter(|two| self.is_name(&two.join(" "))).count();
        let of_turns = |word: &&str| {
            let key = self.lexicon.keys.known(word);
            key.is_some_and(|key| {
                !matches!(key, Key::If | Key::Unless | Key::When | Key::Or | Key::From | Key::To)
            })
        };
        if has(TypedWord::Yields) {
            return true;
        }
        // "Maybe I pass".
        let is_before = |word: &&&str| self.is(TypedWord::Doubts, word) || self.is(TypedWord::Persons, word);
        let first = words.iter().find(|word| !is_before(word)).copied().unwrap_or_default();
        let passes = matches!(self.lexicon.keys.known(first), Some(Key::Pass)) || {
            let begins = |form: &String| fold(&words.join(" ")).starts_with(&fold(form));
            self.forms(TypedWord::Waits).iter().any(begins) && has(TypedWord::Others)
        };
        names > 1
            || names > 0 && (words.iter().any(of_turns) || has(TypedWord::Persons))
            || passes && (2..=FEW_WORDS).contains(&words.len())
    }
}

fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?'])
}
