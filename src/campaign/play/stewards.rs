//! The steward (a program), who plays for a silent seat: a sensible plan by chance, which keeps to what the seat has sent itself.

use crate::campaign::play::answers::try_stage;
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{From, How};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Filed, Window};
use crate::table::{Open, Policy, Says, Seat};
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeSet;

/// How many suggestions are tried beside what a seat has sent.
const SUGGESTIONS: usize = 40;

impl Engine<'_> {
    /// Makes the steward's plan for a silent seat, and opens it. It keeps to what a plan of the seat says already of a part of what is
    /// asked, such as orders for some of its areas, as far as any suggestion can be joined with it.
    pub(crate) fn steward(&mut self, window: &Window, id: &str) -> Result<(), CampaignError> {
        let Some(seat) = self.rules.seat(id) else { return Ok(()) };
        let pending = self.pending()?;
        let open: Vec<Open> = pending.open.iter().filter(|open| open.seat == seat).cloned().collect();
        let seed = self.secrets.derive(&json!({"steward": id, "window": window.id}));
        let [a, b, c, d, e, f, g, h, ..] = seed;
        let mut dice = fastrand::Rng::with_seed(u64::from_be_bytes([a, b, c, d, e, f, g, h]));
        // The steward knows only what the seat may know.
        let position = pending.seen(self.rules, seat)?;
        let referee = self.rules.referee;
        let mut plan = referee.suggest(&position, seat, &open, &mut dice)?;
        if let Some(begun) = self.begun(window, seat, id)? {
            // What comes up after these may depend on what the seat may not know.
            let asked: BTreeSet<&str> =
                open.iter().filter(|open| !open.ahead).map(|open| open.key.as_str()).collect();
            let answered = |plan: &Value, in_part| -> Result<BTreeSet<String>, CampaignError> {
                let mut all = self.answered_by(plan, window, (seat, id), in_part)?;
                all.retain(|key| asked.contains(key.as_str()));
                Ok(all)
            };
            let wanted = answered(&plan, false)?;
            let mut suggestion = plan.clone();
            for number in 0..SUGGESTIONS {
                let (joined, _) = referee.merge(&suggestion, &begun)?;
                // What the seat wants and cannot have, such as an order that a card forbids, is left out in the end.
                let is_last = number + 1 == SUGGESTIONS;
                if answered(&joined, is_last)?.is_superset(&wanted) {
                    plan = joined;
                    break;
                }
                suggestion = referee.suggest(&position, seat, &open, &mut dice)?;
            }
        }
        self.deposit(&window.id, id, plan, How::Steward, 0, "steward")?;
        self.release(&window.id, id).map(drop)
    }

    /// Returns the last plan that a seat has sent in this turn if it answers a part of what is asked, and only a part.
    fn begun(&self, window: &Window, seat: Seat, id: &str) -> Result<Option<Value>, CampaignError> {
        // Who does not open a seal cannot choose another plan by that.
        if window.seats.get(id).is_some_and(|part| part.seal.is_some()) {
            return Ok(None);
        }
        let mut own = self.record.game.plans_of(id).into_iter();
        let own = own.find(|filed| filed.how != How::Steward && filed.round.turn == window.turn);
        let Some(own) = own else { return Ok(None) };
        let is_part = Cell::new(false);
        try_stage(self.rules, &self.record, |unanswered| {
            let is_own = unanswered.seat == seat;
            is_part.set(is_part.get() || is_own && matches!(unanswered.says, Says::Part { .. }));
            if is_own { Policy::Ask } else { Policy::Default("missed".to_owned()) }
        })?;
        Ok(is_part.get().then(|| own.plan.clone()))
    }

    /// Returns the keys of the questions that a plan would answer as the steward's; with `in_part` also of those that it answers in
    /// part.
    fn answered_by(
        &self,
        plan: &Value,
        window: &Window,
        (seat, id): (Seat, &str),
        in_part: bool,
    ) -> Result<BTreeSet<String>, CampaignError> {
        let mut record = self.record.clone();
        let (window, round) = (window.id.clone(), window.round());
        let filed = Filed { window, round, how: How::Steward, seq: u64::MAX, plan: plan.clone() };
        record.game.plans.entry(id.to_owned()).or_default().insert(0, filed);
        let (_, found) = try_stage(self.rules, &record, |unanswered| {
            let is_part = in_part && matches!(unanswered.says, Says::Part { .. });
            match unanswered.seat == seat && !is_part {
                true => Policy::Ask,
                false => Policy::Default("missed".to_owned()),
            }
        })?;
        let own = found.found.into_iter().map(|(answer, _)| answer);
        let own = own.filter(|answer| answer.seat == id && matches!(answer.source, From::Steward { .. }));
        Ok(own.map(|answer| answer.key).collect())
    }
}
