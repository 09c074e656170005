//! What the way of the game that a ruling has left still gives. Its plans are asked again, each about the questions that
//! it was there for; who was silent is taken for silent again; what earlier rulings said stands.
//!
//! May use: entries, rules, record. Is used by: fold, run, verify.

use crate::campaign::state::entries::*;
use crate::campaign::state::record::{Filed, Record};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};
use crate::seal::Opening;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

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
    /// What a ruling, which stands in entry `seq`, carries over.
    ///
    /// # Errors
    /// In words, an entry that does not hold what it should.
    pub(crate) fn of(rules: Rules<'_>, seq: u64, ruling: &Ruling, keeps: &[Shut]) -> Result<Self, String> {
        let past = rules.past;
        let mut carried = match ruling.what {
            RulingKind::Rewind => Carried::default(),
            RulingKind::Forward => at(rules, ruling.after)?,
            RulingKind::Rule => {
                let mut carried = at(rules, seq - 1)?;
                carried.take_in(rules, &timeline(past, seq - 1), ruling.after)?;
                carried
            }
        };
        (carried.since, carried.after) = (seq, ruling.after);
        for shut in keeps {
            // What is sealed there counts when its window opens again.
            for plans in carried.plans.values_mut() {
                plans.retain(|plan| plan.filed.window != shut.window);
            }
        }
        for change in &ruling.changes {
            if let RulingChange::Mail { seat, window, accept: false, .. } = change {
                carried.refuse(seat, window);
            }
        }
        Ok(carried)
    }

    /// Takes in what a way gives beyond an entry.
    fn take_in(&mut self, rules: Rules<'_>, way: &[&Entry], after: u64) -> Result<(), String> {
        let mut turn = 0;
        let mut bound: BTreeMap<(SeatId, String), u64> = BTreeMap::new();
        for entry in way {
            let line = Line::from(*entry);
            let is_new = entry.seq > after;
            match entry.kind {
                Kind::Resolved => turn = line.body::<Resolved>()?.turn,
                Kind::Sealed => {
                    let Sealed { seat, window, revision, .. } = line.body()?;
                    bound.insert((seat, window), revision);
                }
                Kind::Answered if is_new => {
                    let Answer { seat, key, kind, answer, source, .. } = line.answer()?.0;
                    let seq = entry.seq;
                    self.answers.insert(key, CarriedAnswer { seq, seat, kind, answer, source });
                }
                Kind::Opened if is_new => {
                    let OpenedPlan { window, seat, how, .. } = line.body()?;
                    let Some(document) = line.secret else { continue };
                    let opening = Opening::from_value(document).map_err(|why| why.to_string())?;
                    if rules.referee.accept_plan(opening.plan()).is_err() {
                        continue;
                    }
                    let revision = bound.get(&(seat.clone(), window.clone())).copied().unwrap_or_default();
                    let plan = opening.plan().clone();
                    let filed = Filed { window, how, revision, seq: entry.seq, plan };
                    self.plans.entry(seat).or_default().insert(0, CarriedPlan { turn, filed });
                }
                Kind::Ruling if is_new => {
                    let Some(ruling) = adopted(entry) else { continue };
                    turn = ruling.turn;
                    for plan in line.secret::<RulingSecret>()?.unwrap_or_default().plans {
                        let filed = plan.filed(entry.seq);
                        self.plans.entry(plan.seat).or_default().insert(0, CarriedPlan { turn, filed });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A seat's plan of a window does not count: the seat was silent.
    fn refuse(&mut self, seat: &str, window: &str) {
        if let Some(plans) = self.plans.get_mut(seat) {
            plans.retain(|plan| plan.filed.window != window);
        }
        for answer in self.answers.values_mut().filter(|answer| answer.seat == seat) {
            if matches!(&answer.source, From::Plan { window: own, .. } if own == window) {
                answer.source = From::Default { why: "refused".to_owned() };
            }
        }
    }

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
}

impl RuledPlan {
    /// As it is filed.
    pub(crate) fn filed(&self, seq: u64) -> Filed {
        Filed { window: self.window.clone(), how: How::Deposit, revision: 0, seq, plan: self.plan.clone() }
    }
}

/// What is carried on the way that ends with an entry: that of its last ruling.
fn at(rules: Rules<'_>, seq: u64) -> Result<Carried, String> {
    let last =
        timeline(rules.past, seq).into_iter().rev().find_map(|entry| Some((entry.seq, adopted(entry)?)));
    match last {
        Some((own, ruling)) => {
            let place = usize::try_from(own).unwrap_or(usize::MAX).saturating_sub(1);
            let secret = rules.past.get(place).map(|entry| Line::from(entry).secret::<RulingSecret>());
            let keeps = secret.transpose()?.flatten().unwrap_or_default().keeps;
            Carried::of(rules, own, &ruling, &keeps)
        }
        None => Ok(Carried::default()),
    }
}

impl Record {
    /// The plans of a seat that may be asked, newest first; about which keys, [`may_use`](Record::may_use) says.
    pub fn plans_of(&self, seat: &str) -> Vec<&Filed> {
        let own = self.plans.get(seat).into_iter().flatten();
        let carried = self.carried.plans.get(seat).into_iter().flatten();
        let mut all: Vec<&Filed> = own.chain(carried.map(|plan| &plan.filed)).collect();
        all.sort_by_key(|filed| std::cmp::Reverse(filed.seq));
        all
    }

    /// Whether a plan of a seat may be asked about a key. What came since the last ruling always may. What came before
    /// may, if it was there when the question was answered on the way that was left: a later plan must not change what
    /// was decided without it.
    pub fn may_use(&self, seat: &str, filed: &Filed, key: &str) -> bool {
        let carried = &self.carried;
        if carried.since == 0 || filed.seq >= carried.since {
            return true;
        }
        let turns = carried.plans.get(seat);
        let turn = |filed: &Filed| {
            let plan = turns?.iter().find(|plan| plan.filed.seq == filed.seq)?;
            Some(plan.turn)
        };
        let answered = carried.answers.get(key).map(|answer| answer.seq).filter(|seq| *seq > carried.after);
        let was_there = |filed: &Filed| match answered {
            Some(seq) => filed.seq < seq,
            None => turn(filed).is_none_or(|turn| turn <= self.turn),
        };
        let replaced =
            |other: &&Filed| other.window == filed.window && other.seq > filed.seq && was_there(other);
        was_there(filed) && !self.plans_of(seat).iter().any(replaced)
    }

    /// The answer that a ruling gives to a key, with its number where it is known.
    pub(crate) fn ruled_answer(&self, key: &str) -> Option<(Value, From)> {
        if let Some(ruled) = self.ruled.get(key) {
            return Some((ruled.value.clone(), From::Ruling { number: ruled.number }));
        }
        self.carried.ruled(key).map(|answer| (answer.answer.clone(), answer.source.clone()))
    }

    /// Windows whose names are known.
    pub(crate) fn windows(&self) -> BTreeSet<String> {
        let open = self.window.iter().map(|window| window.id.clone());
        self.past.iter().cloned().chain(open).collect()
    }
}
