//! Applies rulings: the game becomes that of an earlier point, the people stay as they are now.

use super::carry::carried;
use super::error::DoesNotFollow;
use crate::campaign::state::entries::*;
use crate::campaign::state::pending_rulings::PendingRulings;
use crate::campaign::state::record::{Closing, DueKind, Filed, GM, Given, Proposal, Record, Round, Standing};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind, LedgerError};
use crate::table::Position;
use chrono::{DateTime, Utc};
use std::collections::{BTreeMap, BTreeSet};

impl Record {
    /// Returns the record as it was after the entry `seq`. Its game is complete; its people lack what they did on timelines
    /// that had been replaced by then.
    ///
    /// # Errors
    /// If an entry of the timeline does not follow.
    pub fn at(rules: Rules<'_>, seq: u64) -> Result<Record, DoesNotFollow> {
        Record::replay_timeline(rules, seq, |_, _| {})
    }

    /// Replays the timeline that ends with the entry `seq`, calls `show` with each of its entries and the record after it,
    /// and returns the last record, as [`at`](Self::at) does.
    ///
    /// # Errors
    /// If an entry of the timeline does not follow.
    pub(crate) fn replay_timeline(
        rules: Rules<'_>,
        seq: u64,
        mut show: impl FnMut(&Entry, &Record),
    ) -> Result<Record, DoesNotFollow> {
        let mut record = Record::default();
        let unread = |why: LedgerError| DoesNotFollow { seq, why: why.to_string() };
        let all = rules.past.all().map_err(unread)?;
        let timeline = timeline(all, seq);
        let last = timeline.iter().rev().find(|entry| adopted(entry).is_some()).map_or(0, |entry| entry.seq);
        let past = usize::try_from(last).ok().and_then(|last| all.get(..last)).unwrap_or_default();
        let mut said = PendingRulings::before(past).map_err(|why| DoesNotFollow { seq: last, why })?;
        for entry in timeline {
            let line = Line::from(entry);
            let wrong = |why| DoesNotFollow { seq: entry.seq, why };
            if let Some(ruling) = adopted(entry) {
                let before = said.remove(&entry.seq).unwrap_or_default();
                record.keep_said(before, &ruling);
                record.changed(rules, line, &ruling).map_err(wrong)?;
            } else if entry.kind == Kind::Ended {
                // The votes for it may be on a replaced timeline; the entry was checked when it was written.
                record.game.ended = Some(line.body().map_err(wrong)?);
            } else if let Some(moved) = record.clock_of_timeline(entry) {
                // The clock is everybody's: it may have been stopped or restarted on a timeline that was replaced.
                moved.into_iter().for_each(|(id, deadline)| record.move_deadline(&id, deadline));
            } else if is_of_people(entry.kind) {
                // Their numbers count on from entries of replaced timelines, so they cannot be checked here. Rulings that
                // are only proposed, or dropped, are among them.
            } else {
                record.apply(rules, line)?;
            }
            (record.seq, record.at) = (line.seq, line.at);
            show(entry, &record);
        }
        Ok(record)
    }

    /// Returns the deadline that an entry moves if it stops or restarts the clock of a game that has begun; `None` for other
    /// entries.
    fn clock_of_timeline(&self, entry: &Entry) -> Option<Option<(String, DateTime<Utc>)>> {
        if entry.kind != Kind::Clock || self.game.position.is_null() {
            return None;
        }
        match Line::from(entry).body() {
            Ok(ClockStep::Paused { .. }) => Some(None),
            Ok(ClockStep::Resumed { moved, .. }) => Some(moved),
            _ => None,
        }
    }

