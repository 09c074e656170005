//! The full stops of names that are cut: `Shiv. Sea`, `White Harb. raid`. A stop is that of an abbreviation if the words around it begin
//! those of the name of one area alone, and the word before it does not end there. The name is then read as if it were whole.

use super::tokens::{Line, Sign};
use super::{Grammar, Run, Tokens};
use crate::games::thrones::data::Word;
use winnow::stream::TokenSlice;

/// The most words of a name before and behind such a stop.
const MOST_WORDS: usize = 3;
/// The fewest letters of a cut word with nothing of its name behind it.
const SHORTEST: usize = 3;

/// A name that is cut: its tokens, and the words that they stand for.
struct Cut {
    at: Vec<usize>,
    words: Vec<String>,
}

impl Grammar<'_> {
    /// Returns the line with the names whole that are cut with a stop.
    pub(in super::super) fn undotted(&self) -> Line {
        let mut line = self.line.clone();
        let stops: Vec<(usize, Cut)> =
            (1..line.tokens.len()).filter_map(|at| Some((at, self.cut_at(at)?))).collect();
        for (stop, cut) in stops.into_iter().rev() {
            for (at, word) in cut.at.into_iter().zip(cut.words) {
                if let Some(token) = line.tokens.get_mut(at) {
                    token.folded = word;
                }
            }
            line.tokens.remove(stop);
        }
        line
    }

    fn is_stop(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| token.raw == "." && token.glued)
    }

    /// Returns the word at a place, if it can be part of a name that is cut: it says nothing else here.
    fn part_at(&self, at: usize) -> Option<&str> {
        let word = self.token(at).filter(|token| token.is_word())?.folded.as_str();
        let is_free = || !self.is_reserved(word) || self.is_initial(at);
        is_free().then_some(word)
    }

    /// Returns `true` for a letter with a stop, as in `to M. Cailin`, that is no order of an area before it.
    fn is_initial(&self, at: usize) -> bool {
        const BEFORE: &[Word] =
            &[Word::To, Word::At, Word::From, Word::For, Word::March, Word::Raid, Word::Support];
        let is_letter = self.token(at).is_some_and(|token| token.folded.chars().count() == 1);
        let leads = at.checked_sub(1).is_none_or(|last| {
            self.token(last).is_some_and(|token| !token.is_word() && token.raw != ".")
                || BEFORE.iter().any(|word| self.word_is(*word, Run { from: last, to: at }))
        });
        is_letter && self.is_stop(at + 1) && (leads || self.is_last_letter(at))
    }

    /// Returns `true` for a letter with a stop behind the other words of a name, which is no order since one follows: `Stoney S. raid`.
    fn is_last_letter(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|last| self.token(last)).filter(|word| word.is_word())
        else {
            return false;
        };
        let signs = [Sign::Colon, Sign::Dash, Sign::Arrow, Sign::Open];
        let behind = self.token(at + 2).and_then(|token| token.sign);
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(at + 2, &mut input);
        !self.is_reserved(&before.folded)
            && (self.is_led_to(at)
                || behind.is_some_and(|sign| signs.contains(&sign))
                || self.word(Word::With, &mut input.clone()).is_ok()
                || self.order(true, &mut input).is_ok())
    }

    /// Returns `true` if an arrow or `to` stands before the name that a letter ends: what is led to gets no order, as in `-> Moat C., …`.
    fn is_led_to(&self, letter: usize) -> bool {
        let from = (letter.saturating_sub(MOST_WORDS)..letter).rev().find(|at| {
            self.token(*at).is_none_or(|token| !token.is_word() || self.is_reserved(&token.folded))
        });
        from.is_some_and(|at| {
            self.token(at).is_some_and(|token| token.sign == Some(Sign::Arrow))
                || self.word_is(Word::To, Run { from: at, to: at + 1 })
        })
    }

    /// Returns the name that the word before a stop is part of, if it is cut there.
    fn cut_at(&self, stop: usize) -> Option<Cut> {
        self.part_at(stop - 1).filter(|_| self.is_stop(stop))?;
        let (mut before, mut at) = (vec![stop - 1], stop - 1);
        while before.len() < MOST_WORDS {
            let Some(last) = at.checked_sub(1) else { break };
            at = if self.is_stop(last) { last.saturating_sub(1) } else { last };
            if self.part_at(at).is_none() {
                break;
            }
            before.insert(0, at);
        }
        let (mut behind, mut at) = (Vec::new(), stop + 1);
        while behind.len() < MOST_WORDS && self.part_at(at).is_some() {
            behind.push(at);
            at += 1 + usize::from(self.is_stop(at + 1));
        }
        let cut = |from: usize, more: usize| {
            let at: Vec<usize> = before.iter().skip(from).chain(behind.iter().take(more)).copied().collect();
            let name: Vec<&str> = at.iter().filter_map(|at| self.part_at(*at)).collect();
            let words = self.areas.cut_name(&name, before.len() - from - 1, self.own)?;
            Some(Cut { at, words })
        };
        let whole =
            (0..before.len()).find_map(|from| (1..=behind.len()).rev().find_map(|more| cut(from, more)));
        // Of "White Harb. raid" the name ends with its stop, and so may a sentence.
        whole.or_else(|| {
            let is_long = self.part_at(stop - 1).is_some_and(|word| word.chars().count() >= SHORTEST)
                || self.is_last_letter(stop - 1);
            let ends = (0..before.len()).find_map(|from| cut(from, 0));
            let is_told =
                || self.is_said_of(stop + 1) || self.token(stop + 1).is_none() && self.is_led_to(stop - 1);
            ends.filter(|_| is_long && is_told())
        })
    }

    /// Returns `true` if a sign, a number or what is said of an area stands at a place.
    fn is_said_of(&self, at: usize) -> bool {
        const SAID: &[Word] = &[
            Word::March,
            Word::Raid,
            Word::Support,
            Word::Muster,
            Word::To,
            Word::With,
            Word::Stay,
            Word::None,
            Word::Shall,
            Word::If,
            Word::Unless,
        ];
        let mut input: Tokens<'_> = TokenSlice::new(&self.line.tokens);
        self.skip(at, &mut input);
        self.token(at).is_some_and(|token| !token.is_word())
            || self.words(SAID, &mut input.clone()).is_ok()
            || self.order(true, &mut input).is_ok()
    }
}
