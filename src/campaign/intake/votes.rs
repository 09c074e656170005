//! Votes: a draw, more time, conceding the game to a seat. They are open, and stand until they are taken back; those for
//! more time lapse when the deadline moves or another window opens.
//!
//! May use: engine, plan, record. Is used by: submission, run, fold.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Ballot, SeatId, Voted, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;
use crate::plan::Vote;
use crate::sheet::Refusal;
use chrono::TimeDelta;

impl Engine<'_> {
    /// Takes in the votes of a mail. A draw or a concession that is carried ends the game when it plays on.
    pub(crate) fn votes(
        &mut self,
        written: &Written<'_>,
        submitted: &mut Submitted,
    ) -> Result<(), CampaignError> {
        for given in &written.envelope.document.vote {
            match self.ballot(given.value, &submitted.seat) {
                Ok(ballot) => {
                    submitted.used = true;
                    submitted.act_on("vote", given.span, written);
                    // Who says the same again changes nothing, and nobody is told.
                    let known = self.record.people.ballots.get(&submitted.seat).cloned().unwrap_or_default();
                    let is_new = match ballot {
                        Ballot::Ruling { yes } => self.objects(&submitted.seat) == yes,
                        _ => known.with(&ballot) != known,
                    };
                    if is_new {
                        self.add(Kind::Vote, &Voted { seat: submitted.seat.clone(), ballot })?;
                    }
                }
                Err(why) => submitted.refuse_at(given.span, why, written),
            }
        }
        self.vote_out()?;
        self.extend()
    }

    /// Whether a seat objects to the ruling that is proposed.
    fn objects(&self, seat: &str) -> bool {
        self.record.people.proposal.as_ref().is_some_and(|proposal| proposal.against.contains(seat))
    }

    fn ballot(&self, vote: Vote, seat: &SeatId) -> Result<Ballot, Refusal> {
        if let Vote::Ruling(yes) = vote {
            return match (&self.record.people.proposal, self.settings.rulings.vote) {
                _ if self.record.people.resigned.contains(seat) => Err(Refusal::new("vote-not-now")),
                (Some(_), true) => Ok(Ballot::Ruling { yes }),
                (Some(_), false) => Err(Refusal::new("vote-ruling-none")),
                (None, _) => Err(Refusal::new("vote-no-ruling")),
            };
        }
        if self.record.game.position.is_null()
            || self.record.game.ended.is_some()
            || self.record.people.resigned.contains(seat)
        {
            return Err(Refusal::new("vote-not-now"));
        }
        match vote {
            Vote::Draw(yes) => Ok(Ballot::Draw { yes }),
            Vote::Ruling(yes) => Ok(Ballot::Ruling { yes }),
            Vote::Extend(minutes) => {
                let has_deadline =
                    self.record.game.open_window().is_some_and(|window| window.deadline.is_some());
                if !has_deadline && minutes > 0 {
                    return Err(Refusal::new("vote-no-deadline"));
                }
                Ok(Ballot::Extend { minutes })
            }
            Vote::Replace(whom) => {
                let whom = whom.map(|whom| self.rules.seat_id(whom));
                if whom.as_ref() == Some(seat) {
                    return Err(Refusal::new("vote-replace-self"));
                }
                if whom.as_ref().is_some_and(|whom| self.record.people.resigned.contains(whom)) {
                    return Err(Refusal::new("vote-vacant"));
                }
                Ok(Ballot::Replace { whom })
            }
            Vote::Concede(to) => {
                let to = to.map(|to| self.rules.seat_id(to));
                if to.as_ref() == Some(seat) {
                    return Err(Refusal::new("vote-self"));
                }
                if to.as_ref().is_some_and(|to| self.record.people.resigned.contains(to)) {
                    return Err(Refusal::new("vote-resigned"));
                }
                Ok(Ballot::Concede { to })
            }
        }
    }

    /// Moves the deadline if a vote for more time is carried.
    fn extend(&mut self) -> Result<(), CampaignError> {
        let Some(minutes) = self.record.people.voted_time() else { return Ok(()) };
        let Some(window) = self.record.game.open_window() else { return Ok(()) };
        let Some(deadline) = window.deadline else { return Ok(()) };
        let deadline = deadline.max(if self.record.people.held.is_some() { deadline } else { self.now })
            + TimeDelta::minutes(i64::from(minutes));
        let step = WindowStep::Moved { window: window.id.clone(), deadline, why: "vote".to_owned() };
        self.add(Kind::Window, &step)
    }
}
