//! The trait for everything the program does to files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The length, time and kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// In bytes.
    pub length: u64,
    /// The time of the last write.
    pub modified: SystemTime,
    pub is_dir: bool,
}

/// A file system. Errors are the system's own; callers say what they were doing.
pub trait Disk: Send + Sync {
    /// Reads a whole file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Reads at most the first `most` bytes of a file, for files that may be too large to take in.
    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(most);
        Ok(bytes)
    }
    /// Reads a file from a place on, in bytes; nothing if the file ends before it.
    fn read_from(&self, path: &Path, start: u64) -> io::Result<Vec<u8>> {
        let bytes = self.read(path)?;
        Ok(usize::try_from(start).ok().and_then(|start| bytes.get(start..)).unwrap_or_default().to_vec())
    }
    /// Reads at most `most` bytes of a file from a place on; nothing if the file ends before it.
    fn read_part(&self, path: &Path, start: u64, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read_from(path, start)?;
        bytes.truncate(most);
        Ok(bytes)
    }
    /// Lists the paths in a directory, in the order of their names' bytes.
    fn list(&self, dir: &Path) -> io::Result<Vec<PathBuf>>;
    /// Returns length, time and kind of a file, following links; `NotFound` if there is none.
    fn look(&self, path: &Path) -> io::Result<Look>;
    /// Creates a directory and those above it; new ones get this mode, such as `0o700`. Synced.
    fn create_dir(&self, path: &Path, mode: u32) -> io::Result<()>;
    /// Creates directories of one directory, each like [`create_dir`](Self::create_dir).
    fn create_dirs(&self, paths: &[PathBuf], mode: u32) -> io::Result<()> {
        paths.iter().try_for_each(|path| self.create_dir(path, mode))
    }
    /// Writes a whole file, new or in place of an old one: after a crash there is the old or the new file, never a
    /// part. Synced.
    fn write(&self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        self.write_by_way_of(path.parent().unwrap_or(Path::new("")), path, bytes, mode)
    }
    /// Writes a whole file like [`write`](Self::write), but does not wait until it is on the disk: after a power cut there may be the old
    /// file, the new one, none, or a damaged one. For what has a checksum and can be made again.
    fn write_for_now(&self, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
        self.write(path, bytes, mode)
    }
    /// Writes a whole file like [`write`](Self::write). The unfinished file is in the directory `by`, of the same file system.
    fn write_by_way_of(&self, by: &Path, path: &Path, bytes: &[u8], mode: u32) -> io::Result<()>;
    /// Writes files of one directory, each like [`write`](Self::write). A crash, or an error, may leave some of them new and
    /// others old. All are safe when this returns.
    fn write_all(&self, files: &[(PathBuf, &[u8])], mode: u32) -> io::Result<()> {
        files.iter().try_for_each(|(path, bytes)| self.write(path, bytes, mode))
    }
    /// Adds bytes to the end of a file, which is created (mode 0600) if there is none. Synced. After an error the file
    /// may hold a part of the bytes.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file to a length. Synced.
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()>;
    /// Moves a file within a file system. Synced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Moves a file like [`rename`](Self::rename); it is safe where it is when its new directory has been [settled](Self::settle).
    fn rename_for_now(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.rename(from, to)
    }
    /// Adds bytes like [`append`](Self::append) to a file that is there; they are safe when the file has been
    /// [settled](Self::settle), or something else was appended to it.
    fn append_for_now(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.append(path, bytes)
    }
    /// Makes safe what was moved into a directory, or appended to a file.
    fn settle(&self, path: &Path) -> io::Result<()> {
        let _ = path;
        Ok(())
    }
    /// Removes a file. A file that is not there is not an error.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Sets the time of the last write; creates an empty file if there is none. Not synced.
    fn touch(&self, path: &Path, at: SystemTime) -> io::Result<()>;
}
