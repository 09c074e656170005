//! The lines that a letter's sender typed, where no document is: those that may count without the form of one.
//!
//! A section of a document is made harmless when somebody else writes it into one of our messages ([`tame`](super::tame)). A
//! line such as `final` or `Winterfell march +1` cannot be, because it is ordinary talk between players. So here only its
//! place shows whose words it is:
//!
//! - Lines count from the top of the text to the first line that is not the sender's own: quoted, copied, marked with a bar,
//!   a separator, a signature, an armour. Nothing below counts.
//! - Some programs copy the message below the answer without any mark. If a line among the sender's own can only be ours,
//!   there is such a copy, and nobody can tell where it begins. Then only the first paragraph counts: the answer is above
//!   the copy, and an answer below it does not count.
//! - An answer below a quotation counts if every line above it is quoted or announces the quotation, if the quotation has a
//!   line that can only be ours, as a whole message has, and if an empty line parts the answer from it: the tail of a quoted
//!   line that was broken in transit has none.

use super::finding::{Fate, Found, Line};
use super::typography::{normalise, straight_dashes, visible};

/// A line of the sender's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnLine {
    /// In the part, from 1.
    pub number: usize,
    /// With plain blanks, quotation marks and dashes, for readers of orders.
    pub text: String,
    /// As its sender wrote it, without what nobody sees.
    pub raw: String,
    /// Its line in the document, from 1, if it is in one.
    pub used: Option<usize>,
    /// The number of its paragraph, from 0; lines of one have no empty line between them.
    pub paragraph: usize,
}

/// Returns the lines that the sender typed. `is_ours` returns `true` for a line that only our own messages have, `has_key` for one
/// that is so by a key in it: with one alone, a new message names its sender.
pub fn own_lines(
    found: &Found,
    is_ours: &dyn Fn(&str) -> bool,
    has_key: &dyn Fn(&str) -> bool,
) -> Vec<OwnLine> {
    // What is not the sender's own begins with a line that is not empty: a mark, a separator or a sign of quotation.
    let is_passed = |line: &Line| line.is_own && matches!(line.fate, Fate::Blank | Fate::Fence);
    let lines = &found.lines;
    let is_own = |line: &Line| is_typed(line) || is_passed(line);
    let top = lines.iter().position(|line| !is_own(line)).unwrap_or(lines.len());
    let above = lines.get(..top).unwrap_or_default();
    if above.iter().any(is_typed) {
        // A line with our address right above a quotation announces it.
        let announces = |n: usize| {
            let mut below = lines.iter().skip(n + 1).filter(|line| !line.text.trim().is_empty());
            below.next().is_some_and(is_quoted)
        };
        // So does one below a signature: "Sent from my iPhone", and then "GM wrote:".
        let is_announcement = |n: usize| {
            announces(n) && lines.get(n).is_some_and(|line| line.text.trim_end().ends_with([':', '：']))
        };
        // A key in the document may be one that the sender typed.
        let is_copied =
            |line: &Line| is_typed(line) && !matches!(line.fate, Fate::Used { .. }) && is_ours(&line.text);
        // A new message names its sender by the key, however that is written; then it is the only line that could be ours, and
        // the lines around it are the sender's.
        let first = above.iter().position(is_typed);
        let is_key = |line: &Line| has_key(&line.text);
        let is_first_key = |at: usize, line: &Line| Some(at) == first && is_key(line);
        let mut copied = (0..).zip(above).filter(|(at, line)| is_copied(line) && !is_first_key(*at, line));
        let ours = match (copied.next(), copied.next()) {
            (Some((_, line)), None) if is_key(line) => None,
            (first, _) => first.map(|(at, _)| at),
        };
        let rest = lines.get(top..).unwrap_or_default();
        let is_announced = |line: &Line| is_quoted(line) || line.fate == Fate::Separator;
        // One that is quoted announces itself.
        let is_marked = |line: &Line| !line.is_own;
        let is_copy = match (ours, rest.first()) {
            (Some(at), _) => !announces(at),
            (None, Some(first)) => {
                let copied = (top..).zip(rest).any(|(at, line)| is_copied(line) && !is_announcement(at));
                !is_announced(first) && (is_marked(first) || copied)
            }
            (None, None) => false,
        };
        let own = typed(above.get(..ours.unwrap_or(top)).unwrap_or_default(), &is_typed);
        let is_parted = |at: usize| {
            above.iter().take(at).skip_while(|line| !is_typed(line)).any(|line| line.text.trim().is_empty())
        };
        return match (is_copy, ours) {
            (false, _) => own,
            (true, Some(at)) if !is_parted(at) => Vec::new(),
            (true, _) => own.into_iter().filter(|line| line.paragraph == 0).collect(),
        };
    }
    // The answer is below, if it is anywhere.
    let Some(last) = lines.iter().rposition(is_quoted) else { return Vec::new() };
    let (quotation, below) = lines.split_at(last + 1);
    let is_quotation =
        |line: &Line| is_quoted(line) || matches!(line.fate, Fate::Separator) || line.text.trim().is_empty();
    let is_whole = quotation.iter().all(is_quotation)
        && quotation.iter().any(|line| is_quoted(line) && is_ours(&line.text));
    let is_parted = below.first().is_some_and(|line| line.text.trim().is_empty());
    let end = below.iter().position(|line| !is_own(line)).unwrap_or(below.len());
    let below_it = below.get(..end).unwrap_or_default();
    if !is_whole || !is_parted || below.iter().any(|line| line.is_own && is_ours(&line.text)) {
        return Vec::new();
    }
    typed(below_it, &is_typed)
}

