//! Answers to the questions of a sheet: by their keys, by their numbers, or by themselves where only one thing is asked.

pub(super) mod asked;
pub(super) mod asked_for;
pub(super) mod bare_cards;
pub(super) mod barrel;
pub(super) mod bid_answer;
pub(super) mod losses;
pub(super) mod march_answer;
pub(super) mod muster_answer;
pub(super) mod muster_short;
mod none;
pub(super) mod stacks;
pub(super) mod tie_answer;

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod asked_tests;

use crate::games::thrones::data::{Heading, Letter, Word};
use crate::games::thrones::people::plan::flow;
use crate::games::thrones::people::plan::keys::{by_key, kinds, short_key};
use crate::games::thrones::people::plan::language::{self, FAVOURS, Section, is_none};
use crate::games::thrones::people::plan::model::Favour;
use crate::games::thrones::people::plan::read::recruits_now;
use crate::games::thrones::people::plan::typed::Item;
use crate::games::thrones::people::plan::typed::grammar::names::Meant;
use crate::games::thrones::people::plan::typed::grammar::tokens::{Line, Sign, Token};
use crate::games::thrones::people::plan::typed::grammar::{Grammar, Parsed, Run, Tokens, attempt};
use crate::games::thrones::people::plan::typed::reader::Reader;
use crate::games::thrones::people::plan::typed::tree::{Entry, text};
use crate::games::thrones::people::plan::typed::wishes::Wish;
use crate::sheet::{Content, Node, Span, fold, truth, whole_number};
use crate::table::{LineFate, Open, Seat, TypedLine};
use serde_json::{Map, Value, json};
use winnow::error::EmptyError;
use winnow::stream::{Stream, TokenSlice};

/// The fewest letters of a word that tells one answer from another.
const FEWEST_LETTERS: usize = 4;

/// The most words of an answer to a numbered question.
const MOST_WORDS: usize = 5;

