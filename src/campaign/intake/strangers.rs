//! Messages that speak for nobody, or come from the wrong address: they change nothing, and few are answered.

use crate::campaign::intake::speaker;
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
/// How often a day the address of a player is answered: somebody there is at a loss.
const MOST_KNOWN: usize = 6;

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
/// day, from the address of a seat a few, which reveals nothing. With a `warning`, the seat concerned (or `gm`) is warned of it, at most once a day.
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
    let is_seats = speaker::seat_at(engine, letter).is_some();
    let may_answer = is_seats || today < MOST_STRANGERS;
    // When the answers of the day are used up, a flood costs no more than this.
    if warning.is_none() && !may_answer {
        return Ok(Outcome::Stranger);
    }
    // An address has one place a day, that of a seat several.
    let place = |number: usize| {
        let first = json!({"stranger": from});
        let what = if number == 0 { first } else { json!({"stranger": from, "again": number}) };
        Hash256(engine.secrets.derive(&what))
    };
    let is_free = |who: &Hash256| engine.record.people.strangers.get(who).is_none_or(|at| *at <= day);
    let who = (0..if is_seats { MOST_KNOWN } else { 1 }).map(place).find(is_free);
    // A known address gets the warning, and so no answer for strangers.
    let is_known = matches!(warning, Some((_, Warning::WrongKey)));
    let warned = warning.map(|(of, what)| Warned { of, what });
    let warned =
        warned.filter(|warned| engine.record.people.warned.get(&warned.name()).is_none_or(|at| *at <= day));
    let is_told = is_known && warned.is_some();
    let answered = who.filter(|_| !is_told && may_answer && !is_unread(&from));
    if answered.is_none() && warned.is_none() {
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
        whole: false,
        beside: false,
        empty: false,
        words: None,
        rehearsed: false,
        stand_in: false,
        stranger: answered,
        signed: None,
        warned,
        new_key: None,
    };
    engine.add_with(Kind::Received, &body, &json!({"from": from, "message-id": letter.message_id}))?;
    Ok(Outcome::Stranger)
}
