//! The table of a case: answers come from the decisions written in it.

use super::case::Otherwise;
use crate::table::{Answered, Desk, Draw, Policy, Refusal, Says, Seat, Seed, Source};
use serde_json::{Value, json};

/// A decision written in a case.
pub(super) struct Decision {
    /// `stark raid`, `stark card moat-cailin`.
    pub label: String,
    pub answer: Value,
    pub used: bool,
    /// Whether it was refused: the question is for the next that fits.
    pub struck: bool,
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
    /// Whether it is about a plan.
    pub plan: bool,
}

/// A [`Desk`] over written decisions.
pub(super) struct CaseDesk {
    pub seats: Vec<String>,
    pub decisions: Vec<Decision>,
    pub otherwise: Otherwise,
    pub refused: Vec<Refusals>,
    pub events: Vec<Value>,
    /// Answers of plans and defaults, as [`Expected::answers`](super::case::Expected::answers) has them.
    pub answers: Vec<Value>,
    /// The decision last taken, which a refusal would be about.
    pub last: Option<usize>,
    /// Whether a decision was refused in the stage being played.
    pub again: bool,
}

/// Where a [`CaseDesk`] stood at the opening of a stage.
pub(super) struct Mark {
    used: Vec<bool>,
    refused: usize,
    events: usize,
    answers: usize,
}

impl CaseDesk {
    /// Where it stands.
    pub(super) fn mark(&mut self) -> Mark {
        self.again = false;
        let used = self.decisions.iter().map(|decision| decision.used).collect();
        Mark { used, refused: self.refused.len(), events: self.events.len(), answers: self.answers.len() }
    }

    /// Goes back to the opening of a stage, to play it without the decisions struck in it. What was refused of
    /// plans since then will be refused again.
    pub(super) fn rewind(&mut self, mark: &Mark) {
        for (decision, used) in self.decisions.iter_mut().zip(&mark.used) {
            decision.used = *used || decision.struck;
        }
        let since = self.refused.split_off(mark.refused);
        self.refused.extend(since.into_iter().filter(|refusal| !refusal.plan));
        self.events.truncate(mark.events);
        self.answers.truncate(mark.answers);
    }
}

impl Desk for CaseDesk {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.last = None;
        let place = self.decisions.iter().position(|d| !d.used && d.answers(key))?;
        let decision = self.decisions.get_mut(place)?;
        decision.used = true;
        self.last = Some(place);
        Some(decision.answer.clone())
    }

    fn policy(&mut self, _: Seat, _: &str, _: &str, says: &Says) -> Policy {
        match (says, self.otherwise) {
            // The stage will be played again without the decision refused.
            _ if self.again => Policy::Ask,
            // What a plan says comes before what the case says of silence.
            (Says::Ask, _) => Policy::Ask,
            (Says::Guess, _) | (_, Otherwise::Default) => Policy::Default("case".to_owned()),
            (_, Otherwise::Ask) => Policy::Ask,
        }
    }

    fn answered(&mut self, answered: Answered) {
        let seat = self.seats.get(answered.seat.index()).cloned().unwrap_or_default();
        let mut told = json!({"seat": seat, "kind": answered.kind, "answer": answered.answer});
        match answered.source {
            Source::Plan { path, .. } => told["plan"] = path.into(),
            _ => told["by"] = "default".into(),
        }
        self.answers.push(told);
    }

    fn unusable(&mut self, seat: Seat, _: &str, _: &Value, why: &Refusal) {
        let decision = self.last.take().and_then(|place| self.decisions.get_mut(place));
        let (label, plan) = match decision {
            Some(decision) => {
                decision.struck = true;
                self.again = true;
                (decision.label.clone(), false)
            }
            None => (self.seats.get(seat.index()).cloned().unwrap_or_default(), true),
        };
        self.refused.push(Refusals { label, why: why.clone(), plan });
    }

    fn draw(&mut self, label: &str) -> Draw {
        // Chance in cases follows from a seed of zeros, so that each shuffle is known.
        Seed([0; 32]).draw(label)
    }

    fn told(&mut self, event: Value) {
        self.events.push(event);
    }
}
