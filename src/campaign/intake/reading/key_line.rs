//! The key that a sender wrote above or among lines of orders: `Key …`, `Hi, Anna here. My key is …`.

use crate::plan::before_announced_key;
use crate::post::OwnLine;
use crate::seal::SeatKey;

/// Lengths of a word, in bytes, that may be a key; no other word is tried.
const LENGTHS: std::ops::RangeInclusive<usize> = 27..=120;

/// Returns a line of no document without a key and the words that announce one; `None` if nothing else is in it.
pub(super) fn without_key(mut own: OwnLine) -> Option<OwnLine> {
    if own.used.is_some() {
        return Some(own);
    }
    let announces_one = own.text.trim_end().ends_with([':', '=']);
    if has_key(&own.text) || announces_one && before_announced_key(&own.text) == Some("") {
        (own.text, own.raw) = (blanked(&own.text), blanked(&own.raw));
        return own.text.chars().any(char::is_alphanumeric).then_some(own);
    }
    Some(own)
}

/// Returns `true` for a line with a key in it.
pub(super) fn has_key(text: &str) -> bool {
    place(text).is_some()
}

/// Returns a text with blanks in place of a key and what announces it.
fn blanked(text: &str) -> String {
    let (begin, end) = place(text).unwrap_or((text.len(), text.len()));
    let before = text.get(..begin).unwrap_or_default();
    let head = before_announced_key(before).unwrap_or(before);
    let gone = text.get(head.len()..end).unwrap_or_default().chars().count();
    format!("{head}{}{}", " ".repeat(gone), text.get(end..).unwrap_or_default())
}

/// Returns where a key begins and ends in a text, in bytes.
fn place(text: &str) -> Option<(usize, usize)> {
    let is_between = |c: char| c.is_whitespace() || ":,;()[]{}|".contains(c);
    let mut begin = 0;
    for word in text.split_inclusive(is_between) {
        let bare = word.trim_end_matches(is_between);
        if LENGTHS.contains(&bare.len()) && SeatKey::parse(bare).is_ok() {
            return Some((begin, begin + bare.len()));
        }
        begin += word.len();
    }
    None
}
