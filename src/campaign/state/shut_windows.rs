//! Windows that a ruling closes, with the seals in them. Nothing that was sent is lost by a ruling: a sealed plan counts again
//! when the game reaches its questions.

use super::entries::{How, In, RulingChange, RulingKind, SeatId, Shut, WindowStep};
use super::fold::DoesNotFollow;
use super::record::{Record, Window};
use super::rules::Rules;
use super::timeline::timeline;
use crate::ledger::Kind;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the sealed plans that still count after a ruling on `record` that goes back to the entry `after`: those of the
/// window that is open now, and, if the ruling makes these changes by going back into a window, those of that window as well.
///
/// # Errors
/// If the record at that point does not follow from the ledger.
pub(crate) fn keeps(
    rules: Rules<'_>,
    record: &Record,
    (what, after): (RulingKind, u64),
    changes: &[RulingChange],
) -> Result<Vec<Shut>, DoesNotFollow> {
    let mut all = Vec::new();
    // What a correction goes back to is played again from the plans that were opened there.
    if what != RulingKind::Rule {
        let then = Record::at(rules, after)?;
        then.game.shut.iter().for_each(|shut| add(&mut all, shut.clone()));
        let window = then.game.open_window().filter(|window| window.sealed);
        let is_now = |window: &&Window| record.game.open_window().is_some_and(|now| now.id == window.id);
        if let Some(window) = window.filter(|window| !is_now(window)) {
            add(&mut all, as_it_ended(rules, record.seq, after, window)?);
        }
    }
    record.game.shut.iter().for_each(|shut| add(&mut all, shut.clone()));
    // A plan that the ruling itself accepts or refuses is not kept.
    let is_ruled = |seat: &SeatId, window: &Window| {
        let of = |change: &RulingChange| match change {
            RulingChange::Mail { seat: whose, window: own, .. } => {
                whose == seat && (*own == window.id || own == window.bound(seat))
            }
            _ => false,
        };
        changes.iter().any(of)
    };
    if let Some(window) = record.game.open_window().filter(|window| window.sealed) {
        let seats = window.seats.clone().into_iter().filter(|(seat, _)| !is_ruled(seat, window)).collect();
        add(&mut all, shut(window, seats));
    }
    Ok(all)
}

fn shut(window: &Window, seats: BTreeMap<SeatId, In>) -> Shut {
    Shut { window: window.id.clone(), asked: window.asked.clone(), deadline: window.deadline, seats }
}

/// Returns a window of the past with the seats that had sent something by then, each with its last plan there that can still be
/// opened: an earlier one that it replaced exists no more.
fn as_it_ended(rules: Rules<'_>, last: u64, after: u64, window: &Window) -> Result<Shut, DoesNotFollow> {
    let closes = |body: &Value| {
        let step = serde_json::from_value(body.clone());
        matches!(step, Ok(WindowStep::Closed { window: id, .. }) if id == window.id)
    };
    let past = rules.past.all().map_err(|why| DoesNotFollow { seq: last, why: why.to_string() })?;
    let own: Vec<_> = timeline(past, last).into_iter().filter(|entry| entry.seq > after).collect();
    let closed = own.iter().find(|entry| entry.kind == Kind::Window && closes(&entry.body));
    let ended = match closed {
        Some(entry) => Record::at(rules, entry.seq - 1)?.game.window,
        None => None,
    };
    let ended = ended.unwrap_or_else(|| window.clone());
    let seal = |body: &Value| Some(body.get("seal")?.as_str()?.to_owned());
    let opened: BTreeSet<String> =
        own.iter().filter(|entry| entry.kind == Kind::Opened).filter_map(|entry| seal(&entry.body)).collect();
    let can_open = |part: &In| match part.how {
        Some(How::Seal) => true,
        Some(How::Deposit) => part.seal.as_ref().is_some_and(|seal| opened.contains(seal)),
        Some(How::Steward) | None => false,
    };
    let was_in = |seat: &SeatId| window.seats.get(seat).is_some_and(|part| part.how.is_some());
    let seats =
        ended.seats.clone().into_iter().filter(|(seat, part)| was_in(seat) && can_open(part)).collect();
    Ok(shut(&ended, seats))
}

/// Adds a window. What is kept of an older one with the same questions is added to it, unless the seat has sent something since.
fn add(all: &mut Vec<Shut>, mut new: Shut) {
    let (older, rest): (Vec<Shut>, Vec<Shut>) = std::mem::take(all).into_iter().partition(|old| {
        let same = |(seat, asked): (&SeatId, &Vec<_>)| {
            old.asked.get(seat).is_some_and(|was| asked.iter().any(|question| was.contains(question)))
        };
        old.window == new.window || new.asked.iter().any(same)
    });
    *all = rest;
    for old in older.into_iter().filter(|old| old.window != new.window) {
        for (seat, mut part) in old.seats {
            part.bound.get_or_insert_with(|| old.window.clone());
            new.seats.entry(seat).or_insert(part);
        }
        for (seat, asked) in old.asked {
            new.asked.entry(seat).or_insert(asked);
        }
        new.deadline = new.deadline.max(old.deadline);
    }
    all.push(new);
}
