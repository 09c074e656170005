//! What a mail is taken to say: which of its texts counts, what of a quoted sheet goes with it, and when a mail that came
//! attached takes the place of them all.
//!
//! May use: post, plan, sheet, receipt. Is used by: submission, ruling (mails accepted later), cli (check).

use super::quotation;
use crate::campaign::intake::problems;
use crate::campaign::intake::reading::envelope_of;
use crate::plan::{self, Envelope};
use crate::post::{Address, Found, Letter, document, is_opening};
use crate::report::model::Problem;
use crate::seal::mask;
use crate::sheet::{Content, Node, Refusal, parse};
use crate::table::SeatInfo;

/// Sections that tell for whom and when a document is, and nothing of what is to be done.
pub(crate) const IDENTITY: [&str; 5] = ["campaign", "seat", "key", "window", "revision"];

/// By what our own mails are known.
pub struct Ours<'a> {
    /// Whether a Message-ID is one of ours.
    pub id: &'a dyn Fn(&str) -> bool,
    /// The campaign's address; none if it is not known.
    pub address: Option<&'a Address>,
}

impl Ours<'_> {
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

/// What was read in a mail.
pub struct Reading {
    /// The letter as it would be if all its texts were those of the attached mail that was read; none if none was.
    pub opened: Option<Letter>,
    /// The subject of that mail.
    pub attached: Option<String>,
    /// The document, with what became of the lines.
    pub found: Found,
    /// The document, section by section.
    pub envelope: Envelope,
    /// Whether the document could be read at all.
    pub is_yaml: bool,
    /// What the sender should know of how it was read.
    pub problems: Vec<Problem>,
}

impl Reading {
    /// Reads the texts of the mail itself. By the key in this document it is known for whom the mail speaks.
    pub fn own(letter: &Letter, seats: &[SeatInfo]) -> Reading {
        Reading::of(document(letter, plan::KEYS), seats)
    }

    pub(crate) fn of(found: Found, seats: &[SeatInfo]) -> Reading {
        let (mut envelope, is_yaml) = envelope_of(&found, text_of(&found), seats);
        let foreign = quotation::take_out(&mut envelope.document, &found);
        let told = (!foreign.is_empty()).then(|| {
            let why = Refusal::new("quoted-section").with("sections", foreign.join(", "));
            Problem { warning: true, ..problems::refused(&why) }
        });
        let problems = told.into_iter().collect();
        Reading { opened: None, attached: None, found, envelope, is_yaml, problems }
    }

    /// The letter that the document stands in.
    pub fn letter<'a>(&'a self, came: &'a Letter) -> &'a Letter {
        self.opened.as_ref().unwrap_or(came)
    }

    /// The document; empty if there is none.
    pub fn text(&self) -> &str {
        text_of(&self.found)
    }

    /// Whether anything is said in it. A sheet sent back as it came says nothing; a document that cannot be read does.
    pub(crate) fn says_something(&self, letter: &Letter) -> bool {
        let is_filled = || parse(self.text()).map_or(true, |tree| is_filled(&tree));
        self.opens(letter) || self.found.document.is_ok() && is_filled()
    }

    /// Whether a plan is handed in by it, a seal, or an opening; or something that cannot be read and may be one.
    pub(crate) fn hands_in(&self, letter: &Letter) -> bool {
        let document = &self.envelope.document;
        let plan = document.plan.as_ref().is_some_and(|plan| plan.value.says_something());
        let is_seal = document.seal.is_some() || document.opening.is_some() || self.envelope.broken_seal;
        self.opens(letter) || self.found.document.is_ok() && (plan || is_seal || !self.is_yaml)
    }

    fn opens(&self, letter: &Letter) -> bool {
        !self.found.blocks.is_empty() || letter.parts.iter().any(|part| is_opening(&part.text))
    }
}

fn text_of(found: &Found) -> &str {
    found.document.as_ref().map(|document| document.text.as_str()).unwrap_or_default()
}

fn is_identity(key: &Node) -> bool {
    key.text().is_some_and(|key| IDENTITY.iter().any(|known| key.eq_ignore_ascii_case(known)))
}

/// Whether a document has a section in which anything is written.
fn is_filled(tree: &Node) -> bool {
    match &tree.content {
        Content::Map(entries) => {
            entries.iter().any(|(key, value)| !is_identity(key) && value.says_something())
        }
        _ => tree.says_something(),
    }
}

/// An address by which its owner is known to who knows it anyhow: `an…@example.org`.
pub(crate) fn half_masked(address: &str) -> String {
    let Some((user, host)) = address.rsplit_once('@') else { return mask(address) };
    let start: String = user.chars().take(2).collect();
    format!("{start}…@{host}")
}
