//! Applies what the game master does to a running campaign, absences, and the rehearsal.

use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::*;
use crate::campaign::state::record::*;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

impl Record {
    /// Notifies the seats of an act of the game master, who has a receipt or did it at the terminal.
    pub(crate) fn gm_acts(&mut self, line: Line<'_>, details: Value) {
        for seat in self.people.seats().map(str::to_owned).collect::<Vec<_>>() {
            self.notice(line, &seat, "gm", details.clone());
        }
    }

    /// Stops or restarts the clock, or ends the rehearsal.
    pub(crate) fn clock_step(&mut self, line: Line<'_>, step: ClockStep) -> Result<(), String> {
        match step {
            ClockStep::Paused { .. } if self.people.paused.is_some() => {
                Err("it stops the clock, which is stopped already".to_owned())
            }
            ClockStep::Paused { .. } => {
                self.people.paused = Some(line.at);
                self.gm_acts(line, json!({"act": "paused"}));
                Ok(())
            }
            ClockStep::Resumed { since, moved, .. } => {
                if self.people.paused.take() != Some(since) {
                    return Err("it restarts the clock, which was not stopped then".to_owned());
                }
                let deadline = moved.as_ref().map(|(_, deadline)| *deadline);
                if let Some((id, deadline)) = &moved {
                    self.move_deadline(id, *deadline);
                }
                self.move_rehearsal("", line.at - since);
                let stood = span_words(line.at - since);
                let mut told = json!({"act": "resumed", "stood": stood, "deadline": deadline});
                if self.people.held.is_some() {
                    // A dispute or a proposed ruling stops the clock still.
                    (told["held"], told["deadline"]) = (true.into(), Value::Null);
                }
                self.gm_acts(line, told);
                Ok(())
            }
            ClockStep::Public { value, until, corrects, .. } => {
                self.public_number(line, value, until, corrects)
            }
            ClockStep::Rehearsed { .. } => {
                self.people.rehearsal.1 = true;
                Ok(())
            }
        }
    }

    /// Moves the end of a running rehearsal by `by`, unless `moved` (the deadline that has moved already) is its own.
    pub(crate) fn move_rehearsal(&mut self, moved: &str, by: TimeDelta) {
        let founded = self.people.founded.as_mut().filter(|_| !self.people.seeded && moved != REHEARSAL);
        if let Some(until) = founded.and_then(|f| f.rehearsal.as_mut()).and_then(|r| r.until.as_mut()) {
            *until += by;
        }
    }

    /// Sets the deadline of the window with this id, of the rehearsal, or of what makes the chance.
    pub(crate) fn move_deadline(&mut self, id: &str, deadline: DateTime<Utc>) {
        if let Some(window) = self.game.window.as_mut().filter(|window| window.id == id) {
            window.deadline = Some(deadline);
            window.reminded = false;
        } else if id == CHANCE {
            self.people.move_chance(deadline);
        } else if let Some(founded) = self.people.founded.as_mut().filter(|_| !self.people.seeded)
            && let Some(rehearsal) = founded.rehearsal.as_mut().filter(|_| id == REHEARSAL)
        {
            rehearsal.until = Some(deadline);
        }
    }

    /// Gives a seat to another player, or back to its own. Everything that only the player before could do or know is void:
    /// the key, our messages, votes, absences, a seal that nobody else can open, that nothing more will come, and mail that is still to be
    /// sent.
    fn replaced(&mut self, line: Line<'_>, seat: SeatId, body: Replaced) -> Result<(), String> {
        let (of, Replaced { number, key, .. }) = (seat.clone(), &body);
        self.new_key(line, NewKey { of, number: *number, hash: *key, now: true })?;
        let successor = line.secret::<Successor>()?;
        self.people.resigned.remove(&seat);
        self.people.leaving.remove(&seat);
        self.people.unreachable.remove(&seat);
        self.game.missed.remove(&seat);
        self.people.ballots.remove(&seat);
        self.people.pressed.remove(&seat);
        self.people.threads.remove(&seat);
        self.people.away.retain(|(away, _)| *away != seat);
        self.people.due.retain(|due| due.to != seat);
        if let Some(window) = self.game.window.as_mut().filter(|window| window.phase == Phase::Collecting) {
            match window.seats.get_mut(&seat) {
                Some(part) if part.how == Some(How::Seal) => drop(window.seats.remove(&seat)),
                Some(part) => part.is_final = false,
                None => {}
            }
        }
        if let Some(receipts) = self.people.receipts.get_mut(&seat) {
            receipts.recent.clear();
        }
        self.people.name_player(&seat, &body);
        self.due(line, &seat, "welcome", DueKind::Handover);
        if successor.as_ref().is_some_and(|successor| successor.left.is_some()) {
            self.due(line, FORMER, "farewell", DueKind::Farewell);
        }
        let details = json!({"act": "replaced", "seat": seat, "player": body.player, "again": body.again});
        for other in self.people.seats().filter(|other| *other != seat).map(str::to_owned).collect::<Vec<_>>()
        {
            self.notice(line, &other, "gm", details.clone());
        }
        let Successor { player, address, was, ssh, .. } = successor.unwrap_or_default();
        self.leaves(&seat, &player, &was);
        self.people
            .tenures
            .insert(seat, Tenure { seq: line.seq, at: Some(line.at), player, address, was, ssh });
        Ok(())
    }

