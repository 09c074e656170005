//! Notes of a quoted order sheet that a mail program has broken at its own width: the broken-off end of a note is part of it again, and
//! nothing that its reader typed.

use super::block::Candidate;
use super::key::Key;
use super::yaml_line::{Shape, indent, shape, strip_comment};
use std::borrow::Cow;

/// The narrowest and the widest that programs break lines at, in characters.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=85;

/// Returns quoted lines with the ends of broken notes as notes. A line is such an end if its first word did not fit behind the note above
/// it, where no line is longer than the longest.
pub(super) fn unbroken<'a>(mut cands: Vec<Candidate<'a>>, keys: &[Key<'_>]) -> Vec<Candidate<'a>> {
    let lengths = cands.iter().map(|cand| cand.text.trim_end().chars().count());
    let Some(width) = lengths.filter(|length| WIDTHS.contains(length)).max() else { return cands };
    let mut note: Option<(usize, usize)> = None;
    for cand in &mut cands {
        let (text, depth) = (cand.text.trim_end().to_owned(), indent(&cand.text));
        let length = text.chars().count();
        if let Some((deep, before)) = note
            && before + 1 + first_word(&text) > width
            && is_end(&text, deep, keys)
        {
            cand.text = Cow::Owned(format!("{}# {}", " ".repeat(deep), text.trim()));
            note = Some((deep, length));
            continue;
        }
        let is_note = shape(&text) == Shape::Comment || strip_comment(&text).trim_end() != text;
        note = is_note.then_some((depth, length));
    }
    cands
}

fn first_word(text: &str) -> usize {
    text.split_whitespace().next().unwrap_or_default().chars().count()
}

/// Returns `true` for a line without indentation that can be the end of a note: no key of a document, unless it has no value.
fn is_end(text: &str, deep: usize, keys: &[Key<'_>]) -> bool {
    match shape(text) {
        Shape::Other => indent(text) == 0,
        Shape::Pair { key, .. } => {
            let is_known = keys.iter().any(|known| known.name.eq_ignore_ascii_case(key.trim()));
            indent(text) == 0 && deep > 0 && !is_known
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::document::key::Takes;

    fn mended(text: &str) -> Vec<String> {
        let keys =
            [Key { name: "plan", takes: Takes::Structure }, Key { name: "final", takes: Takes::Words(3) }];
        let cands = text.lines().enumerate().map(|(line, text)| Candidate { line, text: text.into() });
        unbroken(cands.collect(), &keys).into_iter().map(|cand| cand.text.into_owned()).collect()
    }

    #[test]
    fn the_end_of_a_broken_note_is_a_note() {
        let lines = mended(
            "plan:\n  # BIDS. You have 6 power; what you bid is spent, win or\nlose.\n  bids:\n    # bids: {iron throne: 0, fiefdoms: 0, court: 0,\nwildlings: 0}\nfinal: yes",
        );
        assert_eq!(lines[2], "  # lose.");
        assert_eq!(lines[5], "    # wildlings: 0}");
        assert_eq!((lines[3].as_str(), lines[6].as_str()), ("  bids:", "final: yes"));
    }

    #[test]
    fn what_would_have_fitted_was_typed() {
        let lines = mended(
            "plan:\n  # ORDERS. One for each area; write none to give no order th\n  # there.\nKarhold raid\n",
        );
        assert_eq!(lines[3], "Karhold raid");
    }

    /// A note may fill its line to the end; the section that begins below it is said by its writer.
    #[test]
    fn a_section_below_a_note_is_no_end_of_it() {
        let lines =
            mended("plan:\n  # ORDERS. One for each area; write none to give no order there\nfinal: yes");
        assert_eq!(lines[2], "final: yes");
    }
}
