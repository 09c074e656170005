//! Which sections of a quotation count as the sender's own.
//!
//! Somebody else wrote the quoted text: it is one of our messages, perhaps with words of other players. A plan, the
//! rehearsal and words of chance may be filled in there, in a sheet with the seat's key. So may `final: yes`, for which our sheets have
//! a line; as it ends a window for everybody, it counts only in an answer to our message and between the marks of the sheet. All other
//! sections count only in the sender's own lines.

use crate::plan::{Document, Given};
use crate::post::{Fate, Found, Line};
use crate::sheet::Span;
use std::collections::BTreeSet;

/// Removes from a document the sections that count only in own lines but were quoted. Returns their names. `is_key` knows the keys of the
/// seat; it is `None` if the message answers none of ours, whose quotation that could be.
pub(crate) fn take_out(
    document: &mut Document,
    found: &Found,
    is_key: Option<&dyn Fn(&str) -> bool>,
) -> Vec<&'static str> {
    let text = found.document.as_ref().map(|document| document.text.as_str()).unwrap_or_default();
    let begins = beginnings(text);
    let mut foreign: BTreeSet<usize> = BTreeSet::new();
    for line in found.lines.iter().filter(|line| !line.is_own) {
        if let Fate::Used { line } = line.fate {
            foreign.insert(line);
        }
    }
    let is_own = |span: Span| {
        let begin = span.line.checked_sub(1).and_then(|at| begins.get(at)).copied().unwrap_or(span.line);
        !foreign.contains(&span.line) && !foreign.contains(&begin)
    };
    let mut out = Vec::new();
    let mut one = |name, was: bool, is: bool| out.extend((was && !is).then_some(name));
    one("seal", document.seal.is_some(), keep(&mut document.seal, &is_own));
    one("opening", document.opening.is_some(), keep(&mut document.opening, &is_own));
    one("absent", document.absent.is_some(), keep(&mut document.absent, &is_own));
    one("dispute", document.dispute.is_some(), keep(&mut document.dispute, &is_own));
    one("resign", document.resign.is_some(), keep(&mut document.resign, &is_own));
    let says_final = document.is_final.as_ref().is_some_and(|given| given.value);
    let may_end =
        |span: Span| is_own(span) || is_key.is_some_and(|is_key| is_in_sheet(found, span.line, is_key));
    one("final", says_final, keep(&mut document.is_final, &may_end));
    one("revision", document.revision.is_some(), keep(&mut document.revision, &is_own));
    one("press", !document.press.is_empty(), keep_all(&mut document.press, &is_own));
    one("vote", !document.vote.is_empty(), keep_all(&mut document.vote, &is_own));
    one("do", !document.act.is_empty(), keep_all(&mut document.act, &is_own));
    one("ask", !document.ask.is_empty(), keep_all(&mut document.ask, &is_own));
    out
}

/// Returns `true` for a line of a document that is `final: yes` as our sheets have it, quoted between the marks around a sheet, with the
/// key of the seat above it between the same marks: in press whose marks were lost, others can write all but the key.
fn is_in_sheet(found: &Found, line: usize, is_key: &dyn Fn(&str) -> bool) -> bool {
    let bare = |line: &Line| {
        line.text.trim_start_matches(|c: char| c == '>' || c.is_whitespace()).trim_end().to_owned()
    };
    let is_it = |known: &Line| known.fate == Fate::Used { line } && !known.is_own;
    let Some(at) = found.lines.iter().position(is_it) else { return false };
    let is_ours = found.lines.get(at).is_some_and(|known| {
        let text = bare(known).to_lowercase();
        let (said, note) = text.split_once('#').unwrap_or((&text, ""));
        said.split_whitespace().eq(["final:", "yes"]) && !note.contains('?')
    });
    let above = found.lines.get(..at).unwrap_or_default().iter().rev().take_while(|line| !line.is_own);
    let below = found.lines.get(at + 1..).unwrap_or_default().iter().take_while(|line| !line.is_own);
    let is_mark = |text: &String| text == "---";
    let above: Vec<String> = above.map(bare).collect();
    let begins = above.iter().position(is_mark);
    let has_key = |lines: &[String]| {
        lines.iter().any(|line| line.strip_prefix("key:").is_some_and(|key| is_key(key.trim())))
    };
    is_ours
        && begins.and_then(|begins| above.get(..begins)).is_some_and(has_key)
        && below.map(bare).any(|text| is_mark(&text))
}

/// Returns for each line of a document the line at which its section begins; all count from 1.
fn beginnings(text: &str) -> Vec<usize> {
    let mut top = None;
    let begins = |(at, line): (usize, &str)| {
        if line.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '#' | '-')) {
            top = Some(at + 1);
        }
        top.unwrap_or(at + 1)
    };
    text.lines().enumerate().map(begins).collect()
}

/// Removes a section if it is not the sender's own. Returns `true` if there is one afterwards.
fn keep<T>(given: &mut Option<Given<T>>, is_own: &impl Fn(Span) -> bool) -> bool {
    if given.as_ref().is_some_and(|given| !is_own(given.span)) {
        *given = None;
    }
    given.is_some()
}

/// Removes the sections that are not the sender's own. Returns `true` if none was removed.
fn keep_all<T>(given: &mut Vec<Given<T>>, is_own: &impl Fn(Span) -> bool) -> bool {
    let before = given.len();
    given.retain(|given| is_own(given.span));
    given.len() == before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_section_that_may_come_twice_the_own_one_stays() {
        let given = |line: usize| Given { value: line, span: Span { line, column: 1, length: 1 } };
        for (own, left, is_whole) in
            [(&[1, 3][..], vec![1, 3], true), (&[3], vec![3], false), (&[], vec![], false)]
        {
            let mut all = vec![given(1), given(3)];
            assert_eq!(keep_all(&mut all, &|span: Span| own.contains(&span.line)), is_whole);
            assert_eq!(all.iter().map(|given| given.value).collect::<Vec<_>>(), left);
            let mut first = Some(given(1));
            assert_eq!(keep(&mut first, &|span: Span| own.contains(&span.line)), own.contains(&1));
            assert_eq!(first.is_some(), own.contains(&1));
        }
        assert!(keep_all(&mut Vec::<Given<()>>::new(), &|_: Span| false), "none was removed");
    }
}
