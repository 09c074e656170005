//! Applies entries about windows: they open, move and close.

use crate::campaign::state::clock::span_words;
use crate::campaign::state::entries::{Ballots, How, Instead, Leaving, Line, SeatId, Standing, WindowStep};
use crate::campaign::state::record::{
    BEGUN, CHANCE, CopyOf, Due, DueKind, GM, Phase, REHEARSAL, Record, Window,
};
use chrono::{DateTime, Utc};
use serde_json::json;

impl Record {
    pub(crate) fn window_step(&mut self, line: Line<'_>, step: WindowStep) -> Result<(), String> {
        match step {
            WindowStep::Opened {
                window,
                turn,
                stage,
                round,
                sealed,
                secrecy,
                asked,
                deadline,
                grace,
                again,
                ..
            } => {
                let opened = Window {
                    id: window,
                    turn,
                    stage,
                    round,
                    sealed,
                    secrecy,
                    asked,
                    opened: line.at,
                    opening_since: None,
                    deadline,
                    grace,
                    phase: Phase::Collecting,
                    seats: Default::default(),
                    reminded: false,
                    waiting: false,
                    nudged: None,
                    standings: Default::default(),
                    again,
                    published: Default::default(),
                    first: None,
                    begins: Default::default(),
                    less: Default::default(),
                    instead: None,
                };
                self.opens(line, opened)?;
            }
            WindowStep::Joined { window, seat, asked } => {
                let was = self.game.asked_in.get(&seat).cloned();
                let window = self.open_one(&window)?;
                let round = window.round();
                window.asked.insert(seat.clone(), asked);
                if was.as_ref() != Some(&round) {
                    window.begins.insert(seat.clone());
                }
                self.game.asked_in.insert(seat, round);
            }
            WindowStep::Moved { window, deadline, why } => {
                self.deadline_moved(line, &window, deadline, &why)?;
            }
            WindowStep::Reminded { window, .. } if window == CHANCE => self.chance_reminds(line),
            WindowStep::Published { window, seals, deadline, .. } if window == CHANCE => {
                self.chance_published(line, &seals, deadline)?;
            }
            WindowStep::Reminded { window, seats, by } if window == REHEARSAL => {
                self.rehearsal_reminds(line, &seats, by.is_none());
            }
            WindowStep::Reminded { window, seats, by } => {
                self.reminded(line, &window, &seats, by.is_none())?;
            }
            WindowStep::Waiting { window, seats, .. } => {
                let open = self.open_one(&window)?;
                (open.waiting, open.nudged) = (true, Some(line.at));
                self.gm_acts(line, json!({"act": "waits", "window": window, "seats": seats}));
                self.notice(line, GM, "waiting", json!({"window": window, "seats": seats}));
            }
            WindowStep::Published { window, seals, deadline, first, .. } => {
                self.public_point(line);
                self.seals_published(line, &window, seals, deadline, first)?;
            }
            WindowStep::Openings { window, first, why, instead, deadline } => {
                self.openings_asked(line, &window, &first, why, instead, deadline)?;
            }
            WindowStep::Closed { window, seats, silent, why } => {
                self.close(line, &window, seats, silent)?;
                if why == "gm" {
                    self.gm_acts(line, json!({"act": "closed", "window": window}));
                }
            }
        }
        Ok(())
    }

    /// Opens a window, with the seals of the one that it opens again.
    fn opens(&mut self, line: Line<'_>, mut window: Window) -> Result<(), String> {
        if self.game.open_window().is_some() {
            return Err("it opens a window while another is open".to_owned());
        }
        self.people.ballots.values_mut().for_each(Ballots::forget_time);
        *self.people.counts.entry(format!("{}-{}", window.turn, window.stage)).or_default() += 1;
        self.game.before = self.game.window.take();
        self.deadline_is_new(line.at);
        let waits = |leaving: &&mut Leaving| leaving.window.as_deref() == Some(Leaving::NEXT);
        for leaving in self.people.leaving.values_mut().filter(waits) {
            leaving.window = Some(window.id.clone());
        }
        let now = window.round();
        let is_new = |seat: &&SeatId| self.game.asked_in.get(*seat) != Some(&now);
        window.begins = window.asked.keys().filter(is_new).cloned().collect();
        self.game.asked_in.extend(window.asked.keys().map(|seat| (seat.clone(), now.clone())));
        let again = window.again.clone();
        self.game.window = Some(window);
        let (sealed, less) = again.map(|id| self.opens_again(&id)).unwrap_or_default();
        if let Some(window) = &mut self.game.window {
            (window.seats, window.less) = (sealed, less);
        }
        self.public_point(line);
        self.reports(line);
        Ok(())
    }

    fn deadline_moved(
        &mut self,
        line: Line<'_>,
        id: &str,
        deadline: DateTime<Utc>,
        why: &str,
    ) -> Result<(), String> {
        let window = self.open_one(id)?;
        let before = window.deadline.replace(deadline);
        (window.reminded, window.waiting) = (false, false);
        self.people.ballots.values_mut().for_each(Ballots::forget_time);
        let time = before.map(|before| span_words(deadline - before));
        if why == "gm" {
            self.gm_acts(line, json!({"act": "extended", "time": time, "deadline": deadline, "window": id}));
        }
        if why == "vote" {
            self.notice_all(
                line,
                "vote",
                json!({"on": "extend", "says": time, "deadline": deadline, "window": id}),
            );
        }
        Ok(())
    }

