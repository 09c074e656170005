//! The results of reading a player's plan and of consulting it later.

use crate::sheet::{Fault, Span};
use serde_json::Value;
use std::collections::BTreeSet;

/// A plan's answer to a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Says {
    /// The plan says nothing; the seat's older plans may, and otherwise the pace of the campaign decides.
    Silent,
    /// The plan has come to its end, and with it all older plans; the pace of the campaign decides.
    Done,
    /// `ask`: the player wants to be asked.
    Ask,
    /// `best guess`: the player wants the default.
    Guess,
    /// `otherwise:`: the player wants the default, or to be asked, wherever neither this plan nor an older one says anything.
    Otherwise {
        /// `true` if the player wants to be asked.
        ask: bool,
    },
    /// The plan answers.
    Answer {
        /// The answer, as [`Query::write`](super::Query::write) gives it.
        value: Value,
        /// The place in the plan that says so, such as `battle.retreat.1`.
        path: String,
    },
    /// The plan answers a part, and the rest is filled in. It counts where the seat is not to be asked once more.
    Part {
        /// The answer, filled in.
        value: Value,
        /// The place in the plan that says so.
        path: String,
    },
    /// The plan has an answer that may not be meant of this question, or leaves open which of several. It counts where the pace of the
    /// campaign lets the seat not be asked.
    IfUnasked {
        /// The answer.
        value: Value,
        /// The place in the plan that says so.
        path: String,
    },
}

/// One item understood in a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Understood {
    /// The words in the text, or `None` for what the reader added.
    pub span: Option<Span>,
    /// Data for the game's `understood` template: `{"item": "order", …}`.
    pub what: Value,
}

/// The result of reading a plan.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading<P> {
    /// What is good of the plan: entries with an error are left out and told. `None` if nothing is left, or nothing was
    /// there.
    pub plan: Option<P>,
    /// In the order of the text.
    pub understood: Vec<Understood>,
    /// Errors and warnings, in the order of lines.
    pub faults: Vec<Fault>,
}

impl<P> Reading<P> {
    /// Converts the plan and keeps the rest.
    pub fn map<R>(self, make: impl FnOnce(P) -> R) -> Reading<R> {
        Reading { plan: self.plan.map(make), understood: self.understood, faults: self.faults }
    }
}

/// The names in a game's events and positions, so that a case that misspells one can be refused.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vocabulary {
    /// The `event` tags of all events.
    pub events: Vec<&'static str>,
    /// A sample of a position that has everything a position can have: each value is of the type that belongs there, a
    /// list has the members that repeat, and null is anything.
    pub position: Value,
}

/// Returns the names of the parts that differ between a plan as it is read again and as it was sealed.
pub(super) fn lost(read: &Value, sealed: &Value, stamps: &[&str]) -> Vec<String> {
    let parts = |plan: &Value| plan.as_object().map(|all| all.keys().cloned().collect()).unwrap_or_default();
    let names: BTreeSet<String> = [read, sealed].into_iter().flat_map::<Vec<_>, _>(parts).collect();
    let is_lost = |name: &String| !stamps.contains(&name.as_str()) && read.get(name) != sealed.get(name);
    names.into_iter().filter(is_lost).collect()
}
