//! What a game master does to a running campaign, into the record.

use super::super::clock::span_text;
use super::super::entries::*;
use super::super::record::*;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

impl Record {
    /// The seats are told what the game master has done; he or she has a receipt, or did it at the terminal.
    pub(super) fn gm_acts(&mut self, line: Line<'_>, details: Value) {
        for seat in self.seats().map(str::to_owned).collect::<Vec<_>>() {
            self.notice(line, &seat, "gm", details.clone());
        }
    }

    /// The clock stops or goes on.
    pub(super) fn clock_step(&mut self, line: Line<'_>, step: ClockStep) -> Result<(), String> {
        match step {
            ClockStep::Paused { .. } if self.paused.is_some() => Err("the clock stands already".to_owned()),
            ClockStep::Paused { .. } => {
                self.paused = Some(line.at);
                self.gm_acts(line, json!({"act": "paused"}));
                Ok(())
            }
            ClockStep::Resumed { since, moved, .. } => {
                if self.paused.take() != Some(since) {
                    return Err("the clock goes on that did not stand".to_owned());
                }
                let deadline = moved.as_ref().map(|(_, deadline)| *deadline);
                if let Some((id, deadline)) = &moved {
                    self.move_deadline(id, *deadline);
                }
                let stood = span_text(line.at - since);
                self.gm_acts(line, json!({"act": "resumed", "stood": stood, "deadline": deadline}));
                Ok(())
            }
        }
    }

    /// The deadline of the window, or of the words of chance, is another.
    pub(super) fn move_deadline(&mut self, id: &str, deadline: DateTime<Utc>) {
        if let Some(window) = self.window.as_mut().filter(|window| window.id == id) {
            window.deadline = Some(deadline);
            window.reminded = false;
        } else if let Some(founded) = self.founded.as_mut().filter(|_| !self.seeded) {
            founded.words_until = Some(deadline);
        }
    }

    /// A seat has another player, or its own again. What only its player before could do or know is void: key, mails of
    /// ours, votes, absences, a seal that nobody else can open, and what was to be sent.
    pub(super) fn replaced(&mut self, line: Line<'_>, seat: SeatId, body: Replaced) -> Result<(), String> {
        let (of, Replaced { number, key, .. }) = (seat.clone(), &body);
        self.new_key(line, NewKey { of, number: *number, hash: *key, now: true })?;
        let heir = line.secret::<Heir>()?;
        self.resigned.remove(&seat);
        self.unreachable.remove(&seat);
        self.missed.remove(&seat);
        self.ballots.remove(&seat);
        self.pressed.remove(&seat);
        self.threads.remove(&seat);
        self.away.retain(|(away, _)| *away != seat);
        self.due.retain(|due| due.to != seat);
        if let Some(window) = self.window.as_mut().filter(|window| window.phase == Phase::Collecting)
            && window.seats.get(&seat).is_some_and(|part| part.how == Some(How::Seal))
        {
            window.seats.remove(&seat);
        }
        if let Some(receipts) = self.receipts.get_mut(&seat) {
            receipts.recent.clear();
        }
        if let (Some(player), Some(seats)) = (&body.player, self.settings["seats"].as_array_mut()) {
            let own = seats.iter_mut().filter(|known| known["seat"] == *seat);
            own.for_each(|known| known["player"] = json!(player));
        }
        self.due(line, &seat, "welcome", DueKind::Handover);
        if heir.as_ref().is_some_and(|heir| heir.left.is_some()) {
            self.due(line, FORMER, "farewell", DueKind::Farewell);
        }
        let details = json!({"act": "replaced", "seat": seat, "player": body.player, "again": body.again});
        for other in self.seats().filter(|other| *other != seat).map(str::to_owned).collect::<Vec<_>>() {
            self.notice(line, &other, "gm", details.clone());
        }
        let (player, address, was) =
            heir.map(|heir| (heir.player, heir.address, heir.was)).unwrap_or_default();
        self.tenures.insert(seat, Tenure { seq: line.seq, player, address, was });
        Ok(())
    }
}
