//! Sealed plans that a ruling has kept, held against what is asked now: the position may be another one.

use crate::campaign::play::engine::Engine;
use crate::campaign::state::entries::{How, SeatId};
use crate::campaign::state::error::CampaignError;
use crate::campaign::state::record::Window;
use crate::campaign::state::rules::{PendingPosition, Rules};
use crate::sheet::Fault;
use crate::table::Open;
use serde_json::Value;

/// How a plan that was made for another position fits the questions that are open now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fit {
    Whole,
    /// All of it can be used, and there is a warning about something in it.
    Warned,
    /// Something in it cannot be done.
    Part,
}

/// Returns how a plan of a seat fits what is asked now; `None` if there is no such seat.
///
/// # Errors
/// If the game cannot read the position.
pub(crate) fn fit(
    rules: Rules<'_>,
    now: &PendingPosition,
    seat: &str,
    plan: &Value,
) -> Result<Option<Fit>, CampaignError> {
    let Some(place) = rules.seat(seat) else { return Ok(None) };
    let open: Vec<Open> = now.open.iter().filter(|open| open.seat == place).cloned().collect();
    let position = now.seen(rules, place)?;
    let (_, reading) = rules.referee.review_plan(&position, place, &open, plan)?;
    Ok(Some(match reading.faults.is_empty() {
        true => Fit::Whole,
        false if reading.faults.iter().any(Fault::is_error) => Fit::Part,
        false => Fit::Warned,
    }))
}

impl Engine<'_> {
    /// Returns `true` if a ruling has kept a deposited plan of a seat of which a part can no longer be done. Of a seal alone nobody can
    /// say so.
    pub(super) fn keeps_a_misfit(&self, window: &Window, seat: &SeatId) -> bool {
        let part =
            window.seats.get(seat).filter(|part| part.bound.is_some() && part.how == Some(How::Deposit));
        let seal = part.and_then(|part| part.seal.as_ref());
        let Some(opening) = seal.and_then(|seal| self.vault.openings.get(seal)) else { return false };
        // Where the game cannot be read, that is told elsewhere.
        let Ok(now) = self.pending() else { return false };
        matches!(fit(self.rules, &now, seat, opening.plan()), Ok(Some(Fit::Part)))
    }
}