    fn reminded(&mut self, line: Line<'_>, id: &str, seats: &[SeatId], by_clock: bool) -> Result<(), String> {
        let open = self.open_one(id)?;
        // A reminder by the game master does not replace the one that the clock sends before the deadline.
        open.reminded |= by_clock;
        let waits = open.waiting;
        if waits {
            open.nudged = Some(line.at);
        }
        if waits && by_clock && !seats.is_empty() {
            self.notice(line, GM, "waiting", json!({"window": id, "seats": seats, "again": true}));
        }
        for seat in seats {
            self.due(line, seat, "reminder", DueKind::Reminder);
        }
        Ok(())
    }

    fn close(
        &mut self,
        line: Line<'_>,
        id: &str,
        seats: std::collections::BTreeMap<SeatId, Standing>,
        silent: std::collections::BTreeMap<SeatId, String>,
    ) -> Result<(), String> {
        // By now it is no news, in a campaign that was begun without it.
        let is_begun = |due: &Due| matches!(&due.kind, DueKind::Notice { notice, .. } if notice == BEGUN);
        self.people.due.retain(|due| !is_begun(due));
        let window = self.open_one(id)?;
        window.phase = Phase::Closed;
        // A plan that leaves open what only may come up can be asked for it when it does.
        let silenced: Vec<_> = silent
            .iter()
            .flat_map(|(seat, why)| {
                let asked = window.asked.get(seat).into_iter().flatten();
                let open = asked.filter(move |question| !(question.ahead && why == "hold"));
                open.map(move |question| (question.key.clone(), why.clone()))
            })
            .collect();
        // All were told of a seat that should have opened first before the others were asked.
        let is_news = |seat: &SeatId| !window.has_forfeited(seat);
        let unopened: Vec<&SeatId> = seats
            .iter()
            .filter(|(seat, standing)| **standing == Standing::NotOpened && is_news(seat))
            .map(|(seat, _)| seat)
            .collect();
        let has_steward =
            |seat: &&SeatId| window.seats.get(*seat).is_some_and(|part| part.how == Some(How::Steward));
        let instead = match unopened.iter().filter(|seat| has_steward(seat)).count() {
            0 => Some(Instead::Default),
            all if all == unopened.len() => Some(Instead::Steward),
            _ => None,
        };
        let details = json!({"window": id, "seats": unopened, "instead": instead});
        let tell = !unopened.is_empty();
        let round = window.round();
        window.standings = seats;
        let sealed = window.sealed.then(|| (line.seq, window.clone()));
        let asked: Vec<SeatId> = window.asked.keys().cloned().collect();
        self.game.sealed = sealed.or(self.game.sealed.take());
        for seat in self.people.seats().map(str::to_owned).collect::<Vec<_>>() {
            if asked.contains(&seat) {
                self.people.unasked.remove(&seat);
            } else {
                self.people.unasked.entry(seat).or_default().insert(id.to_owned());
            }
        }
        let missed = silent.into_iter().filter(|(_, why)| why != "hold");
        self.game.missed.extend(missed.map(|(seat, why)| (seat, (round.clone(), why))));
        self.game.silenced.extend(silenced);
        self.people.past.insert(id.to_owned());
        self.people.due.retain(|due| match &due.kind {
            DueKind::Copy { of } => matches!(of, CopyOf::Report | CopyOf::Receipt),
            kind => !matches!(kind, DueKind::Reminder | DueKind::Seals),
        });
        if tell {
            self.notice_all(line, "not-opened", details);
        }
        Ok(())
    }

    /// Adds the reports on a window that has just opened: for the seats that it asks; for all seats, and for a game master who
    /// does not play, if its plans are sealed or it is their first window of the turn. A new report replaces one that was not sent yet; a welcome that
    /// is still to be sent contains the same.
    fn reports(&mut self, line: Line<'_>) {
        let Some(window) = &self.game.window else { return };
        let (asked, sealed, turn) = (window.asked.clone(), window.sealed, window.turn);
        let unsent = |record: &Record, seat: &str, kind: &DueKind| {
            record.people.due.iter().any(|due| due.to == seat && due.kind == *kind)
        };
        let gm = self.people.settings["gm"]["plays"].is_null().then(|| GM.to_owned());
        let readers = self.people.seats().map(str::to_owned).chain(gm);
        for seat in readers.collect::<Vec<_>>() {
            let first = self.people.reported.get(&seat) != Some(&turn);
            let waits = unsent(self, &seat, &DueKind::Report);
            if !(asked.contains_key(&seat) || sealed || first || waits) {
                continue;
            }
            self.people.reported.insert(seat.clone(), turn);
            if unsent(self, &seat, &DueKind::Opening) || unsent(self, &seat, &DueKind::Handover) {
                continue;
            }
            let copy = DueKind::Copy { of: CopyOf::Report };
            self.people
                .due
                .retain(|due| !(due.to == seat && (due.kind == DueKind::Report || due.kind == copy)));
            self.due(line, &seat, "report", DueKind::Report);
        }
    }
}