    /// Applies a ruling, a proposal, or the end of a proposal.
    pub(crate) fn ruling(&mut self, rules: Rules<'_>, line: Line<'_>) -> Result<(), String> {
        match line.body()? {
            RulingStep::Adopted(ruling) => self.adopted(rules, line, ruling),
            RulingStep::Proposed { ruling, until } => {
                if self.people.proposal.is_some() {
                    return Err("it proposes a ruling while another is proposed".to_owned());
                }
                self.numbered(&ruling)?;
                let number = ruling.number;
                let secret = line.secret()?;
                if self.game.ended.is_none() {
                    // The clock waits meanwhile.
                    self.people.held.get_or_insert(line.at);
                }
                self.give(line, ruling.clone(), Vec::new(), None, Standing::Proposed);
                self.people.proposal = Some(Proposal { ruling, secret, until, against: Default::default() });
                self.tell(line, number);
                Ok(())
            }
            RulingStep::Dropped { number, why } => {
                let proposal =
                    self.people.proposal.take().filter(|proposal| proposal.ruling.number == number);
                let Some(proposal) = proposal else {
                    return Err(format!("ruling {number} is not proposed"));
                };
                self.people.rulings.iter_mut().filter(|given| given.ruling.number == number).for_each(
                    |given| {
                        given.standing = Standing::Dropped;
                        (given.why, given.against) = (Some(why.clone()), proposal.against.clone());
                        given.at = line.at;
                    },
                );
                self.tell(line, number);
                Ok(())
            }
        }
    }

    /// Adds or removes a seat's objection to the proposed ruling. Returns the ruling's number; 0 if none is proposed.
    pub(crate) fn object(&mut self, seat: &str, against: bool) -> u64 {
        let Some(proposal) = &mut self.people.proposal else { return 0 };
        match against {
            true => proposal.against.insert(seat.to_owned()),
            false => proposal.against.remove(seat),
        };
        proposal.ruling.number
    }

    /// Checks that a ruling has the number of the proposal, or the next number if none is proposed.
    fn numbered(&self, ruling: &Ruling) -> Result<(), String> {
        let due = match &self.people.proposal {
            Some(proposal) => proposal.ruling.number,
            None => self.people.rulings.len() as u64 + 1,
        };
        if ruling.number == due {
            Ok(())
        } else {
            Err(format!("it gives ruling {}, but {due} is the next number", ruling.number))
        }
    }

    fn adopted(&mut self, rules: Rules<'_>, line: Line<'_>, ruling: Ruling) -> Result<(), String> {
        if ruling.after >= line.seq {
            return Err(format!("it goes back to entry {}, which is not before it", ruling.after));
        }
        self.numbered(&ruling)?;
        let then = Record::at(rules, ruling.after).map_err(|why| why.to_string())?;
        if then.game.position.is_null() {
            return Err("it goes back to a point before the game was set up".to_owned());
        }
        if then.game.ended.is_some() {
            return Err("it goes back to a point at which the game was over".to_owned());
        }
        let windows = in_order(self.windows().difference(&then.windows()).cloned().collect());
        let open = self.game.open_window().map(|window| window.id.clone());
        let said = self.take_said();
        if self.game.ended.is_some() {
            // Votes that ended the game would end it again at once.
            self.people.ballots.clear();
        }
        self.game = then.game;
        self.people.hear_again(&self.game);
        self.keep_said(said, &ruling);
        self.people.past.extend(open.clone());
        // A player who may take a resignation back until the window ends may do so until the one that takes its place ends.
        let waits = |leaving: &&mut Leaving| leaving.window.is_some() && leaving.window == open;
        for leaving in self.people.leaving.values_mut().filter(waits) {
            leaving.window = Some(Leaving::NEXT.to_owned());
        }
        self.changed(rules, line, &ruling)?;
        let rules = rules.of(self).map_err(|why| why.0)?;
        self.game.carried = carried(rules, line.seq, &ruling, &self.game.shut)?;
        let number = ruling.number;
        // The dispute may have been settled while the ruling was only proposed.
        let disputed = |number: &u64| self.people.open_disputes().any(|dispute| dispute.number == *number);
        if let Some(dispute) = ruling.dispute.filter(disputed) {
            self.close_dispute(line, dispute, Closing::Ruling { ruling: number })?;
        }
        self.give(line, ruling, windows, open, Standing::Adopted);
        self.tell(line, number);
        Ok(())
    }

    fn take_said(&mut self) -> PendingRulings {
        PendingRulings {
            answers: std::mem::take(&mut self.game.ruled),
            outcomes: std::mem::take(&mut self.game.outcomes),
        }
    }

    fn set_said(&mut self, said: PendingRulings) {
        (self.game.ruled, self.game.outcomes) = (said.answers, said.outcomes);
    }

    /// Keeps the pending instructions of earlier rulings, as far as a ruling of this kind does, at the point it goes
    /// back to.
    fn keep_said(&mut self, before: PendingRulings, ruling: &Ruling) {
        let then = self.take_said();
        self.set_said(before.kept(ruling.what, then));
    }

