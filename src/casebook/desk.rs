//! The table of a case: answers come from the decisions written in it.

use super::case::Otherwise;
use crate::table::{Answered, Desk, Draw, Policy, Refusal, Says, Seat, Seed};
use serde_json::Value;

/// A decision written in a case.
pub(super) struct Decision {
    /// `stark raid`, `stark card moat-cailin`.
    pub label: String,
    pub answer: Value,
    pub used: bool,
}

impl Decision {
    /// Whether it answers the question of a key: its words stand in the key one after the other.
    fn answers(&self, key: &str) -> bool {
        let segments: Vec<&str> = key.split('/').collect();
        let words: Vec<&str> = self.label.split_whitespace().collect();
        segments.windows(words.len()).any(|window| window == words)
    }
}

/// What was refused: whose decision, and why.
pub(super) struct Refusals {
    /// The label of a decision, or the id of the seat whose plan it was.
    pub label: String,
    pub why: Refusal,
}

/// A [`Desk`] over written decisions.
pub(super) struct CaseDesk {
    pub seats: Vec<String>,
    pub decisions: Vec<Decision>,
    pub otherwise: Otherwise,
    pub refused: Vec<Refusals>,
    pub events: Vec<Value>,
    /// The decision last taken, which a refusal would be about.
    pub last: Option<String>,
}

impl Desk for CaseDesk {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.last = None;
        let decision = self.decisions.iter_mut().find(|d| !d.used && d.answers(key))?;
        decision.used = true;
        self.last = Some(decision.label.clone());
        Some(decision.answer.clone())
    }

    fn policy(&mut self, _: Seat, _: &str, _: &str, _: &Says) -> Policy {
        match self.otherwise {
            Otherwise::Default => Policy::Default("case".to_owned()),
            Otherwise::Ask => Policy::Ask,
        }
    }

    fn answered(&mut self, _: Answered) {}

    fn unusable(&mut self, seat: Seat, _: &str, _: &Value, why: &Refusal) {
        let plan = || self.seats.get(seat.index()).cloned().unwrap_or_default();
        let label = self.last.take().unwrap_or_else(plan);
        self.refused.push(Refusals { label, why: why.clone() });
    }

    fn draw(&mut self, label: &str) -> Draw {
        // Chance in cases follows from a seed of zeros, so that each shuffle is known.
        Seed([0; 32]).draw(label)
    }

    fn told(&mut self, event: Value) {
        self.events.push(event);
    }
}
