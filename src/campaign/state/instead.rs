//! What plays for a seat whose plan is missing or cannot be used.

use crate::campaign::state::entries::{Instead, Meanwhile};
use crate::campaign::state::record::People;
use crate::campaign::state::settings::{Absence, Settings};
use chrono::{DateTime, Utc};

/// Returns what plays for a seat whose plan is missing or cannot be used when a window closes at `at`.
pub(crate) fn instead(settings: &Settings, people: &People, seat: &str, at: DateTime<Utc>) -> Instead {
    let steward = people.absence_of(seat, at).is_some_and(|days| days.play == Meanwhile::Steward);
    match settings.absence {
        Absence::Steward => Instead::Steward,
        _ if steward => Instead::Steward,
        Absence::Default | Absence::Wait => Instead::Default,
    }
}
