//! Stand-ins: substitutes that players name for their absences.

use crate::campaign::state::entries::{Days, SeatId};
use crate::campaign::state::record::People;
use crate::campaign::state::secrets::{Secrets, first};
use crate::seal::SeatKey;
use chrono::{DateTime, Utc};
use serde_json::json;

/// The person who writes for a seat during its player's absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    pub seat: SeatId,
    pub address: String,
    /// The key of the stand-in, which counts only during this absence.
    pub key: SeatKey,
    /// The name from which Message-IDs of messages to the stand-in are made.
    pub voice: String,
}

impl StandIn {
    fn of(seat: &str, days: &Days, secrets: &Secrets) -> Option<Self> {
        let address = days.stand_in.clone()?;
        let from = days.from.timestamp();
        let purpose = json!({"key": seat, "stand-in": address, "from": from});
        Some(StandIn {
            seat: seat.to_owned(),
            key: SeatKey::new(first(secrets.derive(&purpose))),
            voice: format!("{seat}/stand-in/{from}/{address}"),
            address,
        })
    }

    /// Returns the stand-in of a seat at an instant; `None` if the player writes.
    pub fn for_seat(people: &People, seat: &str, at: DateTime<Utc>, secrets: &Secrets) -> Option<Self> {
        StandIn::of(seat, people.absence_of(seat, at)?, secrets)
    }
}
