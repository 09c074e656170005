//! Votes: a draw, more time, conceding the game to a seat. They are open, and stand until they are taken back; those for
//! more time lapse when the deadline moves or another window opens.
//!
//! May use: engine, plan, record. Is used by: submission, run, fold.

use crate::campaign::intake::submitted::{Submitted, Written};
use crate::campaign::play::engine::Engine;
use crate::campaign::state::clock::span_text;
use crate::campaign::state::entries::{Ballot, SeatId, Voted, WindowStep};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Record;
use crate::ledger::Kind;
use crate::plan::Vote;
use crate::report::model::{self, Named};
use crate::sheet::Refusal;
use chrono::TimeDelta;
use serde_json::{Value, json};

impl Record {
    /// The seats that still play, in the game's order.
    pub fn playing(&self) -> impl Iterator<Item = &str> {
        self.seats().filter(|seat| !self.resigned.contains(*seat))
    }

    /// How the game ends by a vote, if one is carried: all who play are for a draw, or all but one concede to that one.
    pub fn voted_end(&self) -> Option<Value> {
        let playing: Vec<&str> = self.playing().collect();
        let of = |seat: &str| self.ballots.get(seat);
        let draw = |seat: &&str| of(seat).is_some_and(|ballots| ballots.draw);
        if !playing.is_empty() && playing.iter().all(draw) {
            return Some(json!({"winners": playing, "by": "draw-vote"}));
        }
        let conceded = |winner: &&&str| {
            let to_winner =
                |seat: &str| of(seat).is_some_and(|ballots| ballots.concede.as_deref() == Some(**winner));
            playing.len() > 1 && playing.iter().all(|seat| seat == *winner || to_winner(seat))
        };
        let winner = playing.iter().find(conceded)?;
        Some(json!({"winners": [winner], "by": "concede"}))
    }

    /// By how many minutes the deadline moves by a vote: the longest time that more than half of those who play are for.
    pub fn voted_time(&self) -> Option<u32> {
        let mut times: Vec<u32> =
            self.playing().map(|seat| self.ballots.get(seat).map_or(0, |ballots| ballots.extend)).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        times.get(times.len() / 2).copied().filter(|minutes| *minutes > 0)
    }
}

impl Record {
    /// The votes as they stand, seat by seat.
    pub(crate) fn votes(&self, named: &dyn Fn(&str) -> Named) -> Vec<model::Vote> {
        let mut votes = Vec::new();
        for seat in self.playing() {
            let Some(ballots) = self.ballots.get(seat) else { continue };
            let time = TimeDelta::minutes(i64::from(ballots.extend));
            let says = [
                ("draw", ballots.draw.then(|| "yes".to_owned())),
                ("extend", (ballots.extend > 0).then(|| span_text(time))),
                ("concede", ballots.concede.as_ref().map(|to| named(to).name)),
                ("replace", ballots.replace.as_ref().map(|whom| named(whom).name)),
            ];
            let seat = Some(named(seat));
            votes.extend(says.into_iter().filter_map(|(on, says)| {
                Some(model::Vote { seat: seat.clone(), on: on.to_owned(), says: says?, carried: false })
            }));
        }
        votes
    }
}

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
                    let known = self.record.ballots.get(&submitted.seat).cloned().unwrap_or_default();
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
        self.record.proposal.as_ref().is_some_and(|proposal| proposal.against.contains(seat))
    }

    fn ballot(&self, vote: Vote, seat: &SeatId) -> Result<Ballot, Refusal> {
        if let Vote::Ruling(yes) = vote {
            return match (&self.record.proposal, self.settings.rulings.vote) {
                _ if self.record.resigned.contains(seat) => Err(Refusal::new("vote-not-now")),
                (Some(_), true) => Ok(Ballot::Ruling { yes }),
                (Some(_), false) => Err(Refusal::new("vote-ruling-none")),
                (None, _) => Err(Refusal::new("vote-no-ruling")),
            };
        }
        if self.record.position.is_null()
            || self.record.ended.is_some()
            || self.record.resigned.contains(seat)
        {
            return Err(Refusal::new("vote-not-now"));
        }
        match vote {
            Vote::Draw(yes) => Ok(Ballot::Draw { yes }),
            Vote::Ruling(yes) => Ok(Ballot::Ruling { yes }),
            Vote::Extend(minutes) => {
                let has_deadline = self.record.open_window().is_some_and(|window| window.deadline.is_some());
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
                if whom.as_ref().is_some_and(|whom| self.record.resigned.contains(whom)) {
                    return Err(Refusal::new("vote-vacant"));
                }
                Ok(Ballot::Replace { whom })
            }
            Vote::Concede(to) => {
                let to = to.map(|to| self.rules.seat_id(to));
                if to.as_ref() == Some(seat) {
                    return Err(Refusal::new("vote-self"));
                }
                if to.as_ref().is_some_and(|to| self.record.resigned.contains(to)) {
                    return Err(Refusal::new("vote-resigned"));
                }
                Ok(Ballot::Concede { to })
            }
        }
    }

    /// Moves the deadline if a vote for more time is carried.
    fn extend(&mut self) -> Result<(), CampaignError> {
        let Some(minutes) = self.record.voted_time() else { return Ok(()) };
        let Some(window) = self.record.open_window() else { return Ok(()) };
        let Some(deadline) = window.deadline else { return Ok(()) };
        let deadline = deadline.max(if self.record.held.is_some() { deadline } else { self.now })
            + TimeDelta::minutes(i64::from(minutes));
        let step = WindowStep::Moved { window: window.id.clone(), deadline, why: "vote".to_owned() };
        self.add(Kind::Window, &step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::state::entries::Ballots;

    fn record(times: &[u32]) -> Record {
        let founded = json!({
            "campaign": "x", "format": "x", "version": "x", "settings": null, "data": {},
            "shuffle-commitment": "00".repeat(32),
            "seats": (0..times.len()).map(|i| json!({"seat": format!("s{i}"), "name": "x", "key": "00".repeat(32)})).collect::<Vec<_>>(),
        });
        let mut record =
            Record { founded: Some(serde_json::from_value(founded).unwrap()), ..Record::default() };
        for (i, extend) in times.iter().enumerate() {
            record.ballots.insert(format!("s{i}"), Ballots { extend: *extend, ..Ballots::default() });
        }
        record
    }

    #[test]
    fn more_time_needs_more_than_half() {
        for (times, minutes) in [
            (&[60, 0, 0][..], None),
            (&[60, 30, 0], Some(30)),
            (&[60, 60, 0, 0], None),
            (&[60, 60, 10, 0], Some(10)),
            (&[], None),
        ] {
            assert_eq!(record(times).voted_time(), minutes, "{times:?}");
        }
        let mut record = record(&[60, 0]);
        assert_eq!(record.voted_time(), None);
        record.resigned.insert("s1".to_owned());
        assert_eq!(record.voted_time(), Some(60));
    }

    #[test]
    fn the_last_who_plays_is_not_conceded_to_by_nobody() {
        let mut record = record(&[0, 0]);
        record.resigned.insert("s1".to_owned());
        assert_eq!(record.voted_end(), None);
    }
}
