//! The one YAML document that a player wrote, wherever it is in a mail: in the text before a quotation, in a
//! quoted order sheet edited line by line, between `---` or ``` marks, or in an attachment.
//!
//! **Which counts.** An attachment before the plain text, the plain text before the HTML. Within a text the
//! sender's own unquoted lines before the quoted sheet before a copy without quotation marks; an edited sheet and
//! own lines outside it are taken together, the own ones winning where both speak. Beside an unedited sheet the own
//! lines stand alone; whoever knows what was mailed may have it taken along ([`document_with_sheet`]). What begins a
//! document among prose is told in `block`.

mod block;
mod languages;
mod layout;
mod normal;
mod phrases;
mod scan;
mod shape;
mod sheet;

use super::{Letter, PartKind};
use scan::{How, Scan};

/// A key that a document may have at its top, and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key<'a> {
    /// The key; case does not matter.
    pub name: &'a str,
    /// What must follow for the key to begin a document; within a document anything may.
    pub takes: Takes,
}

/// What a key takes. It tells a key from a word of prose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A mapping, a list or a block of text.
    Structure,
    /// At most so many words, which are no sentence; or something in quotation marks or brackets.
    Words(usize),
    /// A structure, or a single word.
    Any,
}

/// What was found in a letter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The document, or why there is none.
    pub document: Result<Document, Missing>,
    /// The part that `lines` are of, as an index into [`Letter::parts`]: the one that was read, or the first.
    pub part: Option<usize>,
    /// Every line of that part and what became of it.
    pub lines: Vec<Line>,
    /// Armoured openings in the whole letter, in its order.
    pub blocks: Vec<Armour>,
    /// What the sender should know besides.
    pub notes: Vec<Note>,
    /// A quoted or copied sheet in the part that was read, of which the sender's own lines took the place, wholly or in
    /// part; with the edits that stand in it.
    pub passed: Option<Passed>,
    /// Whether what is quoted in that part is the sender's own mail.
    pub quotes_itself: bool,
}

/// A document of which not all was used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// It, as it would have been used.
    pub text: String,
    /// For each of its lines the number of that line in the part, from 1.
    pub lines: Vec<usize>,
}

/// A document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The YAML.
    pub text: String,
    /// Where in its part it stood.
    pub origin: Origin,
    /// Its known top-level keys, lower case, in the order written.
    pub keys: Vec<String>,
}

/// Where in its part a document stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// In the sender's own lines.
    Own,
    /// In a quoted sheet. With no edits it may be the sheet as it was sent: compare it with that.
    Quoted {
        /// Lines of the sender's own that were worked in.
        edits: usize,
    },
    /// In a copy without quotation marks, below "Original Message" or the like; see `Quoted` about edits.
    Copy,
    /// A whole file.
    File,
}

/// A line of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number in the part, from 1.
    pub number: usize,
    /// As it stands there.
    pub text: String,
    /// What became of it.
    pub fate: Fate,
    /// Whether it is neither quoted nor copied from another mail.
    pub is_own: bool,
}

/// What became of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is in the document.
    Used {
        /// Its line there, from 1.
        line: usize,
    },
    /// Nothing in it.
    Blank,
    /// Prose before the document.
    Greeting,
    /// Prose elsewhere.
    Prose,
    /// A quotation.
    Quoted,
    /// A quoted line that gave way to one of the sender's.
    Replaced {
        /// The number of that line.
        by: usize,
    },
    /// A copy without quotation marks.
    Copy,
    /// A signature.
    Signature,
    /// "On … wrote:", copied headers, and the like.
    Separator,
    /// A mark around the document: `---`.
    Fence,
    /// Part of an armoured opening.
    Armour,
}

/// An armoured opening, `-----BEGIN RAVENPOST …` to `-----END RAVENPOST …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Armour {
    /// Its part, as an index into [`Letter::parts`].
    pub part: usize,
    /// The number of its first line there, from 1.
    pub first_line: usize,
    /// Its lines with both marks, quotation marks taken off.
    pub text: String,
    /// Whether it was quoted, so perhaps not meant.
    pub quoted: bool,
}

/// Why there is no document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The mail has no readable text.
    NoText,
    /// Nothing in it looks like one.
    Nothing,
    /// A line has a key, but what follows is not what that key takes.
    OnlyProse {
        /// The part, as an index into [`Letter::parts`].
        part: usize,
        /// The line's number there, from 1.
        line: usize,
    },
}

/// What the sender should know besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Another part holds the same document (the HTML copy, say); it was not needed.
    SameElsewhere {
        /// That part.
        part: usize,
    },
    /// Another part holds a document that differs; it was not used.
    DiffersElsewhere {
        /// That part.
        part: usize,
    },
    /// There is a quoted or copied document too; the sender's own was used.
    QuotedIgnored {
        /// The number of its first line.
        line: usize,
    },
    /// The sender's own text holds a second document that repeats keys of the first; it was not used.
    SecondIgnored {
        /// The number of its first line.
        line: usize,
    },
}

/// Finds the document in a letter.
pub fn document(letter: &Letter, keys: &[Key<'_>]) -> Found {
    search(letter, keys, false)
}

/// Finds the document in a letter as [`document`] does, with all sections of a quoted sheet of which the sender's own
/// lines do not speak ([`Found::passed`]).
pub fn document_with_sheet(letter: &Letter, keys: &[Key<'_>]) -> Found {
    search(letter, keys, true)
}

fn search(letter: &Letter, keys: &[Key<'_>], with_sheet: bool) -> Found {
    let sender = letter.sender().map(|from| from.address.to_lowercase()).unwrap_or_default();
    let how = How { with_sheet, sender: &sender };
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
        // A sheet that came back unread in the body is no contradiction to a file sent with it.
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

/// Whether a text is an opening as a whole, in JSON. It has a campaign, a seat and a plan like a document, and is none;
/// one below `opening` is in a document.
pub fn is_opening(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && text.contains("\"nonce\"") && !text.contains("\"opening\"")
}

/// The text without its blanks: how two copies of one document are compared.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect()
}
