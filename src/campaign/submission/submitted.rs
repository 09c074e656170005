//! What a mail of a seat comes to, while it is taken in.
//!
//! May use: post, plan, receipt. Is used by: submission and those that act on a section of a mail.

use crate::campaign::answers::Wanted;
use crate::campaign::entries::SeatId;
use crate::campaign::receipt;
use crate::plan::Envelope;
use crate::post::{Found, Letter};
use crate::report::model::{Item, Problem, Trust};
use crate::seal::Hash256;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::Understood;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// What a mail of a seat has come to.
pub(in crate::campaign) struct Submitted {
    pub(in crate::campaign) seat: SeatId,
    /// The number its receipt will have.
    pub(in crate::campaign) number: u64,
    pub(in crate::campaign) mail: Hash256,
    pub(in crate::campaign) received: DateTime<Utc>,
    /// The window it is about.
    pub(in crate::campaign) window: Option<String>,
    pub(in crate::campaign) used: bool,
    pub(in crate::campaign) is_final: bool,
    pub(in crate::campaign) unusable: bool,
    pub(in crate::campaign) empty: bool,
    pub(in crate::campaign) words: Option<String>,
    /// Whether by it the seat has passed the rehearsal.
    pub(in crate::campaign) rehearsed: bool,
    /// Whether somebody wrote it who stands in for the player.
    pub(in crate::campaign) stand_in: bool,
    /// What it asks for.
    pub(in crate::campaign) asked: Vec<Wanted>,
    /// The plan that it hands in, if that was taken.
    pub(in crate::campaign) plan: Option<Value>,
    /// By what it was known.
    pub(in crate::campaign) trust: Trust,
    /// What was signed, as a keyed hash.
    pub(in crate::campaign) signed: Option<Hash256>,
    /// The number of the key that comes into force by it.
    pub(in crate::campaign) new_key: Option<u32>,
    pub(in crate::campaign) understood: Vec<Item>,
    pub(in crate::campaign) problems: Vec<Problem>,
    pub(in crate::campaign) seal: Option<String>,
    /// When the same plan had come before.
    pub(in crate::campaign) already: Option<DateTime<Utc>>,
}

impl Submitted {
    pub(in crate::campaign) fn refuse(&mut self, why: &Refusal) {
        self.problems.push(receipt::refused(why));
    }

    /// Whether it has opened what was sealed by another mail: then its plan is what will be used.
    pub(super) fn opens(&self) -> bool {
        !self.unusable && self.understood.iter().any(|item| item.what["item"] == "opening")
    }

    pub(in crate::campaign) fn understand(&mut self, line: Option<usize>, what: Value) {
        self.understood.push(Item { line, what, game: false });
    }

    /// Says of a section that it was understood, now that it is acted on.
    pub(in crate::campaign) fn act_on(&mut self, section: &str, span: Span, written: &Written<'_>) {
        let is_it = |item: &&Understood| item.what["item"] == section && item.span == Some(span);
        for item in written.envelope.understood.iter().filter(is_it) {
            let line = item.span.and_then(|span| receipt::line_in_mail(span.line, written.found));
            self.understand(line, item.what.clone());
        }
    }

    /// Tells what is wrong in the document. That it asks for nothing is said when the rest of the mail is known not to
    /// either.
    pub(super) fn tell_faults(&mut self, written: &Written<'_>) {
        let faults = written.envelope.faults.iter().filter(|fault| fault.why.code() != "envelope-nothing");
        self.problems.extend(faults.map(|fault| receipt::problem(fault, written.text, written.found)));
    }

    /// Refuses something that stands in the document.
    pub(in crate::campaign) fn refuse_at(&mut self, span: Span, why: Refusal, written: &Written<'_>) {
        self.problems.push(receipt::problem(&Fault::error(span, why), written.text, written.found));
    }
}

/// A document with the mail it was found in.
pub(in crate::campaign) struct Written<'a> {
    pub(in crate::campaign) letter: &'a Letter,
    pub(in crate::campaign) found: &'a Found,
    pub(in crate::campaign) text: &'a str,
    pub(in crate::campaign) envelope: &'a Envelope,
    /// Whether the document could be read at all.
    pub(super) is_yaml: bool,
}
