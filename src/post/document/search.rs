//! Searches all parts of a letter and chooses between several documents.

use super::finding::{Found, Missing, Note, Origin};
use super::key::{Key, Quoting};
use super::scan::{self, Scan, ScanOptions};
use crate::post::letter::{Letter, PartKind};

/// Finds the document in a letter. A quoted sheet is left out where the sender's own lines give a document
/// without editing it.
pub fn document(letter: &Letter, keys: &[Key<'_>], quoting: Quoting<'_>) -> Found {
    search(letter, keys, quoting, false)
}

/// Finds the document in a letter like [`document`], but adds those sections of a quoted sheet that the
/// sender's own lines do not give ([`Found::passed`]).
pub fn document_with_sheet(letter: &Letter, keys: &[Key<'_>], quoting: Quoting<'_>) -> Found {
    search(letter, keys, quoting, true)
}

fn search(letter: &Letter, keys: &[Key<'_>], quoting: Quoting<'_>, with_sheet: bool) -> Found {
    let sender = letter.sender().map(|from| from.address.to_lowercase()).unwrap_or_default();
    let how = ScanOptions { with_sheet, sender: &sender, quoting };
    let scans: Vec<Scan> =
        letter.parts.iter().enumerate().map(|(n, part)| scan::scan(n, part, keys, how)).collect();
    let rank = |n: usize| match letter.parts.get(n).map(|part| part.kind) {
        Some(PartKind::Attachment) => 0,
        Some(PartKind::Plain) => 1,
        _ => 2,
    };
    let chosen = (0..scans.len())
        .filter(|n| scans.get(*n).is_some_and(|scan| scan.document.is_some()))
        .min_by_key(|n| rank(*n));
    let mut notes = Vec::new();
    let words = |n: usize| {
        scans.get(n).and_then(|scan| scan.document.as_ref()).map(|document| squeezed(&document.text))
    };
    for other in (0..scans.len()).filter(|n| chosen.is_some_and(|chosen| chosen != *n)) {
        let Some(text) = words(other) else { continue };
        let is_same = chosen.and_then(words) == Some(text);
        // A sheet that came back unread in the body does not contradict an attached file.
        let is_only_quoted = scans
            .get(other)
            .and_then(|scan| scan.document.as_ref())
            .is_some_and(|document| matches!(document.origin, Origin::Quoted { edits: 0 } | Origin::Copy));
        if is_same {
            notes.push(Note::SameElsewhere { part: other });
        } else if !is_only_quoted {
            notes.push(Note::DiffersElsewhere { part: other });
        }
    }
    let part = chosen.or((0..scans.len()).next());
    let prose = scans
        .iter()
        .enumerate()
        .find_map(|(part, scan)| scan.prose.map(|line| Missing::OnlyProse { part, line }));
    let missing = match prose {
        Some(prose) => prose,
        None if letter.parts.iter().all(|part| part.text.trim().is_empty()) => Missing::NoText,
        None => Missing::Nothing,
    };
    let mut found = Found {
        document: Err(missing),
        part,
        lines: Vec::new(),
        blocks: Vec::new(),
        notes,
        passed: None,
        quotes_itself: false,
    };
    for (n, scan) in scans.into_iter().enumerate() {
        for block in scan.blocks {
            if !found.blocks.iter().any(|known| squeezed(&known.text) == squeezed(&block.text)) {
                found.blocks.push(block);
            }
        }
        if Some(n) == part {
            found.lines = scan.lines;
            found.notes.extend(scan.notes);
            found.passed = scan.passed;
            found.quotes_itself = scan.is_self;
            if let Some(document) = scan.document {
                found.document = Ok(document);
            }
        }
    }
    found
}

/// Returns the text without blanks and quotation marks, to compare two copies of one document.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect()
}
