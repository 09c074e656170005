//! The last problem that a quiet tick printed. Cron mails whatever is printed, so a problem that lasts is printed once a
//! day, not by every tick.

use super::world::edge;
use crate::campaign::Places;
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
    let (disk, path) = (edge().disk, Places(dir).told());
    let words: String = words.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let last = disk.read(&path).ok().and_then(|bytes| serde_json::from_slice::<Problem>(&bytes).ok());
    if last.is_some_and(|last| last.words == words && last.at <= now && now - last.at < TimeDelta::days(1)) {
        return false;
    }
    let folder_is_there = path.parent().is_some_and(|folder| disk.look(folder).is_ok());
    if folder_is_there
        && let Ok(bytes) = serde_json::to_vec(&Problem { words, at: now })
        && let Err(error) = disk.write(&path, &bytes, 0o600)
    {
        tracing::debug!(path = %path.display(), %error, "cannot record the problem that was printed");
    }
    true
}

/// Forgets the last problem after a successful tick, so that the next one is printed at once.
pub(super) fn forget(dir: &Path) {
    let (disk, path) = (edge().disk, Places(dir).told());
    if disk.look(&path).is_ok()
        && let Err(error) = disk.remove(&path)
    {
        tracing::debug!(path = %path.display(), %error, "cannot forget the last problem");
    }
}
