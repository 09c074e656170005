//! Words that link what a line says to what was said before: `oh and final`, `also: vote yes`, `P.S. I'm done`. They say nothing
//! themselves, so the line says what the rest of it says.

use super::words::Words;

/// Returns where, in bytes, the rest of a line begins behind such words, and whether one of them adds something (`and`), which an
/// exclamation such as `oh` does not. `None` if it begins with none of them, or they are all there is.
pub(super) fn behind_links(text: &str) -> Option<(usize, bool)> {
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | ':' | '-' | '–' | '—' | '…' | '*');
    let words = Words::english();
    let lower = text.to_ascii_lowercase();
    let begin = |rest: &str| text.len() - rest.trim_start_matches(is_mark).len();
    let (mut at, mut adds) = (begin(&lower), false);
    let first = at;
    loop {
        let rest = lower.get(at..)?;
        let behind = match (words.after("linking", rest), words.after("exclaiming", rest)) {
            (Some(behind), _) => {
                adds = true;
                behind
            }
            (None, Some(behind)) => behind,
            (None, None) => break,
        };
        at = begin(behind);
    }
    (first < at && at < text.len()).then_some((at, adds))
}

#[cfg(test)]
mod tests {
    use super::super::said::{Bare, Said};
    use crate::plan::said;

    #[test]
    fn what_is_linked_says_what_it_says_alone() {
        let key = |text: &str| match said(text, 1, Some("2026-12-01".parse().unwrap())) {
            Some(Said::Section(key, _)) => key.text().unwrap_or_default().to_owned(),
            Some(Said::Bare(bare)) => format!("{bare:?}"),
            other => format!("{other:?}"),
        };
        for (text, says) in [
            ("oh and final", "final"),
            ("Oh, and final.", "final"),
            ("Oh – also final!", "final"),
            ("ps: final", "final"),
            ("and vote: extend 24h", "vote"),
            ("and I am away until 12.12.", "absent"),
            ("oh and I'm done", "Done"),
            ("and vote yes", "Yes"),
            ("also ready", "Ready"),
            ("oh, I resign", "resign"),
        ] {
            assert_eq!(key(text), says, "{text}");
        }
        // An exclamation answers nothing, and links alone are talk.
        for text in
            ["oh no", "and", "oh and", "and you?", "and then final destination", "oh yes!", "android final"]
        {
            assert_eq!(key(text), "None", "{text}");
        }
    }

    #[test]
    fn a_part_that_is_linked_is_where_it_stands() {
        let Some(Said::Section(key, _)) = said("  oh and final", 3, None) else { panic!() };
        assert_eq!((key.span.line, key.span.column, key.span.length), (3, 10, 5));
        assert!(matches!(said("and no", 1, None), Some(Said::Bare(Bare::No))));
    }
}
