//! Messages that speak for nobody, or come from the wrong address: they change nothing, and few are answered.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{Fate, Received, Warned, Warning};
use crate::campaign::state::error::CampaignError;
use crate::ledger::Kind;
use crate::post::{Letter, Outcome, is_unread};
use crate::seal::Hash256;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

/// How many strangers are answered in a day.
const MOST_STRANGERS: usize = 20;

/// The digests by which the record knows a message, and its arrival.
#[derive(Clone, Copy)]
pub(crate) struct Came {
    /// `true` if it was kept for an opening that was not asked for yet, and is read again.
    pub(crate) again: bool,
    /// SHA-256 of the message as it arrived.
    pub(crate) mail: Hash256,
    /// SHA-256 of its Message-ID.
    pub(crate) message: Hash256,
    pub(crate) received: DateTime<Utc>,
}

/// Takes in a message that speaks for nobody. It changes nothing in the game; its sender gets at most one answer a
/// day, which reveals nothing. With a `warning`, the seat concerned (or `gm`) is warned of it, at most once a day.
pub(crate) fn take_in(
    engine: &mut Engine<'_>,
    letter: &Letter,
    came: Came,
    warning: Option<(String, Warning)>,
) -> Result<Outcome, CampaignError> {
    // A copy that came by another way has other bytes; the very same one was known before.
    if engine.record.people.known_message(&came.message, None).is_some() {
        return Ok(Outcome::Stranger);
    }
    let Some(from) = letter.sender().map(|from| from.address.to_lowercase()) else {
        return Ok(Outcome::Stranger);
    };
    let day = engine.now - TimeDelta::days(1);
    let today = engine.record.people.strangers.values().filter(|at| **at > day).count();
    // When the answers of the day are used up, a flood costs no more than this.
    if warning.is_none() && today >= MOST_STRANGERS {
        return Ok(Outcome::Stranger);
    }
    let who = Hash256(engine.secrets.derive(&json!({"stranger": from})));
    let is_answered = engine.record.people.strangers.get(&who).is_some_and(|at| *at > day);
    // A known address gets the warning, and so no answer for strangers.
    let is_known = matches!(warning, Some((_, Warning::WrongKey)));
    let answered = !is_answered && !is_known && today < MOST_STRANGERS && !is_unread(&from);
    let warned = warning.map(|(of, what)| Warned { of, what });
    let warned =
        warned.filter(|warned| engine.record.people.warned.get(&warned.name()).is_none_or(|at| *at <= day));
    if !answered && warned.is_none() {
        return Ok(Outcome::Stranger);
    }
    let body = Received {
        seat: None,
        number: 0,
        mail: came.mail,
        message: came.message,
        received: came.received.min(engine.now),
        fate: Fate::Stranger,
        chain: Hash256::ZERO,
        seal: None,
        window: None,
        is_final: false,
        lifts: false,
        unusable: false,
        slips: false,
        beside: false,
        empty: false,
        words: None,
        rehearsed: false,
        stand_in: false,
        stranger: answered.then_some(who),
        signed: None,
        warned,
        new_key: None,
    };
    engine.add_with(Kind::Received, &body, &json!({"from": from, "message-id": letter.message_id}))?;
    Ok(Outcome::Stranger)
}