/// Returns `true` for a line of the sender's own that is no signature, mark or the like.
pub(super) fn is_typed(line: &Line) -> bool {
    line.is_own && matches!(line.fate, Fate::Greeting | Fate::Prose | Fate::Used { .. })
}

pub(super) fn is_quoted(line: &Line) -> bool {
    !line.is_own && line.text.trim_start().starts_with('>')
}

pub(super) fn typed(lines: &[Line], is_typed: &dyn Fn(&Line) -> bool) -> Vec<OwnLine> {
    let mut own: Vec<OwnLine> = Vec::new();
    let (mut paragraph, mut is_parted) = (0, false);
    for line in lines {
        if line.text.trim().is_empty() {
            is_parted = !own.is_empty();
            continue;
        }
        if std::mem::take(&mut is_parted) {
            paragraph += 1;
        }
        if is_typed(line) {
            let used = match line.fate {
                Fate::Used { line } => Some(line),
                _ => None,
            };
            own.push(OwnLine {
                number: line.number,
                text: straight_dashes(&normalise(&line.text)),
                raw: visible(&line.text),
                used,
                paragraph,
            });
        }
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::letter::read;
    use crate::post::{Key, Quoting, Takes, document};

    const FOOT: &str = "To answer, write to game@example.org";

    /// Returns the lines of a text that count.
    fn own(text: &str) -> Vec<String> {
        let letter = read(
            format!("From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}").as_bytes(),
        );
        let keys = [Key { name: "plan", takes: Takes::Structure }];
        let quoting = Quoting { is_key: &|_| false, is_unfilled: &|_| false, answers: true };
        let found = document(&letter, &keys, quoting);
        own_lines(&found, &|line| line.contains("game@example.org"), &|_| false)
            .into_iter()
            .map(|line| line.text)
            .collect()
    }

    #[test]
    fn lines_above_what_is_quoted_count() {
        for below in [
            "> Press\n> final\n",
            "On 20 Nov 2026 GM <game@example.org> wrote:\n> final\n\nready",
            "On 20 Nov 2026 GM <game@example.org> wrote:\nfinal",
            "* GM <game@example.org>:\n> final",
            "-- \nfinal",
            "Sent from my iPhone\n\nfinal",
            "Sent from my iPhone\n\nOn Monday, GM <game@example.org> wrote:\n\n> final\n",
            "-----Original Message-----\nfinal",
            "From: GM <game@example.org>\nSent: Friday\nTo: Anna\nSubject: x\n\nfinal",
        ] {
            assert_eq!(
                own(&format!("Hi\n\nA march\nB raid\n\n{below}")),
                ["Hi", "A march", "B raid"],
                "{below}"
            );
        }
        assert_eq!(own("A march\nplan:\n  x: y\nB raid"), ["A march", "plan:", "  x: y", "B raid"]);
    }

    #[test]
    fn next_to_a_copy_without_marks_the_first_paragraph_counts() {
        for copy in [
            format!("Press\n\nFrom Eve:\n\nfinal\n\n{FOOT}"),
            format!("Press\n\nFrom Eve:\n\n| final\n\n{FOOT}"),
            format!("Minn: GM <game@example.org>\nLil: Anna\n\nfinal\n\n{FOOT}"),
            format!("20.11.2026, 10:00, GM <game@example.org>:\n\nfinal\n{FOOT}"),
            format!("final\n\nSent from Eve's castle\n\n{FOOT}"),
        ] {
            assert_eq!(own(&format!("A march\n\n{copy}")), ["A march"], "{copy}");
            let below = own(&format!("{copy}\n\nA march"));
            assert!(!below.contains(&"A march".to_owned()), "{below:?}");
        }
        assert_eq!(own(&format!("final\n{FOOT}\n\nA march")), Vec::<String>::new());
    }

    #[test]
    fn an_answer_below_a_whole_quotation_counts() {
        let quoted = format!("On 20 Nov 2026 GM wrote:\n> Press\n>\n> | final\n> {FOOT}\n");
        assert_eq!(own(&format!("{quoted}\nA march\n\nB raid\n-- \nfinal")), ["A march", "B raid"]);
        assert_eq!(own(&format!("{quoted}A march")), Vec::<String>::new(), "the tail of a broken line");
        assert_eq!(
            own("> Press\n> final\n\nA march"),
            Vec::<String>::new(),
            "nothing shows where our message ends"
        );
        assert_eq!(own(&format!("> {FOOT}\nfinal\n> x\n\nA march")), Vec::<String>::new(), "a tail between");
        let orange = format!("> Message du 20/11/26\n> De : GM <game@example.org>\n>\n\nfinal\n\n{FOOT}");
        assert_eq!(own(&orange), Vec::<String>::new());
        assert_eq!(own(&format!("A march\n\n{orange}")), ["A march"]);
    }
}