impl Reader<'_> {
    /// Reads an answer to a question of the sheet by its key, such as `retreat/moat-cailin: Winterfell`.
    pub(super) fn keyed(&mut self, typed: TypedLine<'_>, line: &Line) -> Option<LineFate> {
        let (key, value) = typed.text.split_once(':')?;
        let key = key.trim().trim_start_matches(['-', '*', ' ']);
        // "1/raven/0/lannister/raven: none" has the whole key of its question, as the sheet does.
        let is_whole = self.open.iter().any(|open| open.seat == self.seat && open.key == key);
        let kind = key.split('/').next().unwrap_or_default();
        if !key.contains('/') || !is_whole && !kinds(&self.board.world).contains(&kind) {
            return None;
        }
        self.answer(line, short_key(key), value);
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
        let mut parts = vec![(number, from, named.is_some() || line.colon)];
        let Some(further) = further_numbers(line, from, all.len()) else {
            self.unclear(grammar, Run { from, to: line.tokens.len() });
            return Some(LineFate::Faulty);
        };
        parts.extend(further);
        let ends = parts.iter().skip(1).map(|(_, from, _)| from - 2).chain([line.tokens.len()]);
        let mut answers: Vec<(String, String)> = Vec::new();
        for ((number, from, is_clear), end) in parts.iter().zip(ends) {
            let open = all.get(usize::from(*number).checked_sub(1)?)?;
            let is_parting = |at: usize| {
                let signs = [Sign::Comma, Sign::Semicolon, Sign::Stop, Sign::And];
                line.tokens[at].sign.is_some_and(|sign| signs.contains(&sign))
            };
            // The sign before the next number is none of the answer's.
            let to =
                if end < line.tokens.len() && end > *from && is_parting(end - 1) { end - 1 } else { end };
            let value = line.text(*from, to);
            let words = line.tokens.get(*from..to)?.iter().filter(|token| token.is_word()).count();
            // "1. Hello" may be an item of a list.
            let is_written = value.starts_with(['{', '[']);
            let is_long = words > MOST_WORDS || !is_clear && !self.is_answer(grammar, &value);
            if !is_written && is_long {
                return None;
            }
            answers.push((short_key(&open.key).to_owned(), value));
        }
        for (key, value) in answers {
            self.answer(line, &key, &value);
        }
        Some(LineFate::Taken)
    }

    /// Reads an answer to all that the sheet asks, without a key: `storm of swords`, `none`, `raid Kingswood`.
    pub(super) fn picked(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let line = grammar.line;
        let asked = self.asked_now();
        let all = by_key(self.open, self.seat);
        let (([open], _) | (_, [open])) = (asked.as_slice(), all.as_slice()) else { return None };
        let legal = &open.legal.answers;
        // As the sheet writes it.
        let span = line.span(0, line.tokens.len());
        if let Some(value) = flow::read(&line.text(0, line.tokens.len()), span)
            && self.members_of(&value).is_none()
        {
            let key = text(line.span(0, 1), short_key(&open.key));
            self.entries.push(Entry::Keyed(Section::Answers, key, value));
            return Some(LineFate::Taken);
        }
        let recruits = || recruits_now(self.board, self.seat, self.open).is_some();
        if open.kind == "muster"
            && (self.asked_first() == Some(Heading::Muster) || recruits())
            && let Some(fate) = self.mustered_where(grammar)
        {
            return Some(fate);
        }
        let passes = self.passes(grammar) || self.says_none(grammar);
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
        let is_nothing = |answer: &&Value| {
            let empty = answer.as_object().is_some_and(Map::is_empty);
            answer.is_null() || empty || answer.as_array().is_some_and(Vec::is_empty)
        };
        // A saved report may not say what is legal; then the question itself does.
        let is_unknown = legal.is_empty() && !open.legal.complete;
        let unasked = [
            json!(language::word(FAVOURS, &Favour::Attacker)),
            json!(language::word(FAVOURS, &Favour::Defender)),
            json!(language::NONE),
        ];
        // A list that is cut short may not have it. That no orders at all are given must be said in so many words.
        let is_short = !open.legal.complete && !is_unknown && open.kind != "orders";
        let default = Some(&open.default).filter(|_| is_short);
        let nothing = legal.iter().find(is_nothing).or(default.filter(is_nothing));
        // "Nothing happens" is the last thing that a Westeros card lets choose.
        let card = open.key.rsplit('/').next().unwrap_or_default().replace('-', " ");
        let choice = self.words.choices().known(&card).filter(|_| open.kind == "westeros");
        let idle = choice
            .and_then(|choice| legal.iter().find(|answer| answer.as_str() == choice.among.last().copied()));
        let nothing = nothing.or(idle);
        let answer = match open.kind.as_str() {
            "support" if is_unknown => self.side_picked(grammar, open, &unasked, is_none(&said))?,
            _ if is_unknown && passes => Some(&open.default).filter(is_nothing)?,
            "raid" => self.raid_picked(grammar, legal)?,
            "support" => self.side_picked(grammar, open, legal, is_none(&said))?,
            // A march that goes nowhere, where only one can be meant.
            "march" if is_none(&said) => {
                let goes_nowhere = |answer: &&Value| answer["to"].as_object().is_some_and(Map::is_empty);
                // Of one area alone, whatever else is legal there.
                let is_known = open.legal.complete || grammar.marching.iter().count() == 1;
                let stays = |answer: &&Value| goes_nowhere(answer) && answer["leave-power"] != true;
                let mut all = legal.iter().filter(stays).filter(|_| is_known);
                all.next().filter(|_| all.next().is_none())?
            }
            _ if is_none(&said) && nothing.is_some() => nothing?,
            "tie" => return self.tie_picked(grammar, open),
            "reward" => self.one_picked(grammar, open)?,
            "muster" => self.muster_picked(grammar, legal)?,
            "westeros" | "pick" => match self.one_picked(grammar, open) {
                Some(answer) => answer,
                None => return self.target_picked(grammar, open),
            },
            _ => return None,
        };
        let key = text(line.span(0, 1), short_key(&open.key));
        let value = node(line.span(0, line.tokens.len()), answer);
        self.entries.push(Entry::Keyed(Section::Answers, key, value));
        Some(LineFate::Taken)
    }

    /// Finds whom a Support order helps where only that is asked: `the defender`, `me`, `support Anna`, `yes`.
    fn side_picked<'v>(
        &self,
        grammar: &Grammar<'_>,
        open: &Open,
        answers: &'v [Value],
        none: bool,
    ) -> Option<&'v Value> {
        let legal = |side: &str| answers.iter().find(|answer| *answer == side);
        if none {
            return legal(language::NONE);
        }
        let mut tokens: Tokens<'_> = TokenSlice::new(&grammar.line.tokens);
        let input = &mut tokens;
        let yes = grammar.word(Word::Yes, input).is_ok();
        let _ = grammar.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        let _ = grammar.word(Word::Support, input);
        let _ = grammar.signs(&[Sign::Colon, Sign::Dash], input);
        let _ = grammar.word(Word::For, input);
        let sides = [Favour::Attacker, Favour::Defender].map(|side| language::word(FAVOURS, &side));
        let [attacker, defender] = sides;
        let by = |seat: Seat| {
            let id = self.board.world.seat_id(seat);
            sides.into_iter().find(|side| open.question[*side] == id)
        };
        let said = match grammar.words(&[Word::Attacker, Word::Defender, Word::Own], input) {
            Ok(Word::Attacker) => Some(attacker),
            Ok(Word::Defender) => Some(defender),
            Ok(_) => by(self.seat),
            Err(_) => grammar.house(input).ok().and_then(|(seat, _)| by(seat)),
        };
        while grammar.form(&self.lexicon.closings, input).is_ok()
            || grammar.signs(&[Sign::Comma, Sign::Stop], input).is_ok()
        {}
        if input.eof_offset() > 0 {
            return None;
        }
        match said {
            Some(side) => legal(side),
            // "Yes", where there is one side alone.
            None => {
                let mut all = sides.into_iter().filter_map(legal).filter(|_| yes);
                all.next().filter(|_| all.next().is_none())
            }
        }
    }

    /// Finds the answer that is meant where one of several things is picked: its name (`storm of swords`, `Thenn`), its number, the
    /// letter of an ability, or `yes` where there is one thing alone.
    fn one_picked<'v>(&self, grammar: &Grammar<'_>, open: &'v Open) -> Option<&'v Value> {
        let line = grammar.line;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let input = &mut tokens;
        // "I choose both opponents".
        let _ = grammar.form(&self.lexicon.chosen, input);
        let yes = grammar.words(&[Word::Yes, Word::Card], input).is_ok();
        let _ = grammar.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        // "supply yes", where the question is whether to pay at Supply.
        let _ = attempt(input, |input| self.what_is_asked(grammar, open, input));
        let yes = yes || grammar.word(Word::Yes, input).is_ok();
        let _ = grammar.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        let from = grammar.at(input);
        let legal = || open.legal.answers.iter().filter(|answer| !answer.is_null());
        // "Yes please", "use it".
        let _ = grammar.words(&[Word::Card, Word::That], input);
        let _ = grammar.word(Word::That, input);
        while grammar.form(&self.lexicon.closings, input).is_ok() || grammar.sign(Sign::Stop, input).is_ok() {
        }
        if yes && input.eof_offset() == 0 {
            let mut all = legal().filter(|_| open.legal.complete);
            return all.next().filter(|_| all.next().is_none());
        }
        let mut to = line.tokens.len();
        while to > from && line.tokens.get(to - 1).is_some_and(|token| token.sign == Some(Sign::Stop)) {
            to -= 1;
        }
        let polite =
            |at: &usize| grammar.form_at(&self.lexicon.closings, *at).is_some_and(|length| at + length == to);
        to = (from + 1..to).find(polite).unwrap_or(to);
        let said = line.text(from, to);
        // "Thanks!" picks nothing.
        if fold(&said).is_empty() {
            return None;
        }
        if is_none(&said) {
            return open.legal.answers.iter().find(|answer| answer.is_null());
        }
        let meant = [
            whole_number(&said).map(|number| json!(number)),
            self.words.areas.known(&said).map(|area| json!(self.board.world.area_id(area))),
            self.seats.known(&said).map(|seat| json!(self.board.world.seat_id(seat))),
            self.words.cards().known(&said).map(|card| json!(self.board.world.card(card).id)),
        ];
        let folded = fold(&said);
        let is_it = |answer: &&Value| {
            let word = answer.as_str().unwrap_or_default();
            fold(&word.replace(['-', '/'], " ")) == folded
                || meant.iter().flatten().any(|meant| meant == *answer)
        };
        // "b", where "call-to-arms/b" alone has that letter; "B" may be somebody's initial.
        let letter = |answer: &&Value| {
            let letter = answer.as_str().and_then(|word| word.rsplit_once('/'));
            letter.is_some_and(|(_, letter)| letter == said.trim())
        };
        // "Gain 3 power", as the question has it, where "gain" is the answer.
        let begins = |answer: &&Value| {
            let word = fold(answer.as_str().unwrap_or_default());
            let rest = folded.strip_prefix(&word).filter(|_| !word.is_empty());
            rest.is_some_and(|_| said.split_whitespace().next().is_some_and(|first| fold(first) == word))
        };
        legal()
            .find(is_it)
            .or_else(|| {
                let mut all = legal().filter(letter);
                all.next().filter(|_| all.next().is_none())
            })
            .or_else(|| {
                let mut all =
                    legal().filter(begins).filter(|_| said.split_whitespace().count() <= MOST_WORDS);
                all.next().filter(|_| all.next().is_none())
            })
            .or_else(|| {
                // "Storm", "the last days", where one answer alone has these words.
                let parts: Vec<String> = said.split_whitespace().map(fold).collect();
                let parts: Vec<&String> =
                    parts.iter().filter(|word| !self.lexicon.articles.contains(*word)).collect();
                let has = |answer: &&Value| {
                    let words: Vec<String> =
                        answer.as_str().unwrap_or_default().split(['-', '/']).map(fold).collect();
                    let long = parts.iter().any(|part| part.chars().count() >= FEWEST_LETTERS);
                    long && parts.iter().all(|part| words.contains(part))
                };
                let mut all = legal().filter(has);
                all.next().filter(|_| all.next().is_none() && open.legal.complete)
            })
    }

    /// Takes cards alone where a deck is asked for, one line for all or one for each.
    pub(super) fn of_a_deck(&mut self, grammar: &Grammar<'_>) -> Option<LineFate> {
        let heading = self.asked_first().filter(|heading| *heading == Heading::Tactics)?;
        let whole = Run { from: 0, to: grammar.line.tokens.len() };
        let items = self.items(grammar, Some(heading), self.chosen(grammar, heading, whole))?;
        let is_deck = |item: &Item| {
            matches!(item, Item::Wish(Wish::North { section: Section::Tactics, key: None, .. }))
        };
        let all = self.section.is_none() && items.iter().all(is_deck);
        all.then(|| self.take(grammar, Some(heading), items))
    }

    /// Reads words of the question's own, before its answer.
    pub(super) fn what_is_asked(
        &self,
        grammar: &Grammar<'_>,
        open: &Open,
        input: &mut Tokens<'_>,
    ) -> Parsed<()> {
        let what = open.key.rsplit('/').next().unwrap_or_default();
        let is_of_it = |token: &Token| what.split('-').any(|word| fold(word) == token.folded);
        let count = input.iter_offsets().take_while(|(_, token)| is_of_it(token)).count();
        grammar.skip(count, input);
        let _ = grammar.signs(&[Sign::Colon, Sign::Dash], input);
        if count > 0 && input.eof_offset() > 0 { Ok(()) } else { Err(EmptyError) }
    }

    /// Takes a side or an area where one ability alone may be used: it is used on that. `the Watch` where the question is whether to
    /// use Pillage.
    fn target_picked(&mut self, grammar: &Grammar<'_>, open: &Open) -> Option<LineFate> {
        let line = grammar.line;
        let mut abilities = open.legal.answers.iter().filter(|answer| !answer.is_null());
        let only = abilities.next().filter(|_| open.legal.complete && abilities.next().is_none())?;
        let (card, letter) = only.as_str()?.split_once('/')?;
        Letter::ALL.into_iter().find(|known| known.id() == letter)?;
        let mut tokens: Tokens<'_> = TokenSlice::new(&line.tokens);
        let input = &mut tokens;
        let _ = grammar.word(Word::Yes, input);
        let _ = grammar.signs(&[Sign::Comma, Sign::Colon, Sign::Dash], input);
        let _ = grammar.words(&[Word::At, Word::For, Word::To, Word::From], input);
        let from = grammar.at(input);
        let side = attempt(input, |input| {
            grammar.word(Word::Watch, input).map(|_| ()).or_else(|_| grammar.house(input).map(|_| ()))
        });
        if side.is_err() {
            let place = grammar.place(input).ok()?;
            if !matches!(grammar.areas.meant(&grammar.name_of(place), &[]), Meant::One { guessed: false, .. })
            {
                return None;
            }
        }
        let said = line.text(from, grammar.at(input));
        while grammar.form(&self.lexicon.closings, input).is_ok()
            || grammar.signs(&[Sign::Stop, Sign::Comma], input).is_ok()
        {}
        if input.eof_offset() > 0 {
            return None;
        }
        let key = text(line.span(0, 1), &format!("{card} {letter}"));
        let value = text(line.span(0, line.tokens.len()), said.trim());
        self.entries.push(Entry::Keyed(Section::Tactics, key, value));
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
            || self.words.cards().known(text).is_some()
            || self.words.units.known(text).is_some()
    }

    fn answer(&mut self, line: &Line, key: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() && value != "~" {
            let span = line.span(0, line.tokens.len());
            // "1: {from: Lannisport, to: {Riverrun: {knight: 1}}}", as the sheet writes it.
            let value = flow::read(value, span).unwrap_or_else(|| text(span, value));
            self.entries.push(Entry::Keyed(Section::Answers, text(line.span(0, 1), key), value));
        }
    }
}

