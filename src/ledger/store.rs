//! A ledger that is written: repairing a torn end, appending.

use super::entry::{Draft, Entry};
use super::error::{LedgerError, system};
use super::file::{Mark, Read, Torn, read, read_after};
use super::head::Head;
use super::past::Entries;
use super::stretches::Stretches;
use crate::disk::Disk;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A ledger that is open for writing. Hold the campaign's [`Lock`](super::Lock) for as long as it lives.
///
/// Callers can rely on this, whatever happens to the machine: entries that [`append`](Ledger::append) has returned are
/// in every later opening, in their order. Of a batch whose append did not return, a later opening may have none, some
/// of the first, or all; never one without those before it, and never a part of one. The same holds of entries that were
/// appended for now, until the ledger is settled.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    entries: Entries,
    length: u64,
    line: u64,
    is_unsafe: bool,
    /// `true` if the last append was not synced.
    is_unsettled: bool,
}

/// The result of opening a ledger.
#[derive(Debug)]
pub struct Opened {
    pub ledger: Ledger,
    /// The torn last line that was repaired or cut off: the game master should hear of it.
    pub torn: Option<Torn>,
}

impl Ledger {
    /// Opens a ledger for writing: reads it, checks its chain, and cuts off a last line that breaks off in its middle
    /// and has no line end. A missing file is an empty ledger, created by the first append.
    ///
    /// # Errors
    /// If the file cannot be read or cut, or a line does not follow; then nothing has been changed.
    pub fn open(disk: &Arc<dyn Disk>, path: &Path) -> Result<Opened, LedgerError> {
        Ledger::of(disk, path, read(&**disk, path)?)
    }

    /// Opens a ledger like [`open`](Ledger::open), but reads it from a mark on only. Returns `None` if the marked entry is
    /// not in its place.
    ///
    /// # Errors
    /// As for [`open`](Ledger::open).
    pub fn open_after(disk: &Arc<dyn Disk>, path: &Path, mark: &Mark) -> Result<Option<Opened>, LedgerError> {
        let read = read_after(&**disk, path, mark)?;
        read.map(|read| Ledger::of(disk, path, read)).transpose()
    }

    fn of(disk: &Arc<dyn Disk>, path: &Path, read: Read) -> Result<Opened, LedgerError> {
        let Read { length, line, needs_end, .. } = read;
        let torn = read.torn.clone();
        let entries = Entries::of(disk, path, read);
        let mut ledger =
            Ledger { path: path.to_owned(), entries, length, line, is_unsafe: false, is_unsettled: false };
        if let Some(torn) = &torn {
            let (path_shown, bytes) = (path.display(), torn.bytes.len());
            tracing::warn!(path = %path_shown, line = torn.line, bytes, "mending a last line that was not finished");
            disk.truncate(path, length).map_err(system(path, "cut off the torn last line"))?;
        }
        if needs_end {
            disk.append(path, b"\n").map_err(system(path, "end the last line"))?;
            ledger.length += 1;
        }
        Ok(Opened { ledger, torn })
    }

    /// Returns the entries of the file.
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// Has walks pass over what does not count; see [`Entries::know`].
    pub fn know(&mut self, known: Stretches) {
        self.entries.know(known);
    }

    /// Returns the end of the chain.
    pub fn head(&self) -> Head {
        self.entries.head()
    }

    /// Returns a mark at the end of the ledger; `None` if it has no entry.
    pub fn mark(&self) -> Option<Mark> {
        let last = self.entries.last()?;
        Some(Mark { seq: last.seq, hash: last.hash, end: self.length, line: self.line })
    }

    /// Writes entries in one write, syncs, and returns them with their numbers and hashes.
    ///
    /// # Errors
    /// If an entry has no canonical form, another program has written to the file, the system refuses, or an earlier
    /// append could not be undone. The ledger in memory is then as before, and so is the file, except after
    /// [`LedgerError::Unsafe`].
    pub fn append(&mut self, disk: &dyn Disk, drafts: Vec<Draft>) -> Result<&[Entry], LedgerError> {
        self.write(disk, drafts, true)
    }

    /// Writes entries like [`append`](Self::append); they are safe when the ledger has been [settled](Self::settle), or after the
    /// next append.
    ///
    /// # Errors
    /// As for [`append`](Self::append).
    pub fn append_for_now(&mut self, disk: &dyn Disk, drafts: Vec<Draft>) -> Result<&[Entry], LedgerError> {
        self.write(disk, drafts, false)
    }

    fn write(&mut self, disk: &dyn Disk, drafts: Vec<Draft>, safe: bool) -> Result<&[Entry], LedgerError> {
        if self.is_unsafe {
            return Err(LedgerError::Unsafe { path: self.path.clone() });
        }
        let (mut head, mut text, mut entries) =
            (self.head(), String::new(), Vec::with_capacity(drafts.len()));
        let mut ends = Vec::with_capacity(drafts.len());
        let mut last = self.line;
        for draft in drafts {
            let (entry, line) = Entry::follow(head, draft)?;
            head = Head { seq: entry.seq, hash: entry.hash };
            text.push_str(&line);
            text.push('\n');
            last = line.len() as u64 + 1;
            entries.push(entry);
            ends.push(self.length + text.len() as u64);
        }
        let known = self.entries.latest().len();
        if !entries.is_empty() {
            self.check_length(disk)?;
            let written = match safe {
                true => disk.append(&self.path, text.as_bytes()),
                false => disk.append_for_now(&self.path, text.as_bytes()),
            };
            if let Err(error) = written {
                return Err(self.undo(disk, error));
            }
            self.is_unsettled = !safe;
            self.length += text.len() as u64;
            self.line = last;
            self.entries.extend(entries, ends);
        }
        Ok(self.entries.latest().get(known..).unwrap_or_default())
    }

    /// Makes safe what was appended [for now](Self::append_for_now).
    ///
    /// # Errors
    /// If the system refuses. Nothing more is appended then: whoever opens the ledger next makes its end safe first.
    pub fn settle(&mut self, disk: &dyn Disk) -> Result<(), LedgerError> {
        if !std::mem::take(&mut self.is_unsettled) {
            return Ok(());
        }
        disk.settle(&self.path).map_err(|error| {
            self.is_unsafe = true;
            system(&self.path, "write to the ledger")(error)
        })
    }

    /// Checks that the file is as long as this writer left it.
    fn check_length(&self, disk: &dyn Disk) -> Result<(), LedgerError> {
        let found = match disk.look(&self.path) {
            Ok(look) => look.length,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(system(&self.path, "look at the ledger")(error)),
        };
        if found == self.length {
            return Ok(());
        }
        Err(LedgerError::Changed { path: self.path.clone(), known: self.length, found })
    }

    /// Removes what a failed append may have left, or marks the ledger as unsafe.
    fn undo(&mut self, disk: &dyn Disk, error: io::Error) -> LedgerError {
        match disk.truncate(&self.path, self.length) {
            Ok(()) => {}
            // The append would have made the file, and did not come so far.
            Err(gone) if gone.kind() == io::ErrorKind::NotFound && self.length == 0 => {}
            // A file that cannot be opened for writing was not written to.
            Err(barred) if is_barred(&error) && is_barred(&barred) && self.check_length(disk).is_ok() => {}
            Err(_) => {
                self.is_unsafe = true;
                tracing::error!(path = %self.path.display(), %error, "a write failed and could not be undone");
                return LedgerError::Unsafe { path: self.path.clone() };
            }
        }
        system(&self.path, "write to the ledger")(error)
    }
}

/// Returns `true` if a file could not be opened for writing.
fn is_barred(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}
