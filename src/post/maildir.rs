//! The folder structure of a Maildir, for mail in and mail out.

use super::error::PostError;
use crate::disk::Disk;
use std::path::Path;

/// Creates a Maildir (mode 0700), or the folders missing from an existing one.
///
/// # Errors
/// If the file system refuses.
pub fn create_maildir(disk: &dyn Disk, path: &Path) -> Result<(), PostError> {
    let parts = ["tmp", "new", "cur"].map(|part| path.join(part));
    disk.create_dirs(&parts, 0o700).map_err(PostError::disk("create folders in", path))
}

/// Tries whether messages can be put into a Maildir and moved out of it, without leaving anything there.
///
/// # Errors
/// If the file system refuses.
pub fn try_maildir(disk: &dyn Disk, path: &Path) -> Result<(), PostError> {
    for part in ["new", "cur"] {
        let dir = path.join(part);
        disk.list(&dir).map_err(PostError::disk("look at", &dir))?;
        // Programs ignore files that begin with a dot.
        let tried = dir.join(".doctor");
        let written = disk.write_by_way_of(&path.join("tmp"), &tried, b"a try\n", 0o600);
        written.and_then(|()| disk.remove(&tried)).map_err(PostError::disk("write to", &dir))?;
    }
    Ok(())
}
