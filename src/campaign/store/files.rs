//! Files outside a campaign's folder, at a path that somebody names.

use super::host::Host;
use crate::campaign::state::error::CampaignError;
use std::path::{Path, PathBuf};

impl Host {
    /// Returns `true` if something is at the path.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.disk.look(path).is_ok()
    }

    /// Returns `true` if a folder is at the path.
    pub(crate) fn has_folder(&self, path: &Path) -> bool {
        self.disk.look(path).is_ok_and(|look| look.is_dir)
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, CampaignError> {
        self.disk.read(path).map_err(CampaignError::disk("read", path))
    }

    /// Writes a file that only its owner may read.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), CampaignError> {
        self.disk.write(path, bytes, 0o600).map_err(CampaignError::disk("write", path))
    }

    /// Writes a file that everybody on the machine may read, such as a page for the web.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write_for_all(&self, path: &Path, bytes: &[u8]) -> Result<(), CampaignError> {
        self.disk.write(path, bytes, 0o644).map_err(CampaignError::disk("write", path))
    }

    /// Lists the paths in a folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn list(&self, path: &Path) -> Result<Vec<PathBuf>, CampaignError> {
        self.disk.list(path).map_err(CampaignError::disk("read", path))
    }

    /// Removes a file.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub(crate) fn remove(&self, path: &Path) -> Result<(), CampaignError> {
        self.disk.remove(path).map_err(CampaignError::disk("remove", path))
    }

    /// Makes a folder with all folders above it that are missing.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub(crate) fn create_folder(&self, path: &Path) -> Result<(), CampaignError> {
        self.disk.create_dir(path, 0o755).map_err(CampaignError::disk("make the folder", path))
    }
}