    /// Applies the changes of a ruling to the game that it goes back to.
    fn changed(&mut self, rules: Rules<'_>, line: Line<'_>, ruling: &Ruling) -> Result<(), String> {
        // The questions of a window that was open there are asked again, even if the pace asks each seat once a round.
        let asked = self.game.open_window().map(|window| window.asked.keys().cloned().collect::<Vec<_>>());
        for seat in asked.into_iter().flatten() {
            self.game.asked_in.remove(&seat);
        }
        self.game.last_told = self.game.last_closed();
        (self.game.window, self.game.before, self.game.ended) = (None, None, None);
        self.game.sealed = None;
        let rules = self.corrected(rules, ruling)?;
        let secret: RulingSecret = line.secret()?.unwrap_or_default();
        self.game.shut.clone_from(&secret.keeps);
        let mut said = self.take_said();
        said.says(ruling, &secret);
        self.set_said(said);
        for change in &ruling.changes {
            match change {
                RulingChange::Answer { key, .. } => {
                    self.game.answers.remove(key);
                    self.game.silenced.remove(key);
                }
                RulingChange::Mail { seat, window, accept: false, .. } => {
                    self.game.plans.entry(seat.clone()).or_default().retain(|filed| filed.window != *window);
                }
                // Other changes are applied by now, or with the plans below.
                RulingChange::Outcome { .. } | RulingChange::Mail { .. } | RulingChange::Data { .. } => {}
                RulingChange::State => self.edited(rules, line, &secret)?,
            }
        }
        let round = Round { turn: ruling.turn, name: rules.referee.round(&ruling.stage).to_owned() };
        for plan in &secret.plans {
            let plans = self.game.plans.entry(plan.seat.clone()).or_default();
            plans.retain(|filed| filed.window != plan.window);
            plans.insert(0, Filed::by_ruling(plan, round.clone(), line.seq));
            self.game.missed.remove(&plan.seat);
        }
        Ok(())
    }

    fn edited(&mut self, rules: Rules<'_>, line: Line<'_>, secret: &RulingSecret) -> Result<(), String> {
        if !self.game.answers.is_empty() {
            return Err("it edits the position in the middle of a stage".to_owned());
        }
        let Some(position) = &secret.position else {
            // Of a copy that leaves it out nothing is played from there.
            if rules.blind {
                return Ok(());
            }
            return Err(if line.secret.is_none() {
                NOT_HERE
            } else {
                "it edits the position but gives none"
            }
            .to_owned());
        };
        let position = Position::from(position.clone());
        match rules.referee.sound(&position).map_err(|why| why.to_string())? {
            Ok(()) => {}
            Err(why) => return Err(format!("the position that it gives cannot exist: {why:?}")),
        }
        let moment = rules.referee.moment(&position).map_err(|why| why.to_string())?;
        if (moment.turn, &moment.stage) != (self.game.turn, &self.game.stage_name) {
            return Err("it edits the position into one of another turn or stage".to_owned());
        }
        self.game.position = position;
        Ok(())
    }

    /// Adds a ruling to those before it; it replaces its own proposal.
    fn give(
        &mut self,
        line: Line<'_>,
        ruling: Ruling,
        windows: Vec<String>,
        shut: Option<String>,
        standing: Standing,
    ) {
        if self.people.proposal.take().is_some() {
            self.people.rulings.pop();
        }
        let (why, against) = Default::default();
        let given = Given { seq: line.seq, at: line.at, ruling, windows, shut, standing, why, against };
        self.people.rulings.push(given);
    }

    fn tell(&mut self, line: Line<'_>, number: u64) {
        self.due_all(line, "ruling", DueKind::Ruling { number });
        self.due(line, GM, "ruling", DueKind::Ruling { number });
    }

