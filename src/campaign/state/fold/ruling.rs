//! Rulings into the record: the game as it was at a point of the past, with the people as they are now.

use crate::campaign::state::entries::*;
use crate::campaign::state::fold::DoesNotFollow;
use crate::campaign::state::pending_rulings::PendingRulings;
use crate::campaign::state::record::*;
use crate::campaign::state::record::{Carried, Closing, Given, Proposal, Standing};
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::{adopted, timeline};
use crate::ledger::{Entry, Kind};
use crate::table::Position;
use std::collections::BTreeMap;

impl Record {
    /// The record as it was after an entry of the past. What people did on ways that were left by then is not in it; the
    /// game is whole.
    ///
    /// # Errors
    /// An entry does not follow.
    pub fn at(rules: Rules<'_>, seq: u64) -> Result<Record, DoesNotFollow> {
        Record::along(rules, seq, |_, _| {})
    }

    /// The same, and on the way there each entry is shown with the record as it was after it.
    ///
    /// # Errors
    /// An entry does not follow.
    pub(crate) fn along(
        rules: Rules<'_>,
        seq: u64,
        mut show: impl FnMut(&Entry, &Record),
    ) -> Result<Record, DoesNotFollow> {
        let mut record = Record::default();
        let way = timeline(rules.past, seq);
        let last = way.iter().rev().find(|entry| adopted(entry).is_some()).map_or(0, |entry| entry.seq);
        let past = usize::try_from(last).ok().and_then(|last| rules.past.get(..last)).unwrap_or_default();
        let mut said = PendingRulings::before(past).map_err(|why| DoesNotFollow { seq: last, why })?;
        for entry in way {
            let line = Line::from(entry);
            let wrong = |why| DoesNotFollow { seq: entry.seq, why };
            if let Some(ruling) = adopted(entry) {
                let before = said.remove(&entry.seq).unwrap_or_default();
                record.keep_said(before, &ruling);
                record.changed(rules, line, &ruling).map_err(wrong)?;
            } else if entry.kind == Kind::Ended {
                // Perhaps by votes that were cast on a way that was left; it was held to account when it was written.
                record.game.ended = Some(line.body().map_err(wrong)?);
            } else if is_of_people(entry.kind) {
                // Their numbers count on from what came on ways that were left. Of rulings those that are proposed, or
                // dropped, are left here.
            } else {
                record.apply(rules, line)?;
            }
            (record.seq, record.at) = (line.seq, line.at);
            show(entry, &record);
        }
        Ok(record)
    }

