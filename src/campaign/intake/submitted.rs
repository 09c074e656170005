//! What a mail of a seat comes to, while it is taken in.
//!
//! May use: post, plan, receipt. Is used by: submission and those that act on a section of a mail.

use crate::campaign::intake::problems;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::receipt::Wanted;
use crate::plan::Envelope;
use crate::post::{Found, Letter};
use crate::report::model::{Item, Problem, Trust};
use crate::seal::Hash256;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::Understood;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// What a mail of a seat has come to.
pub(crate) struct Submitted {
    pub(crate) seat: SeatId,
    /// The number its receipt will have.
    pub(crate) number: u64,
    pub(crate) mail: Hash256,
    pub(crate) received: DateTime<Utc>,
    /// The window it is about.
    pub(crate) window: Option<String>,
    pub(crate) used: bool,
    pub(crate) is_final: bool,
    pub(crate) unusable: bool,
    pub(crate) empty: bool,
    pub(crate) words: Option<String>,
    /// Whether by it the seat has passed the rehearsal.
    pub(crate) rehearsed: bool,
    /// Whether somebody wrote it who stands in for the player.
    pub(crate) stand_in: bool,
    /// What it asks for.
    pub(crate) asked: Vec<Wanted>,
    /// The plan that it hands in, if that was taken.
    pub(crate) plan: Option<Value>,
    /// By what it was known.
    pub(crate) trust: Trust,
    /// What was signed, as a keyed hash.
    pub(crate) signed: Option<Hash256>,
    /// The number of the key that comes into force by it.
    pub(crate) new_key: Option<u32>,
    pub(crate) understood: Vec<Item>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) seal: Option<String>,
    /// When the same plan had come before.
    pub(crate) already: Option<DateTime<Utc>>,
}

impl Submitted {
    pub(crate) fn refuse(&mut self, why: &Refusal) {
        self.problems.push(problems::refused(why));
    }

    /// Whether it has opened what was sealed by another mail: then its plan is what will be used.
    pub(crate) fn opens(&self) -> bool {
        !self.unusable && self.understood.iter().any(|item| item.what["item"] == "opening")
    }

    pub(crate) fn understand(&mut self, line: Option<usize>, what: Value) {
        self.understood.push(Item { line, what, game: false });
    }

    /// Says of a section that it was understood, now that it is acted on.
    pub(crate) fn act_on(&mut self, section: &str, span: Span, written: &Written<'_>) {
        let is_it = |item: &&Understood| item.what["item"] == section && item.span == Some(span);
        for item in written.envelope.understood.iter().filter(is_it) {
            let line = item.span.and_then(|span| problems::line_in_mail(span.line, written.found));
            self.understand(line, item.what.clone());
        }
    }

    /// Tells what is wrong in the document. That it asks for nothing is said when the rest of the mail is known not to
    /// either.
    pub(crate) fn tell_faults(&mut self, written: &Written<'_>) {
        let faults = written.envelope.faults.iter().filter(|fault| fault.why.code() != "envelope-nothing");
        self.problems.extend(faults.map(|fault| problems::problem(fault, written.text, written.found)));
    }

    /// Refuses something that stands in the document.
    pub(crate) fn refuse_at(&mut self, span: Span, why: Refusal, written: &Written<'_>) {
        self.problems.push(problems::problem(&Fault::error(span, why), written.text, written.found));
    }
}

/// A document with the mail it was found in.
pub(crate) struct Written<'a> {
    pub(crate) letter: &'a Letter,
    pub(crate) found: &'a Found,
    pub(crate) text: &'a str,
    pub(crate) envelope: &'a Envelope,
    /// Whether the document could be read at all.
    pub(crate) is_yaml: bool,
}
