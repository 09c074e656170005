//! What was said already: cron mails whatever is printed, so trouble that lasts is told once a day and not by every tick.

use super::world::host;
use crate::campaign::Note;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What stopped the last tick.
#[derive(Serialize, Deserialize)]
struct Told {
    /// Its words, with all numbers made alike: a time or a count in them changes nothing.
    words: String,
    /// When they were printed.
    at: DateTime<Utc>,
}

/// Whether this trouble has not been told within a day; then it is from now on. Where that cannot be kept it is told again.
pub(super) fn is_news(dir: &Path, words: &str, now: DateTime<Utc>) -> bool {
    let store = host().store(dir);
    let words: String = words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let known = store.note(Note::Told).and_then(|bytes| serde_json::from_slice::<Told>(&bytes).ok());
    if known.is_some_and(|told| told.words == words && told.at <= now && now - told.at < TimeDelta::days(1)) {
        return false;
    }
    let kept = serde_json::to_vec(&Told { words, at: now }).map_err(std::io::Error::other);
    if let Err(error) = kept.and_then(|bytes| store.keep_note(Note::Told, Some(&bytes))) {
        tracing::debug!(%error, "what was told cannot be kept");
    }
    true
}

/// The campaign ticks again: the next trouble is news, whatever it is.
pub(super) fn all_is_well(dir: &Path) {
    if let Err(error) = host().store(dir).keep_note(Note::Told, None) {
        tracing::debug!(%error, "what was told cannot be forgotten");
    }
}