    /// A ruling, a proposal, or the end of one.
    pub(crate) fn ruling(&mut self, rules: Rules<'_>, line: Line<'_>) -> Result<(), String> {
        match line.body()? {
            RulingStep::Adopted(ruling) => self.adopted(rules, line, ruling),
            RulingStep::Proposed { ruling, until } => {
                if self.people.proposal.is_some() {
                    return Err("a ruling is proposed while another is".to_owned());
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
            RulingStep::Dropped { number, .. } => {
                if self.people.proposal.take().is_none_or(|proposal| proposal.ruling.number != number) {
                    return Err(format!("ruling {number} is not one that is proposed"));
                }
                self.people.rulings.iter_mut().filter(|given| given.ruling.number == number).for_each(
                    |given| {
                        given.standing = Standing::Dropped;
                        given.at = line.at;
                    },
                );
                self.tell(line, number);
                Ok(())
            }
        }
    }

    /// A seat objects to the ruling that is proposed, or does not any more. Its number; 0 if there is none.
    pub(crate) fn object(&mut self, seat: &str, against: bool) -> u64 {
        let Some(proposal) = &mut self.people.proposal else { return 0 };
        match against {
            true => proposal.against.insert(seat.to_owned()),
            false => proposal.against.remove(seat),
        };
        proposal.ruling.number
    }

    /// The next number is due, or that of the proposal.
    fn numbered(&self, ruling: &Ruling) -> Result<(), String> {
        let due = match &self.people.proposal {
            Some(proposal) => proposal.ruling.number,
            None => self.people.rulings.len() as u64 + 1,
        };
        if ruling.number == due {
            Ok(())
        } else {
            Err(format!("ruling {} where {due} is due", ruling.number))
        }
    }

    fn adopted(&mut self, rules: Rules<'_>, line: Line<'_>, ruling: Ruling) -> Result<(), String> {
        if ruling.after >= line.seq {
            return Err(format!("it goes back to entry {}, which is yet to come", ruling.after));
        }
        self.numbered(&ruling)?;
        let then = Record::at(rules, ruling.after).map_err(|why| why.to_string())?;
        if then.game.position.is_null() {
            return Err("it goes back to before the game was set up".to_owned());
        }
        if then.game.ended.is_some() {
            return Err("it goes back to when the game was over already".to_owned());
        }
        let mut windows: Vec<String> = self.windows().difference(&then.windows()).cloned().collect();
        let turn = |id: &String| id.split('-').next().and_then(|turn| turn.parse::<u32>().ok());
        windows.sort_by_key(|id| (turn(id), id.clone()));
        let open = self.game.open_window().map(|window| window.id.clone());
        let said = self.take_said();
        if self.game.ended.is_some() {
            // Votes that ended the game would end it again at once.
            self.people.ballots.clear();
        }
        self.game = then.game;
        self.people.hear_again(&self.game);
        self.keep_said(said, &ruling);
        self.people.past.extend(open.iter().chain(&windows).cloned());
        self.changed(rules, line, &ruling)?;
        let rules = rules.of(self).map_err(|why| why.0)?;
        self.game.carried = Carried::of(rules, line.seq, &ruling, &self.game.shut)?;
        let number = ruling.number;
        // While a ruling was proposed its dispute may have been settled otherwise.
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

    /// Back where a ruling goes to, what was said before it stands, as far as a ruling of its kind keeps it.
    fn keep_said(&mut self, before: PendingRulings, ruling: &Ruling) {
        let then = self.take_said();
        self.set_said(before.kept(ruling.what, then));
    }

    /// What a ruling makes of the game that it goes back to.
    fn changed(&mut self, rules: Rules<'_>, line: Line<'_>, ruling: &Ruling) -> Result<(), String> {
        // What a window asked that was open there is asked again, also where the campaign's pace asks everybody once a turn.
        let asked = self.game.open_window().map(|window| window.asked.keys().cloned().collect::<Vec<_>>());
        for seat in asked.into_iter().flatten() {
            self.game.asked_turn.remove(&seat);
        }
        (self.game.window, self.game.before, self.game.ended) = (None, None, None);
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
                // These stand already.
                RulingChange::Outcome { .. } | RulingChange::Mail { .. } | RulingChange::Data { .. } => {}
                RulingChange::State => self.edited(rules, line, &secret)?,
            }
        }
        for plan in &secret.plans {
            let plans = self.game.plans.entry(plan.seat.clone()).or_default();
            plans.retain(|filed| filed.window != plan.window);
            plans.insert(0, plan.filed(line.seq));
            self.game.missed.remove(&plan.seat);
        }
        Ok(())
    }

    fn edited(&mut self, rules: Rules<'_>, line: Line<'_>, secret: &RulingSecret) -> Result<(), String> {
        if !self.game.answers.is_empty() {
            return Err("a position is edited in the middle of a stage".to_owned());
        }
        let Some(position) = &secret.position else {
            return Err(
                if line.secret.is_none() { NOT_HERE } else { "it edits the position to nothing" }.to_owned()
            );
        };
        let position = Position(position.clone());
        match rules.referee.sound(&position).map_err(|why| why.to_string())? {
            Ok(()) => {}
            Err(why) => return Err(format!("the position as it edits it cannot be: {why:?}")),
        }
        let moment = rules.referee.moment(&position).map_err(|why| why.to_string())?;
        (self.game.turn, self.game.stage_name) = (moment.turn, moment.stage);
        self.game.position = position.0;
        Ok(())
    }

    /// Keeps a ruling with those before it; one that was proposed becomes what it is now.
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
        self.people.rulings.push(Given { seq: line.seq, at: line.at, ruling, windows, shut, standing });
    }

    fn tell(&mut self, line: Line<'_>, number: u64) {
        self.due_all(line, "ruling", DueKind::Ruling { number });
        self.due(line, GM, "ruling", DueKind::Ruling { number });
    }

    /// What was sealed in a window that this one opens again counts in it, where the same is asked.
    pub(crate) fn opens_again(&mut self, id: &str) -> BTreeMap<SeatId, In> {
        let Some(place) = self.game.shut.iter().position(|shut| shut.window == id) else {
            return BTreeMap::new();
        };
        let shut = self.game.shut.remove(place);
        let Some(window) = &self.game.window else { return BTreeMap::new() };
        let same = |seat: &SeatId| {
            let was = shut.asked.get(seat);
            let asked = window.asked.get(seat).into_iter().flatten();
            asked.into_iter().any(|question| was.is_some_and(|was| was.contains(question)))
        };
        let again = |(seat, mut part): (SeatId, In)| {
            part.bound.get_or_insert_with(|| shut.window.clone());
            part.opened = false;
            (seat, part)
        };
        shut.seats.into_iter().filter(|(seat, _)| same(seat)).map(again).collect()
    }
}

/// Whether an entry of this kind changes nothing of the game; of rulings, one that was not adopted.
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

/// What is said of a ruling whose secret is left out of a copy.
pub(crate) const NOT_HERE: &str =
    "what this ruling changes is a secret of the game master, and not in this copy";
