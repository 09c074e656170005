//! What of a mail could not be read, and what its sender should know of it.
//!
//! May use: post (models), receipt. Is used by: submission.

use crate::campaign::intake::problems;
use crate::post::{ArchiveFault, Found, Letter, Trouble};
use crate::report::model::Problem;
use crate::sheet::Refusal;

/// Names of unread attachments that are told.
const TOLD: usize = 5;

/// What could not be read. Where a document was found all the same these are remarks, else they say why there is none.
pub fn problems(letter: &Letter, found: &Found) -> Vec<Problem> {
    let is_found = found.document.is_ok() || !found.blocks.is_empty();
    let mut problems: Vec<Problem> = Vec::new();
    let mut tell = |why: Refusal, warning: bool| {
        let problem = Problem { warning, ..problems::refused(&why) };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    };
    for trouble in &letter.troubles {
        match trouble {
            Trouble::Archive { name, why } => {
                let code = match why {
                    ArchiveFault::TooMuch => "archive-too-much",
                    ArchiveFault::Locked => "archive-locked",
                    ArchiveFault::Nested => "archive-nested",
                    ArchiveFault::Damaged => "archive-damaged",
                };
                tell(Refusal::new(code).with("name", name.clone()), is_found);
            }
            Trouble::Encrypted if !is_found => tell(Refusal::new("mail-encrypted"), false),
            Trouble::Winmail if !is_found => tell(Refusal::new("mail-winmail"), false),
            Trouble::Unreadable => tell(Refusal::new("mail-unreadable"), false),
            Trouble::Cut => tell(Refusal::new("mail-cut"), true),
            // What matters are models of the document, not those of a greeting.
            Trouble::Guessed { part } if is_guessed(letter, found, part) => {
                tell(Refusal::new("letters-guessed").with("part", part.clone()), true);
            }
            Trouble::LongHtml if is_html(letter, found) => tell(Refusal::new("html-cut"), true),
            _ => {}
        }
    }
    let is_told = letter
        .troubles
        .iter()
        .any(|trouble| matches!(trouble, Trouble::Winmail | Trouble::Encrypted | Trouble::Archive { .. }));
    if !is_found && !is_told && !letter.unread.is_empty() {
        let names: Vec<&str> = letter.unread.iter().take(TOLD).map(String::as_str).collect();
        tell(Refusal::new("attachments-unread").with("names", names.join(", ")), false);
    }
    problems
}

fn is_guessed(letter: &Letter, found: &Found, part: &str) -> bool {
    let read = found.part.and_then(|number| letter.parts.get(number));
    let text = found.document.as_ref().map(|document| document.text.as_str()).unwrap_or_default();
    read.is_some_and(|read| read.path == part) && !text.is_ascii()
}

fn is_html(letter: &Letter, found: &Found) -> bool {
    let read = found.part.and_then(|number| letter.parts.get(number));
    read.is_none_or(|read| read.kind == crate::post::PartKind::Html)
}
