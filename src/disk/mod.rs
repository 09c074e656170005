//! The file system at the edge: every effect on disk passes through [`Disk`], so that a test can fail or
//! kill the program at each of them.
//!
//! May use: nothing of the program. Is used by: ledger, post, campaign, cli.

mod faulty;
mod real;

pub use faulty::{Fault, FaultyDisk, Trouble};
pub use real::RealDisk;

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What a look at a file tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Bytes.
    pub length: u64,
    /// When it was last written.
    pub modified: SystemTime,
    /// Whether it is a directory.
    pub is_dir: bool,
}

/// What the program does to files. Errors are the system's; callers say what they were about.
pub trait Disk: Send + Sync {
    /// The whole of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// The first bytes of a file, at most `most`: for files that may be too large to take in.
    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(most);
        Ok(bytes)
    }
    /// Paths in a directory, in the order of their names' bytes.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>>;
    /// Length and time, following links; `NotFound` if there is nothing.
    fn look(&self, path: &Path) -> io::Result<Look>;
    /// A directory and those above it, with this mode (`0o700`, say) where they are new; synced.
    fn create_dir(&self, path: &Path, mode: u32) -> io::Result<()>;
    /// A whole file, new or in place of an old one: after a crash there is the old or the new, never a part.
    /// Synced when it returns.
    fn write(&self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()>;
    /// Adds to the end of a file that exists or is made (mode 0600); synced when it returns. On an error the
    /// file may hold a part of the bytes.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file to a length; synced.
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()>;
    /// Moves a file within a file system; synced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file; one that is not there is no error.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Sets the time of last writing (makes an empty file if there is none); not synced.
    fn touch(&self, path: &Path, at: SystemTime) -> io::Result<()>;
}
