//! A quoted sheet in a message whose sender has also written own lines.
//!
//! On a phone, people fill in a place of the sheet behind its `>` and write `final: yes` or a word to others above
//! it. We send sheets with empty places, so in an answer to our message everything that the quoted sheet says comes
//! from the sender. Sections of it that the own lines lack are added. A single section is never put together from
//! both, because the halves of two plans are nobody's plan. The sender is shown what was not used. In an answer to
//! anything else, such as the sender's own earlier message, the quotation is ignored without a warning.

use super::forms::IDENTITY;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Ours, Reading};
use crate::post::{Letter, Origin, Passed};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Content, Node, Refusal, Span, parse};
use crate::table::SeatInfo;

/// Sections that hand something in. Two of them in one message would cancel each other.
const HANDED: [&str; 2] = ["seal", "opening"];

impl Reading {
    /// Adds what was filled in in a quoted sheet, and warns of lines that were not used.
    pub(crate) fn take_sheet(&mut self, letter: &Letter, seats: &[SeatInfo], ours: &Ours<'_>) {
        let Some(passed) = self.found.passed.clone() else { return };
        let answers = ours.is_answered_by(letter);
        if !answers && (!letter.in_reply_to.is_empty() || self.found.quotes_itself) {
            return;
        }
        let tree = match parse(&passed.text) {
            Ok(tree) => tree,
            Err(faults) => {
                let span = faults.iter().find_map(|fault| fault.span);
                self.problems.extend(span.map(|span| told("quoted-broken", span, &passed, 0)));
                return;
            }
        };
        if answers && !lost(&tree, self.text()).is_empty() && self.may_take() {
            let mut taken = Reading::of(ours.document_with_sheet(letter), seats, (ours, letter));
            taken.problems.splice(0..0, self.problems.iter().cloned());
            // If the two do not fit together, only the own lines count.
            if taken.is_yaml && taken.envelope.faults.len() <= self.envelope.faults.len() {
                *self = taken;
            }
        }
        let lost = lost(&tree, self.text());
        let told = lost.first().map(|span| told("quoted-unused", *span, &passed, lost.len() - 1));
        self.problems.extend(told);
    }

    fn may_take(&self) -> bool {
        let is_own = |origin: Origin| origin == Origin::Own;
        let hands_in = |keys: &[String]| keys.iter().any(|key| HANDED.contains(&key.as_str()));
        let document = self.found.document.as_ref();
        self.is_yaml
            && self.found.blocks.iter().all(|block| block.quoted)
            && document.is_ok_and(|document| is_own(document.origin) && !hands_in(&document.keys))
    }
}

/// Warns of a line of a sheet that was not used, with the number of further such lines.
fn told(code: &'static str, span: Span, passed: &Passed, more: usize) -> Problem {
    let at = span.line.saturating_sub(1);
    Problem {
        warning: true,
        line: passed.lines.get(at).copied(),
        column: span.column,
        length: span.length.max(1),
        source: mask(passed.text.lines().nth(at).unwrap_or_default()),
        ..problems::refused(&Refusal::new(code).with("more", more))
    }
}

/// Returns the places at which a sheet says something that the document does not say at the same path.
fn lost(sheet: &Node, text: &str) -> Vec<Span> {
    let said = parse(text).map(|tree| said(&tree)).unwrap_or_default();
    let known: Vec<_> = said.into_iter().map(|(path, text, _)| (path, text)).collect();
    let mut lost = crate::campaign::intake::reading::sheet::said(sheet);
    lost.retain(|(path, text, _)| !known.iter().any(|(at, said)| at == path && said == text));
    lost.into_iter().map(|(_, _, span)| span).collect()
}

/// Returns all values of a document with their paths, without the sections of [`IDENTITY`].
fn said(tree: &Node) -> Vec<(String, String, Span)> {
    fn add(node: &Node, path: &str, all: &mut Vec<(String, String, Span)>) {
        match &node.content {
            Content::Empty => {}
            Content::Text(text) | Content::Implied(text) => {
                all.push((path.to_owned(), text.trim().to_lowercase(), node.span));
            }
            Content::List(members) => {
                members.iter().enumerate().for_each(|(n, member)| add(member, &format!("{path}/{n}"), all));
            }
            Content::Map(entries) => {
                for (key, value) in entries {
                    let key = key.text().unwrap_or_default().trim().to_lowercase();
                    if !(path.is_empty() && IDENTITY.contains(&key.as_str())) {
                        add(value, &format!("{path}/{key}"), all);
                    }
                }
            }
        }
    }
    let mut all = Vec::new();
    add(tree, "", &mut all);
    all
}
