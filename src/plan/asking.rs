//! Lines that ask for something to be sent: `help`, `send me the map`.

use super::said::Said;
use super::words::Words;
use crate::sheet::Span;

/// Reads what is asked for in a word or two: `help`, `send me the map`.
pub(super) fn asks(plain: &str, span: Span) -> Option<Said> {
    let words = Words::english();
    let what = words.after("send me", plain).map_or(plain, |rest| rest.trim_start_matches([':', ' ']));
    ["ask help", "ask status", "ask map", "ask rules", "ask history", "ask new key"]
        .into_iter()
        .find(|meaning| words.means(meaning, what))
        .and_then(|meaning| words.all(meaning).next())
        .map(|what| Said::section(span, "ask", what))
}
