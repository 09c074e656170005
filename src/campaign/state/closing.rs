//! When a window closes that waits for nobody, but in which plans can still be corrected.

use super::entries::SeatId;
use super::record::{People, Phase, Window};
use super::settings::{CloseEarly, Settings};
use chrono::{DateTime, Utc};

/// Returns `true` if a window takes no more plans as soon as it waits for nobody, without a word that they are final: it asks
/// one seat alone, hides nothing, or the settings say so.
pub fn closes_with_the_last(window: &Window, settings: &Settings) -> bool {
    !window.sealed || window.asked.len() == 1 || settings.close_early == CloseEarly::AllIn
}

/// Returns when the open window closes because everybody is in, while plans of which something could not be read can still be
/// corrected. `None` if it waits for a seat, for its deadline or for nothing.
pub fn closes_at(
    window: &Window,
    (settings, people): (&Settings, &People),
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let away = |seat: &SeatId| people.is_out_until(seat, now, window.deadline);
    let is_stopped = people.paused.is_some() || people.held.is_some();
    let late = window.mends_late(now);
    let closes = window.waiting || late.is_some() || closes_with_the_last(window, settings);
    let waits = window.missing().any(|seat| !away(seat)) || window.sealed && window.asked.keys().all(away);
    if window.phase != Phase::Collecting || is_stopped || !closes || waits {
        return None;
    }
    if !window.waiting && late.is_some() {
        return late;
    }
    let mended = window.asked.keys().filter_map(|seat| window.mends_until(seat)).max();
    let until = mended.filter(|until| now < *until)?;
    // The end of the grace period closes it in any case, unless the game waits beyond it.
    Some(window.last_call().filter(|_| !window.waiting).map_or(until, |last| last.min(until)))
}
