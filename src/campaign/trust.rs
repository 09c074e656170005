//! Mails that speak for nobody, or do not come from where they should: no effect, no information, and whoever may be
//! concerned is told.
//!
//! May use: engine, entries, post. Is used by: submission.

use super::engine::Engine;
use super::entries::{Fate, Received, Warned, Warning};
use super::error::CampaignError;
use crate::ledger::Kind;
use crate::post::{Letter, Outcome};
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// Strangers that are answered within a day, at most.
const MOST_STRANGERS: usize = 20;

/// A mail as the record knows it.
#[derive(Clone, Copy)]
pub(super) struct Came {
    /// SHA-256 of it as it came.
    pub(super) mail: Hash256,
    /// SHA-256 of its Message-ID.
    pub(super) message: Hash256,
    /// When.
    pub(super) received: DateTime<Utc>,
}

impl Engine<'_> {
    /// A mail that speaks for nobody: no effect, and at most one polite answer a day that tells nothing. Whose key it
    /// has, or from whose address it comes, is warned at most once a day of each.
    pub(super) fn stranger(
        &mut self,
        letter: &Letter,
        came: Came,
        warning: Option<(String, Warning)>,
    ) -> Result<Outcome, CampaignError> {
        let Some(from) = letter.sender().map(|from| from.address.to_lowercase()) else {
            return Ok(Outcome::Stranger);
        };
        let who = Hash256(self.secrets.derive(&json!({"stranger": from})));
        let day = self.now - TimeDelta::days(1);
        let today = self.record.strangers.values().filter(|at| **at > day).count();
        let is_answered = self.record.strangers.get(&who).is_some_and(|at| *at > day);
        // An address that we know is no stranger's: the warning is the answer.
        let is_known = matches!(warning, Some((_, Warning::WrongKey)));
        let answered = !is_answered && !is_known && today < MOST_STRANGERS;
        let warned = warning.map(|(of, what)| Warned { of, what });
        let warned =
            warned.filter(|warned| self.record.warned.get(&warned.name()).is_none_or(|at| *at <= day));
        if !answered && warned.is_none() {
            return Ok(Outcome::Stranger);
        }
        let body = Received {
            seat: None,
            number: 0,
            mail: came.mail,
            message: came.message,
            received: came.received.min(self.now),
            fate: Fate::Stranger,
            chain: Hash256::ZERO,
            window: None,
            is_final: false,
            unusable: false,
            empty: false,
            words: None,
            stranger: answered.then_some(who),
            claimed: None,
            warned,
            new_key: None,
            ask: Vec::new(),
        };
        self.add_with(Kind::Received, &body, &json!({"from": from, "message-id": letter.message_id}))?;
        Ok(Outcome::Stranger)
    }
}
