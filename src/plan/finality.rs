//! Words that say that a plan is final, with others around them, and sections behind orders: `thats it. final. ben`, `Karhold raid,
//! final`, `Karhold raid, away until Friday`.

use super::line::said;
use super::said::{Said, text_node};
use super::words::{Words, doubts, plain_words, truth, unmannered};
use crate::sheet::{Node, Span};
use jiff::civil::Date;

/// Returns `true` for one word with two letters of `final` swapped.
pub(super) fn is_typo_of_final(word: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let near = |known: &str| strsim::osa_distance(known, word) == 1 && letters(known) == letters(word);
    Words::english().all("final").filter(|known| !known.contains(' ')).any(near)
}

/// A section at the end of a line of orders.
#[derive(Clone, PartialEq, Debug)]
pub struct Behind<'t> {
    /// The orders before it.
    pub orders: &'t str,
    /// Its key and its value.
    pub section: (Node, Node),
    /// `true` if it stands whatever becomes of the orders.
    pub stands_alone: bool,
}

/// Returns what a line says behind its orders: `Karhold raid, final`, `Karhold raid, away until 12.12.`; `number` and `today` are
/// those of [`said`].
pub fn behind_orders(text: &str, number: usize, today: Option<Date>) -> Option<Behind<'_>> {
    if let Some(orders) = before_final(text) {
        let span = Span { line: number, column: 1, length: text.chars().count().max(1) };
        let section = (text_node(span, "final"), text_node(span, "yes"));
        return Some(Behind { orders, section, stands_alone: false });
    }
    let marks = text.char_indices().filter(|(_, c)| matches!(c, ',' | '.' | ';' | '!' | '(' | '–' | '—'));
    let words = Words::english().all("and").filter(|word| word.chars().all(char::is_alphabetic));
    let words = words.flat_map(|word| {
        let word = format!(" {word} ");
        text.match_indices(&word).map(|(at, _)| (at, at + word.len())).collect::<Vec<_>>()
    });
    let mut ends: Vec<(usize, usize)> =
        marks.map(|(at, mark)| (at, at + mark.len_utf8())).chain(words).collect();
    ends.sort_unstable();
    let read = |(end, begin): (usize, usize)| {
        let (orders, tail) = (text.get(..end)?, text.get(begin..)?);
        let tail = tail.strip_suffix(')').unwrap_or(tail);
        match said(tail, number, today).filter(|_| !orders.trim().is_empty())? {
            Said::Section(key, value) if matches!(key.text(), Some("absent" | "vote" | "ask")) => {
                Some(Behind { orders, section: (key, value), stands_alone: true })
            }
            _ => None,
        }
    };
    ends.into_iter().find_map(read)
}

/// Returns the orders of a line that ends by saying that they are final: `Karhold raid, final`.
fn before_final(text: &str) -> Option<&str> {
    let is_mark = |c: char| matches!(c, ',' | '.' | ';' | '!' | '-' | '–' | '—');
    let (orders, end) =
        text.trim_end_matches(|c: char| is_mark(c) || c.is_whitespace()).rsplit_once(is_mark)?;
    let is_final = Words::english().means("final", unmannered(&plain_words(end)));
    (is_final && !orders.trim().is_empty()).then_some(orders)
}

/// Returns `true` for a line of several sentences that all say that a plan is done, and one that it is final: `thats it. final`.
pub(super) fn is_final(plain: &str) -> bool {
    let words = Words::english();
    let mut is_final = false;
    let mut parts: Vec<&str> =
        plain.split(['.', '!', ',', ';', '–', '—']).map(|part| unmannered(part.trim())).collect();
    // "final. ben": the name of whoever writes.
    let is_name = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic) && !doubts(text);
    if parts.len() > 1
        && parts.last().is_some_and(|last| is_name(last))
        && !words.means("final", parts[parts.len() - 1])
    {
        parts.pop();
    }
    parts.into_iter().all(|part| {
        let says = words.means("final", part);
        is_final |= says;
        says || part.is_empty()
            || words.means("done", part)
            || truth(part) == Some(true)
            || words.means("courtesy", part)
    }) && is_final
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_orders() {
        let today = Some("2026-11-26".parse().unwrap());
        for (line, orders, key) in [
            ("Karhold raid, final", "Karhold raid", "final"),
            ("winterfell march, away until 12.12.", "winterfell march", "absent"),
            ("Karhold raid. I'm away until 12.12., the steward plays", "Karhold raid", "absent"),
            ("Karhold raid and away until 1 December", "Karhold raid", "absent"),
            ("Karhold raid (away until 1 December)", "Karhold raid ", "absent"),
            ("Karhold raid; vote: extend 24h", "Karhold raid", "vote"),
        ] {
            let behind = behind_orders(line, 1, today).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((behind.orders, behind.section.0.text()), (orders, Some(key)), "{line}");
        }
        for line in
            ["Karhold raid", "Karhold raid, away", "away until 12.12.", "Karhold raid, resign", "final"]
        {
            assert_eq!(behind_orders(line, 1, today), None, "{line}");
        }
    }
}
