//! How much of a line counts whose end cannot be read: whole turns at its beginning, if nothing behind them can turn them round. The turns
//! of a list are played in order, so that the first need not wait for the rest. And lists that begin in the middle.

use super::part::{Part, cut, sentences};
use super::tree::Reader;
use super::turn::Turn;
use crate::games::king_is_dead::data::language::TypedWord;
use crate::sheet::{Fault, Refusal};
use crate::table::{LineFate, TypedLine};

/// The most sentences of a line that are tried.
const MOST: usize = 12;

impl Reader<'_> {
    /// Takes the turns at the beginning of a line, up to the sentence that cannot be read; `None` if there is none to keep.
    pub(super) fn up_to_the_unread(&mut self, line: TypedLine<'_>) -> Option<LineFate> {
        if self.trying || self.broken || self.is_tired() {
            return None;
        }
        let whole = Part { text: line.text, line: line.line, column: 1 };
        let all = sentences(line.text);
        // A remark behind a comma names nothing of the game: "pass this struggle, I need to see how you all do".
        let commas = line.text.match_indices(", ").map(|(at, _)| at + 1);
        let remarks =
            commas.filter(|at| !self.names_game(whole.after(*at).text)).map(|at| (at, line.text.len()));
        let mut all: Vec<(usize, usize)> = all.into_iter().chain(remarks).collect();
        all.sort_unstable();
        if !(2..=MOST).contains(&all.len()) {
            return None;
        }
        let before = self.saved();
        self.trying = true;
        let kept = all.iter().skip(1).rev().find(|(from, _)| {
            let (head, rest) = (line.text.get(..*from).unwrap_or_default(), whole.after(*from));
            if self.may_turn_round(rest) {
                return false;
            }
            let fate = self.line(TypedLine { text: head, line: line.line });
            let counts =
                fate == LineFate::Taken && self.turns.len() > before.turns.len() && self.is_last_whole();
            if !counts {
                self.restore(before.clone());
            }
            counts
        });
        self.trying = false;
        let (from, _) = *kept?;
        self.open = None;
        self.broken = true;
        let rest = cut(whole, from, line.text.len());
        let rest = Part { text: rest.text.trim_end_matches(['.', '!', ' ']), ..rest };
        let why = self.unclear(rest.text, rest.text).with("rest", true);
        self.faults.push(Fault::error(rest.span(), why));
        Some(LineFate::Faulty)
    }

    /// Returns `true` if the last turn lacks nothing that may stand in what cannot be read.
    pub(super) fn is_last_whole(&self) -> bool {
        self.turns.last().is_some_and(Turn::is_whole)
    }

    /// Returns `true` for words that may change the turns before them: `Rather not, though`. Those that begin the next turn may hang on
    /// something.
    fn may_turn_round(&self, rest: Part<'_>) -> bool {
        let behind = self.past(TypedWord::Then, rest);
        let words = behind.unwrap_or(rest);
        // "I should mention that I'm away until Friday" hangs nothing on it.
        if !self.names_game(rest.text) && self.says(TypedWord::Away, rest.text) {
            return self.corrects(rest);
        }
        let mut all = words
            .text
            .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
            .filter(|word| !word.is_empty());
        self.corrects(rest)
            || all.any(|word| {
                self.is(TypedWord::Reverses, word) || behind.is_none() && self.is(TypedWord::Hedges, word)
            })
    }

    /// Refuses a list that begins with its second turn: whoever sends that means the first of an earlier message too, and a list takes the
    /// place of the one before it.
    pub(super) fn refuse_rest_of_list(&mut self, lines: &[TypedLine<'_>], fates: &[LineFate]) {
        let mut said = lines.iter().zip(fates).filter(|(_, fate)| **fate != LineFate::NotMine);
        let Some((line, LineFate::Taken)) = said.next() else { return };
        let digits: String = line.text.trim_start().chars().take_while(char::is_ascii_digit).collect();
        let behind = line.text.trim_start().get(digits.len()..).unwrap_or_default();
        let number: usize = digits.parse().unwrap_or_default();
        let is_number =
            behind.starts_with([')', '.']) && behind.get(1..).is_some_and(|text| text.starts_with(' '));
        // Above it may stand what its writer numbers too, such as a message to somebody.
        // Nor does its list begin here if something else was read above, such as a vote.
        let is_first = line.line == 1 && lines.first().is_some_and(|first| first.line == line.line);
        if is_number && number == 2 && is_first && !self.turns.is_empty() {
            let whole = Part { text: line.text, line: line.line, column: 1 }.after(0);
            self.turns.clear();
            self.otherwise = None;
            self.faults.push(Fault::error(whole.span(), Refusal::new("turns-rest")));
        }
    }
}
