//! Answers to the questions of a sheet: by their keys, by their numbers, or by themselves where only one thing is asked.

use super::super::keys::{by_key, kinds, short_key};
use super::super::language::{self, Section, is_none};
use super::Item;
use super::grammar::{Grammar, Run, Tokens};
use super::names::Meant;
use super::reader::Reader;
use super::tokens::{Line, Sign};
use super::tree::{Entry, text};
use super::wish::Wish;
use crate::games::thrones::data::{Heading, Word};
use crate::sheet::{Content, Node, Span, fold, truth, whole_number};
use crate::table::{LineFate, Open, TypedLine};
use serde_json::{Value, json};
use winnow::stream::{Stream, TokenSlice};

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

    /// Reads an answer to all that the sheet asks, without a key: `storm of swords`, `none`, `raid Kingswood`.
    pub(super) fn picked(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let asked: Vec<&Open> =
            self.open.iter().filter(|open| open.seat == self.seat && !open.ahead).collect();
        let all = by_key(self.open, self.seat);
        let (([open], _) | (_, [open])) = (asked.as_slice(), all.as_slice()) else { return None };
        let legal = &open.legal.answers;
        let passes = self.passes(grammar);
        let said = if passes { language::NONE.to_owned() } else { line.text(0, line.tokens.len()) };
        if open.kind == "bid" {
            return self.bid_picked(grammar, open, is_none(&said));
        }
        // The order of an area is the one that replaces: all orders have been revealed.
        let whole = Run { from: 0, to: line.tokens.len() };
        let replaces = |item: &Item| matches!(item, Item::Wish(Wish::Raven { .. }));
        if open.kind == "raven"
            && self.section.is_none()
            && let Some(items) = self.items(grammar, Some(Heading::Raven), whole)
            && items.iter().all(replaces)
        {
            return Some(self.take(grammar, Some(Heading::Raven), items));
        }
        let is_nothing = |answer: &&Value| answer.is_null() || answer.as_array().is_some_and(Vec::is_empty);
        let answer = match open.kind.as_str() {
            "westeros" | "pick" => {
                let is_it = |answer: &&Value| {
                    answer.as_str().is_some_and(|answer| fold(&answer.replace('-', " ")) == fold(&said))
                };
                legal.iter().find(is_it)?
            }
            "raid" => self.raid_picked(grammar, legal)?,
            _ if is_none(&said) => legal.iter().find(is_nothing)?,
            _ => return None,
        };
        let key = text(line.span(0, 1), short_key(&open.key));
        let value = node(line.span(0, line.tokens.len()), answer);
        self.entries.push(Entry::Keyed(Section::Answers, key, value));
        Some(LineFate::Taken)
    }

    /// Takes a number, or `none`, where only one bid is asked for.
    fn bid_picked(&mut self, grammar: &Grammar<'_>, open: &Open, none: bool) -> Option<LineFate> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let power = if none {
            0
        } else {
            let power = grammar.number(&mut tokens).ok()?;
            let _ = grammar.form(&self.lexicon.closings, &mut tokens);
            if tokens.eof_offset() > 0 {
                return None;
            }
            power
        };
        let on = text(line.span(0, 1), open.key.rsplit('/').next()?);
        let power = text(line.span(0, line.tokens.len()), &power.to_string());
        self.entries.push(Entry::Keyed(Section::Bids, on, power));
        Some(LineFate::Taken)
    }

    /// Finds the raid that is meant where only one is asked for: `raid Kingswood`, `Kingswood`, `no raid`.
    fn raid_picked<'v>(&self, grammar: &Grammar<'_>, legal: &'v [Value]) -> Option<&'v Value> {
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let mut none = grammar.words(&[Word::None, Word::No, Word::Not], input).is_ok();
        let verb = grammar.word(Word::Raid, input).is_ok();
        none |= verb && grammar.word(Word::None, input).is_ok();
        let world = &self.board.world;
        let at = match none {
            true => Vec::new(),
            false => {
                let run = grammar.place(input).ok()?;
                let Meant::One { area, .. } = grammar.areas.meant(&grammar.name_of(run), &[]) else {
                    return None;
                };
                vec![world.area_id(area)]
            }
        };
        let _ = grammar.form(&self.lexicon.polite, input);
        if input.eof_offset() > 0 {
            return None;
        }
        let mut all = legal.iter().filter(|answer| answer["at"] == json!(at));
        all.next().filter(|_| all.next().is_none())
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

/// Writes an answer as the sheet would have it.
fn node(span: Span, answer: &Value) -> Node {
    let content = match answer {
        Value::Null => Content::Text("none".to_owned()),
        Value::Array(all) => Content::List(all.iter().map(|one| node(span, one)).collect()),
        Value::Object(all) => {
            Content::Map(all.iter().map(|(key, value)| (text(span, key), node(span, value))).collect())
        }
        Value::String(word) => Content::Text(word.clone()),
        other => Content::Text(other.to_string()),
    };
    Node { span, content }
}
