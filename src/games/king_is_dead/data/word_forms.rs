//! The forms of a word of free lines, also as they are compared, so that looking for them costs little.

use crate::sheet::fold;
use std::collections::{BTreeMap, BTreeSet};

/// The forms of a word, the longest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordForms {
    written: Vec<String>,
    /// Each form as it is compared, with the number of its words.
    folded: Vec<(String, usize)>,
    /// The words of each form, as they are compared.
    words: Vec<Vec<String>>,
    known: BTreeSet<String>,
    /// All words of forms.
    single: BTreeSet<String>,
    /// The letters that forms begin and end with, a bit each.
    firsts: u128,
    lasts: u128,
}

impl WordForms {
    /// Takes the forms of a word.
    pub fn new(mut written: Vec<String>) -> Self {
        written.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let folded: Vec<(String, usize)> =
            written.iter().map(|form| (fold(form), form.split_whitespace().count())).collect();
        let bits = |of: &dyn Fn(&str) -> Option<char>| {
            folded.iter().filter_map(|(form, _)| of(form)).fold(0, |all, letter| all | bit(letter))
        };
        WordForms {
            firsts: bits(&|form| form.chars().next()),
            lasts: bits(&|form| form.chars().next_back()),
            known: folded.iter().map(|(form, _)| form.clone()).collect(),
            single: written.iter().flat_map(|form| form.split(' ').map(fold)).collect(),
            words: written.iter().map(|form| form.split(' ').map(fold).collect()).collect(),
            folded,
            written,
        }
    }

    /// Returns the forms as they are written.
    pub fn written(&self) -> &[String] {
        &self.written
    }

    /// Returns `true` for a word of a form, as it is compared.
    pub fn has_word(&self, folded: &str) -> bool {
        self.single.contains(folded)
    }

    /// Returns `true` for a text that is a form, in any case.
    pub fn has(&self, text: &str) -> bool {
        !self.known.is_empty() && self.known.contains(&fold(text))
    }

    /// Returns `true` if some words, as they are compared, have a form among them.
    pub fn are_said(&self, words: &[String]) -> bool {
        self.words.iter().any(|form| words.windows(form.len()).any(|run| run == form.as_slice()))
    }

    /// Returns where the first form ends that a text begins with, as whole words in any case.
    pub fn begins(&self, text: &str) -> Option<usize> {
        let letter = text.chars().next().filter(char::is_ascii_alphanumeric);
        // "The Welsh" begins with "Welsh".
        let may_be_article = matches!(letter, Some('t' | 'T'));
        if letter.is_some_and(|letter| !may_be_article && self.firsts & bit(letter) == 0) {
            return None;
        }
        let mut ends = ends_of_words(text);
        let mut heads: Vec<(usize, String)> = Vec::new();
        for (form, words) in &self.folded {
            while heads.len() < words + usize::from(may_be_article)
                && let Some(end) = ends.next()
            {
                heads.push((end, fold(text.get(..end)?)));
            }
            let fits = |last: usize| heads.get(last).filter(|(_, head)| head == form).map(|(end, _)| *end);
            let whole = words.checked_sub(1).and_then(fits);
            if let Some(end) = whole.or_else(|| if may_be_article { fits(*words) } else { None }) {
                return Some(end);
            }
        }
        None
    }

    /// Returns where the words end before the first form that a text ends with, as whole words in any case.
    pub fn ends(&self, text: &str) -> Option<usize> {
        let letter = text.chars().next_back().filter(char::is_ascii_alphanumeric);
        if letter.is_some_and(|letter| self.lasts & bit(letter) == 0) {
            return None;
        }
        let ends: Vec<usize> = ends_of_words(text).collect();
        let mut tails: BTreeMap<usize, String> = BTreeMap::new();
        self.folded.iter().find_map(|(form, words)| {
            let first = ends.len().checked_sub(*words)?;
            let end = first.checked_sub(1).and_then(|last| ends.get(last)).copied().unwrap_or_default();
            let tail = tails.entry(end).or_insert_with(|| fold(text.get(end..).unwrap_or_default()));
            (tail == form).then_some(end)
        })
    }
}

/// Returns a bit for a letter. Letters beyond ASCII share one.
fn bit(letter: char) -> u128 {
    1 << (letter.to_ascii_lowercase() as u32).min(127)
}

/// Returns the ends of the words of a text, in bytes.
pub fn ends_of_words(text: &str) -> impl Iterator<Item = usize> {
    let mut inside = false;
    let last = text.ends_with(|c: char| !c.is_whitespace()).then_some(text.len());
    let ends = text.char_indices().filter_map(move |(at, c)| {
        let ends = c.is_whitespace() && inside;
        inside = !c.is_whitespace();
        ends.then_some(at)
    });
    ends.chain(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_found_at_both_ends_as_whole_words() {
        let forms = WordForms::new(["well", "well then", "->", "o'clock"].map(str::to_owned).to_vec());
        for (text, end) in [
            ("Well, I pass", Some(5)),
            ("well then I pass", Some(9)),
            ("the well is dry", Some(8)),
            ("Wellington", None),
            ("pass well", None),
            ("-> Deva", Some(2)),
            ("oclock", Some(6)),
            ("", None),
        ] {
            assert_eq!(forms.begins(text), end, "{text}");
        }
        for (text, end) in [
            ("I pass, WELL THEN.", Some(7)),
            ("I pass well", Some(6)),
            ("well", Some(0)),
            ("farewell", None),
            ("Deva ->", Some(4)),
            ("", None),
        ] {
            assert_eq!(forms.ends(text), end, "{text}");
        }
        assert!(forms.has("Well Then") && !forms.has("then"));
        let said = |text: &str| forms.are_said(&text.split(' ').map(fold).collect::<Vec<_>>());
        assert!(said("all well here") && !said("then farewell"));
    }
}
