//! Who is away, and who has written without sending a plan.

use crate::campaign::state::entries::{SeatId, Standing};
use crate::campaign::state::record::Window;
use crate::campaign::store::Campaign;
use chrono::{DateTime, Utc};
use serde::Serialize;

/// A player who is away.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Away {
    pub seat: SeatId,
    /// The name of the seat.
    pub name: String,
    pub until: DateTime<Utc>,
    /// The address of the stand-in. `None` if there is none.
    pub stand_in: Option<String>,
    /// `true` if the open window asks the seat nothing.
    pub unasked: bool,
}

/// Returns the players who are away now.
pub(super) fn away(campaign: &Campaign, now: DateTime<Utc>, name: impl Fn(&str) -> String) -> Vec<Away> {
    let (people, window) = (&campaign.record.people, campaign.record.game.open_window());
    let one = |seat: &str| {
        let days = people.absence_of(seat, now)?;
        Some(Away {
            seat: seat.to_owned(),
            name: name(seat),
            until: days.to,
            stand_in: days.stand_in.clone(),
            unasked: window.is_none_or(|window| !window.asked.contains_key(seat)),
        })
    };
    people.seats().filter_map(one).collect()
}

/// Returns when the player of a seat of which no plan is in last wrote in a window.
pub(super) fn wrote(campaign: &Campaign, window: &Window, seat: &str) -> Option<DateTime<Utc>> {
    let last = campaign.record.people.receipts.get(seat)?.recent.last().copied();
    last.filter(|last| *last > window.opened && window.standing(seat) == Standing::NothingCame)
}
