//! Which sections of a quotation count as the sender's own.
//!
//! Somebody else wrote the quoted text: it is one of our messages, perhaps with words of other players. A plan, the
//! rehearsal and words of chance may be filled in there, in a sheet with the seat's key. All other sections count only in the
//! sender's own lines, `final` too: it ends a window for everybody, and no place for it is in the sheets that we send.

use crate::plan::{Document, Given};
use crate::post::{Fate, Found};
use crate::sheet::Span;
use std::collections::BTreeSet;

/// Removes from a document the sections that count only in own lines but were quoted. Returns their names.
pub(crate) fn take_out(document: &mut Document, found: &Found) -> Vec<&'static str> {
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
    one("final", says_final, keep(&mut document.is_final, &is_own));
    one("revision", document.revision.is_some(), keep(&mut document.revision, &is_own));
    one("press", !document.press.is_empty(), keep_all(&mut document.press, &is_own));
    one("vote", !document.vote.is_empty(), keep_all(&mut document.vote, &is_own));
    one("do", !document.act.is_empty(), keep_all(&mut document.act, &is_own));
    one("ask", !document.ask.is_empty(), keep_all(&mut document.ask, &is_own));
    out
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
