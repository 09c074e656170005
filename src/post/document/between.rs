//! The lines that a sender types between quoted ones: answers below the questions of a message.
//!
//! Nothing here says that they count. Whoever uses them compares the quoted words above with what was sent: only words of ours, not
//! those of others behind their mark, stand in a quotation for what its reader answers.

use super::finding::{Found, Line};
use super::layout::is_marked;
use super::own_lines::{OwnLine, is_quoted, is_typed, typed};

/// The most quoted lines above an answer that are looked at: more than any question has, wrapped by a program for a narrow screen.
const MOST_ABOVE: usize = 60;

/// A paragraph of the sender's own right below quoted lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Between {
    /// The quoted lines above it without their marks, the nearest last. Words of others end them.
    pub above: Vec<String>,
    pub own: Vec<OwnLine>,
    /// The paragraphs of the sender's own that follow it, with nothing but empty lines between.
    pub rest: Vec<OwnLine>,
}

/// Returns the paragraphs that stand right below quoted lines. Those with a line that is in the document are left out.
pub fn between(found: &Found) -> Vec<Between> {
    let lines = &found.lines;
    let is_blank = |line: &Line| line.text.trim().is_empty();
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let before = lines.get(..at).unwrap_or_default();
        let is_first = before.iter().rfind(|line| !is_blank(line)).is_some_and(is_quoted);
        if !is_first || !is_typed(line) {
            at += 1;
            continue;
        }
        let rest = lines.get(at..).unwrap_or_default();
        let length = rest.iter().take_while(|line| is_typed(line) && !is_blank(line)).count().max(1);
        let own = typed(rest.get(..length).unwrap_or_default(), &is_typed);
        let above = above(before);
        if !above.is_empty() && own.iter().all(|line| line.used.is_none()) {
            let behind = rest.get(length..).unwrap_or_default();
            let behind: &[Line] = match behind.iter().position(|line| !is_typed(line) && !is_blank(line)) {
                Some(end) => behind.get(..end).unwrap_or_default(),
                None => behind,
            };
            all.push(Between { above, own, rest: typed(behind, &is_typed) });
        }
        at += length;
    }
    all
}

/// Returns the quoted lines at the end of these, without their marks.
fn above(lines: &[Line]) -> Vec<String> {
    let is_ours = |line: &&Line| line.text.trim().is_empty() || is_quoted(line) && !is_marked(&line.text);
    let mut above: Vec<String> = lines
        .iter()
        .rev()
        .skip_while(|line| line.text.trim().is_empty())
        .take_while(is_ours)
        .take(MOST_ABOVE)
        .map(|line| bare(&line.text).to_owned())
        .collect();
    above.reverse();
    above
}

/// Returns a quoted line without its marks.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c == '>' || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::letter::read;
    use crate::post::{Key, Quoting, Takes, document};

    fn pairs(text: &str) -> Vec<(String, String)> {
        let own = |one: &Between| one.own.iter().map(|line| line.text.clone()).collect::<Vec<_>>().join("/");
        all(text).iter().map(|one| (one.above.join("/"), own(one))).collect()
    }

    fn all(text: &str) -> Vec<Between> {
        let head = "From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n";
        let letter = read(format!("{head}{text}").as_bytes());
        let keys = [Key { name: "plan", takes: Takes::Structure }];
        let found =
            document(&letter, &keys, Quoting { is_key: &|_| false, is_unfilled: &|_| false, answers: true });
        between(&found)
    }

    #[test]
    fn a_paragraph_stands_below_what_is_quoted_right_above_it() {
        let text = "hi\n\nOn 1 May GM wrote:\n> a\n> b?\n\nyes\nplease\n\nmore\n> > c\n>\nno\n";
        let pair = |above: &str, own: &str| (above.to_owned(), own.to_owned());
        assert_eq!(pairs(text), [pair("a/b?", "yes/please"), pair("c/", "no")]);
        let rest: Vec<String> =
            all(text).iter().flat_map(|one| &one.rest).map(|line| line.text.clone()).collect();
        assert_eq!(rest, ["more"]);
    }

    #[test]
    fn words_of_others_are_nothing_that_is_answered() {
        assert_eq!(pairs("> a?\n> | b?\nyes\n> c\n-- \nBob\n"), []);
        assert_eq!(pairs("> | b?\n> c?\nyes\n"), [("c?".to_owned(), "yes".to_owned())]);
    }
}
