//! Plans in use, and the plans and answers that replaced timelines still give.

use super::window::Round;
use crate::campaign::state::entries::{From, How, RuledPlan, SeatId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// An opened plan, which answers its seat's questions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filed {
    /// The window that it was sent in.
    pub window: String,
    /// The round in which it was opened.
    pub round: Round,
    pub how: How,
    /// The entry that opened it, or the ruling that accepted it.
    pub seq: u64,
    pub plan: Value,
}

impl Filed {
    /// Returns a plan that a ruling gives, as filed by the ruling's entry `seq`.
    pub(crate) fn by_ruling(plan: &RuledPlan, round: Round, seq: u64) -> Self {
        let (window, plan) = (plan.window.clone(), plan.plan.clone());
        Filed { window, round, how: How::Deposit, seq, plan }
    }

    /// Returns `true` if it may answer questions of a round. A steward stands in for one round, and its seat is asked
    /// again in the next.
    pub fn serves(&self, round: &Round) -> bool {
        self.how != How::Steward || self.round == *round
    }
}

/// The answers and plans that the last ruling carries over from replaced timelines.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// The entry of the ruling; 0 if nothing is carried.
    pub since: u64,
    /// The last entry of the timeline that the ruling keeps.
    pub after: u64,
    /// Answers that were given on replaced timelines, by the question's key.
    pub answers: BTreeMap<String, CarriedAnswer>,
    /// Plans that were opened there, newest first.
    pub plans: BTreeMap<SeatId, Vec<Filed>>,
    /// Those that were sent in an unsealed window which a ruling closed, by the entry that opened them, with the stage in which
    /// that was: they count again from that stage on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lying: BTreeMap<u64, u64>,
    /// Plans that were opened on a timeline which a rewind has replaced, newest first: they answer where their seat is silent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub standby: BTreeMap<SeatId, Vec<Filed>>,
}

/// An answer of a replaced timeline.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CarriedAnswer {
    /// The entry that gave the answer.
    pub seq: u64,
    pub seat: SeatId,
    pub kind: String,
    pub answer: Value,
    pub source: From,
}

impl Carried {
    /// Returns `true` if a seat had a plan there that was opened in a turn and had been asked by then.
    pub(crate) fn has_plan(&self, seat: &str, turn: u32) -> bool {
        let plans = self.plans.get(seat).into_iter().flatten();
        plans.filter(|plan| !self.lying.contains_key(&plan.seq)).any(|plan| plan.round.turn == turn)
    }

    /// Returns the answer that an earlier ruling gave to a question on a replaced timeline.
    pub(crate) fn ruled(&self, key: &str) -> Option<&CarriedAnswer> {
        self.answers.get(key).filter(|answer| matches!(answer.source, From::Ruling { .. }))
    }

    /// Returns `true` if a question was answered so there.
    pub(crate) fn gave(&self, key: &str, value: &Value) -> bool {
        self.answers.get(key).is_some_and(|answer| answer.answer == *value)
    }

    /// Returns why the seat was silent on a question there; `None` if it answered or was not asked.
    pub(crate) fn silent(&self, key: &str) -> Option<&str> {
        match &self.answers.get(key)?.source {
            From::Default { why } => Some(why),
            _ => None,
        }
    }

    /// Drops a seat's plan for a window: its answers become those of a silent seat.
    pub(crate) fn refuse(&mut self, seat: &str, window: &str) {
        for plans in [&mut self.plans, &mut self.standby].into_iter().filter_map(|plans| plans.get_mut(seat))
        {
            plans.retain(|plan| plan.window != window);
        }
        for answer in self.answers.values_mut().filter(|answer| answer.seat == seat) {
            if matches!(&answer.source, From::Plan { window: own, .. } if own == window) {
                answer.source = From::Default { why: "refused".to_owned() };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filed(how: How, turn: u32, name: &str) -> Filed {
        let round = Round { turn, name: name.to_owned() };
        Filed { window: format!("{turn}-{name}"), round, how, seq: 1, plan: Value::Null }
    }

    #[test]
    fn a_steward_plays_for_its_round_alone() {
        let later = Round { turn: 1, name: "westeros".to_owned() };
        assert!(filed(How::Steward, 1, "westeros").serves(&later));
        assert!(!filed(How::Steward, 1, "planning").serves(&later));
        assert!(!filed(How::Steward, 2, "westeros").serves(&later));
        assert!(filed(How::Deposit, 1, "planning").serves(&later));
    }

    #[test]
    fn a_carried_plan_is_of_the_turn_in_which_it_was_opened() {
        let mut carried = Carried::default();
        carried.plans.insert("ash".to_owned(), vec![filed(How::Deposit, 1, "planning")]);
        assert!(carried.has_plan("ash", 1) && !carried.has_plan("ash", 2) && !carried.has_plan("birch", 1));
    }
}
