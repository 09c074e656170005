//! The table of a case: answers come from the decisions written in it.

use super::case::{Decision, Otherwise};
use crate::table::{Answered, Desk, Draw, Policy, Refusal, Says, Seat, Seed, Source};
use serde_json::{Value, json};

/// A decision of the case, and what has become of it.
pub(super) struct Card {
    pub decision: Decision,
    /// `true` if it was made before the point of interest.
    pub before: bool,
    pub used: bool,
    /// `true` if it was refused: the question goes to the next card that fits.
    struck: bool,
    /// Why it is not the one answer that a question leaves, if it fits such a question.
    unforced: Option<Refusal>,
}

impl Card {
    pub(super) fn new(decision: Decision, before: bool) -> Self {
        Card { decision, before, used: false, struck: false, unforced: None }
    }

    /// Returns `true` if it answers the question of a key: its words are in the key one after the other.
    fn answers(&self, key: &str) -> bool {
        let segments: Vec<&str> = key.split('/').collect();
        let words: Vec<&str> = self.decision.label.split_whitespace().collect();
        segments.windows(words.len()).any(|window| window == words)
    }
}

/// A refusal, with the decision or plan that was refused.
pub(super) struct Refusals {
    /// The label of a decision, or the id of the seat whose plan it was.
    pub label: String,
    pub why: Refusal,
    /// `true` if it is about a plan.
    pub plan: bool,
}

/// A [`Desk`] over written decisions.
pub(super) struct CaseDesk {
    seats: Vec<String>,
    seed: Seed,
    pub cards: Vec<Card>,
    otherwise: Otherwise,
    pub refused: Vec<Refusals>,
    events: Vec<Value>,
    /// Answers that plans and defaults gave.
    answers: Vec<Value>,
    /// The card last taken, which a refusal would be about.
    last: Option<usize>,
    /// `true` if a decision was refused in the stage being played.
    pub again: bool,
    /// Events and answers before the point of interest.
    before: (usize, usize),
    /// The first decision of `when` that was used while one of `answered` was not.
    pub early: Option<String>,
}

/// Where a [`CaseDesk`] was at the opening of a stage.
pub(super) struct Mark {
    used: Vec<bool>,
    refused: usize,
    events: usize,
    answers: usize,
    before: (usize, usize),
    early: Option<String>,
}

impl CaseDesk {
    /// A desk without decisions.
    pub(super) fn new(seats: Vec<String>, otherwise: Otherwise, chance: u64) -> Self {
        let mut seed = [0; 32];
        seed[24..].copy_from_slice(&chance.to_be_bytes());
        CaseDesk {
            seats,
            seed: Seed(seed),
            cards: Vec::new(),
            otherwise,
            refused: Vec::new(),
            events: Vec::new(),
            answers: Vec::new(),
            last: None,
            again: false,
            before: (0, 0),
            early: None,
        }
    }

    /// Forgets the events of the set-up.
    pub(super) fn forget(&mut self) {
        self.events.clear();
    }

    /// Returns the events since the last decision of `answered`.
    pub(super) fn events(&self) -> &[Value] {
        self.events.get(self.before.0..).unwrap_or_default()
    }

    /// Returns the answers of plans and defaults since the last decision of `answered`.
    pub(super) fn answers(&self) -> &[Value] {
        self.answers.get(self.before.1..).unwrap_or_default()
    }

    /// Notes the opening of a stage.
    pub(super) fn mark(&mut self) -> Mark {
        self.again = false;
        Mark {
            used: self.cards.iter().map(|card| card.used).collect(),
            refused: self.refused.len(),
            events: self.events.len(),
            answers: self.answers.len(),
            before: self.before,
            early: self.early.clone(),
        }
    }

    /// Goes back to the opening of a stage, to play it without the decisions struck in it. What was refused of
    /// plans since then will be refused again.
    pub(super) fn rewind(&mut self, mark: &Mark) {
        for (card, used) in self.cards.iter_mut().zip(&mark.used) {
            card.used = *used || card.struck;
        }
        let since = self.refused.split_off(mark.refused);
        self.refused.extend(since.into_iter().filter(|refusal| !refusal.plan));
        self.events.truncate(mark.events);
        self.answers.truncate(mark.answers);
        self.before = mark.before;
        self.early.clone_from(&mark.early);
    }

    /// Counts as refused what was written for a question that left another answer alone, and fitted no later one.
    pub(super) fn refuse_unforced(&mut self) {
        for card in self.cards.iter_mut().filter(|card| !card.used) {
            if let Some(why) = card.unforced.take() {
                card.used = true;
                self.refused.push(Refusals { label: card.decision.label.clone(), why, plan: false });
            }
        }
    }

    /// Uses a card.
    fn take(&mut self, place: usize) -> Option<Value> {
        let card = self.cards.get_mut(place)?;
        card.used = true;
        let (before, label, answer) =
            (card.before, card.decision.label.clone(), card.decision.answer.clone());
        if before {
            self.before = (self.events.len(), self.answers.len());
        } else if self.cards.iter().any(|card| card.before && !card.used) {
            self.early.get_or_insert(label);
        }
        Some(answer)
    }
}

impl Desk for CaseDesk {
    fn recorded(&mut self, key: &str) -> Option<Value> {
        self.last = self.cards.iter().position(|card| !card.used && card.answers(key));
        self.take(self.last?)
    }

    fn forced(&mut self, key: &str, check: &dyn Fn(&Value) -> Result<(), Refusal>) {
        let mut right = None;
        let fitting = |card: &Card| !card.used && card.answers(key);
        for (place, card) in self.cards.iter_mut().enumerate().filter(|(_, card)| fitting(card)) {
            match check(&card.decision.answer) {
                Ok(()) => {
                    right = Some(place);
                    break;
                }
                Err(why) => card.unforced = Some(why),
            }
        }
        right.and_then(|place| self.take(place));
    }

    fn policy(&mut self, _: Seat, _: &str, _: &str, says: &Says) -> Policy {
        match (says, self.otherwise) {
            // The stage will be played again without the decision refused.
            _ if self.again => Policy::Ask,
            // What a plan says comes before what the case says of silence.
            (Says::Ask, _) => Policy::Ask,
            (Says::Guess | Says::Part { .. } | Says::IfUnasked { .. }, _) | (_, Otherwise::Default) => {
                Policy::Default("case".to_owned())
            }
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
        let card = self.last.take().and_then(|place| self.cards.get_mut(place));
        let (label, plan) = match card {
            Some(card) => {
                card.struck = true;
                self.again = true;
                (card.decision.label.clone(), false)
            }
            None => (self.seats.get(seat.index()).cloned().unwrap_or_default(), true),
        };
        self.refused.push(Refusals { label, why: why.clone(), plan });
    }

    fn draw(&mut self, label: &str) -> Draw {
        // The seed of a case is a small number, zero as a rule, so that each shuffle is known.
        self.seed.draw(label)
    }

    fn told(&mut self, event: Value) {
        self.events.push(event);
    }
}