    /// Remembers who has held a seat until now, where that is another than its next `player`; `was` is what `campaign.yaml` has.
    fn leaves(&mut self, seat: &SeatId, player: &str, was: &(String, Vec<String>)) {
        let held = self.people.tenures.get(seat).filter(|held| held.was == *was);
        let name = held.map_or(&was.0, |held| &held.player);
        if !name.is_empty() && name != player {
            let former = Former { player: name.clone(), until: self.game.turn };
            self.people.former.entry(seat.clone()).or_default().push(former);
        }
    }

    /// Records that a seat gets another player, is given up, or is away.
    pub(crate) fn absence(&mut self, line: Line<'_>, body: Absent) -> Result<(), String> {
        if let Some(replaced) = body.replaced {
            return self.replaced(line, body.seat, replaced);
        }
        if body.resigned {
            self.notice_all(line, "resigned", json!({"seat": body.seat, "by": body.by}));
            self.people.leaving.remove(&body.seat);
            self.people.resigned.insert(body.seat);
            return Ok(());
        }
        self.absent(line, body)
    }

    /// Books an absence, takes a step of a resignation, or records that somebody begins to stand in.
    fn absent(&mut self, line: Line<'_>, body: Absent) -> Result<(), String> {
        if body.stand_in {
            let from = self.people.absence_of(&body.seat, line.at).map(|days| days.from);
            self.people.standing_in.extend(from.map(|from| (body.seat.clone(), from)));
            self.copy(line, &body.seat, CopyOf::Report);
            return Ok(());
        }
        let days = match line.secret::<Away>()? {
            None => return Ok(()),
            Some(Away::Leaving(Leaving { resign: LeavingStep::Withdrawn, .. })) => {
                self.people.leaving.remove(&body.seat);
                return Ok(());
            }
            Some(Away::Leaving(leaving)) => {
                self.people.leaving.insert(body.seat, leaving);
                return Ok(());
            }
            Some(Away::Back(_)) => {
                self.people.come_back(&body.seat, line.at);
                return Ok(());
            }
            Some(Away::Days(days)) => days,
        };
        if days.stand_in.is_some() {
            self.due(line, ASKED, "stand-in", DueKind::Asked);
        }
        self.people.away.push((body.seat, days));
        Ok(())
    }

    /// Adds the copy of a message for whoever stands in for the seat's player.
    pub(crate) fn copy(&mut self, line: Line<'_>, seat: &str, of: CopyOf) {
        self.due(line, seat, "copy", DueKind::Copy { of });
    }

    /// Notes the end of a turn for the observers, if another turn follows the stage or none does.
    pub(crate) fn turn_is_over(&mut self, line: Line<'_>, stage: u64, next: u32, over: bool) {
        if stage > 0 && (over || next != self.game.turn) {
            self.game.watched.push(Watched { turn: self.game.turn, seq: line.seq, at: line.at });
        }
    }

    /// Ends the rehearsal and tells the game master which seats have not passed it.
    pub(crate) fn rehearsal_ends(&mut self, line: Line<'_>) {
        let missing = self.people.unrehearsed();
        if !missing.is_empty() {
            self.notice(line, GM, "gm", json!({"act": "rehearsed", "seats": missing}));
        }
    }

    /// Reminds the seats that have not passed the rehearsal, and tells the game master which they are.
    pub(crate) fn rehearsal_reminds(&mut self, line: Line<'_>, seats: &[SeatId], by_clock: bool) {
        self.people.rehearsal.0 |= by_clock;
        let until = self.people.founded.as_ref().and_then(|f| f.rehearsal.as_ref()).and_then(|r| r.until);
        for seat in seats {
            self.notice(line, seat, "gm", json!({"act": "rehearse", "deadline": until}));
        }
        if by_clock {
            self.notice(line, GM, "gm", json!({"act": "unrehearsed", "seats": seats, "deadline": until}));
        }
    }

    /// Records an outage: deadlines and the objection period move by the time in which no tick ran.
    pub(crate) fn gap(&mut self, line: Line<'_>, body: Gap) {
        let gap = span_words(body.to - body.from);
        if let Some((proposal, until)) = self.people.proposal.as_mut().zip(body.protest) {
            proposal.until = until;
            self.notice_all(line, "clock-gap", json!({"gap": &gap, "protest": until}));
        }
        let Some((id, deadline)) = body.moved else { return };
        self.move_deadline(&id, deadline);
        self.move_rehearsal(&id, body.to - body.from);
        self.notice_all(line, "clock-gap", json!({"gap": gap, "window": id, "deadline": deadline}));
    }
}