/// Returns the numbers of further questions in a line, where each answer begins, and whether a colon says so: `1: Stannis, 2: no`. `None` if
/// a number comes twice.
fn further_numbers(line: &Line, from: usize, most: usize) -> Option<Vec<(u16, usize, bool)>> {
    let mut found: Vec<(u16, usize, bool)> = Vec::new();
    // What the sheet writes on one line has signs of its own.
    if line.tokens.get(from).is_some_and(|token| token.sign == Some(Sign::Open)) {
        return Some(found);
    }
    for at in from + 1..line.tokens.len().saturating_sub(2) {
        let Some(number) = line.tokens[at].number.filter(|number| (1..=most).contains(&usize::from(*number)))
        else {
            continue;
        };
        let is_clear = match line.tokens[at + 1].sign {
            Some(Sign::Colon) => true,
            Some(Sign::Stop | Sign::Close) => false,
            _ => continue,
        };
        found.push((number, at + 2, is_clear));
    }
    let is_twice = |(number, ..): &(u16, usize, bool)| {
        found.iter().filter(|(other, ..)| other == number).count() > 1 || line.number == Some(*number)
    };
    if found.iter().any(is_twice) { None } else { Some(found) }
}

/// Writes an answer as the sheet would have it.
fn node(span: Span, answer: &Value) -> Node {
    let content = match answer {
        Value::Null => Content::Text(language::NONE.to_owned()),
        Value::Array(all) => Content::List(all.iter().map(|one| node(span, one)).collect()),
        Value::Object(all) => {
            Content::Map(all.iter().map(|(key, value)| (text(span, key), node(span, value))).collect())
        }
        Value::String(word) => Content::Text(word.clone()),
        other => Content::Text(other.to_string()),
    };
    Node { span, content }
}
