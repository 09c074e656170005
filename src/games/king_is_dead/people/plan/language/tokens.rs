//! A text as words and marks, each with its column.

use crate::games::king_is_dead::data::pattern::{fold_word, split_word};
use winnow::error::EmptyError;
use winnow::stream::LocatingSlice;
use winnow::token::{one_of, take_while};
use winnow::{Parser, Result};

/// A mark that is no word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Open,
    Close,
    Comma,
}

/// A word or a mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub text: String,
    /// As it is compared; empty for a mark.
    pub folded: String,
    pub mark: Option<Mark>,
    /// In characters, from 0.
    pub column: usize,
    /// In characters.
    pub length: usize,
}

/// Splits a text. Every character that is neither space nor mark belongs to a word, so nothing is passed over.
pub(super) fn tokens(text: &str, endings: &[String]) -> Vec<Token> {
    let mut input = LocatingSlice::new(text);
    let mut all = Vec::new();
    loop {
        let _: Result<&str, EmptyError> = take_while(0.., char::is_whitespace).parse_next(&mut input);
        let mark: Result<_, EmptyError> = one_of(['(', ')', ',', ';']).with_span().parse_next(&mut input);
        if let Ok((sign, span)) = mark {
            let mark = match sign {
                '(' => Mark::Open,
                ')' => Mark::Close,
                _ => Mark::Comma,
            };
            all.push(token(text, span, Some(mark)));
            continue;
        }
        let word: Result<_, EmptyError> =
            take_while(1.., |c: char| !c.is_whitespace() && !"(),;".contains(c))
                .span()
                .parse_next(&mut input);
        let Ok(span) = word else { return all };
        words(text, span, endings, &mut all);
    }
}

/// Adds a word, with an ending such as `'s` as a word of its own, without the full stop of a sentence.
fn words(text: &str, span: std::ops::Range<usize>, endings: &[String], all: &mut Vec<Token>) {
    let word = text.get(span.clone()).unwrap_or_default();
    let bare = word.trim_end_matches(['.', '!']);
    if bare.is_empty() {
        all.push(token(text, span, None));
        return;
    }
    let end = span.start + bare.len();
    let plain = bare.replace('’', "'");
    let split = split_word(&plain, endings).map(|(_, ending)| ending.chars().count());
    let from = split.and_then(|ending| bare.char_indices().rev().nth(ending.saturating_sub(1)));
    match from {
        Some((at, _)) => {
            all.push(token(text, span.start..span.start + at, None));
            all.push(token(text, span.start + at..end, None));
        }
        None => all.push(token(text, span.start..end, None)),
    }
}

fn token(text: &str, span: std::ops::Range<usize>, mark: Option<Mark>) -> Token {
    let word = text.get(span.clone()).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    Token {
        folded: if mark.is_some() { String::new() } else { fold_word(word) },
        text: word.to_owned(),
        mark,
        column: before.chars().count(),
        length: word.chars().count().max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_marks_and_endings_with_their_columns() {
        let all = tokens("not (Kay’s court, Din-Eidyn).", &["'s".to_owned()]);
        let shown: Vec<(&str, usize)> = all.iter().map(|t| (t.text.as_str(), t.column)).collect();
        let expected = [
            ("not", 0),
            ("(", 4),
            ("Kay", 5),
            ("’s", 8),
            ("court", 11),
            (",", 16),
            ("Din-Eidyn", 18),
            (")", 27),
            (".", 28),
        ];
        assert_eq!(shown, expected);
    }
}
