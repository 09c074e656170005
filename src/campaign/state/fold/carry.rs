//! What a replaced timeline still gives after a ruling. Its plans are asked again, each about the questions that it was
//! there for; a seat that was silent is silent again; what earlier rulings said still counts.

use crate::campaign::state::entries::*;
use crate::campaign::state::lying_plans::{Lying, lying};
use crate::campaign::state::record::{Carried, CarriedAnswer, Filed, Round};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};
use crate::seal::Opening;
use serde_json::Value;
use std::collections::BTreeMap;

/// Returns what the ruling in entry `seq` carries over from the timelines that were replaced. `keeps` are the windows
/// that it closes with their seals: those plans count when their windows open again, so they are not carried.
///
/// # Errors
/// If an entry does not hold what its kind should hold.
pub(super) fn carried(
    rules: Rules<'_>,
    seq: u64,
    ruling: &Ruling,
    keeps: &[Shut],
) -> Result<Carried, String> {
    let past = rules.past.all().map_err(|why| why.to_string())?;
    let mut carried = match ruling.what {
        RulingKind::Rewind if ruling.standby => {
            let mut before = carried_at(rules, seq - 1)?;
            carry_over(&mut before, rules, &timeline(past, seq - 1), ruling.after)?;
            Carried { standby: all_sent(before), ..Carried::default() }
        }
        RulingKind::Rewind => Carried::default(),
        RulingKind::Forward => carried_at(rules, ruling.after)?,
        RulingKind::Rule => {
            let mut carried = carried_at(rules, seq - 1)?;
            carry_over(&mut carried, rules, &timeline(past, seq - 1), ruling.after)?;
            carried
        }
    };
    keep_lying(&mut carried, rules, seq - 1)?;
    let lying = &carried.lying;
    carried.standby.values_mut().for_each(|plans| plans.retain(|plan| !lying.contains_key(&plan.seq)));
    (carried.since, carried.after) = (seq, ruling.after);
    for shut in keeps {
        for plans in carried.plans.values_mut() {
            plans.retain(|plan| plan.window != shut.window);
        }
    }
    for change in &ruling.changes {
        if let RulingChange::Mail { seat, window, accept: false, .. } = change {
            carried.refuse(seat, window);
        }
    }
    Ok(carried)
}

/// Returns all plans that seats have sent on replaced timelines, newest first.
fn all_sent(carried: Carried) -> BTreeMap<SeatId, Vec<Filed>> {
    let mut all = carried.plans;
    for (seat, plans) in carried.standby {
        all.entry(seat).or_default().extend(plans);
    }
    for plans in all.values_mut() {
        plans.retain(|plan| plan.how != How::Steward);
        plans.sort_by_key(|plan| std::cmp::Reverse(plan.seq));
        plans.dedup_by_key(|plan| plan.seq);
    }
    all
}

/// Adds the plans that seats have sent in an unsealed window which a ruling closes before anybody needed them.
fn keep_lying(carried: &mut Carried, rules: Rules<'_>, last: u64) -> Result<(), String> {
    carried.lying.clear();
    let past = rules.past.all().map_err(|why| why.to_string())?;
    for Lying { seq, stage, round } in lying(rules, past, last) {
        let at = seq.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        let Some(entry) = at.and_then(|at| past.get(at)) else { continue };
        let OpenedPlan { window, seat, how, .. } = Line::from(entry).body()?;
        let Some(plan) = usable(rules, entry)? else { continue };
        carried.lying.insert(seq, stage);
        let plans = carried.plans.entry(seat).or_default();
        if plans.iter().all(|known| known.seq != seq) {
            plans.insert(0, Filed { window, round, how, seq, plan });
        }
    }
    Ok(())
}

/// Returns the plan that an entry opens; `None` if this copy leaves it out or it is no plan of this game.
fn usable(rules: Rules<'_>, entry: &Entry) -> Result<Option<Value>, String> {
    let Some(document) = Line::from(entry).secret else { return Ok(None) };
    let opening = Opening::from_value(document).map_err(|why| why.to_string())?;
    let plan = opening.plan().clone();
    Ok(rules.referee.accept_plan(&plan).is_ok().then_some(plan))
}

/// Adds the answers and plans that a timeline gives after the entry `after`.
fn carry_over(
    carried: &mut Carried,
    rules: Rules<'_>,
    timeline: &[&Entry],
    after: u64,
) -> Result<(), String> {
    let mut round = Round { turn: 0, name: String::new() };
    let round_of = |turn: u32, stage: &str| Round { turn, name: rules.referee.round(stage).to_owned() };
    for entry in timeline {
        let line = Line::from(*entry);
        let is_new = entry.seq > after;
        match entry.kind {
            Kind::Resolved => {
                let Resolved { turn, stage, .. } = line.body()?;
                round = round_of(turn, &stage);
            }
            Kind::Answered if is_new => {
                let Answer { seat, key, kind, answer, source, .. } = line.answer()?.0;
                let seq = entry.seq;
                carried.answers.insert(key, CarriedAnswer { seq, seat, kind, answer, source });
            }
            Kind::Opened if is_new => {
                let OpenedPlan { window, seat, how, .. } = line.body()?;
                let Some(plan) = usable(rules, entry)? else { continue };
                let filed = Filed { window, round: round.clone(), how, seq: entry.seq, plan };
                carried.plans.entry(seat).or_default().insert(0, filed);
            }
            Kind::Ruling if is_new => {
                // It stands in the stage to which the last resolution before it has led.
                if adopted(entry).is_none() {
                    continue;
                }
                for plan in line.secret::<RulingSecret>()?.unwrap_or_default().plans {
                    let filed = Filed::by_ruling(&plan, round.clone(), entry.seq);
                    carried.plans.entry(plan.seat).or_default().insert(0, filed);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns what is carried on the timeline that ends with the entry `seq`: what its last ruling carried over.
fn carried_at(rules: Rules<'_>, seq: u64) -> Result<Carried, String> {
    let past = rules.past.all().map_err(|why| why.to_string())?;
    let last = timeline(past, seq).into_iter().rev().find_map(|entry| Some((entry.seq, adopted(entry)?)));
    match last {
        Some((own, ruling)) => {
            let place = usize::try_from(own).unwrap_or(usize::MAX).saturating_sub(1);
            let secret = past.get(place).map(|entry| Line::from(entry).secret::<RulingSecret>());
            let keeps = secret.transpose()?.flatten().unwrap_or_default().keeps;
            carried(rules, own, &ruling, &keeps)
        }
        None => Ok(Carried::default()),
    }
}
