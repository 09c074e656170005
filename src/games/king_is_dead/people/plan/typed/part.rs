//! Parts of a line, each with its place.

use super::super::language::Lexicon;
use crate::games::king_is_dead::data;
use crate::sheet::{Content, Node, Span, fold};

/// A part of a line between commas, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'t> {
    pub(super) text: &'t str,
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
}

impl<'t> Part<'t> {
    pub(super) fn span(self) -> Span {
        Span { line: self.line, column: self.column, length: self.text.chars().count().max(1) }
    }

    /// Returns the part from a byte of its text on, without spaces.
    pub(super) fn after(self, at: usize) -> Part<'t> {
        let rest = self.text.get(at..).unwrap_or_default();
        let text = rest.trim_start();
        let skipped = self.text.get(..self.text.len() - text.len()).unwrap_or_default();
        Part { text: text.trim_end(), column: self.column + skipped.chars().count(), ..self }
    }

    /// Returns the part as a line in which everything stays where it is.
    pub(super) fn in_its_place(self) -> String {
        " ".repeat(self.column.saturating_sub(1)) + self.text
    }

    pub(super) fn node(self, text: &str) -> Node {
        Node { span: self.span(), content: Content::Text(text.to_owned()) }
    }
}

pub(super) fn cut<'t>(part: Part<'t>, from: usize, to: usize) -> Part<'t> {
    let inner = Part { text: part.text.get(..to).unwrap_or_default(), ..part };
    inner.after(from)
}

/// Returns the ends of the words of a text, in bytes.
pub(super) fn ends_of_words(text: &str) -> Vec<usize> {
    data::ends_of_words(text).collect()
}

/// Returns what follows a form that a part begins with, as whole words in any case.
pub(super) fn past<'t>(form: &str, part: Part<'t>) -> Option<Part<'t>> {
    let words = form.split_whitespace().count();
    let end = data::ends_of_words(part.text).nth(words.checked_sub(1)?)?;
    (fold(part.text.get(..end)?) == fold(form)).then(|| part.after(end))
}

/// Returns what stands before a form that a part ends with, as whole words in any case.
pub(super) fn before<'t>(form: &str, part: Part<'t>) -> Option<Part<'t>> {
    let ends = ends_of_words(part.text);
    let first = ends.len().checked_sub(form.split_whitespace().count())?;
    let end = first.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or_default();
    (fold(part.text.get(end..)?) == fold(form)).then(|| cut(part, 0, end))
}

pub(super) fn article<'t>(lexicon: &Lexicon<'_>, part: Part<'t>) -> Part<'t> {
    lexicon
        .language()
        .articles
        .iter()
        .find_map(|word| past(word, part))
        .filter(|rest| !rest.text.is_empty())
        .unwrap_or(part)
}

/// Takes off the marks at the end of a part.
pub(super) fn unmarked(part: Part<'_>) -> Part<'_> {
    Part { text: part.text.trim_end_matches([',', ';', '.', ' ']), ..part }
}

/// Takes off a bullet or number.
pub(super) fn bullet(part: Part<'_>) -> Part<'_> {
    let bare = part.text.trim_start_matches(['-', '*', '•', '·', ' ']);
    let part = part.after(part.text.len() - bare.len());
    let digits = part.text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = part.text.get(digits..).unwrap_or_default();
    if digits > 0 && behind.starts_with(['.', ')', ':']) { part.after(digits + 1) } else { part }
}

/// Returns `true` for a line with a bullet or a number before it.
pub(super) fn bulleted(text: &str) -> bool {
    let part = Part { text: text.trim(), line: 1, column: 1 };
    bullet(part).text.len() < part.text.len()
}

/// Returns where the sentences of a line begin and end, in bytes. A mark without a blank behind it ends none.
pub(super) fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut from = 0;
    for (at, mark) in text.char_indices() {
        let end = at + mark.len_utf8();
        let is_apart = text.get(end..).and_then(|rest| rest.chars().next()).is_none_or(char::is_whitespace);
        if matches!(mark, '.' | '!' | ';' | '…') && is_apart {
            all.push((from, end));
            from = end;
        }
    }
    if text.get(from..).is_some_and(|rest| !rest.trim().is_empty()) {
        all.push((from, text.len()));
    }
    all
}
