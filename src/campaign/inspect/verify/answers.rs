//! Answers: each from an opened plan, from a default for a reason that holds, or from a ruling; all worked out again.

use super::verified::Flaw;
use super::walk::{Walk, Why, need, refused};
use crate::campaign::play::answers::try_stage;
use crate::campaign::play::silence::Silence;
use crate::campaign::state::entries::{Answer, From, Line, RulingChange, SeatId, Unmet};
use crate::campaign::state::record::{Round, Standing};
use crate::ledger::{Entry, Kind};
use crate::table::{Policy, Unanswered};
use std::collections::BTreeMap;

/// Works out the run of answers at the head of `entries` again and compares them. Returns how many are right; 0 if this copy
/// leaves out what is needed.
///
/// # Errors
/// If an answer is another one than that of plan, policy or ruling, or one is missing.
pub(super) fn run(walk: &Walk<'_>, entries: &[Entry]) -> Result<usize, Flaw> {
    let own = &walk.record.game.asked_in;
    // Ledgers of before count also who was answered for before the window closed.
    found(walk, walk.asked_before.asked_in(&walk.record), entries)
        .or_else(|flaw| found(walk, own, entries).map_err(|_| flaw))
}

fn found(walk: &Walk<'_>, asked_in: &BTreeMap<SeatId, Round>, entries: &[Entry]) -> Result<usize, Flaw> {
    let run = entries.iter().take_while(|entry| entry.kind == Kind::Answered);
    let run: Vec<&Entry> = run.collect();
    let Some(first) = run.first() else { return Ok(0) };
    let flaw = |entry: u64, why: Why| Flaw { entry, why };
    let mut given = Vec::new();
    for entry in &run {
        let given_by = |why| flaw(entry.seq, why);
        given.push((Line::from(*entry).answer().map_err(given_by)?, entry));
    }
    let lacks = |answer: &Answer, entry: &Entry| answer.hidden && Line::from(entry).secret.is_none();
    if walk.blind || given.iter().any(|((answer, _), entry)| walk.is_hidden(answer) || lacks(answer, entry)) {
        return Ok(0);
    }
    let claims: BTreeMap<&str, &From> =
        given.iter().map(|((answer, _), _)| (answer.key.as_str(), &answer.source)).collect();
    let record = &walk.record;
    let damaged = |why: crate::table::Damaged| flaw(first.seq, why.to_string());
    let rules = walk.rules().of(record).map_err(damaged)?;
    let seats = rules.referee.seats();
    let (settings, round) = (&record.people.settings, rules.round(record));
    let silence = Silence { record, asked_in, settings, seats: &seats, round, now: first.at };
    let policy = |asked: Unanswered<'_>| {
        let claim = claims.get(asked.key).copied();
        walk.policy(&silence, asked, claim)
    };
    let (_, found) = try_stage(rules, record, policy).map_err(damaged)?;
    let mut due = found.found.iter();
    for ((answer, unusable), entry) in &given {
        let Some((is, passed)) = due.next() else {
            return Err(flaw(entry.seq, refused(format!("nothing answers {} at this point", answer.key))));
        };
        let has_secret = Line::from(**entry).secret.is_some();
        compare(is, answer, has_secret).map_err(|why| flaw(entry.seq, why))?;
        let same = !has_secret || passed == unusable;
        need(same, "what was passed over in the plan is not what the plan says")
            .map_err(|why| flaw(entry.seq, why))?;
    }
    if let Some((missing, _)) = due.next() {
        let next = entries.get(run.len()).map_or(first.seq, |next| next.seq);
        return Err(flaw(next, refused(format!("{} is answered, but the entry is missing", missing.key))));
    }
    Ok(run.len())
}

/// Returns what a plan could not have as ledgers of before tell it, which do not say what stands in the way of a march.
fn without_reasons(unmet: &[Unmet]) -> Vec<Unmet> {
    const REASONS: [&str; 3] = ["because", "armies", "limits"];
    let mut all = unmet.to_vec();
    for details in all.iter_mut().filter_map(|unmet| unmet.details.as_object_mut()) {
        if details.contains_key(REASONS[0]) {
            REASONS.iter().for_each(|name| drop(details.remove(*name)));
        }
    }
    all
}

/// Compares an answer that was worked out with the one that is written.
fn compare(is: &Answer, written: &Answer, has_path: bool) -> Result<(), Why> {
    let Answer { seat, key, kind, answer, hidden, source, again, unmet } = written;
    need(
        (&is.seat, &is.key, &is.kind) == (seat, key, kind),
        format!("{key} is answered where {} is asked", is.key),
    )?;
    need(
        is.answer == *answer,
        match &is.source {
            From::Ruling { number } => {
                format!("{key} is answered by {answer}, but ruling {number} says {}", is.answer)
            }
            From::Default { .. } => {
                format!("{key} is answered by {answer}, but the default is {}", is.answer)
            }
            _ => format!("{key} is answered by {answer}, but the plan says {}", is.answer),
        },
    )?;
    need(
        is.hidden == *hidden,
        format!("whether the answer to {key} is secret the rules say, and not the ledger"),
    )?;
    let mut due = is.source.clone();
    if let (false, From::Plan { path, .. } | From::Steward { path, .. }) = (has_path, &mut due) {
        path.clear();
    }
    need(due == *source, format!("the answer to {key} has another source than the ledger says"))?;
    let is_said = is.unmet == *unmet || without_reasons(&is.unmet) == *unmet;
    need(is_said || !has_path, "what the plan could not have is not what the plan says")?;
    need(is.again == *again || !has_path, format!("the answer to {key} does not repeat the entry it names"))
}

