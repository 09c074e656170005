//! Who writes for a seat during its player's absence.

use crate::campaign::state::entries::{Days, SeatId};
use crate::campaign::state::record::People;
use crate::campaign::state::secrets::{Secrets, first};
use crate::seal::SeatKey;
use chrono::{DateTime, Utc};
use serde_json::json;

/// Who writes for a seat during an absence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// The seat.
    pub seat: SeatId,
    /// The address.
    pub address: String,
    /// The key for the time.
    pub key: SeatKey,
    /// Under which name Message-IDs are made.
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

    /// Who writes for a seat at a time, if somebody else does.
    pub fn for_seat(people: &People, seat: &str, at: DateTime<Utc>, secrets: &Secrets) -> Option<Self> {
        StandIn::of(seat, people.absence_of(seat, at)?, secrets)
    }
}
