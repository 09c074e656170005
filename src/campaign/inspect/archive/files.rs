//! Archives written to the disk and read from it.

use super::format::{Archive, LEDGER, MANIFEST, Manifest, archive_flaw};
use crate::campaign::inspect::verify::Flaw;
use crate::campaign::state::error::CampaignError;
use crate::campaign::store::Host;
use std::collections::BTreeMap;
use std::path::Path;

/// Returns `true` if the path is an archive: a file, or a folder with a manifest. A campaign's folder has none.
pub fn is_archive(host: &Host, path: &Path) -> bool {
    host.has(path) && (!host.has_folder(path) || host.has(&path.join(MANIFEST)))
}

/// Writes an archive: one file of JSON lines if `out` ends in `.jsonl`, otherwise a folder.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write(host: &Host, archive: &Archive, out: &Path) -> Result<(), CampaignError> {
    if out.extension().is_some_and(|extension| extension == "jsonl") {
        return host.write(out, &archive.lines()?);
    }
    for (name, bytes) in archive.files()? {
        let path = out.join(name);
        if let Some(folder) = path.parent() {
            host.create_folder(folder)?;
        }
        host.write(&path, &bytes)?;
    }
    Ok(())
}

/// Reads an archive in either form.
///
/// # Errors
/// If a file cannot be read. Files that are not those of an archive are a [`Flaw`] and not an error.
pub(super) fn read(host: &Host, path: &Path) -> Result<Result<Archive, Flaw>, CampaignError> {
    if !host.has_folder(path) {
        return Ok(Archive::of_lines(&host.read(path)?));
    }
    let manifest: Manifest = match serde_json::from_slice(&host.read(&path.join(MANIFEST))?) {
        Ok(manifest) => manifest,
        Err(why) => return Ok(Err(archive_flaw(format!("{MANIFEST} is not a manifest: {why}")))),
    };
    let mut data = BTreeMap::new();
    for name in manifest.files.keys().filter(|name| *name != LEDGER) {
        // A name in an archive must never lead out of it.
        if name.starts_with('/') || name.split(['/', '\\']).any(|part| part == "..") {
            return Ok(Err(archive_flaw(format!("it names a file outside of itself: {name}"))));
        }
        if let Ok(bytes) = host.read(&path.join(name)) {
            data.insert(name.clone(), String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    let ledger = host.read(&path.join(LEDGER))?;
    Ok(Ok(Archive { manifest, data, ledger }))
}