    /// Returns the seals of a closed window that the present one opens again: of the seats that are asked the same, and of those
    /// that are not asked any more, since a ruling answers one question of a plan and not the rest of it. A plan for a window that
    /// asked its seat less counts, but its seat is asked for the rest; these seats are returned as well.
    pub(crate) fn opens_again(&mut self, id: &str) -> (BTreeMap<SeatId, In>, BTreeSet<SeatId>) {
        let Some(place) = self.game.shut.iter().position(|shut| shut.window == id) else {
            return Default::default();
        };
        let shut = self.game.shut.remove(place);
        let Some(window) = &self.game.window else { return Default::default() };
        let counts = |seat: &SeatId, part: &In| {
            let was = shut.asked.get(seat);
            let same = |question| was.is_some_and(|was| was.contains(question));
            window.asked.get(seat).map_or(part.how.is_some(), |asked| asked.iter().any(same))
        };
        let asks_more = |seat: &SeatId| {
            let was = shut.asked.get(seat);
            let is_new = |key: &str| was.is_none_or(|was| was.iter().all(|question| question.key != key));
            window.asked.get(seat).is_some_and(|asked| asked.iter().any(|question| is_new(&question.key)))
        };
        // What an earlier window asked, for which a plan that was kept before was sealed, is not known here.
        let is_less =
            |(seat, part): &(&SeatId, &In)| part.bound.is_none() && part.how.is_some() && asks_more(seat);
        let less = shut.seats.iter().filter(is_less).map(|(seat, _)| seat.clone()).collect();
        let again = |(seat, mut part): (SeatId, In)| {
            part.bound.get_or_insert_with(|| shut.window.clone());
            part.opened = false;
            (seat, part)
        };
        (shut.seats.into_iter().filter(|(seat, part)| counts(seat, part)).map(again).collect(), less)
    }
}

/// Returns `true` if an entry of this kind changes people and not the game; for a ruling, if it was not adopted.
fn is_of_people(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ruling
            | Kind::Vote
            | Kind::Press
            | Kind::Absence
            | Kind::Settings
            | Kind::Unreachable
            | Kind::Peeked
            | Kind::Dispute
    )
}

/// Sorts the ids of windows by their turns: `2-marches` before `10-marches`.
fn in_order(mut windows: Vec<String>) -> Vec<String> {
    let turn = |id: &String| id.split('-').next().and_then(|turn| turn.parse::<u32>().ok());
    windows.sort_by_key(|id| (turn(id), id.clone()));
    windows
}

/// The error for a ruling whose secret is left out of a copy of the ledger.
pub(crate) const NOT_HERE: &str =
    "the changes of this ruling are a secret of the game master, and this copy leaves them out";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::record::Ruled;
    use serde_json::json;

    #[test]
    fn windows_are_in_the_order_of_their_turns() {
        let ids = ["10-marches", "2-planning", "9-marches", "2-marches", "10-marches-2"].map(str::to_owned);
        let sorted = ["2-marches", "2-planning", "9-marches", "10-marches", "10-marches-2"];
        assert_eq!(in_order(ids.to_vec()), sorted);
    }

    /// A correction keeps the answers and the outcomes that earlier rulings gave and nobody has used yet; going back keeps neither.
    #[test]
    fn what_rulings_have_said_and_nobody_has_used_is_kept() {
        let said = |number: u64, keys: [&str; 2]| {
            let one = |key: &str| BTreeMap::from([(key.to_owned(), Ruled { number, value: json!(key) })]);
            PendingRulings { answers: one(keys[0]), outcomes: one(keys[1]) }
        };
        for (what, before, then) in [
            (RulingKind::Rule, true, true),
            (RulingKind::Rewind, false, true),
            (RulingKind::Forward, false, true),
        ] {
            let mut record = Record::default();
            record.set_said(said(1, ["1/bid/ash", "1/battle"]));
            let taken = record.take_said();
            assert_eq!(taken, said(1, ["1/bid/ash", "1/battle"]));
            assert_eq!(record.take_said(), PendingRulings::default());
            record.set_said(said(2, ["2/bid/ash", "2/battle"]));
            let ruling =
                json!({"number": 3, "what": what, "after": 0, "turn": 1, "stage": "bidding", "reason": ""});
            record.keep_said(taken, &serde_json::from_value(ruling).unwrap());
            let keys = |all: &BTreeMap<String, Ruled>| all.keys().cloned().collect::<Vec<_>>();
            for (all, name) in [(&record.game.ruled, "bid/ash"), (&record.game.outcomes, "battle")] {
                let known = [(before, 1), (then, 2)].into_iter().filter(|(is, _)| *is);
                let known: Vec<String> = known.map(|(_, turn)| format!("{turn}/{name}")).collect();
                assert_eq!(keys(all), known, "{what:?}");
            }
        }
    }
}