impl Walk<'_> {
    /// Decides about a question as the campaign did. An absence that this copy leaves out is believed.
    pub(super) fn policy(
        &self,
        silence: &Silence<'_>,
        asked: Unanswered<'_>,
        claim: Option<&From>,
    ) -> Policy {
        let seat = silence.id(asked.seat).to_owned();
        let policy = silence.policy(asked);
        match claim {
            // Ledgers of before leave out who is away also where a steward was to play.
            Some(From::Default { why })
                if why == "absent" && (self.hidden_away.contains(&seat) || silence.is_left_out(&seat)) =>
            {
                Policy::Default(why.clone())
            }
            // So is one for which a plan that a rewind has taken back answers.
            Some(From::Plan { window, .. })
                if policy == Policy::Ask
                    && self.hidden_away.contains(&seat)
                    && self.record.game.standby_of(&seat).any(|filed| filed.window == *window) =>
            {
                Policy::Default("absent".to_owned())
            }
            _ => policy,
        }
    }

    /// Returns `true` if this copy leaves out the plan that an answer is from.
    fn is_hidden(&self, answer: &Answer) -> bool {
        let (From::Plan { window, .. } | From::Steward { window, .. }) = &answer.source else { return false };
        let own = (answer.seat.clone(), window.clone());
        let game = &self.record.game;
        let mut plans = game.plans_of(&answer.seat).into_iter().chain(game.standby_of(&answer.seat));
        self.opened.contains(&own) && !plans.any(|filed| filed.window == *window)
    }

    /// Checks what can be said of an answer without playing the game.
    pub(super) fn answered(&self, line: Line<'_>) -> Result<(), Why> {
        let answer: Answer = line.body()?;
        self.goes_on()?;
        self.seat(&answer.seat)?;
        let (game, people) = (&self.record.game, &self.record.people);
        let sealed = game.open_window().is_some_and(|window| window.sealed);
        need(!sealed, "a question is answered while plans are still sealed")?;
        need(!game.answers.contains_key(&answer.key), "a question is answered twice")?;
        let adopted = || people.rulings.iter().filter(|given| given.standing == Standing::Adopted);
        match &answer.source {
            From::Plan { window, .. } | From::Steward { window, .. } => {
                let accepts = |change: &RulingChange| {
                    matches!(change, RulingChange::Mail { seat, window: own, accept: true, .. }
                        if *seat == answer.seat && own == window)
                };
                let ruled = adopted().any(|given| given.ruling.changes.iter().any(accepts));
                let opened = self.opened.contains(&(answer.seat.clone(), window.clone()));
                need(opened || ruled, format!("no plan of {} for {window} was opened", answer.seat))
            }
            From::Ruling { number } => {
                let answers = |change: &RulingChange| matches!(change, RulingChange::Answer { key, .. } if *key == answer.key);
                let mut rulings = adopted().filter(|given| given.ruling.number == *number);
                need(
                    rulings.any(|given| given.ruling.changes.iter().any(answers)),
                    format!("ruling {number} does not answer {}", answer.key),
                )
            }
            From::Default { why } => self.silent(&answer, why),
        }
    }

    /// Checks that a default's reason agrees with what the ledger says of the seat.
    fn silent(&self, answer: &Answer, why: &str) -> Result<(), Why> {
        let (game, people) = (&self.record.game, &self.record.people);
        let seat = &answer.seat;
        let known = match why {
            "resigned" => people.resigned.contains(seat),
            "absent" | "guess" | "pace" | "refused" => !game.silenced.contains_key(&answer.key),
            _ => false,
        };
        let silenced = game.silenced.get(&answer.key).is_some_and(|silent| silent == why);
        let round = self.rules().round(&self.record);
        let missed = game.missed.get(seat).is_some_and(|(own, missed)| *own == round && missed == why);
        let again = game.carried.silent(&answer.key).is_some() || self.blind && !people.rulings.is_empty();
        need(
            known || silenced || missed || again,
            format!("nothing says that {seat} is silent because of “{why}”"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::entries::Unmet;
    use serde_json::json;

    /// A copy without the seat's secrets says neither where in a plan an answer is, nor what the plan could not have, nor which
    /// entry it repeats; one with them says all three as they are.
    #[test]
    fn what_a_copy_leaves_out_is_not_held_against_it() {
        let from = |path: &str| From::Plan { window: "1-bidding".into(), path: path.into() };
        let is = Answer {
            seat: "ash".into(),
            key: "1/bid/ash".into(),
            kind: "bid".into(),
            answer: json!(3),
            hidden: false,
            source: from("bid"),
            again: Some(7),
            unmet: vec![Unmet { code: "x".into(), details: json!({}) }],
        };
        let public = Answer { source: from(""), again: None, unmet: Vec::new(), ..is.clone() };
        assert_eq!(compare(&is, &is, true), Ok(()));
        assert_eq!(compare(&is, &public, false), Ok(()));
        for (wrong, has_path, why) in [
            (Answer { source: from("prize"), ..is.clone() }, true, "has another source"),
            (Answer { source: from("prize"), ..public.clone() }, false, "has another source"),
            (Answer { unmet: Vec::new(), ..is.clone() }, true, "could not have"),
            (Answer { again: None, ..is.clone() }, true, "does not repeat"),
            (Answer { hidden: true, ..public.clone() }, false, "secret"),
            (Answer { answer: json!(2), ..public.clone() }, false, "is answered by 2"),
            (Answer { key: "1/bid/birch".into(), ..public.clone() }, false, "is answered where"),
        ] {
            let told = compare(&is, &wrong, has_path).unwrap_err();
            assert!(told.contains(why), "{told} and not {why}");
        }
    }
}
