//! Sections at the end of a line of orders: `Karhold raid, final`, `Karhold raid, away until Friday`.

use super::finality::{before_final, says_done};
use super::line::said;
use super::said::{Said, text_node};
use super::words::Words;
#[cfg(test)]
use super::words::behind_number;
use crate::sheet::{Node, Span};
use jiff::civil::Date;

/// A line of orders that ends with sections.
#[derive(Clone, PartialEq, Debug)]
pub struct Behind<'t> {
    /// The orders before them.
    pub orders: &'t str,
    /// In the order written; at least one.
    pub sections: Vec<Ending>,
}

/// A section at the end of a line of orders.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// Its key and its value.
    pub section: (Node, Node),
    /// `true` if it stands whatever becomes of the orders. Otherwise it does not count beside orders that cannot be had.
    pub stands_alone: bool,
}

/// Returns what a line says behind its orders: `Karhold raid, final`, `Karhold raid, away until 12.12., final`; `number` and `today`
/// are those of [`said`].
pub fn behind_orders(text: &str, number: usize, today: Option<Date>) -> Option<Behind<'_>> {
    let (mut orders, mut sections) = (text, Vec::new());
    while let Some((before, ending)) = last(orders, number, today) {
        orders = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        if ending.section.0.text() == Some("final") {
            orders = without_remark(orders);
        }
        sections.push(ending);
    }
    sections.reverse();
    (!sections.is_empty()).then_some(Behind { orders, sections })
}

/// Returns orders without a sentence behind them that only says that their writer has done: `Karhold raid. Then I am done`.
fn without_remark(orders: &str) -> &str {
    let end = orders.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '!'));
    let Some((before, last)) = end.rsplit_once(['.', '!', ';']) else { return orders };
    if says_done(last) && !before.trim().is_empty() { before.trim_end() } else { orders }
}

/// Returns the last section of a line and what is before it.
fn last(text: &str, number: usize, today: Option<Date>) -> Option<(&str, Ending)> {
    if let Some(orders) = before_final(text) {
        let span = Span { line: number, column: 1, length: text.chars().count().max(1) };
        let section = (text_node(span, "final"), text_node(span, "yes"));
        return Some((orders, Ending { section, stands_alone: false }));
    }
    let read = |(end, begin): (usize, usize)| {
        let (orders, tail) = (text.get(..end)?, text.get(begin..)?);
        let tail = tail.strip_suffix(')').unwrap_or(tail);
        match said(tail, number, today).filter(|_| !orders.trim().is_empty())? {
            Said::Section(key, value) if matches!(key.text(), Some("absent" | "vote" | "ask")) => {
                Some((orders, Ending { section: (key, value), stands_alone: true }))
            }
            _ => None,
        }
    };
    // An absence may have marks in it ("away until Monday, the steward plays"); a vote has none, so that what is behind it
    // is no part of it.
    let found = || joints(text).into_iter().filter_map(read);
    let is_vote = |ending: &Ending| ending.section.0.text() == Some("vote");
    match found().next() {
        Some((_, ending)) if is_vote(&ending) => found().next_back(),
        found => found,
    }
}

/// Returns where a word such as `so` is in a line, like [`joints`]: `away until Monday, so Winterfell raid`.
pub fn reasons(text: &str) -> Vec<(usize, usize)> {
    places(text, Words::english().all("reasons"))
}

/// Returns where something ends in a line and what is behind it begins, in bytes: at the marks between sentences, and at `and`.
pub fn joints(text: &str) -> Vec<(usize, usize)> {
    let marks = text.char_indices().filter(|(_, c)| matches!(c, ',' | '.' | ';' | '!' | '(' | '–' | '—'));
    let words = Words::english().all("and").filter(|word| word.chars().all(char::is_alphabetic));
    let marks = marks.map(|(at, mark)| (at, at + mark.len_utf8()));
    let mut all: Vec<(usize, usize)> = marks.chain(places(text, words)).collect();
    all.sort_unstable();
    all
}

/// Returns where words are in a line, in bytes, each with the blanks around it.
fn places<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> Vec<(usize, usize)> {
    let of = |word: &str| {
        let word = format!(" {word} ");
        text.match_indices(&word).map(|(at, _)| (at, at + word.len())).collect::<Vec<_>>()
    };
    words.flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_list_is_no_date() {
        for (line, rest) in
            [("2. away on 1 December", "away on 1 December"), (" (3) final", "final"), ("10) x", "x")]
        {
            assert_eq!(behind_number(line).and_then(|at| line.get(at..)), Some(rest), "{line}");
        }
        for line in
            ["1.12. to 3.12.", "1. 12. away", "2.final", "1: Stannis", "2026. away", "away", "2 footmen"]
        {
            assert_eq!(behind_number(line), None, "{line}");
        }
    }

    #[test]
    fn what_is_behind_orders() {
        let today = Some("2026-11-26".parse().unwrap());
        for (line, orders, key) in [
            ("Karhold raid, final", "Karhold raid", "final"),
            ("Renly, final: yes", "Renly", "final"),
            ("winterfell march, away until 12.12.", "winterfell march", "absent"),
            ("Karhold raid. I'm away until 12.12., the steward plays", "Karhold raid", "absent"),
            ("Karhold raid and away until 1 December", "Karhold raid", "absent"),
            ("Karhold raid (away until 1 December)", "Karhold raid", "absent"),
            ("Karhold raid; vote: extend 24h", "Karhold raid", "vote"),
            ("Karhold raid, away 1.12. to 3.12., final", "Karhold raid", "absent final"),
            ("Karhold raid, and I'm away 1.12. to 3.12., final", "Karhold raid", "absent final"),
        ] {
            let behind = behind_orders(line, 1, today).unwrap_or_else(|| panic!("{line}"));
            let keys: Vec<&str> = behind.sections.iter().filter_map(|end| end.section.0.text()).collect();
            assert_eq!((behind.orders, keys.join(" ").as_str()), (orders, key), "{line}");
        }
        for line in
            ["Karhold raid", "Karhold raid, away", "away until 12.12.", "Karhold raid, resign", "final"]
        {
            assert_eq!(behind_orders(line, 1, today), None, "{line}");
        }
    }
}
