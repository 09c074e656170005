//! A message of a seat while it is taken in: what was understood, refused and used of it.

use crate::campaign::intake::problems;
use crate::campaign::intake::reading::Left;
use crate::campaign::state::entries::SeatId;
use crate::campaign::state::receipt::Wanted;
use crate::campaign::state::record::Window;
use crate::plan::Envelope;
use crate::post::{Found, Letter};
use crate::report::model::{Item, Problem, Trust};
use crate::seal::Hash256;
use crate::sheet::{Fault, Refusal, Span};
use crate::table::Understood;
use chrono::{DateTime, Utc};
use serde_json::Value;

/// The outcome of a message of a seat, as far as it has been taken in.
pub(crate) struct Submitted {
    pub(crate) seat: SeatId,
    /// The number of its receipt, from 1.
    pub(crate) number: u64,
    pub(crate) mail: Hash256,
    pub(crate) received: DateTime<Utc>,
    /// Our message that it answers, such as `receipt-12`; `None` if it answers none.
    pub(crate) about: Option<String>,
    /// The window that the message names or answers.
    pub(crate) window: Option<String>,
    pub(crate) used: bool,
    pub(crate) is_final: bool,
    /// `true` if what its seat said before of being final no longer holds.
    pub(crate) lifts: bool,
    /// `true` for a plan with no answer to anything that its window asks.
    pub(crate) answers_nothing: bool,
    /// `true` if such a plan speaks of what is asked all the same, without settling it.
    pub(crate) speaks: bool,
    pub(crate) unusable: bool,
    pub(crate) empty: bool,
    pub(crate) words: Option<String>,
    /// `true` if a seal or an opening in it is one of words of chance.
    pub(crate) for_chance: bool,
    /// `true` if the seat passes the rehearsal with it.
    pub(crate) rehearsed: bool,
    /// `true` if the player's stand-in wrote it.
    pub(crate) stand_in: bool,
    pub(crate) asked: Vec<Wanted>,
    /// The plan it handed in, if that was accepted.
    pub(crate) plan: Option<Value>,
    pub(crate) trust: Trust,
    /// A keyed hash of the signed text.
    pub(crate) signed: Option<Hash256>,
    /// The number of the key that replaces the seat's key from this message on.
    pub(crate) new_key: Option<u32>,
    pub(crate) understood: Vec<Item>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) seal: Option<String>,
    /// The seal that binds the seat by this message, whether or not the receipt shows it.
    pub(crate) bound: Option<String>,
    /// `true` if it has an opening that came before its seat was asked, and stays unread in the mailbox until then.
    pub(crate) kept: bool,
    /// The lines of the message, from 1, that were passed on to somebody.
    pub(crate) passed: Vec<usize>,
    /// `true` if nothing came of it but prose that was passed on.
    pub(crate) only_prose: bool,
    /// `true` if it was kept so before, and only its opening is still to be taken in.
    pub(crate) again: bool,
    /// When the same plan came before; `None` if it is new.
    pub(crate) already: Option<DateTime<Utc>>,
}

impl Submitted {
    pub(crate) fn refuse(&mut self, why: &Refusal) {
        self.problems.push(problems::refused(why));
    }

    /// Tells its writer something that does not keep it from counting.
    pub(crate) fn warn(&mut self, why: &Refusal) {
        self.problems.push(Problem { warning: true, ..problems::refused(why) });
    }

    /// Notes that its plan counts.
    pub(crate) fn accept(&mut self, plan: Value) {
        self.used = true;
        self.plan = Some(plan);
    }

    /// Leaves the opening in it unread until its seat is asked for it.
    pub(crate) fn keep(&mut self) {
        self.kept = true;
        self.understand(None, serde_json::json!({"item": "opening-kept"}));
    }

    /// Returns `true` if it opened the seal of an earlier message, so that its plan will be used.
    pub(crate) fn opens(&self) -> bool {
        !self.unusable && self.understood.iter().any(|item| item.what["item"] == "opening")
    }

    pub(crate) fn understand(&mut self, line: Option<usize>, what: Value) {
        self.understood.push(Item { line, what, game: false });
    }

    /// Lists a section as understood, once it has been acted on.
    pub(crate) fn act_on(&mut self, section: &str, span: Span, written: &Written<'_>) {
        let is_it = |item: &&Understood| item.what["item"] == section && item.span == Some(span);
        for item in written.envelope.understood.iter().filter(is_it) {
            let line = item.span.and_then(|span| problems::line_in_mail(span.line, written.found));
            self.understand(line, item.what.clone());
        }
    }

    /// Adds the problems of the document. That it asks for nothing is reported later, if the rest of the message does
    /// not either.
    pub(crate) fn tell_faults(&mut self, written: &Written<'_>) {
        let faults = written.envelope.faults.iter().filter(|fault| fault.why.code() != "envelope-nothing");
        self.problems.extend(faults.map(|fault| problems::problem(fault, written.text, written.found)));
    }

    /// Refuses something at a place in the document.
    pub(crate) fn refuse_at(&mut self, span: Span, why: Refusal, written: &Written<'_>) {
        self.problems.push(problems::problem(&Fault::error(span, why), written.text, written.found));
    }
}

/// A document and the message it was found in.
pub(crate) struct Written<'a> {
    pub(crate) letter: &'a Letter,
    pub(crate) found: &'a Found,
    pub(crate) text: &'a str,
    pub(crate) envelope: &'a Envelope,
    /// What own lines outside the document say.
    pub(crate) left: &'a Left,
    /// `false` if the document is not YAML.
    pub(crate) is_yaml: bool,
}

/// Returns `true`, and refuses the message, if a later revision is already here.
pub(super) fn is_older(window: &Window, revision: u64, submitted: &mut Submitted) -> bool {
    let known =
        window.seats.get(&submitted.seat).filter(|part| part.how.is_some()).map_or(0, |part| part.revision);
    if revision < known {
        submitted.refuse(&Refusal::new("older-revision").with("revision", revision).with("known", known));
    }
    revision < known
}

/// Returns the number of the submission, 0 if it gives none. The highest counts.
pub(super) fn revision(written: &Written<'_>) -> u64 {
    written.envelope.document.revision.as_ref().map_or(0, |given| given.value)
}
