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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::tests::world::World;
    use crate::disk::Disk;
    use crate::seal::Hash256;
    use std::sync::Arc;

    /// Whoever made an archive may have named any file in it.
    #[test]
    fn no_name_leads_out_of_an_archive() {
        let world = World::new();
        let (archive, _) =
            super::super::pack::pack(&world.campaign(), &super::super::pack::For::Public).unwrap();
        let host = Host::new(Arc::new(world.disk.clone()));
        let out = Path::new("/out");
        write(&host, &archive, out).unwrap();
        let whole = read(&host, out).unwrap().unwrap();
        assert_eq!((whole.data.len(), whole.ledger), (archive.data.len(), archive.ledger.clone()));
        for (name, leads_out) in [
            ("/etc/passwd", true),
            ("../secret", true),
            ("games/../../secret", true),
            ("games\\..\\..\\secret", true),
            ("games/..", true),
            ("games/a..b", false),
            ("games/.../c", false),
            ("none", false),
        ] {
            let mut manifest = archive.manifest.clone();
            manifest.files.insert(name.to_owned(), Hash256::of("x"));
            let text = serde_json::to_vec(&manifest).unwrap();
            world.disk.write(&out.join(MANIFEST), &text, 0o644).unwrap();
            let told = read(&host, out).unwrap().err().map(|flaw| flaw.why).unwrap_or_default();
            assert_eq!(told.contains("outside of itself"), leads_out, "{name}: {told}");
        }
    }
}
