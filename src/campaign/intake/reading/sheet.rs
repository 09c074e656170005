//! A quoted sheet beside which its sender has written lines of his own.
//!
//! On a telephone a place of the sheet is filled in where it stands, behind its `>`, while `final: yes` or a word to
//! others goes above it. What was filled in is known by this: we mail sheets whose places are empty. So in an answer to
//! a mail of ours, whatever the quoted sheet says its sender has written. Sections of it that the own lines do not have
//! are taken along; a section is never put together of both, for two halves of two plans are nobody's plan. What is not
//! taken is shown. In an answer to anything else, such as the sender's own earlier mail, the quotation is what was said
//! then, and nobody is bothered with it.

use super::document::IDENTITY;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::{Ours, Reading};
use crate::plan;
use crate::post::{Letter, Origin, Passed, document_with_sheet};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Content, Node, Refusal, Span, parse};
use crate::table::SeatInfo;

/// Sections that hand something in; of two in one mail neither would count.
const HANDED: [&str; 2] = ["seal", "opening"];

impl Reading {
    /// Takes along what was filled in in a quoted sheet, and tells what was not.
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
            let mut taken = Reading::of(document_with_sheet(letter, plan::KEYS), seats);
            taken.problems.splice(0..0, self.problems.iter().cloned());
            // Lines that do not go together are left apart.
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

/// A line of a sheet that was not used, as its sender sees it, and how many more there are.
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

/// What a sheet says that a document does not say in the same place.
fn lost(sheet: &Node, text: &str) -> Vec<Span> {
    let said = parse(text).map(|tree| said(&tree)).unwrap_or_default();
    let known: Vec<_> = said.into_iter().map(|(path, text, _)| (path, text)).collect();
    let mut lost = crate::campaign::intake::reading::sheet::said(sheet);
    lost.retain(|(path, text, _)| !known.iter().any(|(at, said)| at == path && said == text));
    lost.into_iter().map(|(_, _, span)| span).collect()
}

/// All that a document says, with its path in it, but for whom it is for.
fn said(tree: &Node) -> Vec<(String, String, Span)> {
    fn add(node: &Node, path: &str, all: &mut Vec<(String, String, Span)>) {
        match &node.content {
            Content::Empty => {}
            Content::Text(text) => all.push((path.to_owned(), text.trim().to_lowercase(), node.span)),
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
