//! Plans in use, and those that a replaced timeline still gives.

use crate::campaign::state::entries::{From, How, RuledPlan, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A plan in use.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filed {
    /// The window it was sent in.
    pub window: String,
    /// How it came.
    pub how: How,
    /// The revision.
    pub revision: u64,
    /// The entry that opened it.
    pub seq: u64,
    /// The plan.
    pub plan: Value,
}

/// What is carried over.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// The ruling's entry; 0 if nothing is carried.
    pub since: u64,
    /// The last entry whose game stands.
    pub after: u64,
    /// Answers that were given on the way that was left, by key.
    pub answers: BTreeMap<String, CarriedAnswer>,
    /// Plans that were opened on it, newest first.
    pub plans: BTreeMap<SeatId, Vec<CarriedPlan>>,
}

/// An answer of the way that was left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CarriedAnswer {
    /// The entry.
    pub seq: u64,
    /// Whose.
    pub seat: SeatId,
    /// The question's kind.
    pub kind: String,
    /// What.
    pub answer: Value,
    /// Where it came from.
    pub source: From,
}

/// A plan that was opened on the way that was left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CarriedPlan {
    /// The turn in which it was.
    pub turn: u32,
    /// The plan.
    pub filed: Filed,
}

impl Carried {
    /// Whether there is anything.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.plans.is_empty()
    }

    /// The answer to a key that an earlier ruling or the game master gave on the way that was left.
    pub(crate) fn ruled(&self, key: &str) -> Option<&CarriedAnswer> {
        self.answers.get(key).filter(|answer| matches!(answer.source, From::Ruling { .. } | From::Gm))
    }

    /// Why the seat was silent there, if it was.
    pub(crate) fn silent(&self, key: &str) -> Option<&str> {
        match &self.answers.get(key)?.source {
            From::Default { why } => Some(why),
            _ => None,
        }
    }

    /// A seat's plan of a window does not count: the seat was silent.
    pub(crate) fn refuse(&mut self, seat: &str, window: &str) {
        if let Some(plans) = self.plans.get_mut(seat) {
            plans.retain(|plan| plan.filed.window != window);
        }
        for answer in self.answers.values_mut().filter(|answer| answer.seat == seat) {
            if matches!(&answer.source, From::Plan { window: own, .. } if own == window) {
                answer.source = From::Default { why: "refused".to_owned() };
            }
        }
    }
}

impl RuledPlan {
    /// As it is filed.
    pub(crate) fn filed(&self, seq: u64) -> Filed {
        Filed { window: self.window.clone(), how: How::Deposit, revision: 0, seq, plan: self.plan.clone() }
    }
}
