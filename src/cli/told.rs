//! What was said already: cron mails whatever is printed, so trouble that lasts is told once a day and not by every tick.

use super::world::edge;
use crate::campaign::Places;
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
    let (disk, path) = (edge().disk, Places(dir).told());
    let words: String = words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let known = disk.read(&path).ok().and_then(|bytes| serde_json::from_slice::<Told>(&bytes).ok());
    if known.is_some_and(|told| told.words == words && told.at <= now && now - told.at < TimeDelta::days(1)) {
        return false;
    }
    let folder_is_there = path.parent().is_some_and(|folder| disk.look(folder).is_ok());
    if folder_is_there
        && let Ok(bytes) = serde_json::to_vec(&Told { words, at: now })
        && let Err(error) = disk.write(&path, &bytes, 0o600)
    {
        tracing::debug!(path = %path.display(), %error, "what was told cannot be kept");
    }
    true
}

/// The campaign ticks again: the next trouble is news, whatever it is.
pub(super) fn all_is_well(dir: &Path) {
    let (disk, path) = (edge().disk, Places(dir).told());
    if disk.look(&path).is_ok()
        && let Err(error) = disk.remove(&path)
    {
        tracing::debug!(path = %path.display(), %error, "what was told cannot be forgotten");
    }
}
