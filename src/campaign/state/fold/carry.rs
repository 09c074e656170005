//! What the way of the game that a ruling has left still gives. Its plans are asked again, each about the questions that
//! it was there for; who was silent is taken for silent again; what earlier rulings said stands.
//!
//! May use: entries, rules, record. Is used by: fold, run, verify.

use crate::campaign::state::entries::*;
use crate::campaign::state::record::{Carried, CarriedAnswer, CarriedPlan, Filed};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};
use crate::seal::Opening;
use std::collections::BTreeMap;

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
