//! The document of a message, and what it says.

use super::forms::IDENTITY;
use super::quotation;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::envelope::{Sections, sections};
use crate::campaign::intake::reading::left::Left;
use crate::plan::{self, Envelope, People};
use crate::post::{Address, Found, Letter, Missing, Quoting, document, document_with_sheet, is_opening};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Content, Fault, Node, Refusal, parse};
use crate::table::SeatInfo;
use jiff::civil::Date;

/// Recognises messages that this campaign has sent, and our sheets in others.
pub struct Ours<'a> {
    /// Returns `true` if a Message-ID is ours.
    pub id: &'a dyn Fn(&str) -> bool,
    /// The campaign's address, or `None` if it is not known.
    pub address: Option<&'a Address>,
    /// Returns `true` for a key of the seat that the message speaks for, as it is written in a sheet. A quoted sheet
    /// counts only with such a key: others can write everything else of a sheet.
    pub key: &'a dyn Fn(&str) -> bool,
    /// The day on which the message came, where its sender is; `None` if that is not known.
    pub today: Option<Date>,
    /// Whose names its sender may use.
    pub people: People<'a>,
}

impl Ours<'_> {
    /// Returns how quotations in a letter are judged.
    fn quoting<'a>(&'a self, letter: &Letter) -> Quoting<'a> {
        let named = || letter.in_reply_to.iter().chain(&letter.references);
        Quoting { is_key: self.key, is_unfilled: &is_unfilled, answers: named().any(|id| (self.id)(id)) }
    }

    /// Finds the document in a letter.
    pub(crate) fn document(&self, letter: &Letter) -> Found {
        document(letter, plan::KEYS, self.quoting(letter))
    }

    /// Finds the document in a letter, with those sections of a quoted sheet that the sender's own lines do not give.
    pub(crate) fn document_with_sheet(&self, letter: &Letter) -> Found {
        document_with_sheet(letter, plan::KEYS, self.quoting(letter))
    }

    pub(crate) fn is_answered_by(&self, letter: &Letter) -> bool {
        letter.in_reply_to.iter().any(|id| (self.id)(id))
    }

    pub(crate) fn wrote(&self, letter: &Letter) -> bool {
        let from_us = |address: &Address| letter.from.iter().any(|from| from.is(&address.address));
        letter.mark.is_some()
            || letter.message_id.as_deref().is_some_and(self.id)
            || self.address.is_some_and(from_us)
    }
}

/// A message as it was read.
pub struct Reading {
    /// The letter with the texts of the attached message in place of its own; `None` if no attached message was read.
    pub opened: Option<Letter>,
    /// The subject of that attached message.
    pub attached: Option<String>,
    /// The text of the document, and how each line of the message was used.
    pub found: Found,
    /// The sections of the document.
    pub envelope: Envelope,
    /// `false` if the document is not YAML.
    pub is_yaml: bool,
    /// The lines of the document, from 1, that belong to no section that could be read.
    pub(crate) unread: Vec<usize>,
    /// What is wrong with a plan that is not YAML.
    pub(crate) broken: Vec<Fault>,
    /// How many lines the document has; what its text has after them was added to it.
    pub(super) lines: usize,
    /// Why the message has no document, if only such lines are in its text.
    pub(super) missing: Option<Missing>,
    /// What the sender's own lines say besides the document.
    pub left: Left,
    /// Problems of the reading, for the sender.
    pub problems: Vec<Problem>,
}

impl Reading {
    /// Reads the texts of the message itself, without attached messages. Only a key in this document decides whom the
    /// message speaks for.
    pub fn own(letter: &Letter, seats: &[SeatInfo], ours: &Ours<'_>) -> Reading {
        Reading::of(ours.document(letter), seats, (ours, letter))
    }

    pub(crate) fn of(found: Found, seats: &[SeatInfo], (ours, letter): (&Ours<'_>, &Letter)) -> Reading {
        let Sections { mut envelope, is_yaml, unread, broken } =
            sections(&found, text_of(&found), seats, (ours.people, ours.today));
        let foreign = quotation::take_out(
            &mut envelope.document,
            &found,
            Some(ours.key).filter(|_| ours.is_answered_by(letter)),
        );
        let told = (!foreign.is_empty()).then(|| {
            let why = Refusal::new("quoted-section").with("sections", foreign.join(", "));
            Problem { warning: true, ..problems::refused(&why) }
        });
        let problems = told.into_iter().collect();
        Reading {
            opened: None,
            attached: None,
            lines: text_of(&found).lines().count(),
            missing: None,
            found,
            envelope,
            is_yaml,
            unread,
            broken,
            left: Left::default(),
            problems,
        }
    }

    /// Returns the letter that contains the document: the attached message if one was read, otherwise `came`.
    pub fn letter<'a>(&'a self, came: &'a Letter) -> &'a Letter {
        self.opened.as_ref().unwrap_or(came)
    }

    /// Returns the text of the document, empty if there is none.
    pub fn text(&self) -> &str {
        text_of(&self.found)
    }

    /// Returns `true` if the message says anything. A sheet sent back unchanged says nothing; an unreadable document
    /// does.
    pub(crate) fn says_something(&self, letter: &Letter) -> bool {
        let document =
            || self.text().lines().take(self.lines).map(|line| format!("{line}\n")).collect::<String>();
        let is_filled = || self.lines > 0 && parse(&document()).map_or(true, |tree| is_filled(&tree));
        self.left.says_more || self.opens(letter) || self.found.document.is_ok() && is_filled()
    }

    /// Returns `true` if the message hands in a plan, seal or opening, or an unreadable document that may be one.
    pub(crate) fn hands_in(&self, letter: &Letter) -> bool {
        let document = &self.envelope.document;
        let plan = document.plan.as_ref().is_some_and(|plan| plan.value.says_something());
        let is_seal = document.seal.is_some() || document.opening.is_some() || self.envelope.broken_seal;
        self.opens(letter) || self.found.document.is_ok() && (plan || is_seal || !self.is_yaml)
    }

    fn opens(&self, letter: &Letter) -> bool {
        self.found.blocks.iter().any(|block| !block.quoted)
            || letter.parts.iter().any(|part| is_opening(&part.text))
    }
}

fn text_of(found: &Found) -> &str {
    found.document.as_ref().map(|document| document.text.as_str()).unwrap_or_default()
}

fn is_identity(key: &Node) -> bool {
    key.text().is_some_and(|key| IDENTITY.iter().any(|known| key.eq_ignore_ascii_case(known)))
}

/// Returns `true` for a sheet of which no place was filled in.
fn is_unfilled(text: &str) -> bool {
    parse(text).is_ok_and(|tree| !is_filled(&tree))
}

/// Returns `true` if a document has a section with anything in it.
fn is_filled(tree: &Node) -> bool {
    match &tree.content {
        Content::Map(entries) => {
            entries.iter().any(|(key, value)| !is_identity(key) && value.says_something())
        }
        _ => tree.says_something(),
    }
}

/// Shortens an address so that only people who know it recognise it: `an…@example.org`.
pub(crate) fn half_masked(address: &str) -> String {
    let Some((user, host)) = address.rsplit_once('@') else { return mask(address) };
    let start: String = user.chars().take(2).collect();
    format!("{start}…@{host}")
}

/// Does something with what recognises no message as ours, for tests.
#[cfg(test)]
pub(crate) fn no_ours<T>(what: impl FnOnce(&Ours<'_>) -> T) -> T {
    what(&Ours { id: &|_| false, address: None, key: &|_| false, today: None, people: People::default() })
}
