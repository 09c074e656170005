//! What a line is by its form: an order perhaps, a name, a signature.

use crate::plan::{self, Said};
use jiff::civil::Date;

/// Sections that say for which campaign, seat and window a document is, and nothing about what to do.
pub(super) const IDENTITY: [&str; 5] = ["campaign", "seat", "key", "window", "revision"];

/// The most lines of a signature, and the most words of one of them.
const MOST_SIGNED: usize = 8;
const MOST_WORDS_SIGNED: usize = 8;

/// Returns `true` for a line with the marks of an order: an arrow, or a number with a sign. "Does a march +1 need a star?" is none.
pub(super) fn looks_like_an_order(text: &str) -> bool {
    let has_arrow = ["->", "=>", "→", "➔", "➡"].iter().any(|arrow| text.contains(arrow));
    let is_signed = |word: &str| {
        let number = word.trim_matches(|c: char| !c.is_ascii_digit() && c != '+' && c != '-');
        number.len() == 2 && number.starts_with(['+', '-']) && number.ends_with(|c: char| c.is_ascii_digit())
    };
    !plan::is_question(text) && (has_arrow || text.split_whitespace().any(is_signed))
}

/// Returns `true` for a line whose sentence does not go on in the next: an order, or a name with a colon.
pub(super) fn is_entry(text: &str) -> bool {
    let named = text.split_once(':').is_some_and(|(name, _)| name.split_whitespace().count() <= 3);
    named || looks_like_an_order(text)
}

/// Returns `true` for a line that is one name: a word with a capital letter and no mark behind it, which says nothing else.
pub(super) fn is_one_name(text: &str, line: usize) -> bool {
    let text = text.trim();
    text.starts_with(char::is_uppercase)
        && text.chars().all(|c| c.is_alphabetic() || c == '-')
        && plan::said(text, line, None).is_none()
}

/// Returns the part of a line that says something by itself, such as `final`, where the line as a whole says nothing: it does not
/// count, and its writer must learn that.
pub(super) fn said_beside(text: &str, line: usize, today: Option<Date>) -> Option<&str> {
    let is_mark = |c: char| matches!(c, ',' | '.' | '!' | ';' | '–' | '—' | '(' | ')');
    let counts = |part: &&str| match plan::said(part, line, today) {
        Some(Said::Section(key, _)) => matches!(key.text(), Some("final" | "vote")),
        _ => plan::names_vote(part) && plan::half_vote(part).is_some(),
    };
    let is_whole = plan::said(text, line, today).is_some() || text.trim_end().ends_with('?');
    text.split(is_mark).map(str::trim).filter(|_| !is_whole).find(counts)
}

/// Returns `true` for words that are a sentence of a line: `and final` of `Deal! Oh – and final.`, not `final` of `my offer, final`.
pub(super) fn is_sentence(text: &str, words: &str) -> bool {
    text.split(['.', '!', ';', '–', '—', '(', ')']).any(|part| {
        let part = part.trim();
        // "Oh, and final".
        part.strip_suffix(words).is_some_and(|before| {
            before.is_empty()
                || before.ends_with([' ', ','])
                    && matches!(plan::said(part, 1, None), Some(Said::Section(..) | Said::Bare(_)))
        })
    })
}

/// Returns how many lines at the end are a signature: a closing, and below it names, titles and numbers, no sentence.
pub(super) fn signature(lines: &[&str]) -> usize {
    let is_name = |text: &str| {
        let text = text.trim();
        text.split_whitespace().count() <= MOST_WORDS_SIGNED && !text.ends_with(['.', '!', '?'])
    };
    let closes = |line: &str| plan::is_closing(line) || plan::closes_with_name(line);
    let below = lines.iter().rev().take_while(|line| !closes(line) && is_name(line)).count();
    let Some(above) = lines.iter().rev().nth(below).filter(|line| closes(line)) else { return 0 };
    // "mvh Birgit" is a signature itself.
    let own = usize::from(!plan::is_closing(above));
    if below <= MOST_SIGNED { below + own } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_a_sentence_are_known_from_its_end() {
        for (text, words) in
            [("Deal! Oh, and final.", "and final"), ("Deal. Final", "Final"), ("Ok – final – Ben", "final")]
        {
            assert!(is_sentence(text, words), "{text}");
        }
        for (text, words) in [("my last offer, final.", "final"), ("Deal, and final", "and final")] {
            assert!(!is_sentence(text, words), "{text}");
        }
    }

    #[test]
    fn a_number_with_a_sign_is_the_mark_of_an_order_whatever_stands_around_it() {
        for order in ["Winterfell march +1", "march (+1)", "march -1, please", "Winterfell -> Karhold"] {
            assert!(looks_like_an_order(order), "{order}");
        }
        for prose in ["I have 1 footman", "on 2026-11-20", "at +39 06", "Does a march +1 need a star?"] {
            assert!(!looks_like_an_order(prose), "{prose}");
        }
    }
}
