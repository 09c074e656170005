//! What people do: press, votes, disputes, absences, keys and settings.

use super::walk::{Walk, Why, need, refused, short};
use crate::campaign::state::entries::*;
use crate::campaign::state::record::{GM, People};
use crate::ledger::Kind;

impl Walk<'_> {
    /// Checks an entry about people.
    pub(super) fn people(&mut self, line: Line<'_>) -> Result<(), Why> {
        match line.kind {
            Kind::Press => {
                self.by_mail(line, None, None);
                Ok(())
            }
            Kind::Vote => self.vote(line, line.body()?),
            Kind::Dispute => self.dispute(line, line.body()?),
            Kind::Absence => self.absence(line, line.body()?),
            Kind::Settings => self.settings(line.body()?),
            Kind::Unreachable => {
                let body: Unreachable = line.body()?;
                self.seat(&body.seat)?;
                let was = self.record.people.unreachable.contains_key(&body.seat);
                need(!(body.again && body.unreachable), "what a seat does not get is not sent again")?;
                need(body.again || was != body.unreachable, "that was so before")
            }
            Kind::Peeked => {
                let Peeked { window, seat } = line.body()?;
                let open = self.record.game.open_window().filter(|open| open.id == window);
                let part = open.and_then(|open| open.seats.get(&seat));
                need(part.is_some_and(|part| part.how == Some(How::Deposit)), "there is no plan to look at")
            }
            _ => Ok(()),
        }
    }

    fn vote(&mut self, line: Line<'_>, Voted { seat, ballot }: Voted) -> Result<(), Why> {
        self.seat(&seat)?;
        let (people, game) = (&self.record.people, &self.record.game);
        need(!people.resigned.contains(&seat), "a seat that is given up votes")?;
        let plays = |whom: &Option<SeatId>| {
            whom.as_ref().is_none_or(|whom| *whom != seat && people.playing().any(|playing| playing == whom))
        };
        match &ballot {
            Ballot::Ruling { yes } => {
                let proposal = people.proposal.as_ref().ok_or_else(|| refused("no ruling is proposed"))?;
                need(proposal.against.contains(&seat) == *yes, "the vote was so before")?;
            }
            other => {
                need(
                    !game.position.is_null() && game.ended.is_none(),
                    "a vote while the game is not going on",
                )?;
                let known = people.ballots.get(&seat).cloned().unwrap_or_default();
                // Nobody can be against what nobody has asked for.
                let is_asked = match other {
                    Ballot::Draw { yes: false } => people.is_draw_offered(),
                    Ballot::Extend { minutes: 0 } => people.is_time_asked(),
                    _ => true,
                };
                need(is_asked && known.with(other) != known, "the vote was so before")?;
            }
        }
        match &ballot {
            Ballot::Replace { whom } | Ballot::Concede { to: whom } => {
                need(plays(whom), "it is for a seat that does not play, or for itself")?;
            }
            Ballot::Extend { minutes } => {
                let has = game.open_window().is_some_and(|window| window.deadline.is_some());
                need(has || *minutes == 0, "there is no deadline to move")?;
            }
            _ => {}
        }
        self.by_mail(line, Some(&seat), None);
        Ok(())
    }

    fn dispute(&mut self, line: Line<'_>, step: DisputeStep) -> Result<(), Why> {
        let (people, game) = (&self.record.people, &self.record.game);
        let clock_waits =
            self.record.people.settings.pointer("/disputes/clock").is_some_and(|clock| clock == "waits");
        match step {
            DisputeStep::Opened { seat, turn, waits, .. } => {
                self.seat(&seat)?;
                let due = clock_waits && game.ended.is_none();
                need(waits == due, "“waits” is not as in the settings")?;
                need((1..=game.turn.max(1)).contains(&turn), "it is about a turn that has not come")?;
                self.by_mail(line, Some(&seat), None);
            }
            DisputeStep::Said { by, .. } if by != GM => {
                self.seat(&by)?;
                self.by_mail(line, Some(&by), None);
            }
            DisputeStep::Withdrawn { number, seat } => {
                let own = people.dispute(number).is_some_and(|dispute| dispute.seat == seat);
                need(own, "it is the dispute of another seat")?;
                self.by_mail(line, Some(&seat), None);
            }
            DisputeStep::Said { .. } | DisputeStep::Closed { .. } => {}
            DisputeStep::Clock { from, to, moved } => {
                need(
                    people.held == Some(from) && to == line.at,
                    "the clock did not wait from then until now",
                )?;
                let waits =
                    clock_waits && game.ended.is_none() && people.open_disputes().any(|one| one.waits);
                need(people.proposal.is_none() && !waits, "the clock still waits")?;
                let deadline = game.open_window().and_then(|window| window.deadline);
                need(deadline.is_some() == moved.is_some(), "the open deadline does not move")?;
                self.by(&moved, to - from)?;
            }
        }
        Ok(())
    }

    fn absence(&mut self, line: Line<'_>, body: Absent) -> Result<(), Why> {
        self.seat(&body.seat)?;
        let people = &self.record.people;
        let said = [body.resigned, body.stand_in, body.replaced.is_some()];
        let said = said.into_iter().filter(|said| *said).count();
        need(said <= 1 && (body.by.is_none() || body.resigned), "it says several things at once")?;
        if body.resigned {
            need(!people.resigned.contains(&body.seat), "the seat is given up already")?;
            let Some(by) = &body.by else {
                let known = people.is_leaving(&body.seat) || self.hidden_away.contains(&body.seat);
                return need(known, "its player has not confirmed that the seat is given up");
            };
            let may = people.settings.get("replace-by-vote").is_some_and(|may| may == true);
            let voted = people.voted_out() == Some(body.seat.as_str());
            return need(by == "vote" && may && voted, "the others have not voted for it");
        }
        if body.stand_in {
            let named = people.away.iter().any(|(away, days)| *away == body.seat && days.stand_in.is_some());
            return need(named || self.hidden_away.contains(&body.seat), "nobody was named to stand in");
        }
        if body.replaced.is_none() {
            self.by_mail(line, Some(&body.seat), None);
        }
        Ok(())
    }

    fn settings(&self, body: Changed) -> Result<(), Why> {
        let people = &self.record.people;
        need(body.settings.is_some() != body.key.is_some(), "it changes either the settings or a key")?;
        if let Some(key) = &body.key {
            let has = |people: &People| people.keys.contains_key(&key.of);
            need(key.of == GM || has(people), format!("nobody is “{}”", short(&key.of)))?;
        }
        let Some(new) = &body.settings else { return Ok(()) };
        let fixed = ["campaign", "game", "players", "options"];
        let is_kept = |name: &&str| new.get(*name) == people.settings.get(*name);
        need(fixed.iter().all(is_kept), "it changes a setting that cannot change")?;
        need(*new != people.settings, "it changes nothing")
    }
}
