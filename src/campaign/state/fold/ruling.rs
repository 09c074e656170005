//! Rulings into the record: the game as it was at a point of the past, with the people as they are now.

use crate::campaign::intake::dispute::Closing;
use crate::campaign::ruling::{Given, Proposal, Standing};
use crate::campaign::state::carried::Carried;
use crate::campaign::state::entries::*;
use crate::campaign::state::fold::DoesNotFollow;
use crate::campaign::state::pending::Said;
use crate::campaign::state::record::*;
use crate::campaign::state::rules::Rules;
use crate::campaign::state::timeline::adopted;
use crate::campaign::state::timeline::timeline;
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
        let mut said = Said::before(past).map_err(|why| DoesNotFollow { seq: last, why })?;
        for entry in way {
            let line = Line::from(entry);
            let wrong = |why| DoesNotFollow { seq: entry.seq, why };
            if let Some(ruling) = adopted(entry) {
                let before = said.remove(&entry.seq).unwrap_or_default();
                record.keep_said(before, &ruling);
                record.changed(rules, line, &ruling).map_err(wrong)?;
            } else if entry.kind == Kind::Ended {
                // Perhaps by votes that were cast on a way that was left; it was held to account when it was written.
                record.ended = Some(line.body().map_err(wrong)?);
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
                if self.proposal.is_some() {
                    return Err("a ruling is proposed while another is".to_owned());
                }
                self.numbered(&ruling)?;
                let number = ruling.number;
                let secret = line.secret()?;
                if self.ended.is_none() {
                    // The clock waits meanwhile.
                    self.held.get_or_insert(line.at);
                }
                self.give(line, ruling.clone(), Vec::new(), None, Standing::Proposed);
                self.proposal = Some(Proposal { ruling, secret, until, against: Default::default() });
                self.tell(line, number);
                Ok(())
            }
            RulingStep::Dropped { number, .. } => {
                if self.proposal.take().is_none_or(|proposal| proposal.ruling.number != number) {
                    return Err(format!("ruling {number} is not one that is proposed"));
                }
                self.rulings.iter_mut().filter(|given| given.ruling.number == number).for_each(|given| {
                    given.standing = Standing::Dropped;
                    given.at = line.at;
                });
                self.tell(line, number);
                Ok(())
            }
        }
    }

    /// A seat objects to the ruling that is proposed, or does not any more. Its number; 0 if there is none.
    pub(crate) fn object(&mut self, seat: &str, against: bool) -> u64 {
        let Some(proposal) = &mut self.proposal else { return 0 };
        match against {
            true => proposal.against.insert(seat.to_owned()),
            false => proposal.against.remove(seat),
        };
        proposal.ruling.number
    }

    /// The next number is due, or that of the proposal.
    fn numbered(&self, ruling: &Ruling) -> Result<(), String> {
        let due = match &self.proposal {
            Some(proposal) => proposal.ruling.number,
            None => self.rulings.len() as u64 + 1,
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
        if then.position.is_null() {
            return Err("it goes back to before the game was set up".to_owned());
        }
        if then.ended.is_some() {
            return Err("it goes back to when the game was over already".to_owned());
        }
        let mut windows: Vec<String> = self.windows().difference(&then.windows()).cloned().collect();
        let turn = |id: &String| id.split('-').next().and_then(|turn| turn.parse::<u32>().ok());
        windows.sort_by_key(|id| (turn(id), id.clone()));
        let open = self.open_window().map(|window| window.id.clone());
        let said = self.take_said();
        if self.ended.is_some() {
            // Votes that ended the game would end it again at once.
            self.ballots.clear();
        }
        let now = std::mem::take(self);
        *self = back(now, then);
        self.keep_said(said, &ruling);
        self.past.extend(open.iter().chain(&windows).cloned());
        self.changed(rules, line, &ruling)?;
        let rules = rules.of(self).map_err(|why| why.0)?;
        self.carried = Carried::of(rules, line.seq, &ruling, &self.shut)?;
        let number = ruling.number;
        // While a ruling was proposed its dispute may have been settled otherwise.
        let disputed = |number: &u64| self.open_disputes().any(|dispute| dispute.number == *number);
        if let Some(dispute) = ruling.dispute.filter(disputed) {
            self.close_dispute(line, dispute, Closing::Ruling { ruling: number })?;
        }
        self.give(line, ruling, windows, open, Standing::Adopted);
        self.tell(line, number);
        Ok(())
    }

    fn take_said(&mut self) -> Said {
        Said { answers: std::mem::take(&mut self.ruled), outcomes: std::mem::take(&mut self.outcomes) }
    }

    fn set_said(&mut self, said: Said) {
        (self.ruled, self.outcomes) = (said.answers, said.outcomes);
    }

    /// Back where a ruling goes to, what was said before it stands, as far as a ruling of its kind keeps it.
    fn keep_said(&mut self, before: Said, ruling: &Ruling) {
        let then = self.take_said();
        self.set_said(before.kept(ruling.what, then));
    }

    /// What a ruling makes of the game that it goes back to.
    fn changed(&mut self, rules: Rules<'_>, line: Line<'_>, ruling: &Ruling) -> Result<(), String> {
        // What a window asked that was open there is asked again, also where the campaign's pace asks everybody once a turn.
        let asked = self.open_window().map(|window| window.asked.keys().cloned().collect::<Vec<_>>());
        for seat in asked.into_iter().flatten() {
            self.asked_turn.remove(&seat);
        }
        (self.window, self.before, self.ended) = (None, None, None);
        let rules = self.corrected(rules, ruling)?;
        let secret: RulingSecret = line.secret()?.unwrap_or_default();
        self.shut.clone_from(&secret.keeps);
        let mut said = self.take_said();
        said.says(ruling, &secret);
        self.set_said(said);
        for change in &ruling.changes {
            match change {
                RulingChange::Answer { key, .. } => {
                    self.answers.remove(key);
                    self.silenced.remove(key);
                }
                RulingChange::Mail { seat, window, accept: false, .. } => {
                    self.plans.entry(seat.clone()).or_default().retain(|filed| filed.window != *window);
                }
                // These stand already.
                RulingChange::Outcome { .. } | RulingChange::Mail { .. } | RulingChange::Data { .. } => {}
                RulingChange::State => self.edited(rules, line, &secret)?,
            }
        }
        for plan in &secret.plans {
            let plans = self.plans.entry(plan.seat.clone()).or_default();
            plans.retain(|filed| filed.window != plan.window);
            plans.insert(0, plan.filed(line.seq));
            self.missed.remove(&plan.seat);
        }
        Ok(())
    }

    fn edited(&mut self, rules: Rules<'_>, line: Line<'_>, secret: &RulingSecret) -> Result<(), String> {
        if !self.answers.is_empty() {
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
        (self.turn, self.stage_name) = (moment.turn, moment.stage);
        self.position = position.0;
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
        if self.proposal.take().is_some() {
            self.rulings.pop();
        }
        self.rulings.push(Given { seq: line.seq, at: line.at, ruling, windows, shut, standing });
    }

    fn tell(&mut self, line: Line<'_>, number: u64) {
        self.due_all(line, "ruling", DueKind::Ruling { number });
        self.due(line, GM, "ruling", DueKind::Ruling { number });
    }

    /// What was sealed in a window that this one opens again counts in it, where the same is asked.
    pub(crate) fn opens_again(&mut self, id: &str) -> BTreeMap<SeatId, In> {
        let Some(place) = self.shut.iter().position(|shut| shut.window == id) else { return BTreeMap::new() };
        let shut = self.shut.remove(place);
        let Some(window) = &self.window else { return BTreeMap::new() };
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

/// The game as it was then, the people as they are now. Every member is named, so that a new one has to be thought about.
fn back(now: Record, then: Record) -> Record {
    let Record {
        seq,
        at,
        founded,
        settings,
        keys,
        words,
        seeded,
        stage: _,
        turn: _,
        stage_name: _,
        position: _,
        answers: _,
        window: _,
        before: _,
        counts,
        past,
        asked_turn: _,
        plans: _,
        silenced: _,
        missed: _,
        receipts,
        messages,
        strangers,
        warned,
        signed,
        unreachable,
        pressed,
        ballots,
        disputes,
        held,
        resigned,
        away,
        standing_in,
        tenures,
        paused,
        rehearsed,
        rehearsal,
        watched: _,
        observed,
        events: _,
        decisions: _,
        told,
        reported: _,
        due,
        numbers,
        threads,
        about,
        draws: _,
        over: _,
        ended: _,
        history: _,
        ruled: _,
        outcomes: _,
        data: _,
        carried: _,
        shut: _,
        rulings,
        proposal,
    } = now;
    // The story is told again from the opening of the stage gone back to.
    let seq_then = then.history.last().map_or(0, |stage| stage.seq);
    let start = Told { stage: then.stage, events: 0, seq: seq_then, votes: false };
    let told = told.into_iter().map(|(seat, told)| (seat, told.min(start))).collect();
    let is_of_the_game = |kind: &DueKind| {
        matches!(
            kind,
            DueKind::Report | DueKind::Seals | DueKind::Reminder | DueKind::End | DueKind::Copy { .. }
        )
    };
    let due = due.into_iter().filter(|due| !is_of_the_game(&due.kind)).collect();
    Record {
        seq,
        at,
        founded,
        settings,
        keys,
        words,
        seeded,
        counts,
        past,
        receipts,
        messages,
        strangers,
        warned,
        signed,
        unreachable,
        pressed,
        ballots,
        disputes,
        held,
        resigned,
        away,
        standing_in,
        tenures,
        paused,
        rehearsed,
        rehearsal,
        observed,
        told,
        // Everybody has a report of how the game stands now.
        reported: BTreeMap::new(),
        due,
        numbers,
        threads,
        about,
        rulings,
        proposal,
        stage: then.stage,
        turn: then.turn,
        stage_name: then.stage_name,
        position: then.position,
        answers: then.answers,
        window: then.window,
        before: None,
        asked_turn: then.asked_turn,
        plans: then.plans,
        silenced: then.silenced,
        missed: then.missed,
        events: then.events,
        decisions: then.decisions,
        draws: then.draws,
        over: then.over,
        ended: None,
        history: then.history,
        watched: then.watched,
        ruled: then.ruled,
        outcomes: then.outcomes,
        data: then.data,
        carried: Carried::default(),
        shut: Vec::new(),
    }
}
