//! What commands take from the world: the clock, chance, the disk.

use crate::campaign::Host;
use crate::disk::RealDisk;
use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The campaign's view of the machine's disk.
pub(super) fn host() -> Host {
    Host::new(Arc::new(RealDisk::default()))
}

/// The time: what the hidden `--now` says, else the machine's clock.
pub(super) fn now(told: Option<DateTime<Utc>>) -> DateTime<Utc> {
    told.unwrap_or_else(Utc::now)
}

/// Fills bytes with the machine's randomness.
///
/// # Errors
/// The machine has none to give.
pub(super) fn random(bytes: &mut [u8]) -> Result<()> {
    getrandom::fill(bytes).map_err(|e| anyhow!("this machine gives no random numbers: {e}"))
}

/// The folders below a folder that hold a campaign that has begun, in the order of their names. One that is being
/// written must not be complained of by cron; one that has lost a part must.
///
/// # Errors
/// The folder cannot be read.
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
