//! The desk behind the table of a campaign, a case or a replay, which knows the record.

use super::{Draw, Refusal, Says, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many legal answers an open question lists unless its desk says otherwise.
pub(super) const LISTED: usize = 60;

/// The source of an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The seat's own plan.
    Plan {
        /// Index in the list of the seat's plans; 0 is the newest.
        number: usize,
        /// Place in the plan.
        path: String,
    },
    /// The rules' default for a seat that sent nothing.
    Default {
        /// The campaign's word for the reason: `pace`, `guess`, `absent`, `missed`, …
        why: String,
    },
    /// The game master.
    Gm,
}

/// An answer that was not on record, was found, and counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Answered {
    pub seat: Seat,
    /// See [`Query::key`](super::Query::key).
    pub key: String,
    /// See [`Query::kind`](super::Query::kind).
    pub kind: String,
    /// As [`Query::write`](super::Query::write) gives it.
    pub answer: Value,
    pub source: Source,
}

/// A result of the rules that a ruling can change, such as the winner of a battle.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The name of the point, unique and stable within a game: `3/marches/2/battle/moat-cailin/winner`.
    pub key: String,
    /// The result of the rules, as data with names.
    pub found: Value,
    /// Every result that a ruling may put in its place.
    pub legal: Vec<Value>,
}

/// The policy for a question that neither record nor plan answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Policy {
    /// Ask the seat: the game pauses.
    Ask,
    /// Use the default, for this reason (see [`Source::Default`]).
    Default(String),
}

/// Answers a table from a record, and hears what comes of it.
///
/// [`RecordDesk`](super::RecordDesk) is the one for answers that are known beforehand, which is nearly always.
pub trait Desk {
    /// Returns the answer on record for a key.
    fn recorded(&mut self, key: &str) -> Option<Value>;
    /// Passes over a question that is not asked because one answer alone is legal; `check` says whether an answer is that
    /// one. Only cases listen: they may write it down all the same.
    fn forced(&mut self, key: &str, check: &dyn Fn(&Value) -> Result<(), Refusal>) {
        let _ = (key, check);
    }
    /// Decides on a question that neither record nor plan answers. `says` is what the plan said short of an
    /// answer (`Silent`, `Done`, `Ask` or `Guess`).
    fn policy(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> Policy;
    /// Returns `true` if a question that may come up later is put to its seat now, with the open ones. `says` is what the
    /// seat's plan says so far, short of an answer.
    fn ahead(&mut self, seat: Seat, kind: &str, key: &str, says: &Says) -> bool {
        let _ = (seat, kind, key, says);
        false
    }
    /// Returns how many legal answers to list with an open question. A desk at which nobody reads them returns 0: listing
    /// them takes longer than playing a stage.
    fn lists(&self) -> usize {
        LISTED
    }
    /// Notes an answer that was not on record and is used.
    fn answered(&mut self, answered: Answered);
    /// Returns the answer that a ruling gives. It goes before what plans say.
    fn ruled(&mut self, key: &str) -> Option<Value> {
        let _ = key;
        None
    }
    /// Returns `true` if a plan of a seat may be consulted about a key; `number` is its index, 0 the newest.
    fn may_consult(&mut self, seat: Seat, number: usize, key: &str) -> bool {
        let _ = (seat, number, key);
        true
    }
    /// Returns the result that a ruling puts in place of the rules' own ([`Table::settle`](super::Table::settle)).
    fn settled(&mut self, point: &Point) -> Option<Value> {
        let _ = point;
        None
    }
    /// Notes an answer of record, ruling or plan that is not legal here and was ignored.
    fn unusable(&mut self, seat: Seat, key: &str, answer: &Value, why: &Refusal);
    /// Notes what the newest plan of a seat says to a question and cannot have.
    fn unmet(&mut self, seat: Seat, key: &str, why: Vec<Refusal>) {
        let _ = (seat, key, why);
    }
    /// Returns the draw of a label. It is called twice for a shuffle and must give the same numbers.
    fn draw(&mut self, label: &str) -> Draw;
    /// Notes a shuffle: the new first item is the one that was at `order[0]`, and so on.
    fn drawn(&mut self, label: &str, order: &[usize]) {
        let _ = (label, order);
    }
    /// Notes an event.
    fn told(&mut self, event: Value);
}
