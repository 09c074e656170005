//! The answer to `ask: status`.

use super::mail_models::MailModels;
use crate::campaign::outgoing::votes::votes;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::{GM, Phase};
use crate::report::model::{self, AwayTold, Rehearsal, SeatState, State};
use serde_json::Value;

impl MailModels<'_> {
    /// Returns the state of the campaign as everybody may know it, without the position.
    pub fn status(&self, to: &str) -> Result<model::Status, CampaignError> {
        let window = self.record.game.open_window();
        Ok(model::Status {
            head: self.head(to),
            turn: self.record.game.turn,
            stage: self.record.game.stage_name.clone(),
            window: self.window(),
            rehearsal: self
                .record
                .people
                .rehearsal_to_end()
                .map(|rehearsal| Rehearsal { until: rehearsal.until }),
            seats: window.map_or_else(|| self.readiness(), |window| self.seat_states(to, window)),
            seals: window
                // Before that, seals would show how often a seat has changed its plan.
                .filter(|window| window.sealed && window.phase != Phase::Collecting)
                .map(|window| self.seal_lines(window))
                .unwrap_or_default(),
            away: self.away_for(to),
            outcome: self.record.game.ended.as_ref().map_or(Value::Null, |ended| ended.outcome.clone()),
            disputes: self.disputes(to, true),
            view: Value::Null,
            votes: match self.record.game.ended {
                Some(_) => Vec::new(),
                None => votes(&self.record.people, &|seat| self.named(seat)),
            },
            more: Vec::new(),
        })
    }

    /// Returns the absences that are not over, for a game master who plays nothing: nobody else learns who is away.
    fn away_for(&self, to: &str) -> Vec<AwayTold> {
        if to != GM || self.settings.gm.plays.is_some() {
            return Vec::new();
        }
        let now = self.record.at;
        let all = self.record.people.away.iter().filter(|(_, days)| days.to > now);
        let told = all.map(|(seat, days)| AwayTold {
            seat: self.named(seat),
            from: days.from,
            until: days.to,
            begun: days.from <= now,
        });
        told.collect()
    }

    /// Returns who has passed the rehearsal; empty if there is none, or it is over.
    fn readiness(&self) -> Vec<SeatState> {
        let people = &self.record.people;
        let missing = people.unrehearsed();
        let state = |seat: &str| match missing.iter().any(|missing| missing == seat) {
            true => State::NotReady,
            false => State::Ready,
        };
        let seats = people
            .seats()
            .filter(|seat| people.rehearsal_to_end().is_some() && !people.resigned.contains(*seat));
        seats
            .map(|seat| SeatState {
                seat: self.named(seat),
                state: state(seat),
                unreachable: people.unreachable.contains_key(seat),
            })
            .collect()
    }
}
