//! Finds folders that hold the same campaign: a copy must not send players everything a second time.

use super::host::Host;
use super::places::Places;
use crate::campaign::state::error::CampaignError;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns for each folder, if it holds the same campaign as another of them and is not the original, the reason to leave it
/// alone. The original is the folder that was made first, or, if the file system does not say, the one with the longer ledger.
pub fn copies(host: &Host, dirs: &[PathBuf]) -> Vec<Option<CampaignError>> {
    if dirs.len() < 2 {
        // Nothing need be read.
        return dirs.iter().map(|_| None).collect();
    }
    let founded = |dir: &PathBuf| host.store(dir).founded().map(|founded| founded.commitment);
    let campaigns: Vec<_> = dirs.iter().map(founded).collect();
    let originals = campaigns.iter().map(|campaign| {
        let same = dirs.iter().zip(&campaigns).filter(|(_, other)| other.is_some() && *other == campaign);
        same.map(|(dir, _)| dir).min_by_key(|dir| {
            let length = host.disk.look(&Places(dir).ledger()).map_or(0, |look| look.length);
            (made(dir).map_or((1, None), |made| (0, Some(made))), Reverse(length))
        })
    });
    let refused = |(dir, original): (&PathBuf, Option<&PathBuf>)| {
        original.filter(|original| *original != dir).map(|original| {
            CampaignError::Refused(format!(
                "{} holds the same campaign as {}, so nothing was done with it: players would get everything twice. Move the one that is not played out of this folder",
                dir.display(),
                original.display()
            ))
        })
    };
    dirs.iter().zip(originals).map(refused).collect()
}

/// Returns when a folder was made, if the file system knows.
fn made(dir: &Path) -> Option<SystemTime> {
    // Read from the file system, because a `Disk` does not know it.
    std::fs::metadata(dir).ok()?.created().ok()
}
