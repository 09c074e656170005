//! Answers to the questions of a sheet: by their keys, by their numbers, or by themselves where only one thing is asked.

use super::super::keys::{by_key, kinds, short_key};
use super::super::language::{Section, is_none};
use super::grammar::{Grammar, Tokens};
use super::reader::Reader;
use super::tokens::{Line, Sign};
use super::tree::{Entry, text};
use crate::games::thrones::data::Word;
use crate::sheet::{fold, truth, whole_number};
use crate::table::{LineFate, TypedLine};
use winnow::stream::TokenSlice;

/// The most words of an answer to a numbered question.
const MOST_WORDS: usize = 5;

impl Reader<'_> {
    /// Reads an answer to a question of the sheet by its key, such as `retreat/moat-cailin: Winterfell`.
    pub(super) fn keyed(&mut self, typed: TypedLine<'_>, line: &Line) -> Option<LineFate> {
        let (key, value) = typed.text.split_once(':')?;
        let key = key.trim().trim_start_matches(['-', '*', ' ']);
        if !key.contains('/')
            || !kinds(&self.board.world).contains(&key.split('/').next().unwrap_or_default())
        {
            return None;
        }
        self.answer(line, key, value);
        Some(LineFate::Taken)
    }

    /// Reads an answer by the number of its question on the sheet, such as `1: Stannis`.
    pub(super) fn numbered(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        // "Question 2: Stannis", "Q2) Stannis".
        let named = grammar.word(Word::Question, &mut tokens).ok().and_then(|run| {
            let (number, sign) = (line.tokens.get(run.to)?.number?, line.tokens.get(run.to + 1)?.sign?);
            matches!(sign, Sign::Colon | Sign::Stop | Sign::Close).then_some((number, run.to + 2))
        });
        let (number, from) = named.or(line.number.map(|number| (number, 0)))?;
        let all = by_key(self.open, self.seat);
        let open = all.get(usize::from(number).checked_sub(1)?)?;
        let value = line.text(from, line.tokens.len());
        let words = line.tokens.iter().skip(from).filter(|token| token.is_word()).count();
        // "1. Hello" may be an item of a list.
        if words > MOST_WORDS || named.is_none() && !line.colon && !self.is_answer(grammar, &value) {
            return None;
        }
        let key = short_key(&open.key).to_owned();
        self.answer(line, &key, &value);
        Some(LineFate::Taken)
    }

    /// Reads what a card lets choose, or what is picked, by itself: `storm of swords`, if that is all the sheet asks.
    pub(super) fn picked(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let all = by_key(self.open, self.seat);
        let [open] = all.as_slice() else { return None };
        if !matches!(open.kind.as_str(), "westeros" | "pick") {
            return None;
        }
        let said = fold(&line.text(0, line.tokens.len()));
        let legal = open.legal.answers.iter().filter_map(serde_json::Value::as_str);
        let answer = legal.map(str::to_owned).find(|answer| fold(&answer.replace('-', " ")) == said)?;
        let key = short_key(&open.key).to_owned();
        self.answer(line, &key, &answer);
        Some(LineFate::Taken)
    }

    /// Returns `true` for a text that answers a question, whatever it asks: a name, a number, yes or no.
    fn is_answer(&self, grammar: &Grammar<'_>, text: &str) -> bool {
        let text = text.trim();
        truth(text).is_some()
            || is_none(text)
            || whole_number(text).is_some()
            || grammar.areas.is_name(text)
            || self.seats.known(text).is_some()
            || self.words.cards.known(text).is_some()
            || self.words.units.known(text).is_some()
    }

    fn answer(&mut self, line: &Line, key: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() && value != "~" {
            let (key, value) = (text(line.span(0, 1), key), text(line.span(0, line.tokens.len()), value));
            self.entries.push(Entry::Keyed(Section::Answers, key, value));
        }
    }
}
