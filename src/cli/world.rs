//! Access to the machine for commands: its clock, its random numbers and its disk.

use super::console::misuse;
use crate::campaign::Host;
use crate::disk::RealDisk;
use anyhow::{Result, anyhow};
use chrono::{DateTime, Utc};
use std::collections::HashSet;
use std::io::ErrorKind;
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
/// A campaign that has only its settings is still being written, and cron should not complain about it. One that has lost some
/// of its files, or that cannot be looked at, is listed, so that its tick reports the loss. Of a folder that can be reached by
/// several names one is listed.
///
/// # Errors
/// If `root` cannot be read, or is a campaign itself.
pub(super) fn campaigns_below(root: &Path) -> Result<Vec<PathBuf>> {
    let cannot_read = |e| anyhow!("cannot read {}: {e}", root.display());
    // Cron would print nothing for ever.
    if root.join("campaign.yaml").is_file() {
        let typed = root.display();
        return Err(misuse(format!(
            "{typed} is a campaign itself. Hint: name it without --root, or give --root the folder that holds it"
        )));
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root).map_err(cannot_read)? {
        let path = entry.map_err(cannot_read)?.path();
        if ["ledger.jsonl", "secrets.yaml", "private/heartbeat"].iter().any(|name| may_hold(&path, name)) {
            found.push(path);
        }
    }
    // A link to a campaign comes after the folder itself.
    found.sort_by_cached_key(|path| (path.is_symlink(), path.clone()));
    found = distinct(found);
    found.sort();
    Ok(found)
}

/// Returns `true` if the file `name` is in a folder, or if the system does not let us see whether it is. Every disk of its own
/// has a folder `lost+found`, which nobody may read.
fn may_hold(dir: &Path, name: &str) -> bool {
    match std::fs::metadata(dir.join(name)) {
        Ok(data) => data.is_file(),
        Err(error) => {
            !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
                && !dir.ends_with("lost+found")
        }
    }
}

/// Leaves out a folder that an earlier path leads to as well, so that one campaign is not worked on twice.
pub(super) fn distinct(dirs: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut known = HashSet::new();
    let real = |dir: &PathBuf| std::fs::canonicalize(dir).unwrap_or_else(|_| dir.clone());
    dirs.into_iter().filter(|dir| known.insert(real(dir))).collect()
}
