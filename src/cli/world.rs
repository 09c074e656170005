//! Access to the machine for commands: its clock, its random numbers and its disk.

use crate::campaign::Host;
use crate::disk::RealDisk;
use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the machine's disk in the form that `campaign` takes.
pub(super) fn host() -> Host {
    Host::new(Arc::new(RealDisk::default()))
}

/// Returns the time given by the hidden option `--now`, or the machine's time without one.
pub(super) fn now(given: Option<DateTime<Utc>>) -> DateTime<Utc> {
    given.unwrap_or_else(Utc::now)
}

/// Fills `bytes` with random numbers from the operating system.
///
/// # Errors
/// If the operating system has no source of random numbers.
pub(super) fn random(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).map_err(|e| anyhow!("this machine provides no random numbers: {e}"))
}

/// Returns the folders directly below `root` that hold a started campaign, sorted by name.
///
/// A campaign without a ledger and without secrets is still being written, and cron should not complain about it. One
/// that has lost only one of the two is listed, so that its tick reports the loss.
///
/// # Errors
/// If `root` cannot be read.
pub(super) fn campaigns_below(root: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(root).map_err(|e| anyhow!("cannot read {}: {e}", root.display()))?;
    let holds = |path: &Path, names: &[&str]| names.iter().any(|name| path.join(name).is_file());
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| holds(path, &["campaign.yaml"]) && holds(path, &["ledger.jsonl", "secrets.yaml"]))
        .collect();
    found.sort();
    Ok(found)
}
