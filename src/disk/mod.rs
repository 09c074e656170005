//! The file system: every effect on disk goes through [`Disk`], so that a test can fail or kill the program at each of
//! them.

mod effects;
mod faulty;
mod real;

use std::io;
use std::path::Path;

pub use effects::{Disk, Look};
pub use faulty::{Fault, FaultyDisk, Trouble};
pub use real::RealDisk;

/// Returns what a person can do about a failed operation on this path, to be put after a description of the error; empty if the
/// error says it all.
pub fn advice(path: &Path, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => format!(
            ". It belongs to somebody else, perhaps because a command was run once as root (sudo). Type: sudo chown -R \"$(id -un)\" '{}'",
            path.display()
        ),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ". Make room on this disk, then try again".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => ". The file system is mounted read-only".to_owned(),
        _ => String::new(),
    }
}
