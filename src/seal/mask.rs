//! Takes keys out of text before it is stored, echoed or printed.
//!
//! It is generous about what counts as a key: a key whose check character matches, in nearly any layout, and anything
//! in the shape of a key with one mistake, because that gives most of the key away.

use super::key::{SYMBOLS, SeatKey, is_hyphen};
use std::ops::Range;

/// The longest gap between two groups of a key, in bytes: a line end, quoting marks, spaces.
const MOST_GAP: usize = 24;

/// Replaces each key in a text by `****`. Lines stay lines: a key broken over two leaves `****` on both.
pub fn mask(text: &str) -> String {
    // Most texts are words and numbers, too short for what looks like a key.
    if text.len() < SYMBOLS - 2 {
        return text.to_owned();
    }
    let once = mask_where(text, |span| span.is_key());
    mask_where(&once, |span| span.looks_like_a_key())
}

/// The gap between two runs of letters and digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// A hyphen, with or without spaces or a line end.
    Hyphen,
    /// Spaces, with or without a line end.
    Space,
    /// Anything that no key has inside.
    Other,
}

/// A run of ASCII letters and digits, and the gap after it.
struct Run {
    at: Range<usize>,
    gap: Gap,
}

/// Runs that may form a key together.
struct Span<'a> {
    text: &'a str,
    runs: &'a [Run],
}

fn mask_where(text: &str, is_key: impl Fn(&Span) -> bool) -> String {
    let runs = runs(text);
    let mut out = String::with_capacity(text.len());
    let (mut i, mut copied) = (0, 0);
    while i < runs.len() {
        match longest(text, &runs, i, &is_key) {
            Some(last) => {
                out.push_str(&text[copied..runs[i].at.start]);
                out.push_str("****");
                for pair in runs[i..=last].windows(2) {
                    let gap = &text[pair[0].at.end..pair[1].at.start];
                    if let Some(line_end) = gap.find(['\r', '\n']) {
                        out.push_str(&gap[line_end..]);
                        out.push_str("****");
                    }
                }
                copied = runs[last].at.end;
                i = last + 1;
            }
            None => i += 1,
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// Returns the last run of the longest key that begins with run `first`.
fn longest(text: &str, runs: &[Run], first: usize, is_key: impl Fn(&Span) -> bool) -> Option<usize> {
    let (mut found, mut symbols) = (None, 0);
    for (last, run) in runs.iter().enumerate().skip(first) {
        symbols += run.at.len();
        if symbols > SYMBOLS + 3 {
            break;
        }
        if symbols >= SYMBOLS - 3 && is_key(&Span { text, runs: &runs[first..=last] }) {
            found = Some(last);
        }
        if run.gap == Gap::Other {
            break;
        }
    }
    found
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                runs.push(Run { at: from..at, gap: Gap::Other });
                start = None;
            }
            _ => {}
        }
    }
    for i in 1..runs.len() {
        runs[i - 1].gap = gap(&text[runs[i - 1].at.end..runs[i].at.start]);
    }
    runs
}

fn gap(text: &str) -> Gap {
    if text.len() > MOST_GAP || text.matches('\n').count() > 1 {
        return Gap::Other;
    }
    // Behind a line end come quoting marks; before it, quoted-printable leaves an equals sign.
    let (before, behind) = text.split_once('\n').unwrap_or((text, ""));
    let before = if text.contains('\n') { before.trim_end_matches(['\r', '=']) } else { before };
    let means_nothing = |c: char| {
        c.is_whitespace()
            || is_hyphen(c)
            || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '_')
    };
    if !before.chars().all(means_nothing) || !behind.chars().all(|c| means_nothing(c) || c == '>' || c == '|')
    {
        return Gap::Other;
    }
    if text.chars().any(is_hyphen) { Gap::Hyphen } else { Gap::Space }
}

