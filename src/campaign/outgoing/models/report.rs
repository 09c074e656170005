//! The report of a turn, or of a part of it.

use super::mail_models::MailModels;
use crate::campaign::explain::origin;
use crate::campaign::outgoing::votes::votes;
use crate::campaign::state::clock::date_in;
use crate::campaign::state::entries::{Days, Meanwhile, Unmet};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{Phase, Window};
use crate::report::model::{Decision, Question, SentFor, TurnReport, Why, concerning};
use chrono::{DateTime, TimeDelta, Utc};

impl MailModels<'_> {
    /// Returns a report of everything since the last one; for `gm` it has what everybody may know.
    pub(crate) fn report(&self, to: &str) -> Result<TurnReport, CampaignError> {
        let (seat, told) = (self.rules.seat(to), self.told_so_far(to));
        let open = self.open_questions(seat);
        let decisions =
            self.record.game.decisions.iter().filter(|decided| decided.seat == to && decided.seq > told.seq);
        let closed = self.record.game.window.as_ref().filter(|w| w.phase == Phase::Closed).or(self
            .record
            .game
            .before
            .as_ref());
        let asking = closed.or(self.record.game.open_window());
        let events = self.events(to, told);
        let sent_for = |window: &Window| SentFor { turn: window.turn, stage: window.stage.clone() };
        // Others may have been asked something since, which was no matter of this reader.
        let sealed =
            self.record.game.sealed.as_ref().filter(|(seq, _)| *seq > told.seq).map(|(_, sealed)| sealed);
        let sealed = closed.filter(|window| window.sealed).or(sealed);
        Ok(TurnReport {
            on_file: self.plan_on_file(to),
            head: self.head(to),
            turn: self.record.game.turn,
            stage: self.record.game.stage_name.clone(),
            concerns: concerning(&events, to),
            events,
            earlier: self.earlier_events(to, told),
            view: self.view(to)?,
            asked: open.iter().map(Question::from).collect(),
            window: self.window().map(|window| self.without_absent(to, window)),
            is_in: self.has_sent(to),
            misfits: false,
            pace: self.pace(to),
            begins: self.record.game.open_window().is_some_and(|window| window.begins.contains(to)),
            is_answered: self.is_answered(to),
            is_away: self.is_left_out(to),
            leave: self.leave(to),
            is_ruled: self.is_ruled(to),
            is_part: self.has_sealed(to),
            back: self.back(to, told.seq),
            sheet: self.sheet(seat, &open)?,
            seats: asking.map(|window| self.seat_states(to, window)).unwrap_or_default(),
            sent_for: asking.map(sent_for),
            decisions: decisions
                .map(|d| Decision {
                    key: d.key.clone(),
                    kind: d.kind.clone(),
                    answer: d.answer.clone(),
                    origin: origin(&d.source),
                    unmet: d.unmet.iter().map(why).collect(),
                })
                .collect(),
            votes: votes(&self.record.people, &|seat| self.named(seat)),
            rulings: self.rulings_since(self.told_of_rulings(to)),
            replaces: self.replaced_since(self.told_of_rulings(to)),
            disputes: self.disputes(to, true),
            seals: sealed.map(|window| self.seal_lines(window)).unwrap_or_default(),
            sealed_for: sealed
                .filter(|sealed| asking.is_some_and(|asking| asking.id != sealed.id))
                .map(sent_for),
            heads: self.heads_told(to),
            attachments: Vec::new(),
        })
    }

    /// Returns the last day of a player's absence that has ended since the report of the entry `seq`. Nobody is welcomed who got no report
    /// meanwhile, was waited for, or wrote.
    fn back(&self, to: &str, seq: u64) -> Option<String> {
        let (people, now) = (&self.record.people, self.record.game.open_window()?.opened);
        let before = self.record.game.history.iter().rev().find(|stage| stage.seq <= seq)?.at;
        let own = people.away.iter().filter(|(seat, _)| seat == to).map(|(_, days)| days);
        let wrote = people.receipts.get(to).map(|receipts| receipts.recent.as_slice()).unwrap_or_default();
        let was_gone = |days: &Days| {
            let is_within = |at: &DateTime<Utc>| days.from <= *at && *at <= days.to;
            // Who writes that she will be away is not back by that.
            let has_written = wrote.iter().any(|at| before < *at && is_within(at));
            days.play != Meanwhile::Wait && is_within(&before) && !has_written
        };
        let ended = own.filter(|days| before < days.to && days.to <= now && was_gone(days));
        let ended = ended.max_by_key(|days| days.to)?;
        let zone = self.settings.seat(to).map_or("Etc/UTC", |seat| seat.timezone.as_str());
        let last = date_in(ended.to - TimeDelta::seconds(1), zone)?;
        people.absence_of(to, now).is_none().then(|| last.to_string())
    }
}

fn why(unmet: &Unmet) -> Why {
    Why { code: unmet.code.clone(), details: unmet.details.as_object().cloned().unwrap_or_default() }
}
