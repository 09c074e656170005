//! The problems that quiet ticks printed. Cron mails whatever is printed, so a problem that lasts is printed once a day, not by
//! every tick.

use super::world::host;
use crate::campaign::Note;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A problem that the last tick had.
#[derive(PartialEq, Serialize, Deserialize)]
struct Problem {
    words: String,
    /// When it was printed.
    at: DateTime<Utc>,
}

/// Returns for each of the problems of a tick whether it has not been printed within a day, and records those as printed at
/// `now`. Problems of earlier ticks that are not among them are forgotten. If that cannot be recorded, the next tick prints all
/// again.
pub(super) fn news(dir: &Path, problems: &[String], now: DateTime<Utc>) -> Vec<bool> {
    let store = host().store(dir);
    let known: Vec<Problem> =
        store.note(Note::Told).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let printed = |words: &String| {
        let is_recent = |at: DateTime<Utc>| at <= now && now - at < TimeDelta::days(1);
        known
            .iter()
            .find(|problem| problem.words == *words && is_recent(problem.at))
            .map(|problem| problem.at)
    };
    let told: Vec<Option<DateTime<Utc>>> = problems.iter().map(printed).collect();
    let kept: Vec<Problem> = problems
        .iter()
        .zip(&told)
        .map(|(words, at)| Problem { words: words.clone(), at: at.unwrap_or(now) })
        .collect();
    if kept != known {
        let bytes = serde_json::to_vec(&kept).map_err(std::io::Error::other);
        if let Err(error) = bytes.and_then(|bytes| store.keep_note(Note::Told, Some(&bytes))) {
            tracing::debug!(%error, "cannot record the problems that were printed");
        }
    }
    told.iter().map(Option::is_none).collect()
}

/// Forgets the problems after a tick that had none, so that the next one is printed at once.
pub(super) fn forget(dir: &Path) {
    if let Err(error) = host().store(dir).keep_note(Note::Told, None) {
        tracing::debug!(%error, "cannot forget the problems that were printed");
    }
}