impl Span<'_> {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.runs.iter().map(|run| run.at.len())
    }

    fn symbols(&self) -> String {
        self.runs.iter().map(|run| &self.text[run.at.clone()]).collect()
    }

    fn all_hyphens(&self) -> bool {
        self.runs.iter().rev().skip(1).all(|run| run.gap == Gap::Hyphen)
    }

    /// Returns `true` for a key whose check character matches: in one run, in groups of four, with hyphens alone, or in
    /// any layout if it contains digits as keys do and prose does not.
    fn is_key(&self) -> bool {
        let symbols = self.symbols();
        if symbols.len() != SYMBOLS || SeatKey::parse(&symbols).is_err() {
            return false;
        }
        let fours = self.lengths().filter(|n| *n == 4).count();
        self.runs.len() == 1
            || self.all_hyphens()
            || (self.runs.len() == 7 && fours == 6)
            || symbols.bytes().filter(u8::is_ascii_digit).count() >= 3
    }

    /// Returns `true` for the shape of a key with a mistake: about as long, letters of one case and digits, in one run
    /// or in groups most of which are four long.
    fn looks_like_a_key(&self) -> bool {
        let symbols = self.symbols();
        let digits = symbols.bytes().filter(u8::is_ascii_digit).count();
        let upper = symbols.bytes().filter(u8::is_ascii_uppercase).count();
        let lower = symbols.len() - digits - upper;
        if self.runs.len() == 1 {
            // What stands before an @ is a Message-ID of somebody's mail program.
            let is_id = self.runs.iter().any(|run| self.text[run.at.end..].starts_with('@'));
            return !is_id
                && symbols.len().abs_diff(SYMBOLS) <= 2
                && digits >= 2
                && (upper == 0) != (lower == 0);
        }
        let fours = self.lengths().filter(|n| *n == 4).count();
        (6..=8).contains(&self.runs.len())
            && fours >= 5
            && upper + lower >= 3
            && digits >= 1
            && (self.all_hyphens() || (lower == 0 && digits >= 3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> String {
        SeatKey::new(*b"the iron throne!").text()
    }

    #[test]
    fn keys_are_masked_wherever_they_stand() {
        let key = key();
        for (before, after) in
            [("key: ", "\nplan:"), ("", ""), ("(", ")"), ("\"", "\","), ("key=", "&x"), ("ü", "ü")]
        {
            assert_eq!(mask(&format!("{before}{key}{after}")), format!("{before}****{after}"));
        }
        assert_eq!(mask(&format!("{key} and {}", key.to_lowercase())), "**** and ****");
    }

    /// What nobody sees between its letters, and what editors put there, does not save a key from being masked; other signs make it
    /// none.
    #[test]
    fn a_key_is_masked_with_anything_between_its_groups_that_means_nothing() {
        let key = key();
        let groups: Vec<&str> = key.split('-').collect();
        for gap in [
            "", " ", "-", "_", "\u{200b}", "\u{200d}", "\u{2060}", "\u{feff}", "\u{a0}", "\u{2011}",
            "\u{2013}", " _ ",
        ] {
            let written = format!("key: {} end", groups.join(gap));
            let masked = mask(&written);
            assert!(groups.iter().all(|group| !masked.contains(group)), "{gap:?}: {masked}");
            assert!(masked.starts_with("key: ") && masked.ends_with(" end"), "{gap:?}: {masked}");
        }
        for gap in ["/", "+", "x", ";", "\n\n"] {
            let written = format!("key: {} end", groups.join(gap));
            assert_eq!(mask(&written), written, "{gap:?}");
        }
    }

    /// Whoever copies a key by hand parts it as he likes.
    #[test]
    fn a_key_in_groups_of_any_length_is_masked_if_it_has_digits() {
        let digits = |key: &str| key.bytes().filter(u8::is_ascii_digit).count();
        let mut tried = 0;
        for key in (1..40).map(|byte: u8| SeatKey::new([byte.wrapping_mul(37); 16]).text()) {
            let symbols = key.replace('-', "");
            for length in [3, 5, 6, 9] {
                let groups: Vec<&str> = symbols
                    .as_bytes()
                    .chunks(length)
                    .map(|group| std::str::from_utf8(group).unwrap())
                    .collect();
                let masked = mask(&format!("key: {} end", groups.join(" ")));
                if digits(&symbols) >= 3 {
                    assert!(groups.iter().all(|group| !masked.contains(group)), "{length}: {masked}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 20, "{tried}");
    }

    /// Two symbols may be missing at its end, with nothing else in the text.
    #[test]
    fn a_key_that_breaks_off_is_masked_alone() {
        let mut tried = [0; 4];
        for key in (1..40).map(|byte: u8| SeatKey::new([byte.wrapping_mul(37); 16]).text()) {
            let symbols = key.replace('-', "");
            for missing in 0..4 {
                let text = &symbols[..SYMBOLS - missing];
                if text.bytes().filter(u8::is_ascii_digit).count() >= 2 {
                    assert_eq!(mask(text) == "****", missing <= 2, "{text}");
                    tried[missing] += 1;
                }
            }
        }
        assert!(tried.iter().all(|tried| *tried > 10), "{tried:?}");
    }

    #[test]
    fn a_key_broken_over_two_lines_is_masked_on_both() {
        let key = key();
        let (one, two) = key.split_at(15);
        for mark in ['>', '|'] {
            let text = format!("key: {one}\r\n{mark} {two}\r\nend");
            assert_eq!(mask(&text), format!("key: ****\r\n{mark} ****\r\nend"));
        }
        assert_eq!(mask(&format!("key: {one}=\n{two}\nend")), "key: ****=\n****\nend".replace('=', ""));
    }

    #[test]
    fn a_key_with_a_slip_is_masked_too() {
        let key = key();
        let first = key.chars().next().unwrap();
        let other = if first == 'X' { "Y" } else { "X" };
        for slip in [
            key.replacen(first, other, 1),
            key[1..].into(),
            format!("{key}Q"),
            // A whole group is missing, or there is one more.
            key[..29].into(),
            format!("{key}Q-AB"),
            key.replace('-', "")[1..].into(),
            key.replace('-', "")[2..].into(),
            key.replace('-', "")[..25].into(),
        ] {
            assert_eq!(mask(&format!("key: {slip}.")), "key: ****.", "{slip}");
        }
        // What is longer still is more than the key.
        assert_eq!(mask(&format!("{key}Q-ABC")), "****-ABC");
        // In groups with spaces it may be prose, if it is not in capitals and has few digits.
        let slip = key.replacen(first, other, 1).replace('-', " ");
        assert_eq!(mask(&format!("key: {slip}.")), "key: ****.", "{slip}");
        let lower = slip.to_lowercase();
        assert_eq!(mask(&lower), lower);
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in [
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "<ravenpost.report-3.00112233445566778899aabbccddeeff@example.org>",
            "<AS8PR04MB8404E1B6C5E5E1F5E@eurprd04.example>",
            "nonce 00112233445566778899aabbccddeeff",
            "3/march/2/stark/battle/moat-cailin/retreat, 2026-11-20T09:00:00Z",
            "550e8400-e29b-41d4-a716-446655440000",
            "1999 2000 2001 2002 2003 2004 2005",
            "this-that-some-more-from-them-you",
            "this that some more from them you, says Ned about the seven kingdoms of Westeros",
            "ABC-DEF-2026-11-20-some-file-name.txt",
            "-----BEGIN RAVENPOST OPENING-----\neyJjYW1wYWlnbiI6ImMiLCJmb3JtYXQiOiJyYXZlbnBvc3QvMSIsIm5vbmNlIjoi\n",
        ] {
            assert_eq!(mask(text), text);
        }
    }

    #[test]
    fn a_key_with_few_digits_is_known_by_its_groups() {
        // Without digits only the layout tells a key from words.
        let digits = |text: &String| text.bytes().filter(u8::is_ascii_digit).count() < 3;
        let key = (0..=u8::MAX).map(|byte| SeatKey::new([byte; 16]).text()).find(digits).unwrap();
        let bare = key.replace('-', "");
        let threes = |between: &str| {
            bare.as_bytes()
                .chunks(3)
                .map(|part| str::from_utf8(part).unwrap())
                .collect::<Vec<_>>()
                .join(between)
        };
        assert_eq!(mask(&key.replace('-', " ")), "****", "in fours");
        assert_eq!(mask(&threes(" - ")), "****", "with hyphens alone");
        assert_eq!(mask(&threes(" ")), threes(" "));
        // As many groups as a key has, and none of them of four.
        let mut lengths = [3, 3, 3, 3, 5, 5, 5];
        for _ in 0..lengths.len() {
            lengths.rotate_left(1);
            let mut rest = bare.as_str();
            let groups = lengths.map(|length| {
                let (group, after) = rest.split_at(length);
                rest = after;
                group
            });
            assert_eq!((rest, mask(&groups.join(" "))), ("", groups.join(" ")));
        }
    }

    #[test]
    fn groups_far_apart_are_not_one_key() {
        let key = key();
        let apart = |bytes: usize| key.replace('-', &" ".repeat(bytes));
        assert_eq!(mask(&apart(MOST_GAP)), "****");
        assert_eq!(mask(&apart(MOST_GAP + 1)), apart(MOST_GAP + 1));
    }

    proptest! {
        #[test]
        fn no_key_is_left_in_any_layout(
            bytes: [u8; 16], lower: bool,
            separator in prop::sample::select(vec!["-", "", " ", "\u{a0}", "–", "\n> ", "-\n", " - ", "-=\r\n"]),
            before in "([a-z ]{0,12}[ :=\"])?", after in "([ .,\n\"][a-zA-Z ]{0,12})?",
        ) {
            let key = SeatKey::new(bytes).text();
            let mut shown = key.replace('-', separator);
            if lower {
                shown = shown.to_lowercase();
            }
            let masked = mask(&format!("{before}{shown}{after}"));
            // Nowhere may more than one group of the key be left.
            let left: String = masked.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
            let bare = key.replace('-', "");
            prop_assert!((0..=19).all(|from| !left.contains(&bare[from..from + 8])), "{masked}");
            prop_assert_eq!(masked.lines().count(), format!("{before}{shown}{after}").lines().count());
        }

        #[test]
        fn masking_never_fails_and_masks_once(text in ".{0,300}") {
            let once = mask(&text);
            prop_assert_eq!(mask(&once), once);
        }
    }

    /// Returns a text of so many letters, the last of which are digits.
    fn letters(length: usize, digits: usize) -> String {
        "ABCDEFGH"
            .chars()
            .cycle()
            .take(length - digits)
            .chain("2345672".chars().cycle().take(digits))
            .collect()
    }

    /// What is about as long as a key and made of what keys are made of is masked: a key with a slip.
    #[test]
    fn in_one_run_a_key_with_a_slip_is_known_by_its_length_its_case_and_its_digits() {
        for (length, digits, is) in [
            (24, 3, false),
            (25, 3, true),
            (26, 3, true),
            (28, 3, true),
            (29, 3, true),
            (30, 3, false),
            (26, 2, true),
            (26, 1, false),
            (26, 0, false),
        ] {
            let text = letters(length, digits);
            let lower = text.to_lowercase();
            let mixed = format!("{}{}", &text[..5], &lower[5..]);
            for (text, is) in [(text.clone(), is), (lower, is), (mixed, false), (format!("{text}@x"), false)]
            {
                assert_eq!(mask(&text) != text, is, "{text}");
            }
        }
    }

    /// In groups it is known by most of them, and by digits where no hyphens are between them.
    #[test]
    fn in_groups_a_key_with_a_slip_is_known_by_the_groups() {
        let groups = |sizes: &[usize], digits: usize, gap: &str| {
            let all = letters(sizes.iter().sum(), digits);
            let mut from = 0;
            let groups = sizes.iter().map(|size| {
                from += size;
                &all[from - size..from]
            });
            groups.collect::<Vec<_>>().join(gap)
        };
        for (sizes, digits, gap, is) in [
            (&[4, 4, 4, 4, 4, 4][..], 1, "-", true),
            (&[4, 4, 4, 4, 4, 4, 2], 1, "-", true),
            (&[4, 4, 4, 4, 4, 3, 3], 1, "-", true),
            (&[4, 4, 4, 4, 3, 3, 3], 1, "-", false),
            (&[4, 4, 4, 4, 4], 1, "-", false),
            (&[4, 4, 4, 4, 4, 4, 2], 0, "-", false),
            (&[4, 4, 4, 4, 4, 4, 2], 3, " ", true),
            (&[4, 4, 4, 4, 4, 4, 2], 2, " ", false),
            (&[4, 4, 4, 4, 4, 4, 2], 23, "-", true),
            (&[4, 4, 4, 4, 4, 4, 2], 24, "-", false),
        ] {
            let text = groups(sizes, digits, gap);
            assert_eq!(mask(&text) != text, is, "{text}");
            let lower = text.to_lowercase();
            assert_eq!(mask(&lower) != lower, is && gap == "-", "{lower}");
        }
    }
}
