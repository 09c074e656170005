//! The last problem that a quiet tick printed. Cron mails whatever is printed, so a problem that lasts is printed once a
//! day, not by every tick.

use super::world::host;
use crate::campaign::Note;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The problem that stopped the last tick.
#[derive(Serialize, Deserialize)]
struct Problem {
    /// The error message with every digit replaced by 0, so that a time or a count in it makes no new problem.
    words: String,
    /// When it was printed.
    at: DateTime<Utc>,
}

/// Returns `true` if this problem has not been printed within a day, and records it as printed at `now`. If it cannot be
/// recorded, the next tick prints it again.
pub(super) fn is_news(dir: &Path, words: &str, now: DateTime<Utc>) -> bool {
    let store = host().store(dir);
    let words: String = words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let last = store.note(Note::Told).and_then(|bytes| serde_json::from_slice::<Problem>(&bytes).ok());
    if last.is_some_and(|last| last.words == words && last.at <= now && now - last.at < TimeDelta::days(1)) {
        return false;
    }
    let kept = serde_json::to_vec(&Problem { words, at: now }).map_err(std::io::Error::other);
    if let Err(error) = kept.and_then(|bytes| store.keep_note(Note::Told, Some(&bytes))) {
        tracing::debug!(%error, "cannot record the problem that was printed");
    }
    true
}

/// Forgets the last problem after a successful tick, so that the next one is printed at once.
pub(super) fn forget(dir: &Path) {
    if let Err(error) = host().store(dir).keep_note(Note::Told, None) {
        tracing::debug!(%error, "cannot forget the last problem");
    }
}
