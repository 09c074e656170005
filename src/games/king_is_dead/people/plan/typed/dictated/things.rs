//! A line as what its words name: cards, regions, factions, numbers, and the words between them.

use super::super::part::{Part, cut};
use super::super::thing::Thing;
use super::super::tree::Reader;
use crate::games::king_is_dead::data::language::TypedWord;
use crate::sheet::fold;

/// The most words of one name.
const LONGEST: usize = 6;

/// A thing with its words.
#[derive(Clone, Debug)]
pub(super) struct Found<'t> {
    pub(super) thing: Thing,
    pub(super) part: Part<'t>,
}

impl Reader<'_> {
    /// Returns the things of a line in their order; `None` if there is a word that names nothing. Words that say nothing are left out.
    pub(super) fn things<'t>(&self, whole: Part<'t>) -> Option<Vec<Found<'t>>> {
        let tokens = self.tokens(whole);
        let mut things = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let Some(thing) = self.mark(token.text) {
                things.push(Found { thing, part: *token });
                at += 1;
                continue;
            }
            // Names hold no marks.
            let run = tokens.iter().skip(at).take(LONGEST);
            let run = run.take_while(|token| token.text.contains(char::is_alphanumeric)).count();
            let found = (1..=run).rev().find_map(|length| {
                let last = tokens.get(at + length - 1)?;
                let start = token.column;
                let end = last.column + last.text.chars().count();
                let part = self.spanned(whole, start, end);
                let named = self.known.things.of(part.text, || self.named_by(part))?;
                Some((named, part, length))
            });
            let (thing, part, length) = found?;
            things.extend(thing.map(|thing| Found { thing, part }));
            at += length;
        }
        Some(things)
    }

    /// Returns the part between two columns.
    fn spanned<'t>(&self, whole: Part<'t>, start: usize, end: usize) -> Part<'t> {
        let byte = |column: usize| {
            let ahead = column.saturating_sub(whole.column);
            whole.text.char_indices().nth(ahead).map_or(whole.text.len(), |(at, _)| at)
        };
        cut(whole, byte(start), byte(end))
    }

    /// Cuts a line into words, signs and marks.
    fn tokens<'t>(&self, whole: Part<'t>) -> Vec<Part<'t>> {
        let mut tokens = Vec::new();
        let mut from = 0;
        let mut at = 0;
        while let Some(c) = whole.text.get(at..).and_then(|rest| rest.chars().next()) {
            let sign = self.sign(whole.text.get(at..).unwrap_or_default());
            let length = sign.or_else(|| ",;:.!()[]/&+".contains(c).then_some(c.len_utf8()));
            if length.is_none() && !c.is_whitespace() {
                at += c.len_utf8();
                continue;
            }
            let word = cut(whole, from, at);
            if !word.text.is_empty() {
                tokens.push(word);
            }
            from = at + length.unwrap_or(c.len_utf8());
            if let Some(length) = length {
                tokens.push(cut(whole, at, at + length));
            }
            at = from;
        }
        let word = cut(whole, from, whole.text.len());
        if !word.text.is_empty() {
            tokens.push(word);
        }
        tokens
    }

    /// Returns the length of the sign that a text begins with, such as an arrow.
    fn sign(&self, text: &str) -> Option<usize> {
        let words = [TypedWord::BothWays, TypedWord::To].into_iter();
        let forms =
            words.flat_map(|word| self.forms(word)).filter(|form| !form.contains(char::is_alphanumeric));
        forms.filter(|form| text.starts_with(form.as_str())).map(String::len).max()
    }

    fn mark(&self, token: &str) -> Option<Thing> {
        if token.contains(char::is_alphanumeric) {
            return None;
        }
        let is = |word| self.forms(word).iter().any(|form| form == token);
        Some(match token {
            "&" | "+" | "/" => Thing::And,
            _ if is(TypedWord::BothWays) => Thing::BothWays,
            _ if is(TypedWord::To) => Thing::To,
            _ => Thing::Break,
        })
    }

    /// Returns what words name; nothing inside if they say nothing.
    fn named_by(&self, part: Part<'_>) -> Option<Option<Thing>> {
        let text = part.text;
        let folded = fold(text);
        let is = |word| self.is(word, text);
        let lexicon = &self.lexicon;
        if lexicon.regions.known(text).is_some() {
            return Some(Some(Thing::Region));
        }
        if let Some(id) = lexicon.factions.known(text) {
            return Some(Some(Thing::Faction(id)));
        }
        if let Some(card) = lexicon.cards.known(text) {
            return Some(Some(Thing::Card(card)));
        }
        if let Some(number) = folded.parse().ok().or_else(|| lexicon.language().numbers.get(&folded).copied())
        {
            return Some(Some(Thing::Number(number)));
        }
        if is(TypedWord::Another) {
            return Some(Some(Thing::Number(1)));
        }
        let bare = folded.strip_prefix('x').or_else(|| folded.strip_suffix('x'));
        if let Some(number) = bare.and_then(|bare| bare.parse().ok()) {
            return Some(Some(Thing::Times(number)));
        }
        let words = [
            (TypedWord::Twice, Thing::Times(2)),
            (TypedWord::All, Thing::All),
            (TypedWord::There, Thing::There),
            (TypedWord::To, Thing::To),
            // "In" is read behind what comes and behind what goes.
            (TypedWord::In, Thing::Place),
            (TypedWord::From, Thing::From),
            (TypedWord::For, Thing::For),
            (TypedWord::And, Thing::And),
        ];
        if let Some((_, thing)) = words.into_iter().find(|(word, _)| is(*word)) {
            return Some(Some(thing));
        }
        if let Some(key) = lexicon.keys.known(text) {
            return Some(Some(Thing::Key(key)));
        }
        if is(TypedWord::Else) {
            return Some(Some(Thing::Else));
        }
        if is(TypedWord::Then) {
            return Some(Some(Thing::Break));
        }
        let is_article = lexicon.language().articles.iter().any(|word| fold(word) == folded);
        let says_nothing = is_article || is(TypedWord::Fillers) || is(TypedWord::Persons);
        says_nothing.then_some(None)
    }
}
