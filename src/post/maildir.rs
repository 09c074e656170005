//! The folders of which a Maildir consists.

use super::error::PostError;
use crate::disk::Disk;
use std::path::Path;

/// Makes a Maildir (mode 0700), or what an existing one lacks.
///
/// # Errors
/// If the file system refuses.
pub fn create_maildir(disk: &dyn Disk, path: &Path) -> Result<(), PostError> {
    for part in ["tmp", "new", "cur"] {
        let dir = path.join(part);
        disk.create_dir(&dir, 0o700).map_err(PostError::disk("make the folder", &dir))?;
    }
    Ok(())
}
