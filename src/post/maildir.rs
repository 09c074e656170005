//! The folder structure of a Maildir, for mail in and mail out.

use super::error::PostError;
use crate::disk::Disk;
use std::path::Path;

/// Creates a Maildir (mode 0700), or the folders missing from an existing one.
///
/// # Errors
/// If the file system refuses.
pub fn create_maildir(disk: &dyn Disk, path: &Path) -> Result<(), PostError> {
    for part in ["tmp", "new", "cur"] {
        let dir = path.join(part);
        disk.create_dir(&dir, 0o700).map_err(PostError::disk("create the folder", &dir))?;
    }
    Ok(())
}
