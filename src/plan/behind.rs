//! Sections at the end of a line of orders: `Karhold raid, final`, `Karhold raid, away until Friday`.

use super::finality::before_final;
use super::line::said;
use super::said::{Said, text_node};
use super::words::Words;
use crate::sheet::{Node, Span};
use jiff::civil::Date;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_behind_orders() {
        let today = Some("2026-11-26".parse().unwrap());
        for (line, orders, key) in [
            ("Karhold raid, final", "Karhold raid", "final"),
            ("Renly, final: yes", "Renly", "final"),
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
