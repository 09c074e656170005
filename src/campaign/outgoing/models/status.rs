//! The answer to `ask: status`.

use super::mail_models::MailModels;
use crate::campaign::outgoing::votes::votes;
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Phase;
use crate::report::model;
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
            seats: window.map(|window| self.seat_states(window)).unwrap_or_default(),
            seals: window
                // Before that, seals would show how often a seat has changed its plan.
                .filter(|window| window.sealed && window.phase != Phase::Collecting)
                .map(|window| self.seal_lines(window))
                .unwrap_or_default(),
            disputes: self.disputes(to, true),
            view: Value::Null,
            votes: votes(&self.record.people, &|seat| self.named(seat)),
            more: Vec::new(),
        })
    }
}
